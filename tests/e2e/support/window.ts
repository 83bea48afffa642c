import type { Browser, BrowserContext, CDPSession, Disposable, Page } from '@playwright/test'

/** What is undone for the next test. */
type Undoable = Disposable | CDPSession
type Window = {
  page: Page
  done: Promise<Undoable>[]
  /** Something was done to it that nothing here takes back. */
  isSpoilt: boolean
}

/** Calls whose effect stays, so that the window is not used again. */
const spoiling = {
  page: [
    'addLocatorHandler',
    'emulateMedia',
    'exposeBinding',
    'exposeFunction',
    'routeWebSocket',
    'setExtraHTTPHeaders',
  ],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
  ],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
}
/** What tests listen to. Playwright itself listens to the end of a page, so not all can be forgotten. */
const heard = ['console', 'dialog', 'download', 'load', 'pageerror', 'popup', 'request', 'requestfailed', 'response']

/**
 * The windows of a worker, emptied after each test instead of being made anew: what their process has compiled stays, and
 * what never changes is not fetched again, which is half of what a short test costs.
 *
 * @param origin of the worker's server
 */
export function keepWindows(browser: Browser, origin: string) {
  const kept = new Map<string, Window>()
  return {
    /** @param kind tells apart what cannot be changed in a window that is there already */
    async open(kind: string): Promise<BrowserContext> {
      const window = kept.get(kind) ?? (await newWindow(browser))
      kept.set(kind, window)
      return window.page.context()
    },
    /** @param isGood false after a test that failed, whose calls may still be under way */
    async giveBack(kind: string, isGood: boolean) {
      const window = kept.get(kind)
      if (!window) return
      if (isGood && !window.isSpoilt && !window.page.isClosed()) return empty(window, origin)
      kept.delete(kind)
      await window.page.context().close()
    },
  }
}

export type Windows = ReturnType<typeof keepWindows>

async function newWindow(browser: Browser): Promise<Window> {
  const context = await browser.newContext()
  await context.addInitScript(setSaveData, true)
  const page = await context.newPage()
  const window: Window = { page, done: [], isSpoilt: false }
  const spoil = () => void (window.isSpoilt = true)
  for (const name of spoiling.page) follow(page, name, spoil)
  for (const name of spoiling.context) follow(context, name, spoil)
  for (const name of spoiling.clock) follow(context.clock, name, spoil)
  follow(page, 'addInitScript', (script) => void window.done.push(script))
  follow(context, 'newCDPSession', (session) => void window.done.push(session))
  return window
}

/**
 * Tests load the page that they test. Fetching, compiling and running the code of all others ahead takes an eighth of their
 * time.
 */
function setSaveData(value: boolean) {
  const { connection } = navigator as { connection?: object }
  if (connection) Object.defineProperty(connection, 'saveData', { value, configurable: true })
}

/** Has the application fetch the pages of the menu ahead, as it does in the browsers of people. */
export const fetchAhead = (page: Page) => page.addInitScript(setSaveData, false)

/** Sets the clock of the device to a time zone; the next test has that of the machine again. */
export async function setTimeZone(page: Page, timezoneId: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTimezoneOverride', { timezoneId })
}

/** Hands on what a method answers. */
function follow(of: object, name: string, note: (answer: Promise<Undoable>) => void) {
  const method: unknown = Reflect.get(of, name)
  if (typeof method !== 'function') throw new Error(`Playwright has no ${name} any more.`)
  Reflect.set(of, name, (...given: unknown[]) => {
    const answer = Reflect.apply(method, of, given)
    note(answer)
    return answer
  })
}

async function empty({ page, done }: Window, origin: string) {
  const context = page.context()
  await Promise.all(context.pages().map((other) => other !== page && other.close()))
  for (const event of heard) page.removeAllListeners(event)
  await Promise.all([page, context].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.setOffline(false)
  for (const one of await Promise.all(done.splice(0))) await ('detach' in one ? one.detach() : one.dispose())
  await forgetOrigin(page, origin)
  await context.clearCookies()
}

/** Leaves the page, and nothing in the browser of what its origin has stored but what the HTTP cache holds. */
export async function forgetOrigin(page: Page, origin: string) {
  await page.goto(`${origin}/logo.svg`) // a blank page lacks the headers of ours, and would end the process
  await page.evaluate(async () => {
    sessionStorage.clear()
    localStorage.clear()
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
}
