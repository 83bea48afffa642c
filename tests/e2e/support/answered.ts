import { expect, type Page, type Request } from '@playwright/test'

/** No longer than this after an answer, a page asks for what follows from it. */
const QUIET_MS = 500

type Asked = { open: Set<Request>; lastAt: number }
const askedBy = new WeakMap<Page, Asked>()

/** Notes from now on what `page` asks for, but for the live feed, which has no end. */
export function noteAsked(page: Page) {
  const asked: Asked = { open: new Set(), lastAt: Date.now() }
  askedBy.set(page, asked)
  const note = (change: (request: Request) => void) => (request: Request) => {
    if (request.url().includes('/api/v1/qc/stream')) return
    asked.lastAt = Date.now()
    change(request)
  }
  const begin = note((request) => {
    if (request.isNavigationRequest()) asked.open.clear() // what the page before had asked for is given up
    asked.open.add(request)
  })
  const end = note((request) => void asked.open.delete(request))
  page.on('request', begin)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/**
 * Waits until all has been answered that `page` asks by itself. What becomes different now is met by what the test does
 * next, and by nothing that was under way.
 */
export const allAnswered = (page: Page) =>
  expect
    .poll(() => {
      const { open, lastAt } = askedBy.get(page)!
      return [...open].map((request) => request.url()).concat(Date.now() - lastAt < QUIET_MS ? ['a moment ago'] : [])
    })
    .toEqual([])
