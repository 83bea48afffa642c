import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import type { Settings } from './env'
import { openFeed, type Feed } from './qc/feed'
import { apiListOf } from './admin/api/list'
import type { AppEnv } from './platform/http/app-env'
import { authenticate } from './access/session/authenticate'
import { auditHead } from './qc/audit/head'
import { auditSettings } from './qc/audit/append'
import { bodyLimits } from './access/session/body-limits'
import { isInstrumentKey } from './qc/instrument/queries'
import { withTitles } from './admin/api/queries'
import { publicBudget, writeBudget } from './access/session/rate-limits'
import { choosePassword } from './access/login/choose-password'
import { context } from './platform/http/context'
import { onError } from './platform/http/on-error'
import { fewOfEachUser } from './access/session/few-at-once'
import { idempotency } from './access/crud/idempotency-middleware'
import { operations } from './access/operation-log/middleware'
import { policy } from './access/settings/policy-middleware'
import { presentRights } from './access/session/present-rights'
import { longRequests, requestLimit } from './platform/http/time-limit'
import { createScheduler, type Scheduler } from './admin/job/scheduler'
import { Refusal } from './platform/http/refusal'
import { actingRoleRoutes } from './access/session/acting-role'
import { apiRoutes } from './admin/api/routes'
import { appConfigRoutes, configKeyRoutes, configRoutes } from './admin/config/routes'
import { departmentOrderRoutes, departmentRoutes, departmentTreeRoutes } from './access/department/routes'
import { dictDataRoutes, dictOptionRoutes } from './admin/dictionary/data-routes'
import { dictTypeOptionRoutes, dictTypeRoutes } from './admin/dictionary/type-routes'
import { errorLogRoutes } from './admin/monitor/error-log'
import { fileRoutes } from './access/files/routes'
import { healthRoutes } from './admin/monitor/health'
import { jobClockRoutes, jobRoutes, jobRunRoutes } from './admin/job/routes'
import { loginRoutes, logoutRoutes, refreshRoutes } from './access/login/routes'
import { loginLogRoutes, ownLoginLogRoutes } from './admin/sign-in-log/routes'
import { menuOrderRoutes, menuRoutes, ownMenuRoutes } from './access/menu/routes'
import { messengerRoutes } from './access/wecom/messenger'
import { metricsRoutes } from './admin/monitor/metrics'
import { monitorRoutes } from './admin/monitor/routes'
import { openApiRoutes } from './admin/api/openapi-routes'
import { operationCleanRoutes, operationRoutes } from './access/operation-log/routes'
import { currentUserRoutes, overviewRoutes } from './qc/overview/routes'
import { postRoutes } from './access/post/post'
import { ownPasswordRoutes, ownRecordRoutes, profileRoutes } from './access/profile/routes'
import { qcAnalysisRoutes } from './qc/analysis/routes'
import { qcAuditRoutes } from './qc/audit/routes'
import { displayBigScreen, qcBigScreenRoutes, qcDisplayRoutes } from './qc/wall/routes'
import { qcEquipmentRoutes } from './qc/equipment/routes'
import { qcInstrumentRoutes, qcMeasurementRoutes } from './qc/instrument/routes'
import { qcExclusionRoutes, qcLimitRoutes } from './qc/limit/routes'
import { qcLotReleaseRoutes, qcLotRoutes } from './qc/lot/routes'
import { qcProductRoutes } from './qc/product/routes'
import { qcQrRoutes } from './qc/label/routes'
import { qcRecordRoutes, qcRecordItemRoutes } from './qc/record/routes'
import { qcRecordSheetRoutes } from './qc/record/sheet-routes'
import { displayStream, qcStreamRoutes } from './qc/feed/routes'
import { qcSelfcheckRoutes } from './qc/self-check/routes'
import { qcSignalRoutes } from './qc/signal/routes'
import { qcTemplateRoutes } from './qc/template/routes'
import { qcTransitionRoutes } from './qc/record/transition-routes'
import { roleRoutes, roleScopeRoutes, roleStatusRoutes } from './access/role/routes'
import { ownSessionRoutes, sessionRoutes } from './access/session/routes'
import { setupRoutes } from './access/setup/routes'
import { setupRestoreRoutes, type Restoring } from './access/setup/restore-routes'
import { systemSettingsRoutes } from './access/settings/routes'
import { trashRoutes } from './access/trash/routes'
import { uploadRoutes } from './access/profile/avatar-routes'
import { userPasswordRoutes, userRoutes, userStatusRoutes } from './access/user/routes'
import { wechatRoutes } from './access/wecom/wechat'
import { createQrSignIns } from './platform/security/qr-sign-in'
import { createThrottle } from './platform/security/throttle'
import type { Store } from './platform/store'
import { createWatch, type Watch } from './admin/watch'
import { createWecom } from './access/wecom/client'

type Parts = {
  store: Store
  settings: Settings
  now?: () => number
  scheduler?: Scheduler
  feed?: Feed
  watch?: Watch
  reopen?: () => void
}

/**
 * The whole API in reading order: what every request passes, what is open to anyone,
 * and, below `authenticate`, what needs a session. A route added at the end is private.
 */
export function createApp({ store, settings, now = Date.now, ...given }: Parts) {
  const feed = given.feed ?? openFeed(store, settings, now)
  const watch = given.watch ?? createWatch({ store, settings, feed, auditHead, now })
  const app = new Hono<AppEnv>()
    .use(context({ store, settings, now, watch }))
    .use(publicBudget(settings))
    .use(bodyLimits(isInstrumentKey))
    .use(requestLimit)
  app.notFound(noSuchAddress)
  app.onError(onError)

  const throttle = createThrottle(store.sharedState)
  const qr = createQrSignIns(store.sharedState)
  const wecom = settings.wecom && createWecom(settings.wecom, now)
  const scheduler = given.scheduler ?? createScheduler(store, settings, now)
  const apiList = apiListOf(app)

  app.route('/', healthRoutes(watch))
  app.route('/', fileRoutes)
  app.use('/refreshtoken', policy)
  app.route('/', refreshRoutes)
  app.route('/api', openApiRoutes(app))

  // open to anyone
  const api = app.basePath('/api/v1')
  api.use('*', policy)
  api.route('/', loginRoutes(store, throttle))
  api.route('/', wechatRoutes(qr, wecom))
  api.route('/', appConfigRoutes)
  const restoring: Restoring = { isUnderWay: false }
  api.route('/', setupRoutes(restoring))
  api.route('/', setupRestoreRoutes(restoring, given.reopen))

  // Open to the token of a display, which nothing else is.
  api.use('/qc/bigscreen', displayBigScreen)
  api.use('/qc/stream', displayStream(feed))
  // To the key of an instrument, in the same way.
  api.route('/qc/measurement', qcMeasurementRoutes())

  // Of signed-in users: what answers with a token or a key, or changes a password, which `idempotency` must not keep.
  api.use('*', authenticate)
  api.use('*', longRequests)
  api.route('/', logoutRoutes)
  api.route('/', errorLogRoutes())
  api.use('*', writeBudget(settings))
  api.use('*', operations())
  api.route('/', currentUserRoutes)
  api.route('/', ownPasswordRoutes(throttle))
  api.use('*', fewOfEachUser())
  api.use('*', choosePassword)
  api.use('*', presentRights)
  api.route('/', actingRoleRoutes)
  api.route('/', messengerRoutes(store.sharedState, qr, wecom, throttle))
  api.route('/', userPasswordRoutes)
  api.route('/', ownRecordRoutes(throttle))
  api.route('/qc/display', qcDisplayRoutes)
  api.route('/qc/instrument', qcInstrumentRoutes)

  // about themselves
  api.use('*', idempotency)
  api.route('/', overviewRoutes)
  api.route('/', ownMenuRoutes)
  api.route('/', profileRoutes)
  api.route('/user/session', ownSessionRoutes)
  api.route('/user/login-log', ownLoginLogRoutes)

  // people, and what they may do
  api.route('/sys-user', userRoutes) // below what else begins so: one of its paths takes anything for an id
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

  // dictionaries and settings
  api.route('/dict/type', dictTypeRoutes)
  api.route('/dict/type-option-select', dictTypeOptionRoutes)
  api.route('/dict/data', dictDataRoutes)
  api.route('/dict-data', dictOptionRoutes)
  const settingRules = { settings, audit: auditSettings }
  api.route('/config', configRoutes(settingRules))
  api.route('/configKey', configKeyRoutes)
  api.route('/set-config', systemSettingsRoutes(settingRules))
  api.route('/public', uploadRoutes)

  // quality control
  api.route('/qc/product', qcProductRoutes)
  api.route('/qc/equipment', qcEquipmentRoutes)
  api.route('/qc/lot', qcLotReleaseRoutes(throttle))
  api.route('/qc/lot', qcLotRoutes)
  api.route('/qc/template', qcTemplateRoutes)
  api.route('/qc/value-base', qcTransitionRoutes(throttle))
  api.route('/qc/value-base', qcRecordRoutes)
  api.route('/qc/value-item', qcRecordItemRoutes)
  api.route('/qc', qcRecordSheetRoutes)
  api.route('/qc/qr', qcQrRoutes)
  api.route('/qc/analysis', qcAnalysisRoutes)
  api.route('/qc/limit-set', qcLimitRoutes)
  api.route('/qc/exclusion', qcExclusionRoutes)
  api.route('/qc/signal', qcSignalRoutes)
  api.route('/qc/audit', qcAuditRoutes)
  api.route('/qc/selfcheck', qcSelfcheckRoutes)
  api.route('/qc/bigscreen', qcBigScreenRoutes)
  api.route('/qc/stream', qcStreamRoutes(feed))

  // what happened, and what happens by itself
  api.route('/sys-session', sessionRoutes)
  api.route('/sys-login-log', loginLogRoutes)
  api.route('/sys-opera-log', operationRoutes)
  api.route('/operlog/clean', operationCleanRoutes)
  api.route('/trash', trashRoutes)
  api.route('/sysjob', jobRoutes(scheduler))
  api.route('/job', jobClockRoutes(scheduler))
  api.route('/sysjob-run', jobRunRoutes)
  api.route('/server-monitor', monitorRoutes(watch, wecom))
  app.route('/', metricsRoutes(watch)) // no part of /api/v1: asks for a session by itself
  return app
}

const noSuchAddress = () => {
  throw new Refusal(codes.notFound, 'error.noSuchAddress')
}
