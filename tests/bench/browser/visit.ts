import { chromium, type CDPSession, type Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumArgs, findChromium } from '../../support/chromium'
import { median } from '../figures'
import type { App, Target } from './apps'
import { watchNetwork } from './network'
import { installProbe } from './probe'

/** "Fast 4G" of the browser's own tools: 9 and 1.5 Mbit/s less 10 %, 165 ms a request. */
const FAST_4G = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 }
const SLOWED = 4
const PATIENCE_MS = 90_000
const TABS = 50

/** Of a visit: times in milliseconds, bytes on the wire with the headers, heap in bytes. */
export type Visit = Awaited<ReturnType<typeof visit>>

/**
 * One visit in a fresh browser: the sign-in page, signing in, five pages, the same again, a reload; where tabs are kept,
 * opening and closing 50 of them.
 */
export async function visit(app: App, url: string, { isSlow, closesTabs }: { isSlow: boolean; closesTabs: boolean }) {
  const folder = await mkdtemp(join(tmpdir(), 'caliper-bench-browser-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await findChromium(),
    args: [...chromiumArgs, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
  })
  try {
    const page = context.pages()[0]!
    const cdp = await context.newCDPSession(page)
    const network = await watchNetwork(cdp)
    if (isSlow) {
      await cdp.send('Network.emulateNetworkConditions', FAST_4G)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    }
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.addInitScript(installProbe, {
      clickable: { isClickable: true, targets: [app.submit] },
      home: { targets: app.home },
    })

    const settle = async () => {
      await network.idle()
      await page.waitForTimeout(isSlow ? 400 : 200) // observers tell late
    }
    const { origin } = new URL(url)
    let foreign = 0
    function taken() {
      const requests = network.take()
      foreign += requests.filter((request) => !request.url.startsWith(origin)).length
      return requests
    }
    const stretches: Awaited<ReturnType<typeof noted>>[] = []
    async function stretch(from: number, until: number) {
      const all = await noted(page)
      stretches.push(all)
      const tasks = all.longTasks.filter(({ at }) => at >= from).map((task) => ({ ...task, isWithin: task.at < until }))
      const blocking = (some: typeof tasks) => some.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
      return {
        blocking: blocking(tasks.filter(({ isWithin }) => isWithin)),
        blockingUntilQuiet: blocking(tasks),
        longestTask: Math.max(0, ...tasks.filter(({ isWithin }) => isWithin).map(({ duration }) => duration)),
      }
    }

    await page.goto(url + app.loginPath, { waitUntil: 'commit' })
    const clickableAt = await seen(page, 'clickable')
    await settle()
    const openedAt = await page.evaluate(() => performance.timeOrigin)
    const before = taken().filter(({ endedAt }) => endedAt <= clickableAt)
    const login = {
      clickable: clickableAt - openedAt,
      requests: before.length,
      bytes: before.reduce((sum, { bytes }) => sum + bytes, 0),
      ...(await stretch(openedAt, clickableAt)),
    }

    for (const [name, value] of Object.entries(app.fields)) await page.fill(`[name=${name}]`, value)
    const signedInAt = await press(page, app.submit)
    const homeAt = await seen(page, 'home')
    await settle()
    const signIn = { home: homeAt - signedInAt, ...(await stretch(signedInAt, homeAt)) }

    async function switchTo({ link, heading, rows }: App['routes'][number]) {
      const already = await page.evaluate(
        ([one, two]) => probe.watch({ heading: { targets: [one] }, rows: { targets: [two] } }),
        [heading, rows] as const,
      )
      if (already.length > 0) throw new Error(`${link} was not pressed yet, and there is its ${already.join(' and ')}`)
      const pressedAt = await press(page, link)
      const times = { heading: (await seen(page, 'heading')) - pressedAt, rows: (await seen(page, 'rows')) - pressedAt }
      await settle()
      return times
    }
    async function switches() {
      const times: Awaited<ReturnType<typeof switchTo>>[] = []
      for (const route of app.routes) times.push(await switchTo(route))
      const middle = (of: 'heading' | 'rows') => median(times.map((time) => time[of]))
      return { heading: middle('heading'), rows: middle('rows') }
    }
    if (app.open) await press(page, app.open)
    await settle()
    const pagesFrom = await page.evaluate(() => performance.timeOrigin + performance.now())
    const first = await switches()
    const heap = await heapOf(cdp)
    const second = await switches()
    const { inputs } = await noted(page)
    const longestInput = Math.max(0, ...inputs.filter(({ at }) => at >= pagesFrom).map(({ duration }) => duration))
    const heapOfTabs = closesTabs ? await heapGrowth(page, cdp, app) : undefined

    await page.goto(url + app.homePath, { waitUntil: 'commit' })
    await seen(page, 'home')
    await settle()
    stretches.push(await noted(page))
    await page.reload({ waitUntil: 'commit' })
    const backAt = await seen(page, 'home')
    await settle()
    const reloadedAt = await page.evaluate(() => performance.timeOrigin)
    const reload = { home: backAt - reloadedAt, ...(await stretch(reloadedAt, backAt)) }
    taken()

    return {
      login,
      signIn,
      first,
      second,
      longestInput,
      reload,
      heap,
      heapOfTabs,
      shift: Math.max(...stretches.map(({ shifts }) => layoutShift(shifts))),
      foreign,
      violations: new Set(stretches.flatMap(({ violations }) => violations)).size,
      errors,
    }
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const noted = (page: Page) =>
  page.evaluate(() => {
    const { longTasks, shifts, inputs, violations } = probe
    return { longTasks, shifts, inputs, violations }
  })

/** When something came into sight, in this document or the next. */
async function seen(page: Page, name: string): Promise<number> {
  for (const late = Date.now() + PATIENCE_MS; Date.now() < late; await Bun.sleep(20)) {
    const at = await page.evaluate((of) => globalThis.probe?.seenAt[of], name).catch(() => undefined)
    if (at) return at
  }
  throw new Error(`At ${page.url()} came no ${name}`)
}

/** Presses where a target is. Returns when. */
async function press(page: Page, target: Target): Promise<number> {
  const place = await page.evaluate((of) => probe.placeOf(of), target)
  if (!place) throw new Error(`At ${page.url()} is no ${target} to press`)
  const before = Date.now()
  await page.mouse.click(place.x, place.y)
  const pressedAt = await page.evaluate(() => globalThis.probe?.pressedAt).catch(() => 0)
  return pressedAt || before // another document may have taken the place of the one that was pressed
}

/** As the web vital: the worst window of at most five seconds without a pause of one. */
function layoutShift(shifts: readonly { at: number; duration: number }[]): number {
  let [worst, sum, first, last] = [0, 0, 0, 0]
  for (const { at, duration } of shifts) {
    if (at - last >= 1000 || at - first >= 5000) [sum, first] = [0, at]
    sum += duration
    last = at
    worst = Math.max(worst, sum)
  }
  return worst
}

async function heapOf(cdp: CDPSession): Promise<number> {
  for (let times = 0; times < 3; times += 1) await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize
}

/** The heap after opening and closing 50 tabs, against before. */
async function heapGrowth(page: Page, cdp: CDPSession, { routes }: App): Promise<number> {
  async function openAndClose(times: number) {
    for (let at = 0; at < times; at += 1) {
      const { link, rows } = routes[at % routes.length]!
      await page.evaluate((of) => void probe.watch({ rows: { targets: [of] } }), rows)
      await press(page, link)
      await seen(page, 'rows')
      const pane = page.locator(rows.split(' ', 2).join(' '))
      const tab = await pane.getAttribute('aria-labelledby') // the page is there before its tab is the selected one
      await page.locator(`[role=tab][id="${tab}"] .tab-close`).click()
      await pane.waitFor({ state: 'detached' })
    }
  }
  await openAndClose(10) // until all code has run and every cache is filled
  const before = await heapOf(cdp)
  await openAndClose(TABS)
  return (await heapOf(cdp)) / before
}
