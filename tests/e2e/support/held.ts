import { expect, type Page, type Request } from '@playwright/test'

/** Holds back the answers of matching calls until `release`, though the server has done them by then. */
export async function holdAnswers(page: Page, isHeld: (request: Request) => boolean) {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  const handled: Promise<void>[] = []
  let held = 0
  await page.route('**/api/v1/**', async (route) => {
    if (!isHeld(route.request())) return route.fallback()
    const { promise: isHandled, resolve: tell } = Promise.withResolvers<void>()
    handled.push(isHandled)
    const response = await route.fetch()
    held += 1
    await released
    await route.fulfill({ response }).catch(() => {}) // the page may have given it up
    tell()
  })
  return {
    /** Waits until the server has answered so many of them. */
    asked: (count = 1) => expect.poll(() => held, 'calls whose answers are held back').toBeGreaterThanOrEqual(count),
    /** Lets them go, and later ones as well. */
    async release() {
      resolve()
      await Promise.all(handled)
    },
  }
}

/** Tells a call by its method and what its path ends in. */
export const isCall = (method: string, path: string) => (request: Request) =>
  request.method() === method && new URL(request.url()).pathname.endsWith(path)
