import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { noteAsked } from './answered'

/** Messages of a browser that is meant to be without a network. */
const ofOffline = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED|Failed to fetch/

/**
 * A phone whose browser keeps the client for when there is no network, which the windows of other tests do not. It fails
 * the test on errors, but for `expected` ones, and on breaches of the content policy.
 */
export async function phoneOf(browser: Browser, baseURL: string, expected = /^$/) {
  const context = await browser.newContext({
    baseURL,
    serviceWorkers: 'allow',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  const faults = watch(context)
  const page = await context.newPage()
  return {
    context,
    page,
    async [Symbol.asyncDispose]() {
      await context.close()
      expect(faults.filter((fault) => !expected.test(fault))).toEqual([])
    },
  }
}

/** What goes wrong on the pages of a context from now on. */
export function watch(context: BrowserContext): string[] {
  const faults: string[] = []
  context.on('page', (page) => {
    noteAsked(page)
    page.on('pageerror', ({ message }) => void (ofOffline.test(message) || faults.push(message)))
    page.on('console', (message) => {
      const text = message.text()
      const isFault = message.type() === 'error' || /Content Security Policy|Trusted Type/i.test(text)
      if (isFault && !ofOffline.test(text)) faults.push(text)
    })
  })
  return faults
}

/** Waits until the browser has kept the client, and answers this page with it. */
export const keptByDevice = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration()
          return `${registration?.active?.state}, ${navigator.serviceWorker.controller?.state}`
        }),
      { timeout: 45_000 },
    )
    .toBe('activated, activated')

/** The paths of all that is kept in caches. */
export const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
