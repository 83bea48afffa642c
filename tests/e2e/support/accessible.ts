import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Half as long as what `axe.source` holds, and sent with each look at a new page. */
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * axe finds nothing to say about the page as it stands, menus and dialogs that are open included.
 * @param within a selector, to look at a part of the page alone
 */
export async function expectAccessible(page: Page, within = 'html') {
  // What is paler until its answer is here, or half faded in, is not what will be read.
  await expect(page.locator(`${within} [aria-busy="true"]:visible`)).toHaveCount(0)
  await page.evaluate(async () => {
    /** With the next frame, also where the clock stands still. */
    const sized = () =>
      new Promise<void>((resolve) => {
        const observer = new ResizeObserver(() => resolve(observer.disconnect()))
        observer.observe(document.documentElement)
      })
    await sized()
    await sized() // what follows from sizes, such as a table that can be scrolled, is drawn by now
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(ending.map((animation) => animation.finished))
  })
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(await source)
  // Where all is well is not told in full, which would take longer than the look.
  const findings = await page.evaluate(async (selector) => {
    const { violations } = await window.axe!.run({ include: [[selector]] }, { resultTypes: ['violations'] })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    )
  }, within)
  expect(findings).toEqual([])
}
