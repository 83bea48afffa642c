import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * axe finds nothing to say about the page as it stands, menus and dialogs that are open included.
 * @param within a selector, to look at a part of the page alone
 */
export async function expectAccessible(page: Page, within = 'html') {
  // A colour that is half faded in is not the one that will be read.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(ending.map((animation) => animation.finished))
  })
  // Our pages have no frames: without support for them a look takes half the time.
  const { violations } = await new AxeBuilder({ page }).include(within).setLegacyMode().analyze()
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  )
  expect(findings).toEqual([])
}
