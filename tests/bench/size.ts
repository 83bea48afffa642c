/**
 * `bun run size`: what a browser has to fetch, measured on the production build in Chromium, and whether that stays
 * within the figures the product holds itself to. Bytes are those of JavaScript and CSS as they travel, with brotli.
 */
import { chromium, type Page } from '@playwright/test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from '#server/commands/bootstrap'
import { site } from '#server/commands/paths'
import { openPage } from '../e2e/support/menu'
import { spawnServer } from '../e2e/support/server'
import { signIn } from '../e2e/support/sign-in'
import { chromiumArgs, findChromium } from '../support/chromium'
import { printFigures, type Figure } from './figures'

/** Set by the page itself at the moment its sign-in button can be clicked. */
declare global {
  var clickableAt: number | undefined
}

const isCode = (path: string) => /\.(js|css)$/.test(path)

/** Bytes of a file of the build as a browser gets it. */
async function sizeOf(path: string): Promise<number> {
  const packed = Bun.file(join(site, `${path}.br`))
  return (await packed.exists()) ? packed.size : Bun.file(join(site, path)).size
}

async function kilobytes(paths: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...paths].map(sizeOf))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

/** The file that is sent for an address: the sign-in page for one that names none. */
const fileOf = (path: string) => (path.includes('.') ? path : 'sign-in.zh.html')

/** Everything the page has asked for up to now, or up to `until` ms after it was opened: paths, repeats included. */
async function requestsOf(page: Page, until = Infinity): Promise<string[]> {
  const asked = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      ({ name, startTime }) => ({
        path: new URL(name).pathname,
        startTime,
      }),
    ),
  )
  return asked.filter(({ startTime }) => startTime <= until).map(({ path }) => path)
}

/** Runs in the page: looks after every change whether the sign-in button is there and not disabled. */
function noteWhenClickable() {
  const look = () => {
    if (!document.querySelector('button[type="submit"]:not(:disabled)')) return
    globalThis.clickableAt = performance.now()
    observer.disconnect()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, attributes: true })
}

type Account = { username: string; password: string }

/** What the browser of somebody who does not save data fetches beside that, when there is nothing better to do. */
async function fetchedAhead(page: Page, url: string, account: Account): Promise<string[]> {
  await page.goto(`${url}/login`)
  await signIn(page, account)
  await page.waitForFunction(() =>
    ['AuditPage', 'MonitorPage', 'ApiPage'].every((last) =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes(`/${last}-`)),
    ),
  )
  await page.waitForLoadState('networkidle')
  return requestsOf(page)
}

async function measure(page: Page, another: Page, url: string, account: Account): Promise<Figure[]> {
  await page.addInitScript(() => {
    const { connection } = navigator as { connection?: object }
    if (connection) Object.defineProperty(connection, 'saveData', { value: true }) // nothing is fetched ahead
  })
  await page.addInitScript(noteWhenClickable)
  await page.goto(`${url}/login`)
  await page.waitForFunction(() => globalThis.clickableAt !== undefined)
  const toLogin = await requestsOf(page, await page.evaluate(() => globalThis.clickableAt))

  await signIn(page, account)
  await page.waitForLoadState('networkidle')
  const toDashboard = await requestsOf(page)
  await openPage(page, '角色管理')
  await page.getByRole('table').waitFor()
  await page.getByRole('button', { name: '异常信号' }).waitFor() // comes by itself after three idle seconds
  await page.waitForLoadState('networkidle')
  const toList = await requestsOf(page)

  const ahead = (await fetchedAhead(another, url, account)).filter((path) => !toList.includes(path))

  const loaded = new Set(toList.filter(isCode))
  const later = readdirSync(join(site, 'assets')).filter((name) => isCode(name) && !loaded.has(`/assets/${name}`))
  const laterSizes = await Promise.all(later.map(async (name) => ({ name, size: await kilobytes([`assets/${name}`]) })))
  const isLibrary = ({ name }: { name: string }) => name.startsWith('RechartsPlot-')
  const library = laterSizes.find(isLibrary)
  if (!library) throw new Error('Recharts has no chunk of its own, or the role page has fetched it.')
  if (ahead.some((path) => path.includes(library.name))) throw new Error('Recharts was fetched ahead.')
  const largest = laterSizes
    .filter((one) => !isLibrary(one))
    .reduce((most, one) => (one.size > most.size ? one : most), { name: 'none', size: 0 })
  const code = (paths: string[]) => kilobytes(new Set(paths.filter(isCode)))
  return [
    { what: 'login: before the button can be clicked', unit: 'requests', value: toLogin.length, must: 3, aim: 2 },
    { what: 'login: all of it', unit: 'kB', value: await kilobytes(toLogin.map(fileOf)), must: 20, aim: 15 },
    {
      what: 'dashboard: all requests so far',
      unit: 'requests',
      value: toDashboard.length,
    },
    {
      what: 'dashboard: all JavaScript and CSS so far',
      unit: 'kB',
      value: await code(toDashboard),
      must: 160,
      aim: 130,
    },
    { what: 'role page: all requests so far', unit: 'requests', value: toList.length },
    { what: 'role page: all JavaScript and CSS so far', unit: 'kB', value: await code(toList), must: 170, aim: 135 },
    {
      what: 'fetched ahead when there is nothing better to do: JavaScript and CSS',
      unit: 'kB',
      value: await code(ahead),
    },
    { what: `largest later chunk (${largest.name})`, unit: 'kB', value: largest.size, must: 45, aim: 30 },
    { what: 'Recharts, for pages that draw with it', unit: 'kB', value: library.size, must: 110 },
  ]
}

await bootstrap({ client: 'current' })
const server = await spawnServer()
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
try {
  const open = () => browser.newPage({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  const figures = await measure(await open(), await open(), server.url, server.accounts[0]!)
  process.exitCode = printFigures(figures) ? 0 : 1
} finally {
  await browser.close()
  await server.stop()
}
