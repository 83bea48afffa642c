/**
 * `bun run bench:menu`: what a menu of 2,000 entries in four levels costs, beside one of 50: until the shell is drawn, to
 * go from page to page, and for a key pressed in the search. In one browser, by turns.
 */
import { chromium, type Browser, type Page } from '@playwright/test'
import { bootstrap } from '#server/commands/bootstrap'
import { titleKeysOf } from '#server/access/menu/title-keys'
import type { MenuItem } from '#shared/access/menu'
import { menuItem } from '../e2e/support/menu'
import { spawnServer, type Account } from '../e2e/support/server'
import { beSignedIn } from '../e2e/support/sign-in'
import { chromiumArgs, findChromium } from '../support/chromium'
import { median, printFigures } from './figures'

const ROUNDS = 12
const WARM_UP = 2
/** Changes of route a round. */
const CHANGES = 12

/** So many entries below each of the level above. */
const levels = { small: [2, 2, 2, 4], large: [16, 5, 4, 5] } as const
type Size = keyof typeof levels

/** Typed letter by letter: initials, a title, a part of a path, one with a slip, and what is nowhere. */
const searches = ['zjjl', '质检记录', 'gauge/lot', 'measre', 'sys-role', 'xyzxyz']

const words = ['order', 'lot', 'gauge', 'measure', 'shift', 'line', 'report', 'sample', 'device', 'plan', 'audit']
const characters = [
  '质检',
  '记录',
  '模板',
  '量具',
  '校准',
  '批次',
  '工序',
  '班组',
  '报表',
  '抽样',
  '设备',
  '供应',
  '审核',
]

/** The set of addresses and titles is the same at every run. */
let seed = 1
const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
const pick = <One>(from: readonly One[]) => from[random(from.length)]!

let lastId = 1000
function branch([width = 0, ...deeper]: readonly number[], parent: string): MenuItem[] {
  return Array.from({ length: width }, (_, at) => {
    const path = `${parent}/${pick(words)}-${at + 1}`
    const title = `${pick(characters)}${pick(characters)} ${lastId}`
    const children = deeper.length > 0 ? branch(deeper, path) : undefined
    return menuItem((lastId += 1), {
      path,
      title,
      titleEn: `Entry ${lastId}`,
      noCache: false,
      ...(children && { children }),
    })
  })
}

const all = (items: readonly MenuItem[]): MenuItem[] => items.flatMap((item) => [item, ...all(item.children ?? [])])

/** A menu as the server would send it, pinyin included. */
async function menuOf(size: Size) {
  const items = branch(levels[size], '')
  const entries = all(items)
  const keys = await titleKeysOf(entries.map(({ title }) => title))
  for (const entry of entries) entry.titleKeys = keys.get(entry.title)!
  const pages = entries.filter(({ children }) => !children).map(({ path }) => path)
  return { items, count: entries.length, pages }
}

/** Stands before a server and adds to the menu that it sends; the rest passes through as it is. */
function standBefore(url: string, items: readonly MenuItem[]) {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const { method, headers, body } = request
      const isStart = pathname.endsWith('/start')
      const isMenu = isStart || pathname.endsWith('/menurole')
      if (isMenu) headers.delete('accept-encoding')
      const answer = await fetch(url + pathname + search, { method, headers, body, decompress: false })
      if (!isMenu) return answer
      const { data, ...envelope } = await answer.json()
      const longer = isStart ? { ...data, menu: [...data.menu, ...items] } : [...data, ...items]
      const packed = Bun.gzipSync(JSON.stringify({ ...envelope, data: longer }))
      return new Response(packed, { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } })
    },
  })
}

/** Set by the page itself when the shell is drawn. */
declare global {
  var shellDrawnAt: number | undefined
}

/** Runs in the page: notes when the menu and the title of the page are there and have been drawn. */
function noteWhenDrawn() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('nav a[href="/dashboard"]') || !document.querySelector('#main h1')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (globalThis.shellDrawnAt = performance.now())))
  })
  observer.observe(document, { subtree: true, childList: true })
}

/** Milliseconds from asking for the document to the shell on the screen. */
async function firstPaint(page: Page): Promise<number> {
  await page.reload()
  await page.waitForFunction(() => globalThis.shellDrawnAt !== undefined)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => globalThis.shellDrawnAt!)
}

/** Milliseconds from a change of the address until page, menu and tabs are laid out, for each of `addresses`. */
const changeRoutes = (page: Page, addresses: readonly string[]): Promise<number[]> =>
  page.evaluate(async (addresses) => {
    const times: number[] = []
    for (const address of addresses) {
      const id = `tab-${encodeURIComponent(address)}`
      const began = performance.now()
      history.pushState(null, '', address)
      while (document.querySelector('[role=tab][aria-selected=true]')?.id !== id)
        await new Promise((then) => setTimeout(then))
      document.body.getBoundingClientRect()
      times.push(performance.now() - began)
      await new Promise((then) => setTimeout(then, 60)) // what comes after the paint is not part of the next
    }
    return times
  }, addresses)

/** Milliseconds of work for each key typed, until the list found is laid out. */
async function typeSearches(page: Page): Promise<number[]> {
  await page.keyboard.press('Control+k')
  await page.locator('.palette input').waitFor()
  const times = await page.evaluate(async (searches) => {
    const input = document.querySelector<HTMLInputElement>('.palette input')!
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    const times: number[] = []
    for (const text of searches) {
      for (let length = 1; length <= text.length; length += 1) {
        await new Promise((then) => requestAnimationFrame(() => setTimeout(then)))
        const began = performance.now()
        write.call(input, text.slice(0, length))
        input.dispatchEvent(new Event('input', { bubbles: true }))
        await Promise.resolve() // React draws when the event is over
        input.closest('dialog')!.querySelector('[role=listbox]')!.getBoundingClientRect()
        times.push(performance.now() - began)
        if (input.value !== text.slice(0, length)) throw new Error('The search does not follow what is typed.')
      }
    }
    return times
  }, searches)
  await page.keyboard.press('Escape')
  return times
}

type Side = { page: Page; pages: readonly string[]; paint: number[]; route: number[]; key: number[] }

async function open(browser: Browser, baseURL: string, account: Account, pages: readonly string[]): Promise<Side> {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(noteWhenDrawn)
  await page.goto('/login')
  await beSignedIn(page, account)
  await page.goto('/dashboard')
  return { page, pages, paint: [], route: [], key: [] }
}

await bootstrap({ client: 'current' })
const server = await spawnServer()
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
const menus = { small: await menuOf('small'), large: await menuOf('large') }
const stands = [standBefore(server.url, menus.small.items), standBefore(server.url, menus.large.items)]
try {
  const [small, large] = await Promise.all(
    [menus.small, menus.large].map(({ pages }, at) =>
      open(browser, stands[at]!.url.origin, server.accounts[0]!, pages),
    ),
  )
  if (!small || !large) throw new Error('There are two menus.')
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    for (const side of round % 2 ? [small, large] : [large, small]) {
      const { page, pages } = side
      await page.bringToFront()
      const paint = await firstPaint(page)
      // From one end of the menu to the other: every time another branch opens.
      const addresses = Array.from({ length: CHANGES }, (_, at) => (at % 2 ? pages.at(-1)! : pages[0]!))
      const route = (await changeRoutes(page, addresses)).slice(2) // the first two draw the pages, which then are kept
      const key = await typeSearches(page)
      await page.evaluate(() => sessionStorage.clear())
      await changeRoutes(page, ['/dashboard'])
      if (round < WARM_UP) continue
      side.paint.push(paint)
      side.route.push(...route)
      side.key.push(...key)
    }
  }
  const [few, many] = [menus.small.count, menus.large.count]
  const byKey = Map.groupBy(
    large.key.map((ms, at) => ({ ms, key: at % searches.join('').length })),
    ({ key }) => key,
  )
  const slowest = Math.max(...[...byKey.values()].map((times) => median(times.map(({ ms }) => ms))))
  const isGood = printFigures([
    { what: `reload until the shell is drawn, ${few} entries`, unit: 'ms', value: median(small.paint) },
    { what: `reload until the shell is drawn, ${many} entries`, unit: 'ms', value: median(large.paint) },
    {
      what: 'the many against the few',
      unit: 'x',
      value: median(large.paint) / median(small.paint),
      must: 1.5,
      aim: 1.2,
    },
    { what: `change of route, ${few} entries`, unit: 'ms', value: median(small.route) },
    { what: `change of route, ${many} entries`, unit: 'ms', value: median(large.route) },
    {
      what: 'the many against the few',
      unit: 'x',
      value: median(large.route) / median(small.route),
      must: 1.5,
      aim: 1.2,
    },
    { what: `key in the search, ${few} entries`, unit: 'ms', value: median(small.key) },
    { what: `key in the search, ${many} entries`, unit: 'ms', value: median(large.key), must: 16, aim: 8 },
    { what: `key in the search, ${many} entries, the slowest of them`, unit: 'ms', value: slowest, must: 16, aim: 8 },
  ])
  process.exitCode = isGood ? 0 : 1
} finally {
  await browser.close()
  for (const stand of stands) await stand.stop(true)
  await server.stop()
}
