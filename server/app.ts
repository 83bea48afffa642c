import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import type { Settings } from './env'
import { openFeed, type Feed } from './feed'
import { apiListOf } from './http/api-list'
import type { AppEnv } from './http/app-env'
import { authenticate } from './http/authenticate'
import { bodyLimits } from './http/body-limits'
import { publicBudget, writeBudget } from './http/budget'
import { choosePassword } from './http/choose-password'
import { context } from './http/context'
import { onError } from './http/error'
import { fewOfEachUser } from './http/few-at-once'
import { idempotency } from './http/idempotency'
import { operations } from './http/operations'
import { policy } from './http/policy'
import { presentRights } from './http/present-rights'
import { longRequests, requestLimit } from './http/time-limit'
import { createScheduler, type Scheduler } from './jobs/scheduler'
import { Refusal } from './refusal'
import { actingRoleRoutes } from './routes/acting-role'
import { apiRoutes } from './routes/api'
import { appConfigRoutes, configKeyRoutes, configRoutes } from './routes/config'
import { departmentOrderRoutes, departmentRoutes, departmentTreeRoutes } from './routes/department'
import { dictDataRoutes, dictOptionRoutes } from './routes/dictionary-data'
import { dictTypeOptionRoutes, dictTypeRoutes } from './routes/dictionary-type'
import { errorLogRoutes } from './routes/error-log'
import { fileRoutes } from './routes/file'
import { healthRoutes } from './routes/health'
import { jobClockRoutes, jobRoutes, jobRunRoutes } from './routes/job'
import { loginRoutes, logoutRoutes, refreshRoutes } from './routes/login'
import { loginLogRoutes, ownLoginLogRoutes } from './routes/login-log'
import { menuOrderRoutes, menuRoutes, ownMenuRoutes } from './routes/menu'
import { messengerRoutes } from './routes/messenger'
import { metricsRoutes } from './routes/metrics'
import { monitorRoutes } from './routes/monitor'
import { openApiRoutes } from './routes/openapi'
import { operationCleanRoutes, operationRoutes } from './routes/operation'
import { currentUserRoutes, overviewRoutes } from './routes/operator'
import { postRoutes } from './routes/post'
import { ownPasswordRoutes, ownRecordRoutes, profileRoutes } from './routes/profile'
import { qcAnalysisRoutes } from './routes/qc-analysis'
import { qcAuditRoutes } from './routes/qc-audit'
import { displayBigScreen, qcBigScreenRoutes } from './routes/qc-bigscreen'
import { qcDisplayRoutes } from './routes/qc-display'
import { qcEquipmentRoutes } from './routes/qc-equipment'
import { qcInstrumentRoutes } from './routes/qc-instrument'
import { qcExclusionRoutes, qcLimitRoutes } from './routes/qc-limit'
import { qcLotReleaseRoutes, qcLotRoutes } from './routes/qc-lot'
import { qcMeasurementRoutes } from './routes/qc-measurement'
import { qcProductRoutes } from './routes/qc-product'
import { qcQrRoutes } from './routes/qc-qr'
import { qcRecordRoutes } from './routes/qc-record'
import { qcRecordItemRoutes } from './routes/qc-record-item'
import { qcRecordSheetRoutes } from './routes/qc-record-sheet'
import { displayStream, qcStreamRoutes } from './routes/qc-stream'
import { qcSelfcheckRoutes } from './routes/qc-selfcheck'
import { qcSignalRoutes } from './routes/qc-signal'
import { qcTemplateRoutes } from './routes/qc-template'
import { qcTransitionRoutes } from './routes/qc-transition'
import { roleRoutes, roleScopeRoutes, roleStatusRoutes } from './routes/role'
import { ownSessionRoutes, sessionRoutes } from './routes/session'
import { setupRoutes } from './routes/setup'
import { setupRestoreRoutes, type Restoring } from './routes/setup-restore'
import { systemSettingsRoutes } from './routes/system-settings'
import { trashRoutes } from './routes/trash'
import { uploadRoutes } from './routes/upload'
import { userPasswordRoutes, userRoutes, userStatusRoutes } from './routes/user'
import { userSheetRoutes } from './routes/user-sheet'
import { wechatRoutes } from './routes/wechat'
import { createQrSignIns } from './security/qr-sign-in'
import { createThrottle } from './security/throttle'
import type { Store } from './store'
import { createWatch, type Watch } from './watch'
import { createWecom } from './wecom/client'

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
  const watch = given.watch ?? createWatch({ store, settings, feed, now })
  const app = new Hono<AppEnv>()
    .use(context({ store, settings, now, watch }))
    .use(publicBudget(settings))
    .use(bodyLimits)
    .use(requestLimit)
  app.notFound(noSuchAddress)
  app.onError(onError)

  const throttle = createThrottle(store.board)
  const qr = createQrSignIns(store.board)
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
  api.route('/', messengerRoutes(store.board, qr, wecom, throttle))
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
  api.route('/sys-user', userSheetRoutes)
  api.route('/sys-user', userRoutes) // below what else begins so: one of its paths takes anything for an id
  api.route('/user/status', userStatusRoutes)
  api.route('/dept', departmentRoutes)
  api.route('/dept-order', departmentOrderRoutes)
  api.route('/deptTree', departmentTreeRoutes)
  api.route('/post', postRoutes)
  api.route('/role', roleRoutes)
  api.route('/role-status', roleStatusRoutes)
  api.route('/', roleScopeRoutes)
  api.route('/menu', menuRoutes(apiList))
  api.route('/menu-order', menuOrderRoutes)
  api.route('/sys-api', apiRoutes(apiList))

  // dictionaries and settings
  api.route('/dict/type', dictTypeRoutes)
  api.route('/dict/type-option-select', dictTypeOptionRoutes)
  api.route('/dict/data', dictDataRoutes)
  api.route('/dict-data', dictOptionRoutes)
  api.route('/config', configRoutes(settings))
  api.route('/configKey', configKeyRoutes)
  api.route('/set-config', systemSettingsRoutes(settings))
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
