import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import type { Settings } from './env'
import type { AppEnv } from './platform/http/app-env'
import { cachingRouter } from './platform/http/caching-router'
import { context } from './platform/http/context'
import { cors } from './platform/http/cors'
import { onError } from './platform/http/on-error'
import { Refusal } from './platform/http/refusal'
import { longRequests, requestLimit } from './platform/http/time-limit'
import { createQrSignIns } from './platform/security/qr-sign-in'
import { createPasswordThrottle } from './platform/security/password-throttle'
import type { Store } from './platform/store'
import { tokenGate } from './access/api-token/gate'
import { ownTokenRoutes, tokenRoutes } from './access/api-token/routes'
import { idempotency, keptAnswers } from './access/crud/idempotency-middleware'
import { departmentOrderRoutes, departmentRoutes, departmentTreeRoutes } from './access/department/routes'
import { fileRoutes, logoRoutes } from './access/files/routes'
import { choosePassword } from './access/login/choose-password'
import { loginRoutes, logoutRoutes, refreshRoutes } from './access/login/routes'
import { menuOrderRoutes, menuRoutes, ownMenuRoutes } from './access/menu/routes'
import { operations } from './access/operation-log/middleware'
import { operationCleanRoutes, operationRoutes } from './access/operation-log/routes'
import { postRoutes } from './access/post/post'
import { ownPasswordRoutes, ownRecordRoutes, profileRoutes } from './access/profile/routes'
import { roleRoutes, roleScopeRoutes, roleStatusRoutes } from './access/role/routes'
import { authenticate } from './access/session/authenticate'
import { bodyLimits } from './access/session/body-limits'
import { fewOfEachUser } from './access/session/few-at-once'
import { presentRights } from './access/session/present-rights'
import { publicBudget, writeBudget } from './access/session/rate-limits'
import { actingRoleRoutes, ownSessionRoutes, sessionRoutes } from './access/session/routes'
import { policy } from './access/settings/policy'
import { systemSettingsRoutes } from './access/settings/routes'
import { setupRestoreRoutes, type Restoring } from './access/setup/restore-routes'
import { setupRoutes } from './access/setup/routes'
import { trashRoutes } from './access/trash/routes'
import { userPasswordRoutes, userRoutes, userStatusRoutes } from './access/user/routes'
import { viewRoutes } from './access/view/routes'
import { createWecom } from './access/wecom/client'
import { messengerRoutes } from './access/wecom/messenger'
import { wechatRoutes } from './access/wecom/wechat'
import { openApiRoutes } from './admin/api/openapi-routes'
import { apiListOf, withTitles } from './admin/api/queries'
import { apiRoutes } from './admin/api/routes'
import { appConfigRoutes, configKeyRoutes, configRoutes } from './admin/config/routes'
import { dictDataRoutes, dictOptionRoutes } from './admin/dictionary/data-routes'
import { dictTypeOptionRoutes, dictTypeRoutes } from './admin/dictionary/type-routes'
import { jobClockRoutes, jobRoutes, jobRunRoutes } from './admin/job/routes'
import { createScheduler, type Scheduler } from './admin/job/scheduler'
import { errorLogRoutes } from './admin/monitor/error-log'
import { healthRoutes } from './admin/monitor/health'
import { metricsRoutes } from './admin/monitor/metrics'
import { monitorRoutes } from './admin/monitor/routes'
import { loginLogRoutes, ownLoginLogRoutes } from './admin/sign-in-log/routes'
import { createWatch, type Watch } from './admin/watch'
import { qcAnalysisRoutes } from './qc/analysis/routes'
import { qcAnnotationRoutes } from './qc/annotation/routes'
import { auditHead } from './qc/audit/head'
import { qcAuditRoutes } from './qc/audit/routes'
import { auditSettings, sealSettings } from './qc/audit/append'
import { qcEquipmentRoutes } from './qc/equipment/routes'
import { openFeed, type Feed } from './qc/feed'
import { displayStream, qcStreamRoutes } from './qc/feed/routes'
import { qcInboxRoutes } from './qc/inbox/routes'
import { qcInstrumentRoutes, qcMeasurementRoutes } from './qc/instrument/routes'
import { qcQrRoutes } from './qc/label/routes'
import { qcExclusionRoutes, qcLimitRoutes } from './qc/limit/routes'
import { qcLotReleaseRoutes, qcLotRoutes } from './qc/lot/routes'
import { qcJobs } from './qc/notification/jobs'
import { qcNotificationDeliveryRoutes, qcNotificationRuleRoutes } from './qc/notification/routes'
import { createNotifier, type Notifier } from './qc/notification/sender'
import { currentUserRoutes, overviewRoutes, startOf } from './qc/overview/routes'
import { qcPhotoRoutes } from './qc/photo/routes'
import { qcProductRoutes } from './qc/product/routes'
import { qcRecordItemRoutes, qcRecordRoutes } from './qc/record/routes'
import { qcRecordSheetRoutes } from './qc/record/sheet-routes'
import { qcTransitionRoutes } from './qc/record/transition-routes'
import { searchRoutes } from './qc/search/routes'
import { qcSelfcheckRoutes } from './qc/self-check/routes'
import { qcSignalRoutes } from './qc/signal/routes'
import { qcTemplateRoutes } from './qc/template/routes'
import { displayBigScreen, qcBigScreenRoutes, qcDisplayRoutes } from './qc/wall/routes'

type Parts = {
  store: Store
  settings: Settings
  now?: () => number
  scheduler?: Scheduler
  feed?: Feed
  watch?: Watch
  notifier?: Notifier
  reopen?: () => void
}

/**
 * The whole API in reading order: the middleware of every request, the public routes, and, below `authenticate`, the
 * routes that need a session. A route added at the end is private.
 */
export function createApp({ store, settings, now = Date.now, ...parts }: Parts) {
  const feed = parts.feed ?? openFeed(store, settings, now)
  const watch = parts.watch ?? createWatch({ store, settings, feed, auditHead, now })
  const app = new Hono<AppEnv>({ router: cachingRouter() })
  app.use(context({ store, settings, now, watch }))
  if (settings.allowedOrigins.length > 0) app.use(cors(settings))
  app.use(publicBudget(settings))
  app.use(bodyLimits)
  if (store.dialect === 'postgres') app.use(requestLimit)
  app.notFound(noSuchAddress)
  app.onError(onError)

  const throttle = createPasswordThrottle(store.sharedState)
  const qr = createQrSignIns(store.sharedState)
  const wecom = settings.wecom && createWecom(settings.wecom, now)
  const scheduler = parts.scheduler ?? createScheduler(store, settings, qcJobs, now)
  const notifier = parts.notifier ?? createNotifier(store, settings, { now })
  const apiList = apiListOf(app)

  app.route('/', healthRoutes(watch))
  app.route('/', fileRoutes)
  app.use('/refreshtoken', policy)
  app.route('/', refreshRoutes)
  app.route('/api', openApiRoutes(app))

  // Public routes.
  const api = app.basePath('/api/v1')
  api.use('*', policy)
  api.route('/', loginRoutes(store, throttle, startOf))
  api.route('/', wechatRoutes(qr, wecom))
  api.route('/', appConfigRoutes)
  const restoring: Restoring = { isUnderWay: false }
  api.route('/', setupRoutes(restoring))
  api.route('/', setupRestoreRoutes(restoring, parts.reopen))

  // Routes for the token of a display, which opens nothing else.
  api.use('/qc/bigscreen', displayBigScreen)
  api.use('/qc/stream', displayStream(feed))
  // The route for the key of an instrument, which opens nothing else.
  api.route('/qc/measurement', qcMeasurementRoutes())

  // Routes of signed-in users. Those above `keptAnswers` give somebody a password or answer with a token or a key.
  // Those above `idempotency` cannot be repeated: the own password or token with which they were asked is over.
  api.use('*', authenticate)
  api.use('*', longRequests)
  api.route('/', logoutRoutes)
  api.route('/', errorLogRoutes())
  api.use('*', writeBudget(settings))
  api.use('*', operations())
  api.use('*', tokenGate)
  api.route('/', currentUserRoutes)
  api.route('/', ownPasswordRoutes(throttle))
  api.use('*', fewOfEachUser())
  api.use('*', choosePassword)
  api.use('*', presentRights)
  api.route('/', actingRoleRoutes)
  api.use('*', idempotency)
  api.route('/', userPasswordRoutes)
  api.route('/user/token', ownTokenRoutes(throttle))
  api.route('/sys-token', tokenRoutes)
  api.route('/qc/display', qcDisplayRoutes)
  api.route('/qc/instrument', qcInstrumentRoutes)

  // Users' own data.
  api.use('*', keptAnswers)
  api.route('/', messengerRoutes(store.sharedState, qr, wecom, throttle))
  api.route('/', ownRecordRoutes(throttle))
  api.route('/', overviewRoutes)
  api.route('/', ownMenuRoutes)
  api.route('/', profileRoutes)
  api.route('/user/session', ownSessionRoutes)
  api.route('/user/login-log', ownLoginLogRoutes)
  api.route('/view', viewRoutes)

  // Users and their rights.
  api.route('/sys-user', userRoutes) // after other routes with this prefix: its `/:id` takes any path
  api.route('/user/status', userStatusRoutes)
  api.route('/dept', departmentRoutes)
  api.route('/dept-order', departmentOrderRoutes)
  api.route('/deptTree', departmentTreeRoutes)
  api.route('/post', postRoutes)
  api.route('/role', roleRoutes)
  api.route('/role-status', roleStatusRoutes)
  api.route('/', roleScopeRoutes)
  api.route(
    '/menu',
    menuRoutes((from, locale) => withTitles(from, apiList(), locale)),
  )
  api.route('/menu-order', menuOrderRoutes)
  api.route('/sys-api', apiRoutes(apiList))

  // Dictionaries and settings.
  api.route('/dict/type', dictTypeRoutes)
  api.route('/dict/type-option-select', dictTypeOptionRoutes)
  api.route('/dict/data', dictDataRoutes)
  api.route('/dict-data', dictOptionRoutes)
  const settingRules = { settings, audit: auditSettings, seal: sealSettings }
  api.route('/config', configRoutes(settingRules))
  api.route('/configKey', configKeyRoutes)
  api.route('/set-config', systemSettingsRoutes(settingRules))
  api.route('/public', logoRoutes)

  // Quality control.
  api.route('/qc/product', qcProductRoutes)
  api.route('/qc/equipment', qcEquipmentRoutes)
  api.route('/qc/lot', qcLotReleaseRoutes(throttle))
  api.route('/qc/lot', qcLotRoutes)
  api.route('/qc/template', qcTemplateRoutes)
  api.route('/qc/value-base', qcTransitionRoutes(throttle))
  api.route('/qc/value-base', qcRecordRoutes)
  api.route('/qc/value-item', qcRecordItemRoutes)
  api.route('/qc/photo', qcPhotoRoutes)
  api.route('/qc', qcRecordSheetRoutes)
  api.route('/qc/inbox', qcInboxRoutes)
  api.route('/qc/qr', qcQrRoutes)
  api.route('/qc/analysis', qcAnalysisRoutes)
  api.route('/qc/limit-set', qcLimitRoutes)
  api.route('/qc/exclusion', qcExclusionRoutes)
  api.route('/qc/annotation', qcAnnotationRoutes)
  api.route('/qc/signal', qcSignalRoutes)
  api.route('/qc/notification-rule', qcNotificationRuleRoutes(settings, notifier))
  api.route('/qc/notification-delivery', qcNotificationDeliveryRoutes)
  api.route('/qc/audit', qcAuditRoutes)
  api.route('/qc/selfcheck', qcSelfcheckRoutes)
  api.route('/qc/bigscreen', qcBigScreenRoutes)
  api.route('/qc/stream', qcStreamRoutes(feed))
  api.route('/search', searchRoutes)

  // Logs, trash, jobs and monitoring.
  api.route('/sys-session', sessionRoutes)
  api.route('/sys-login-log', loginLogRoutes)
  api.route('/sys-opera-log', operationRoutes)
  api.route('/operlog/clean', operationCleanRoutes)
  api.route('/trash', trashRoutes)
  api.route('/sysjob', jobRoutes(scheduler))
  api.route('/job', jobClockRoutes(scheduler))
  api.route('/sysjob-run', jobRunRoutes)
  api.route('/server-monitor', monitorRoutes(watch, wecom))
  app.route('/', metricsRoutes(watch)) // outside /api/v1, with its own check of the session
  return app
}

const noSuchAddress = () => {
  throw new Refusal(codes.notFound, 'error.noSuchAddress')
}
