import type { Browser, Locator, Page, Request } from '@playwright/test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answerWhatChanges } from './fixed-answers'
import { NOW, TIME_ZONE } from './server'

export type Look = { themeMode: 'light' | 'dark'; locale: 'zh' | 'en'; width: 1440 | 390 }

export const nameOf = ({ themeMode, locale, width }: Look) => `${themeMode}-${locale}-${width}`

declare global {
  interface Window {
    /** Of the page: what it will do within a second. */
    pendingTimers?: Set<number>
  }
}

/** High enough that most pages are seen whole. */
const HEIGHT = 1500
/** No longer than this after an answer or a press, a page asks for what follows from it. */
const QUIET_MS = 120
/** A page that still looks different after so many pictures in a row is not at rest. */
const MOST_TRIES = 40

/** What a page fetches by itself waits so long until there is little else to fetch. Here it comes at once. */
const ARRIVING_MS = 3000

/**
 * Runs before each page: nothing is remembered from the page before but the settings, and nothing happens by itself, such
 * as the next page of a wall, the end of a message or the next question to the server.
 */
function beforeEachPage([settings, arrivingMs]: readonly [string, number]) {
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('settings', settings)
  void indexedDB.databases?.().then((all) => all.forEach(({ name }) => name && indexedDB.deleteDatabase(name)))
  const { setTimeout: begin, clearTimeout: end } = window
  const pending = new Set<number>()
  const setTimeout = (call: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    if (ms >= 1000 && ms !== arrivingMs) return 0
    const run = () => {
      pending.delete(timer)
      call(...given)
    }
    const timer = begin(run, ms === arrivingMs ? 0 : ms)
    pending.add(timer)
    return timer
  }
  const clearTimeout = (timer: number) => {
    pending.delete(timer)
    end(timer)
  }
  Object.assign(window, { setTimeout, clearTimeout, setInterval: () => 0, pendingTimers: pending })
}

/** A window in one look, at the fixed moment, and what takes its pictures. */
export async function openCamera(browser: Browser, url: string, how: Look, folder: string) {
  const { themeMode, locale, width } = how
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: HEIGHT },
    hasTouch: width < 1000,
    locale: locale === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: TIME_ZONE,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.clock.setFixedTime(NOW)
  await context.addInitScript(beforeEachPage, [JSON.stringify({ themeMode, locale }), ARRIVING_MS] as const)
  await answerWhatChanges(context)
  const page = await context.newPage()
  const { hasRest, isDisturbed } = followRequests(page)
  const restless: string[] = []

  const look = () => page.screenshot({ animations: 'disabled', caret: 'hide' })

  /** Waits until all has been answered and the page looks the same twice. */
  async function atRest(name: string): Promise<Buffer> {
    let last: Buffer | undefined
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      await hasRest()
      const isBusy = await page.evaluate(async () => {
        await document.fonts.ready
        const isLoading = [...document.querySelectorAll('[aria-busy="true"]')].some((one) => one.checkVisibility())
        return isLoading || (window.pendingTimers?.size ?? 0) > 0
      })
      const picture = await look()
      if (last?.equals(picture) && !isBusy) return picture
      last = picture
    }
    restless.push(name)
    return last!
  }

  /** Waits until the page looks as it did before. */
  async function looksLike(known: Buffer): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      await hasRest()
      if (known.equals(await look())) return
    }
  }

  return {
    page,
    how,
    look,
    /** Names of pictures of pages that did not come to rest. */
    restless,
    looksLike,
    atRest,
    /** Presses a key, on `target` or what has the focus. */
    async press(key: string, target?: Locator) {
      await (target ? target.press(key, { timeout: 5000 }) : page.keyboard.press(key))
      isDisturbed()
    },
    async open(address: string) {
      await page.goto('about:blank')
      await page.goto(address)
    },
    /** Whose session the following pages are in. */
    beSignedIn: (token: string) =>
      token ? context.addCookies([{ name: 'Admin-Token', value: token, url }]) : context.clearCookies(),
    save: (name: string, picture: Buffer) => writeFile(join(folder, `${name}.${nameOf(how)}.png`), picture),
    close: () => context.close(),
  }
}

export type Camera = Awaited<ReturnType<typeof openCamera>>

/** `hasRest` waits until the page asks for nothing, `isDisturbed` says that it may begin to; the live feed has no end. */
function followRequests(page: Page) {
  const open = new Set<Request>()
  let lastAt = Date.now()
  const end = (request: Request) => {
    open.delete(request)
    lastAt = Date.now()
  }
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/qc/stream')) return
    if (request.isNavigationRequest()) open.clear()
    open.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const isDisturbed = () => void (lastAt = Date.now())
  const hasRest = async () => {
    const until = Date.now() + 30_000
    while ((open.size > 0 || Date.now() - lastAt < QUIET_MS) && Date.now() < until) await Bun.sleep(20)
  }
  return { hasRest, isDisturbed }
}
