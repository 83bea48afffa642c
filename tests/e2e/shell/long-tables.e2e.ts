import type { Page } from '@playwright/test'
import type { DepartmentNode } from '#shared/access/department'
import { keepSettings } from '../support/looks'
import { answerWith } from '../support/menu'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const COUNT = 400
const nameOf = (at: number) => `班组 ${String(at).padStart(3, '0')}`

/** Opens the page of departments with so many at the top; each seventh takes two lines. */
async function openTree(
  page: Page,
  count: number,
  below: (at: number, node: DepartmentNode) => DepartmentNode[] = () => [],
) {
  await page.route('**/api/v1/dept', (route) =>
    answerWith(route, ([first]: DepartmentNode[]) =>
      Array.from({ length: count }, (_, index) => ({
        ...first!,
        deptId: 10_000 + index,
        deptName: nameOf(index + 1),
        leader: index % 7 === 0 ? '王'.repeat(60) : '',
        children: below(index + 1, first!),
      })),
    ),
  )
  await page.goto('/admin/sys-dept')
  await expect(row(page, 1)).toBeVisible()
}

test.beforeEach(async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
})

const grid = (page: Page) => page.getByRole('treegrid', { name: '部门管理' })
const row = (page: Page, at: number) => grid(page).getByRole('row', { name: nameOf(at) })
const drawn = (page: Page) => grid(page).locator('tbody').getByRole('row').count()

/** The row across the middle of the page. */
const middle = (page: Page) =>
  page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr[data-row]')?.textContent)

/** Scrolls the page to a distance from its top, in CSS pixels, and waits until that is drawn. */
const scrollTo = (page: Page, top: number) =>
  page.locator('.page-pane:not([aria-hidden])').evaluate(async (pane, to) => {
    pane.scrollTop = to
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  }, top)

/** How far the page is scrolled, and the name of the row across its middle. */
async function place(page: Page): Promise<[number, string]> {
  const top = await page.locator('.page-pane:not([aria-hidden])').evaluate((pane) => pane.scrollTop)
  return [top, (await middle(page))?.match(/班组 \d+/)?.[0] ?? '']
}

test.describe('a tree of four hundred rows', () => {
  test.beforeEach(({ page }) => openTree(page, COUNT))

  test('draws those near the sight, has a row in the middle wherever it is scrolled to, and ends with the last', async ({
    page,
  }) => {
    await expect.poll(() => drawn(page)).toBeLessThan(60)
    await page.mouse.move(700, 500)
    for (let step = 0; step < 12; step += 1) {
      await page.mouse.wheel(0, 1900)
      await expect.poll(() => middle(page)).toContain('班组')
      expect(await drawn(page)).toBeLessThan(60)
    }
    await expect(row(page, COUNT)).toBeInViewport()
    await page.mouse.wheel(0, -40_000)
    await expect(row(page, 1)).toBeInViewport()
  })

  test('a row that was scrolled past stands where it stood when the page is scrolled back', async ({ page }) => {
    await scrollTo(page, 3000)
    const [there, seen] = await place(page)
    expect(seen).toContain('班组')
    await scrollTo(page, 12_000)
    await expect(grid(page).getByRole('row', { name: seen })).toHaveCount(0)
    await scrollTo(page, there)
    expect(await place(page)).toEqual([there, seen])
  })

  test('keys go to its ends, and the row they are in stays, however far it is scrolled away', async ({ page }) => {
    await row(page, 1).focus()
    await page.keyboard.press('End')
    await expect(row(page, COUNT)).toBeFocused()
    await expect(row(page, COUNT)).toBeInViewport()
    await page.keyboard.press('Home')
    await expect(row(page, 1)).toBeFocused()
    for (let step = 0; step < 60; step += 1) await page.keyboard.press('ArrowDown')
    await expect(row(page, 61)).toBeFocused()
    await expect(row(page, 61)).toBeInViewport()
    await page.mouse.move(700, 500)
    await page.mouse.wheel(0, 12_000)
    await expect(row(page, 61)).not.toBeInViewport()
    await expect(row(page, 61)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 62)).toBeFocused()
    await expect(row(page, 62)).toBeInViewport()
  })

  test('what stands above it may change its height: the rows in sight are drawn', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 1800 })
    await expect.poll(() => middle(page)).toContain('班组')
    await page.getByRole('textbox', { name: '部门名称' }).fill('班组 39')
    await expect(grid(page).getByRole('row', { name: /班组 39/ })).toHaveCount(10)
    await page.getByRole('textbox', { name: '部门名称' }).clear()
    await expect.poll(() => middle(page)).toContain('班组')
  })
})

test('a tree that becomes long by opening a branch stays where it is, and the focus with it', async ({ page }) => {
  await openTree(page, 195, (at, node) =>
    at === 150 ? Array.from({ length: 20 }, (_, index) => ({ ...node, deptId: 20_000 + index, children: [] })) : [],
  )
  await expect.poll(() => drawn(page)).toBe(195)
  await row(page, 150).focus()
  const [top] = await place(page)
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 150)).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => drawn(page)).toBeLessThan(60)
  await expect(row(page, 150)).toBeFocused()
  await expect(row(page, 150)).toBeInViewport()
  expect((await place(page))[0]).toBe(top)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => drawn(page)).toBe(195)
  await expect(row(page, 150)).toBeFocused()
  expect((await place(page))[0]).toBe(top)
})

for (const [locale, total] of [
  ['zh', '共 10,539 条'],
  ['en', '10,539 records'],
] as const) {
  test(`the pager of a long list groups the digits of its total, ${locale}`, async ({ page, account }) => {
    await page.route(/\/api\/v1\/post(\?|$)/, async (route) => {
      const { data, ...rest } = await (await route.fetch()).json()
      await route.fulfill({ json: { ...rest, data: { ...data, count: 10_539, total: 10_539 } } })
    })
    await keepSettings(page, { locale })
    await beSignedIn(page, account('admin'))
    await page.goto('/admin/sys-post')
    await expect(page.locator('.pager-total')).toHaveText(total)
  })
}
