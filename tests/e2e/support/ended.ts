import { expect, type Locator, type Page } from '@playwright/test'

/** What a window shows whose session was ended elsewhere. */
export const sessionOver = (page: Page) => page.getByRole('alertdialog', { name: '系统提示' })

/**
 * Comes back to it, as often as it takes to be told: what was heard a moment ago is not asked for again. Nothing is clicked:
 * it may have been told by what it asks by itself, and then the way to another page leads to the login page.
 */
export const comeBackTo = (page: Page) =>
  expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(sessionOver(page)).toBeVisible({ timeout: 500 })
  }).toPass()

/**
 * Presses what asks the server about a session that is over. What the page asks by itself may be refused before: then the
 * question lies over the button, which is out of reach.
 */
export const pressOrBeTold = (button: Locator) =>
  expect(async () => {
    const isTold = await button.page().getByRole('alertdialog').isVisible()
    if (!isTold) await button.click({ force: true, timeout: 2_000 })
  }).toPass()
