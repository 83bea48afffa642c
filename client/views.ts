import type { ViewName } from '#shared/views'
import DashboardPage from './pages/dashboard/DashboardPage'
import { withMore } from './ui/app/more'
import { part, type Part } from './ui/part'
import { qcPart } from './ui/qc/qc-part'
import { adminPart, apiTokenTexts, profilePart, selfcheckTexts, toolsPart, withWords } from './ui/app/word-parts'

const analysis = qcPart(() => import('./pages/qc/analysis/AnalysisPage'))
const bigscreen = qcPart(() => import('./pages/qc/wall/BigScreenPage'))

/** The page behind each menu `component`. Each `import()` is a chunk. */
const views: Record<ViewName, Part> = {
  '/admin/sys-menu/index': adminPart(() => import('./pages/access/menu/MenuPage')),
  '/admin/sys-api/index': toolsPart(() => import('./pages/admin/api/ApiPage')),
  '/admin/sys-user/index': adminPart(() => import('./pages/access/user/UserPage')),
  '/admin/sys-role/index': part(() => import('./pages/access/role/RolePage')),
  '/admin/sys-dept/index': adminPart(() => import('./pages/access/department/DepartmentPage')),
  '/admin/sys-post/index': adminPart(() => import('./pages/access/post/PostPage')),
  '/schedule/index': adminPart(() => import('./pages/admin/job/JobPage')),
  '/sys-tools/monitor': toolsPart(() => import('./pages/admin/monitor/MonitorPage')),
  '/admin/dict/index': adminPart(() => import('./pages/admin/dictionary/DictTypePage')),
  '/admin/dict/data': adminPart(() => import('./pages/admin/dictionary/DictDataPage')),
  '/admin/sys-config/index': adminPart(() => import('./pages/admin/config/ConfigPage')),
  '/admin/sys-config/set': adminPart(() => import('./pages/access/settings/SystemSettingsPage')),
  '/admin/sys-login-log/index': adminPart(() => import('./pages/admin/sign-in-log/LoginLogPage')),
  '/admin/sys-oper-log/index': adminPart(() => import('./pages/access/operation-log/OperationLogPage')),
  '/admin/sys-trash/index': adminPart(() => import('./pages/access/trash/TrashPage')),
  '/admin/developer/index': adminPart(() =>
    withWords(() => import('./pages/access/api-token/DeveloperPage'), apiTokenTexts),
  ),
  '/admin/sys-session/index': adminPart(() => import('./pages/access/session/SessionPage')),
  '/qc/template/index': qcPart(() => import('./pages/qc/template/TemplateListPage')),
  '/qc/inbox/index': qcPart(() => import('./pages/qc/record/inbox/InboxPage')),
  '/qc/value-base/index': qcPart(() => import('./pages/qc/record/list/RecordListPage')),
  '/qc/analysis/index': analysis,
  '/qc/signal/index': qcPart(() => import('./pages/qc/signal/SignalPage')),
  '/qc/bigscreen/index': bigscreen,
  '/qc/selfcheck/index': qcPart(() => withWords(() => import('./pages/qc/self-check/SelfcheckPage'), selfcheckTexts)),
  '/qc/product/index': qcPart(() => import('./pages/qc/product/ProductPage')),
  '/qc/equipment/index': qcPart(() => import('./pages/qc/equipment/EquipmentPage')),
  '/qc/lot/index': qcPart(() => import('./pages/qc/lot/LotPage')),
  '/qc/qr/index': qcPart(() => import('./pages/qc/label/LabelPage')),
  '/qc/notification/index': adminPart(() => import('./pages/admin/notification/RulePage')),
  '/qc/notification/delivery': adminPart(() => import('./pages/admin/notification/DeliveryPage')),
  '/qc/audit/index': qcPart(() => import('./pages/qc/audit/AuditPage')),
}

/** Pages that need no menu entry. */
const fixedViews: Readonly<Record<string, Part>> = {
  dashboard: part(async () => ({ default: DashboardPage })), // most operators' first page: it comes with the frame
  profile: profilePart(() => import('./pages/access/profile/ProfilePage')),
  'not-found': part(() => withMore(() => import('./pages/errors/NotFoundPage'))),
  'not-allowed': part(() => withMore(() => import('./pages/errors/NotAllowedPage'))),
  'qc-template': qcPart(() => import('./pages/qc/template/TemplateDetailPage')),
  'qc-record': qcPart(() => import('./pages/qc/record/RecordDetailPage')),
  'qc-record-item': qcPart(() => import('./pages/qc/record/item/RecordItemPage')),
  'qc-analysis': analysis,
  bigscreen,
  'qr-code-info': qcPart(() => import('./pages/qc/code/QrCodeInfoPage')),
}

const pages: Readonly<Record<string, Part>> = { ...views, ...fixedViews }

/** The page of a view's name; `undefined` for a name that this version does not have, because menus are data. */
export const pageOf = (view: string): Part | undefined => (Object.hasOwn(pages, view) ? pages[view] : undefined)
