import { keepSettings } from '../support/looks'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

/** Of the text on phones, in pixels. */
const LINE = 24
/** The height of a button on phones, in pixels. */
const TARGET = 48

const lists = ['/admin/sys-role', '/admin/sys-user', '/admin/sys-session', '/admin/dict', '/admin/sys-menu']

for (const path of lists) {
  test(`on a phone the first card of ${path} is in the first third; a card has three lines`, async ({
    page,
    account,
  }) => {
    await beSignedIn(page, account('admin'))
    await page.goto(path)
    const cards = page.locator('.row-card')
    await expect(cards.first()).toBeVisible()
    expect((await cards.first().boundingBox())!.y).toBeLessThanOrEqual(844 / 3)
    const facts = await page
      .locator('.row-card-facts')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(Math.max(...facts)).toBeLessThanOrEqual(2 * LINE + 2) // below the line of the title
    const titles = await page
      .locator('.row-card-title')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(Math.max(...titles)).toBeLessThanOrEqual(TARGET)
  })
}

for (const width of [390, 320]) {
  test(`at ${width} px in English the buttons of a list have their whole names, and the first is in sight`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await keepSettings(page, { locale: 'en' })
    await beSignedIn(page, account('admin'))
    for (const [path, first] of [
      ['/caliper/qc', 'New template'],
      ['/caliper/qc/value-base', 'New record'],
      ['/caliper/audit', 'Verify the audit trail'],
      ['/caliper/equipment', 'New equipment'],
    ] as const) {
      await page.goto(path)
      const button = page.locator('.page-head').getByRole('button', { name: first })
      await expect(button).toBeInViewport({ ratio: 1 })
      const cut = await page
        .locator('.page-head .button')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
      expect(cut).toEqual([])
    }
  })
}
