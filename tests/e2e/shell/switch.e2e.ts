import type { Page } from '@playwright/test'
import { menuLink, openPage } from '../support/menu'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'
import { fetchAhead } from '../support/window'

const shown = '#main .page-pane:not([aria-hidden])'
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Names of the files of code that the page asks for from now on. */
function codeAskedFor(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    const [, name] = new URL(request.url()).pathname.match(/^\/assets\/(\w+)-\w+\.js$/) ?? []
    if (name) names.push(name)
  })
  return names
}

test.beforeEach(async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
})

test('the first frame after a press has the title of the page, whose code is not there yet', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(title(page, '首页')).toBeVisible()
  const { promise: isDue, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/assets/PostPage-*.js', async (route) => {
    await isDue
    await route.continue()
  })
  const link = await menuLink(page, '岗位管理')
  const firstFrame = await link.evaluate((entry: HTMLElement, pane) => {
    entry.click()
    return new Promise((tell) =>
      requestAnimationFrame(() => tell(document.querySelector(`${pane} h1`)?.checkVisibility() && document.title)),
    )
  }, shown)
  expect(firstFrame).toContain('岗位管理')
  await expect(title(page, '岗位管理')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  send()
  await expect(page.getByRole('table')).toBeVisible()
  await expect(title(page, '岗位管理')).toBeFocused()
})

test('the pages of the menu are fetched ahead, without Recharts', async ({ page }) => {
  const names = codeAskedFor(page)
  await fetchAhead(page)
  await page.goto('/dashboard')
  await expect.poll(() => names).toEqual(expect.arrayContaining(['PostPage', 'AuditPage', 'AnalysisPage', 'JobPage']))
  expect(names).not.toContain('RechartsPlot')
})

test('nothing is fetched ahead where data are to be saved', async ({ page }) => {
  const names = codeAskedFor(page)
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(title(page, '首页')).toBeVisible()
  await page.clock.runFor(60_000)
  await openPage(page, '岗位管理')
  await expect(page.getByRole('table')).toBeVisible()
  await page.clock.runFor(60_000)
  expect(names).toContain('PostPage')
  expect(names).not.toContain('AuditPage')
})

test('a tab that is left keeps its layout and its scroll position', async ({ page }) => {
  await page.goto('/admin/sys-menu')
  const pane = page.locator('.page-pane', { has: page.getByRole('heading', { name: '菜单管理', includeHidden: true }) })
  const table = pane.locator('table:not([aria-hidden])').last() // of the rows
  await expect(table).toBeVisible()
  await pane.evaluate((element) => element.scrollTo(0, 200))
  const isLaidOut = () => table.evaluate((element: HTMLElement) => element.offsetHeight > 0)
  await openPage(page, '首页')
  await expect(title(page, '首页')).toBeFocused()
  await expect(table).toBeHidden()
  expect(await isLaidOut()).toBe(true)
  await openPage(page, '菜单管理')
  await expect(title(page, '菜单管理')).toBeFocused()
  expect(await pane.evaluate((element) => element.scrollTop)).toBe(200)
})

test.describe('a page whose code comes late', () => {
  async function goToLate(page: Page) {
    await page.goto('/dashboard')
    await expect(title(page, '首页')).toBeVisible()
    const { promise: isDue, resolve: send } = Promise.withResolvers<void>()
    await page.route('**/assets/PostPage-*.js', async (route) => {
      await isDue
      await route.continue()
    })
    await openPage(page, '岗位管理')
    await expect(title(page, '岗位管理')).toBeVisible()
    return send
  }

  test('leaves the focus to who has begun to do something else', async ({ page }) => {
    const send = await goToLate(page)
    await page.getByRole('tab', { name: '首页' }).focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    send()
    await expect(page.getByRole('table')).toBeVisible()
    await expect(page.getByRole('tab', { name: '首页' })).toBeFocused()
  })

  test('counts as gone to: the title of the page before takes the focus when it is returned to', async ({ page }) => {
    const send = await goToLate(page)
    await page.getByRole('tab', { name: '首页' }).click()
    await expect(title(page, '首页')).toBeFocused()
    send()
  })
})
