import type { AppRoute, Crumb } from '../../stores/menu'
import { pageOf } from '../../views'

export const HOME_PATH = '/dashboard'
export const PROFILE_PATH = '/profile/index'

/** Begins the addresses that lead through here to the page named after it, drawn anew. */
export const REDIRECT_PREFIX = '/redirect'

const fixed = (route: Pick<AppRoute, 'path' | 'view'> & { title: Crumb['title'] } & Partial<AppRoute>): AppRoute => {
  const { title, ...given } = route
  const defaults = { name: '', icon: '', hidden: false, noCache: false, affix: false, trail: [{ title }] }
  return { ...defaults, ...given }
}

/** Open to those whose menu has it; there, it stands once. */
const ofMenu = (path: string) => ({ hidden: true, activeMenu: path })

/** Pages that are there whatever the menu, as the specification lists them; sign-in pages stand in `App.tsx`. */
const specified: readonly AppRoute[] = [
  fixed({ path: HOME_PATH, name: 'Dashboard', view: 'dashboard', title: 'page.home', icon: 'dashboard', affix: true }),
  fixed({ path: '/404', view: 'not-found', title: 'page.notFound', hidden: true, noCache: true }),
  fixed({ path: '/401', view: 'not-allowed', title: 'page.notAllowed', hidden: true, noCache: true }),
  fixed({ path: PROFILE_PATH, name: 'Profile', view: 'profile', title: 'page.profile', hidden: true, noCache: true }),
  fixed({
    path: '/caliper/analy',
    name: 'Analysis',
    view: 'qc-analysis',
    title: 'page.analysis',
    icon: 'dashboard',
    affix: true,
    ...ofMenu('/caliper/analy'),
  }),
  fixed({
    path: '/caliper/bigscreen',
    name: 'BigScreen',
    view: 'bigscreen',
    title: 'page.bigScreen',
    icon: 'monitor',
    ...ofMenu('/caliper/bigscreen'),
  }),
  fixed({
    path: '/caliper/qr-code-info',
    name: 'QrCodeInfo',
    view: 'qr-code-info',
    title: 'page.qrCode',
    icon: 'validCode',
  }),
  fixed({
    path: '/caliper/qc/info-list/:templateId',
    name: 'info-list',
    view: 'qc-template',
    title: 'page.template',
    hidden: true,
    activeMenu: '/caliper/qc',
  }),
  fixed({
    path: '/caliper/qc/value-info/:qcValueBaseId',
    name: 'value-info',
    view: 'qc-record',
    title: 'page.record',
    hidden: true,
    activeMenu: '/caliper/qc/value-base',
  }),
  fixed({
    path: '/caliper/qc/value-item-info',
    name: 'ValueItemInfo',
    view: 'qc-record-item',
    title: 'page.recordItem',
    hidden: true, // means nothing without a record
    activeMenu: '/caliper/qc/value-base',
  }),
]

/** A page that this version does not bring is neither in the menu nor among the tabs; its address says so. */
export const fixedRoutes = specified.map((route) =>
  pageOf(route.view) ? route : { ...route, hidden: true, affix: false },
)

/** Addresses that only lead on. */
export const fixedRedirects: Readonly<Record<string, string>> = {
  '/': HOME_PATH,
  '/index': HOME_PATH,
  '/profile': PROFILE_PATH,
}
