import type { AppRoute, Crumb } from '../../stores/menu'
import { pageOf } from '../../views'
import { HOME_PATH, PROFILE_PATH } from './fixed-paths'

const page = (path: string, view: string, title: Crumb['title'], more: Partial<AppRoute> = {}): AppRoute => ({
  path,
  view,
  name: '',
  icon: '',
  hidden: false,
  noCache: false,
  affix: false,
  trail: [{ title }],
  ...more,
})

/** For operators whose menu has this page; hidden here, so that it appears there once. */
const ofMenu = (path: string) => ({ hidden: true, activeMenu: path })
/** Neither in the menu nor kept. */
const passing = { hidden: true, noCache: true }

/** The fixed routes of the specification, besides those of the menu; sign-in pages are in `App.tsx`. */
const specified: readonly AppRoute[] = [
  page(HOME_PATH, 'dashboard', 'page.home', { name: 'Dashboard', icon: 'home', affix: true }),
  page('/404', 'not-found', 'page.notFound', passing),
  page('/401', 'not-allowed', 'page.notAllowed', passing),
  page(PROFILE_PATH, 'profile', 'page.profile', { name: 'Profile', ...passing }),
  page('/caliper/analy', 'qc-analysis', 'page.analysis', {
    name: 'Analysis',
    icon: 'dashboard',
    affix: true,
    ...ofMenu('/caliper/analy'),
  }),
  page('/caliper/bigscreen', 'bigscreen', 'page.bigScreen', {
    name: 'BigScreen',
    icon: 'monitor',
    ...ofMenu('/caliper/bigscreen'),
  }),
  page('/caliper/qr-code-info', 'qr-code-info', 'page.qrCode', { name: 'QrCodeInfo', icon: 'scan' }),
  page('/caliper/qc/info-list/:templateId', 'qc-template', 'page.template', {
    name: 'info-list',
    ...ofMenu('/caliper/qc'),
  }),
  page('/caliper/qc/value-info/:qcValueBaseId', 'qc-record', 'page.record', {
    name: 'value-info',
    ...ofMenu('/caliper/qc/value-base'),
  }),
  // Needs a record to make sense.
  page('/caliper/qc/value-item-info', 'qc-record-item', 'page.recordItem', {
    name: 'ValueItemInfo',
    ...ofMenu('/caliper/qc/value-base'),
  }),
]

/** A page that this version does not have is neither in the menu nor among the tabs; its address explains this. */
export const fixedRoutes = specified.map((route) =>
  pageOf(route.view) ? route : { ...route, hidden: true, affix: false },
)
