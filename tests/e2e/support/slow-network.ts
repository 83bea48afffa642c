import type { BrowserContext } from '@playwright/test'

/** So many milliseconds at the most; 0 for a network as it is. */
export const slowMs = Number(process.env['CALIPER_SLOW_MS'] ?? 0)

/**
 * With CALIPER_SLOW_MS in the environment each request of a browser waits before it is sent, a while of its own. What a
 * test, or a page, takes for granted before it has come shows then.
 */
export async function slowDown(context: BrowserContext) {
  if (slowMs === 0) return
  await context.route('**/*', async (route) => {
    await new Promise((later) => setTimeout(later, Math.random() ** 2 * slowMs))
    await route.fallback().catch(() => {}) // the page it was for is gone
  })
}
