/** What is looked for in the page: `css`, `css :: text that it contains`, `css * how many`; of a list, all. */
export type Target = string
type Route = { name: string; link: Target; heading: Target; rows: Target }

/** An application, as the bench uses it. */
export type App = {
  name: string
  loginPath: string
  fields: Record<string, string>
  submit: Target
  /** The first page with its data. */
  homePath: string
  home: readonly Target[]
  /** Pressed before the routes, so that their links are in sight. */
  open?: Target
  routes: readonly Route[]
}

const names = ['records', 'templates', 'users', 'roles', 'settings']

/** The least that an application can be: see `floor/main.tsx`. */
export const floor: App = {
  name: 'floor',
  loginPath: '/login',
  fields: { username: 'admin', password: 'admin' },
  submit: '#login',
  homePath: '/home',
  home: ['#page-home', 'td * 50'],
  routes: names.map((name) => ({
    name,
    link: `nav a[href="/${name}"]`,
    heading: `#page-${name} h1`,
    rows: `#page-${name} tbody tr * 10`,
  })),
}

/** The same behind a sign-in page of plain HTML, which fetches the application while somebody types. */
export const htmlFloor: App = { ...floor, name: 'floor, sign-in as HTML', loginPath: '/login.html' }

/** The demo with its year. */
export const product: App = {
  name: 'product',
  loginPath: '/login',
  fields: { username: 'admin', password: 'caliper-demo' },
  submit: 'button[type=submit]',
  homePath: '/dashboard',
  home: ['#sidebar a', 'main .dashboard-chart circle * 10', 'main .figure-value * 6'],
  open: '.top-menu-item :: 质量管理',
  routes: [
    page('/caliper/qc/value-base', '质检记录'),
    page('/caliper/qc', '质检模板'),
    page('/caliper/equipment', '设备与量具'),
    page('/caliper/lot', '批次'),
    page('/caliper/qc/signal', '异常信号'),
  ],
}

function page(path: string, title: string): Route {
  const pane = `main [aria-labelledby="tab-${encodeURIComponent(path)}"]`
  return {
    name: path,
    link: `#sidebar a[href="${path}"]`,
    heading: `${pane} h1 :: ${title}`,
    rows: `${pane} .list-table tbody tr * 10`,
  }
}
