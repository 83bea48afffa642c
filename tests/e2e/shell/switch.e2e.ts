import type { Page } from '@playwright/test'
import { holdAnswers, isCall } from '../support/held'
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

test.describe('a list whose code is there', () => {
  test.beforeEach(async ({ page }) => {
    const names = codeAskedFor(page)
    await fetchAhead(page)
    await page.goto('/dashboard')
    await expect.poll(() => names).toContain('MenuPage') // one after the other: the page before it is there
  })

  async function openFrame(page: Page) {
    const rows = await holdAnswers(page, isCall('GET', '/post'))
    const link = await menuLink(page, '岗位管理')
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 10_000)
    await link.click()
    await page.clock.runFor(30) // until the frame is painted
    await rows.asked()
    await expect(page.locator(`${shown} .page-frame`)).toBeVisible()
    return rows
  }

  test('asks for its rows before it is drawn, and is drawn with them if they come at once', async ({ page }) => {
    const rows = await openFrame(page)
    await rows.release()
    await expect(page.locator(shown).getByRole('table')).toBeVisible() // the clock stands still: no wait is over
  })

  test('is drawn without its rows if the server is slow', async ({ page }) => {
    const rows = await openFrame(page)
    await page.clock.runFor(40)
    await expect(page.locator(`${shown} [data-skeleton]`)).toBeVisible()
    await rows.release()
    await page.clock.resume()
    await expect(page.locator(shown).getByRole('table')).toBeVisible()
  })
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

/** To where nothing is pressed. */
const leaveMenu = (page: Page) => page.mouse.move(720, 600)

test.describe('a kept page', () => {
  const paneOf = (page: Page, path: string) => page.locator(`#main > .page-pane[data-path="${path}"]`)

  test.beforeEach(async ({ page }) => {
    await page.goto('/dashboard')
    await expect(title(page, '首页')).toBeVisible()
    await openPage(page, '岗位管理')
    await expect(page.getByRole('table')).toBeVisible()
  })

  test('is in the first frame after a press, and the address follows', async ({ page }) => {
    const link = await menuLink(page, '首页')
    const firstFrame = await link.evaluate((entry: HTMLElement, pane) => {
      entry.click()
      return new Promise((tell) =>
        requestAnimationFrame(() => tell([document.querySelector(`${pane} h1`)?.textContent, location.pathname])),
      )
    }, shown)
    expect(firstFrame).toEqual(['首页', '/admin/sys-post'])
    await expect(page).toHaveURL('/dashboard')
    await expect(title(page, '首页')).toBeFocused()
    await expect(page.locator(shown)).toHaveCount(1)
  })

  test('that is left again before the address follows is not in the history', async ({ page }) => {
    const lengthBefore = await page.evaluate(() => history.length)
    await page.evaluate(() => {
      const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')]
      for (const tab of [tabs.at(0), tabs.at(-1)]) tab!.click()
    })
    await expect(title(page, '岗位管理')).toBeVisible()
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))))
    await expect(page).toHaveURL('/admin/sys-post')
    await expect(page.locator(shown)).toHaveCount(1)
    expect(await page.evaluate(() => history.length)).toBe(lengthBefore)
  })

  test('that is left at once for a page that is not open yet goes again', async ({ page }) => {
    await (
      await menuLink(page, '角色管理')
    ).evaluate((link: HTMLElement) => {
      document.querySelector<HTMLElement>('[role=tab]')!.click()
      link.click()
    })
    await expect(title(page, '角色管理')).toBeFocused()
    await expect(page).toHaveURL('/admin/sys-role')
    await expect(page.locator(shown)).toHaveCount(1)
  })

  test('is drawn unseen while the pointer is over the menu, and out of reach of every key', async ({ page }) => {
    const left = paneOf(page, '/dashboard')
    const isDrawn = () => left.evaluate((pane) => pane.querySelector('h1')!.checkVisibility())
    await (await menuLink(page, '用户管理')).hover()
    await expect.poll(isDrawn).toBe(true)
    await expect(left).toHaveCSS('opacity', '0')
    expect(await left.evaluate((pane) => getComputedStyle(pane).zIndex)).toBe('-1') // the page on top takes the presses
    await page.keyboard.press('Tab')
    expect(await isDrawn()).toBe(false)
    for (let times = 0; times < 12; times += 1) {
      await page.keyboard.press('Shift+Tab')
      expect(await left.evaluate((pane) => pane.contains(document.activeElement))).toBe(false)
    }
    await (await menuLink(page, '角色管理')).hover()
    await expect.poll(isDrawn).toBe(true)
    await leaveMenu(page)
    await expect.poll(isDrawn).toBe(false)
  })

  test('is drawn unseen again once a page that opens is there, also under a pointer at rest', async ({ page }) => {
    const left = paneOf(page, '/dashboard')
    const isDrawn = () => left.evaluate((pane) => pane.querySelector('h1')!.checkVisibility())
    const answers = await holdAnswers(page, isCall('GET', '/role'))
    await (await menuLink(page, '角色管理')).click()
    await answers.asked()
    await answers.release()
    await expect(page.getByRole('table')).toBeVisible()
    await expect.poll(isDrawn).toBe(true)
    await expect(left).toHaveCSS('opacity', '0')
  })
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
  await leaveMenu(page)
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
