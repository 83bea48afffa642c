/**
 * `bun run bench:tabs`: what ten tabs of 500 rows each cost, kept alive as the product keeps them, beside the same pages
 * drawn anew on each visit (menu entries that say noCache). In one browser, by turns.
 */
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { bootstrap } from '#server/commands/bootstrap'
import type { Role } from '#shared/access/role'
import { addToMenu, menuItem } from '../e2e/support/menu'
import { spawnServer, type Account } from '../e2e/support/server'
import { beSignedIn } from '../e2e/support/sign-in'
import { chromiumArgs, findChromium } from '../support/chromium'
import { median, printFigures } from './figures'

const TABS = 10
const ROWS = 500
/** Of a long list only the rows near the sight are drawn: so many at least. */
const DRAWN = 20
const ROUNDS = 6
const kinds = ['kept', 'anew'] as const
type Kind = (typeof kinds)[number]

const path = (kind: Kind, at: number) => `/${kind}/${at}`
const heading = 'h1'

const entries = kinds.flatMap((kind, index) =>
  Array.from({ length: TABS }, (_, at) =>
    menuItem(100 + index * TABS + at, { path: path(kind, at), title: `${kind} ${at}`, noCache: kind === 'anew' }),
  ),
)

const roles = Array.from({ length: ROWS }, (_, at): Role => ({
  roleId: at + 1,
  roleName: `Role ${at}`,
  roleNameEn: '',
  roleKey: `role-${at}`,
  roleSort: at,
  status: '2',
  dataScope: '1',
  admin: false,
  remark: `Remark ${at}`,
  remarkEn: '',
  updatedAt: '2026-11-01T00:00:00.000Z',
  createdAt: '2026-11-01T00:00:00.000Z',
}))

/** Goes to a tab in the page, and tells the milliseconds until its rows are drawn. */
async function switchTo(page: Page, address: string): Promise<number> {
  return page.evaluate(
    ([id, rows]) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        document.getElementById(id)!.click()
        const look = () => {
          const shown = document.querySelector('[role=tabpanel]:not([aria-hidden])')
          const isThere = shown?.getAttribute('aria-labelledby') === id && shown.querySelectorAll('tr').length > rows
          if (isThere) setTimeout(() => resolve(performance.now() - began))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    [`tab-${encodeURIComponent(address)}`, DRAWN] as const,
  )
}

/** Opens an address without loading the document anew, and waits for its rows. */
async function visit(page: Page, address: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
  }, address)
  const pane = page.locator(`[role=tabpanel][aria-labelledby="tab-${encodeURIComponent(address)}"]`)
  await pane.locator('tr').nth(DRAWN).waitFor()
}

async function heapOf(cdp: CDPSession): Promise<number> {
  for (let times = 0; times < 3; times += 1) await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6
}

async function openApp(page: Page, url: string, account: Account) {
  await page.goto(`${url}/login`)
  await beSignedIn(page, account)
  await addToMenu(page, ...entries)
  await page.route('**/api/v1/role?**', (route) => route.fulfill({ json: answer() }))
  await page.route('**/api/v1/role', (route) => route.fulfill({ json: answer() }))
  await page.goto(`${url}/dashboard`)
  await page.locator(heading).waitFor()
}

const answer = () => ({
  requestId: 'bench',
  code: 200,
  msg: '',
  data: { count: ROWS, pageIndex: 1, pageSize: ROWS, list: roles },
})

await bootstrap({ client: 'current' })
const server = await spawnServer()
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: [...chromiumArgs, '--enable-precise-memory-info'],
})
try {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await openApp(page, server.url, server.accounts[0]!)
  const cdp = await context.newCDPSession(page)
  const heapBefore = await heapOf(cdp)

  const times: Record<Kind, number[]> = { kept: [], anew: [] }
  let heapOfTen = 0
  let nodes = 0
  for (const kind of kinds) {
    for (let at = 0; at < TABS; at += 1) await visit(page, path(kind, at))
    if (kind === 'kept') {
      heapOfTen = await heapOf(cdp)
      nodes = await page.evaluate(() => document.querySelectorAll('*').length)
      await page.locator(`#main [role=tabpanel] input[type=checkbox]`).nth(1).waitFor({ state: 'attached' })
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of kinds) {
      await switchTo(page, path(kind, TABS - 1)) // not counted: it takes away a page of the other kind
      for (let at = 0; at < TABS; at += 1) {
        times[kind].push(await switchTo(page, path(kind, at)))
        await page.waitForTimeout(20)
      }
    }
  }

  await page.goto(`${server.url}/dashboard`)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await page.locator(heading).waitFor()
  await page.waitForLoadState('networkidle')
  await page.unroute('**/api/v1/role?**')
  await page.unroute('**/api/v1/role')
  await openAndClose(page, 5)
  const heapOfFive = await heapOf(cdp)
  await openAndClose(page, 20) // until all code has run and every cache is filled
  const heapBeforeFifty = await heapOf(cdp)
  await openAndClose(page, 50)
  const heapAfterFifty = await heapOf(cdp)

  const [kept, anew] = [median(times.kept), median(times.anew)]
  const isGood = printFigures([
    { what: `switch to a kept tab of ${ROWS} rows, median`, unit: 'ms', value: kept },
    { what: 'switch to the same page drawn anew, median', unit: 'ms', value: anew },
    { what: 'kept against anew', unit: 'x', value: kept / anew, must: 0.65, aim: 0.3 },
    { what: 'heap of the shell and the first page', unit: 'MB', value: heapBefore },
    { what: `heap with ${TABS} tabs of ${ROWS} rows`, unit: 'MB', value: heapOfTen },
    { what: `elements with ${TABS} tabs of ${ROWS} rows`, unit: 'nodes', value: nodes },
    { what: 'heap after five pages', unit: 'MB', value: heapOfFive, must: 12, aim: 8 },
    {
      what: 'heap after opening and closing 50 tabs, against before',
      unit: 'x',
      value: heapAfterFifty / heapBeforeFifty,
      must: 1.1,
    },
  ])
  process.exitCode = isGood ? 0 : 1
} finally {
  await browser.close()
  await server.stop()
}

/** Opens tabs of the role list one after the other and closes each, as a day's work does. */
async function openAndClose(page: Page, times: number) {
  for (let at = 0; at < times; at += 1) {
    const address = path('kept', at % TABS)
    await page.evaluate((to) => history.pushState(null, '', to), address)
    const pane = page.locator(`[role=tabpanel][aria-labelledby="tab-${encodeURIComponent(address)}"]`)
    await pane.getByRole('table').waitFor()
    await page.locator(`[id="tab-${encodeURIComponent(address)}"] .tab-close`).click()
    await pane.waitFor({ state: 'detached' })
  }
}
