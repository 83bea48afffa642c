import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** axe finds nothing to say about the page as it stands, menus and dialogs that are open included. */
export async function expectAccessible(page: Page) {
  // A colour that is half faded in is not the one that will be read.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  // Our pages have no frames: without support for them a look takes half the time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  )
  expect(findings).toEqual([])
}
