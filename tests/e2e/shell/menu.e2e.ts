import type { Page } from '@playwright/test'
import type { MenuItem } from '#shared/access/menu'
import type { Start } from '#shared/access/operator'
import { expectAccessible } from '../support/accessible'
import { keepSettings, looks } from '../support/looks'
import { addToMenu, answerWith, mainMenu, menuItem, openPage, topLevel, topMenu } from '../support/menu'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const link = (page: Page, name: string) => mainMenu(page).getByRole('link', { name, exact: true })
const branch = (page: Page, name: string) => mainMenu(page).getByRole('button', { name, exact: true })
const entries = (page: Page) => mainMenu(page).getByRole('listitem')
const trail = (page: Page) => page.getByRole('navigation', { name: '当前位置' })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const avatar = (page: Page) => page.getByRole('button', { name: '管理员', exact: true })
const width = async (page: Page) => (await mainMenu(page).boundingBox())?.width

const settle = (page: Page, settings: object) =>
  page.addInitScript(
    // What a test changes later stays changed over a reload.
    (text) => localStorage.getItem('settings') ?? localStorage.setItem('settings', text),
    JSON.stringify(settings),
  )

/** A directory of two pages: `/b10` with `/b10/first` and `/b10/second`. */
const directory = (id: number, change: Partial<MenuItem> = {}) =>
  menuItem(id, {
    path: `/b${id}`,
    title: `分支 ${id}`,
    titleEn: `Branch ${id}`,
    children: [
      menuItem(id + 1, { path: 'first', title: `第一页 ${id}`, titleEn: `First ${id}` }),
      menuItem(id + 2, { path: 'second', title: `第二页 ${id}`, titleEn: `Second ${id}` }),
    ],
    ...change,
  })
/** `/b10`, with a directory inside a directory. */
const deep = () => {
  const { children = [], ...outer } = directory(10)
  return { ...outer, children: [...children, directory(20, { path: 'deep', title: '深处', titleEn: 'Deep' })] }
}
const alone = menuItem(85, { path: '/alone', title: '独页', titleEn: 'Alone' })
const handbook = menuItem(90, { path: 'https://handbook.example/', title: '手册', titleEn: 'Handbook' })

test.beforeEach(({ page, account }) => beSignedIn(page, account('admin')).then(() => {}))

test.describe('the sidebar', () => {
  test.beforeEach(({ page }) => settle(page, { topNav: false }))

  const colors = { dark: 'rgb(0, 21, 41)', light: 'rgb(255, 255, 255)' }
  for (const [themeStyle, color] of Object.entries(colors)) {
    test(`is 210 px wide, and in its ${themeStyle} style ${color}`, async ({ page }) => {
      await keepSettings(page, { themeStyle })
      await page.goto('/dashboard')
      await expect(mainMenu(page)).toHaveCSS('background-color', color)
      expect(await width(page)).toBe(210)
    })
  }

  test('opens one branch at a time, and by itself the one of the present page', async ({ page }) => {
    await addToMenu(page, directory(10), directory(20))
    await page.goto('/b20/second')
    await expect(branch(page, '分支 20')).toHaveAttribute('aria-expanded', 'true')
    await expect(link(page, '第二页 20')).toHaveAttribute('aria-current', 'page')
    await branch(page, '分支 10').click()
    await expect(branch(page, '分支 10')).toHaveAttribute('aria-expanded', 'true')
    await expect(branch(page, '分支 20')).toHaveAttribute('aria-expanded', 'false')
    await expect(link(page, '第二页 20')).toHaveCount(0)
    await branch(page, '分支 10').click()
    await expect(branch(page, '分支 10')).toHaveAttribute('aria-expanded', 'false')
  })

  test('nests to any depth, and follows the page from branch to branch', async ({ page }) => {
    await addToMenu(page, deep(), directory(30))
    await page.goto('/b10/deep/first')
    await expect(link(page, '第一页 20')).toHaveAttribute('aria-current', 'page')
    await openPage(page, '第二页 20')
    await expect(link(page, '第二页 20')).toHaveAttribute('aria-current', 'page')
    await expect(link(page, '第一页 20')).not.toHaveAttribute('aria-current')
    await branch(page, '分支 30').click()
    await link(page, '第一页 30').click()
    await expect(link(page, '第一页 30')).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(link(page, '第二页 20')).toHaveAttribute('aria-current', 'page')
    await expect(branch(page, '分支 30')).toHaveAttribute('aria-expanded', 'false')
  })

  const detailPages: [what: string, change: Partial<MenuItem>][] = [
    ['its route names as active menu', { path: '/elsewhere/:id', activeMenu: '/b10/second' }],
    ['it lies below', { path: '/b10/second/data/:id' }],
  ]
  for (const [what, change] of detailPages) {
    test(`of a hidden page the entry is marked that ${what}`, async ({ page }) => {
      await addToMenu(page, directory(10), menuItem(30, { path: '', title: '详情', visible: '1', ...change }))
      await page.goto(change.path!.replace(':id', '7'))
      await expect(title(page, '详情')).toBeVisible()
      await expect(branch(page, '分支 10')).toHaveAttribute('aria-expanded', 'true')
      await expect(link(page, '第二页 10')).toHaveAttribute('aria-current', 'true')
    })
  }

  test('shows a parent with exactly one visible child as a single item', async ({ page }) => {
    const [first, second] = directory(10).children!
    const children = [first!, { ...second!, visible: '1' }]
    await addToMenu(
      page,
      directory(10, { children }),
      directory(20, { children: [menuItem(21, { path: 'a', title: '独页' })], alwaysShow: true }),
    )
    await page.goto('/dashboard')
    await expect(link(page, '第一页 10')).toBeVisible()
    await expect(branch(page, '分支 10')).toHaveCount(0)
    await expect(branch(page, '分支 20')).toBeVisible() // it asks to be shown always
  })

  test('opens external links in a new tab, and leaves hidden routes out', async ({ page }) => {
    await addToMenu(page, handbook, menuItem(11, { path: '/hidden', title: '隐藏页', visible: '1' }))
    await page.goto('/hidden')
    const external = mainMenu(page).getByRole('link', { name: '手册' })
    await expect(external).toHaveAttribute('href', 'https://handbook.example/')
    await expect(external).toHaveAttribute('target', '_blank')
    await expect(external).toHaveAttribute('rel', /noopener/)
    await expect(mainMenu(page).getByText('隐藏页')).toHaveCount(0)
    await expect(page.getByRole('tab', { name: '隐藏页' })).toBeVisible() // not in the menu, and yet a page
  })

  test('tells a title that does not fit on pointing, and no other', async ({ page }) => {
    const long = '一个长得在侧栏里放不下的页面名称'.repeat(3) // in whatever font there is
    await addToMenu(page, menuItem(10, { path: '/long', title: long }), menuItem(11, { path: '/short', title: '短名' }))
    await page.goto('/dashboard')
    await link(page, long).hover()
    await expect(page.getByRole('tooltip')).toHaveText(long)
    await link(page, '短名').hover()
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  })

  test('shows the logo and name of the application, unless the logo area is switched off', async ({ page }) => {
    const data = { sys_app_name: '某某工厂', sys_app_logo: '/logo.svg?ours', setup_required: '0' }
    await page.route('**/api/v1/app-config', (route) =>
      route.fulfill({ json: { requestId: '1', code: 200, msg: '', data } }),
    )
    await page.goto('/admin/sys-role')
    const logo = link(page, '某某工厂')
    await expect(logo.locator('img')).toHaveAttribute('src', '/logo.svg?ours')
    await logo.click()
    await expect(page).toHaveURL('/dashboard')
    await page.evaluate(() => localStorage.setItem('settings', JSON.stringify({ sidebarLogo: false })))
    await page.reload()
    await expect(link(page, '首页')).toBeVisible()
    await expect(logo).toHaveCount(0)
  })

  test('collapses to its icons, whose titles are shown on pointing, and stays so after a reload', async ({ page }) => {
    const cookie = async () => (await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value
    await page.goto('/dashboard')
    await expect.poll(() => width(page)).toBe(210)
    await page.getByRole('button', { name: '收起菜单' }).click()
    await expect.poll(() => width(page)).toBe(64)
    expect(await cookie()).toBe('0')
    await page.reload()
    await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible()
    await expect.poll(() => width(page)).toBe(64)
    await link(page, '首页').hover()
    await expect(page.getByRole('tooltip')).toHaveText('首页')
    await page.getByRole('button', { name: '展开菜单' }).click()
    await expect.poll(() => width(page)).toBe(210)
    expect(await cookie()).toBe('1')
  })

  test('collapses by the button at its foot too', async ({ page }) => {
    await page.goto('/dashboard')
    await mainMenu(page).getByRole('button', { name: '收起', exact: true }).click()
    await expect.poll(() => width(page)).toBe(64)
    await mainMenu(page).getByRole('button', { name: '展开', exact: true }).click()
    await expect.poll(() => width(page)).toBe(210)
  })

  test('draws what is open and no more, of 2,000 entries in 4 levels', async ({ page }) => {
    const level = (path: string, depth: number): MenuItem[] =>
      Array.from({ length: 6 }, (_, at) => {
        const id = Number(`1${path.replaceAll('/', '')}${at}`)
        const item = { path: `${path}/${at}`, title: `菜单 ${path}/${at}` }
        return menuItem(id, depth === 1 ? item : { ...item, children: level(item.path, depth - 1) })
      })
    await addToMenu(page, ...level('', 4), ...level('/7', 3))
    await page.goto('/2/3/4/5')
    await expect(link(page, '菜单 /2/3/4/5')).toHaveAttribute('aria-current', 'page')
    await expect(entries(page)).toHaveCount(topLevel.length + 12 + 3 * 6)
  })
})

test.describe('the collapsed sidebar', () => {
  test.beforeEach(async ({ page, server }) => {
    await settle(page, { topNav: false })
    await page.context().addCookies([{ name: 'sidebarStatus', value: '0', url: server.url }])
    await addToMenu(page, deep(), directory(30))
  })

  test('opens a branch beside its icon while it is pointed at, nested ones too, and takes no focus', async ({
    page,
  }) => {
    await page.goto('/dashboard')
    const focused = avatar(page)
    await focused.focus()
    await branch(page, '分支 10').hover()
    await expect(link(page, '第一页 10')).toBeVisible()
    const icon = await branch(page, '分支 10').boundingBox()
    const entry = await link(page, '第一页 10').boundingBox()
    expect(entry!.x).toBeGreaterThan(icon!.x + icon!.width)
    await branch(page, '深处').hover() // the way there leads over the gap, and past other icons
    await link(page, '第二页 20').hover()
    await expect(focused).toBeFocused()
    await link(page, '第二页 20').click()
    await expect(page).toHaveURL('/b10/deep/second')
    await expect(link(page, '第二页 20')).toHaveCount(0)
    await expect(branch(page, '分支 10')).toHaveAttribute('aria-expanded', 'false')
  })

  test('closes it when the pointer goes away, to another icon or off, and on Escape', async ({ page }) => {
    await page.goto('/dashboard')
    await branch(page, '分支 10').hover()
    await expect(link(page, '第一页 10')).toBeVisible()
    await branch(page, '分支 30').hover()
    await expect(link(page, '第一页 30')).toBeVisible()
    await expect(link(page, '第一页 10')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(link(page, '第一页 30')).toHaveCount(0)
    await branch(page, '分支 10').hover()
    await expect(link(page, '第一页 10')).toBeVisible()
    await page.mouse.move(900, 700)
    await expect(link(page, '第一页 10')).toHaveCount(0)
  })

  test('has links there that open in a new window by a middle click', async ({ page }) => {
    const ours = menuItem(91, { path: '/admin/sys-role', title: '角色表' }) // in every window, whatever menu is made up here
    await addToMenu(
      page,
      menuItem(90, { path: '/b90', title: '分支 90', children: [ours, menuItem(92, { path: 'x', title: 'x' })] }),
    )
    await page.goto('/dashboard')
    await branch(page, '分支 90').hover()
    const opened = page.context().waitForEvent('page')
    await link(page, '角色表').click({ button: 'middle' })
    await expect(await opened).toHaveURL('/admin/sys-role')
    await expect(page).toHaveURL('/dashboard')
    await expect(link(page, '角色表')).toBeVisible()
  })

  test('is used by keyboard alone: arrows and Enter lead in, the left arrow and Escape out', async ({ page }) => {
    await page.goto('/dashboard')
    const press = (key: string) => page.keyboard.press(key)
    await link(page, '首页').focus()
    await expect(page.getByRole('tooltip')).toHaveText('首页')
    for (const _ of topLevel) await press('ArrowDown')
    await expect(branch(page, '分支 10')).toBeFocused()
    await press('ArrowRight')
    await expect(link(page, '第一页 10')).toBeFocused()
    await press('End')
    await expect(branch(page, '深处')).toBeFocused()
    await press('Enter')
    await expect(link(page, '第一页 20')).toBeFocused()
    await press('ArrowLeft')
    await expect(branch(page, '深处')).toBeFocused()
    await expect(link(page, '第一页 20')).toHaveCount(0)
    await press('Escape')
    await expect(branch(page, '分支 10')).toBeFocused()
    await expect(link(page, '第一页 10')).toHaveCount(0)
    await press('Enter')
    await press('ArrowDown')
    await press('Enter')
    await expect(page).toHaveURL('/b10/second')
    await expect(title(page, '第二页 10')).toBeFocused()
    await expect(link(page, '第二页 10')).toHaveCount(0)
  })

  test('closes what is open when the focus goes on', async ({ page }) => {
    await page.goto('/dashboard')
    await branch(page, '分支 30').press('ArrowRight')
    await expect(link(page, '第一页 30')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(link(page, '第二页 30')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(link(page, '第二页 30')).toHaveCount(0)
  })
})

test.describe('the top menu', () => {
  const many = [10, 20, 30, 40, 50, 60, 70, 80].map((id) => directory(id))
  const more = (page: Page) => topMenu(page).getByRole('button', { name: '更多菜单' })
  const inMore = (page: Page, name: string) => page.getByRole('menuitem', { name })
  const top = (page: Page, name: string) => topMenu(page).getByRole('button', { name, exact: true })
  const topEntries = (page: Page) => topMenu(page).getByRole('listitem')

  test('replaces the breadcrumb, and switched off gives it and the default sidebar back', async ({ page }) => {
    await addToMenu(page, directory(10))
    await page.goto('/b10/first')
    await expect(topEntries(page)).toHaveText([...topLevel, '分支 10'])
    await expect(trail(page)).toHaveCount(0)
    await expect(link(page, '首页')).toHaveCount(0)
    await page.evaluate(() => {
      localStorage.setItem('settings', JSON.stringify({ topNav: false }))
      dispatchEvent(new StorageEvent('storage', { key: 'settings' })) // as if in another window
    })
    await expect(topMenu(page)).toHaveCount(0)
    await expect(trail(page).getByRole('listitem')).toHaveText(['首页', '分支 10', '第一页 10'])
    await expect(link(page, '首页')).toBeVisible()
    await expect(branch(page, '分支 10')).toHaveAttribute('aria-expanded', 'true')
  })

  test('shows as many entries as fit, more than five where there is room, the rest under 更多菜单', async ({
    page,
  }) => {
    await addToMenu(page, ...many)
    const bar = async () => (await topMenu(page).boundingBox())!
    const expectAllInside = () =>
      expect
        .poll(async () => {
          const { x, width: room } = await bar()
          const ends = await topEntries(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
          return ends.every((end) => end <= x + room)
        })
        .toBe(true)
    await page.goto('/dashboard')
    await expect(more(page)).toBeVisible()
    const wide = await topEntries(page).count()
    expect(wide).toBeGreaterThan(5 + 1)
    await expectAllInside()
    await more(page).click()
    await expect(page.getByRole('menuitem')).toHaveCount(topLevel.length + many.length - (wide - 1))
    await page.keyboard.press('Escape')

    await page.setViewportSize({ width: 1040, height: 900 })
    await expect.poll(() => topEntries(page).count()).toBeLessThan(wide)
    await expectAllInside()
    await page.setViewportSize({ width: 2560, height: 900 })
    await expect(topEntries(page)).toHaveCount(topLevel.length + many.length)
    await expect(more(page)).toHaveCount(0)
  })

  test('loads the children of a chosen entry into the sidebar, and does not leave the page', async ({ page }) => {
    await addToMenu(page, ...many)
    await page.goto('/dashboard')
    await expect(branch(page, '分支 10')).toBeVisible() // a page alone is active: the default menu
    await top(page, '分支 10').click()
    await expect(page).toHaveURL('/dashboard')
    await expect(entries(page)).toHaveText(['第一页 10', '第二页 10'])
    await expect(top(page, '分支 10')).toHaveAttribute('aria-current', 'true')

    await link(page, '第二页 10').click()
    await expect(page).toHaveURL('/b10/second')
    await expect(top(page, '分支 10')).toHaveAttribute('aria-current', 'true')
    await top(page, '分支 20').click()
    await expect(entries(page)).toHaveText(['第一页 20', '第二页 20'])
    await expect(top(page, '分支 10')).not.toHaveAttribute('aria-current')
    await page.goBack() // to a page of another entry
    await expect(page).toHaveURL('/dashboard')
    await expect(branch(page, '分支 10')).toBeVisible()
    await page.goForward()
    await expect(entries(page)).toHaveText(['第一页 10', '第二页 10'])
  })

  test('goes to a page that stands there, and gives up a choice for it', async ({ page }) => {
    await addToMenu(page, alone, ...many)
    await page.goto('/dashboard')
    await topMenu(page).getByRole('link', { name: '独页' }).click()
    await expect(page).toHaveURL('/alone')
    await expect(topMenu(page).getByRole('link', { name: '独页' })).toHaveAttribute('aria-current', 'page')
    await expect(branch(page, '分支 10')).toBeVisible()
    await top(page, '分支 10').click()
    await expect(entries(page)).toHaveText(['第一页 10', '第二页 10'])
    await topMenu(page).getByRole('link', { name: '独页' }).click()
    await expect(branch(page, '分支 10')).toBeVisible()
  })

  test('under 更多菜单 has children to load, pages to go to and other sites', async ({ page }) => {
    await addToMenu(page, ...many, alone, handbook)
    await page.goto('/dashboard')
    await more(page).click()
    await inMore(page, '分支 80').click()
    await expect(entries(page)).toHaveText(['第一页 80', '第二页 80'])
    await expect(page).toHaveURL('/dashboard')
    await more(page).click()
    await expect(inMore(page, '分支 80')).toHaveAttribute('aria-current', 'true')
    await expect(inMore(page, '手册')).toHaveAttribute('target', '_blank')
    await inMore(page, '独页').click()
    await expect(page).toHaveURL('/alone')
    await expect(branch(page, '分支 80')).toBeVisible()
  })

  test('opens an http or https address in a new window', async ({ page }) => {
    await addToMenu(page, handbook, menuItem(91, { path: 'http://intranet.example/', title: '内网' }))
    await page.goto('/dashboard')
    for (const name of ['手册', '内网']) {
      const external = topMenu(page).getByRole('link', { name })
      await expect(external).toHaveAttribute('href', /^https?:/)
      await expect(external).toHaveAttribute('target', '_blank')
      await expect(external).toHaveAttribute('rel', /noopener/)
    }
  })

  test('is used by keyboard alone', async ({ page }) => {
    await addToMenu(page, alone, ...many)
    await page.goto('/dashboard')
    await topMenu(page).getByRole('link', { name: '独页' }).focus()
    await page.keyboard.press('Tab')
    await expect(top(page, '分支 10')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(entries(page)).toHaveText(['第一页 10', '第二页 10'])
    await more(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(inMore(page, '分支 80')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(entries(page)).toHaveText(['第一页 80', '第二页 80'])
    await expect(more(page)).toBeFocused()
  })

  test('marks the entry that a hidden page belongs to', async ({ page }) => {
    const detail = menuItem(95, { path: '/elsewhere/:id', title: '详情', visible: '1', activeMenu: '/b20/second' })
    await addToMenu(page, ...many, detail)
    await page.goto('/elsewhere/7')
    await expect(top(page, '分支 20')).toHaveAttribute('aria-current', 'true')
    await expect(link(page, '第二页 20')).toHaveAttribute('aria-current', 'true')
  })
})

test('on a phone the trail names the page whole, also beside the bell; the settings have language and theme', async ({
  page,
}) => {
  await page.goto('/caliper/qc/value-base')
  await expect(page.getByRole('button', { name: /异常信号|信号/ }).first()).toBeVisible()
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    const step = trail(page).getByRole('listitem').last().locator('.breadcrumb-step')
    await expect(step).toHaveText('质检记录')
    await expect.poll(() => step.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
  }
  await expect(page.getByRole('button', { name: 'Switch to English' })).toHaveCount(0)
  await page.locator('.avatar-button').click()
  await page.getByRole('menuitem', { name: '页面设置' }).click()
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'English' })).toBeVisible()
})

test('in a menu where some entries have a drawing, the words of all begin at one line', async ({ page }) => {
  await page.goto('/admin/sys-menu')
  await page
    .getByRole('button', { name: /的更多操作$/ })
    .first()
    .click()
  const menu = page.getByRole('menu')
  await expect(menu.locator('.icon').first()).toBeVisible()
  const starts = await menu
    .locator('.menu-label')
    .evaluateAll((labels) => new Set(labels.map((label) => Math.round(label.getBoundingClientRect().x))).size)
  expect(starts).toBe(1)
})

test.describe('the breadcrumb', () => {
  test.beforeEach(({ page }) => settle(page, { topNav: false }))

  test('starts with 首页, unless the page is home, in both languages', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(trail(page).getByRole('listitem')).toHaveText(['首页'])
    await expect(trail(page).getByRole('link')).toHaveCount(0)
    await openPage(page, '角色管理')
    await expect(trail(page).getByRole('listitem')).toHaveText(['首页', '系统管理', '角色管理'])
    await expect(trail(page).getByRole('listitem').last()).toHaveAttribute('aria-current', 'page')
    await page.getByRole('button', { name: 'Switch to English' }).click()
    const inEnglish = page.getByRole('navigation', { name: 'You are here' })
    await expect(inEnglish.getByRole('listitem')).toHaveText(['Home', 'System', 'Roles'])
    await inEnglish.getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test('leads along redirects; those of noRedirect, and the last entry, are not clickable', async ({ page }) => {
    await addToMenu(
      page,
      directory(10, { redirect: 'second' }),
      directory(20, { redirect: 'noRedirect' }),
      directory(30, { breadcrumb: 'false' }),
    )
    await page.goto('/b20/first')
    await expect(trail(page).getByRole('listitem')).toHaveText(['首页', '分支 20', '第一页 20'])
    await expect(trail(page).getByRole('link')).toHaveText(['首页'])
    await page.goto('/b30/first')
    await expect(trail(page).getByRole('listitem')).toHaveText(['首页', '第一页 30'])
    await page.goto('/b10/first')
    await expect(trail(page).getByRole('link')).toHaveText(['首页', '分支 10'])
    await trail(page).getByRole('link', { name: '分支 10' }).click()
    await expect(page).toHaveURL('/b10/second')
  })

  test('that is too long is cut, and pushes nothing out of the bar', async ({ page }) => {
    const long = '一个很长很长的名字'.repeat(6)
    await addToMenu(
      page,
      directory(10, { title: long, alwaysShow: true, children: [menuItem(11, { path: 'a', title: long })] }),
    )
    await page.goto('/b10/a')
    await expect(trail(page).getByRole('listitem')).toHaveText(['首页', long, long])
    await expect(avatar(page)).toBeInViewport({ ratio: 1 })
    const { right } = await trail(page).evaluate((element) => element.getBoundingClientRect())
    const last = await trail(page).getByRole('listitem').last().boundingBox()
    expect(last!.x + last!.width).toBeLessThanOrEqual(right + 1)
    await trail(page).getByText(long).first().hover()
    await expect(page.getByRole('tooltip')).toHaveText(long)
  })
})

test.describe('the avatar', () => {
  const asOperator = (page: Page, avatar: string) =>
    page.route('**/api/v1/start', (route) =>
      answerWith(route, ({ user, ...start }: Start) => ({ ...start, user: { ...user, avatar } })),
    )
  const picture = (page: Page) => avatar(page).locator('img')

  test('opens a menu with a link to 个人中心, and 退出登录', async ({ page }) => {
    await page.goto('/dashboard')
    await avatar(page).click()
    await expect(page.getByRole('menuitem')).toHaveText(['个人中心', '退出登录'])
    const opened = page.context().waitForEvent('page')
    await page.getByRole('menuitem', { name: '个人中心' }).click({ button: 'middle' })
    await expect(await opened).toHaveURL('/profile/index')
    await page.getByRole('menuitem', { name: '个人中心' }).press('Space')
    await expect(page).toHaveURL('/profile/index')
    await expect(title(page, '个人中心')).toBeVisible()
  })

  test('is requested at 80x80', async ({ page }) => {
    await asOperator(page, 'logo.svg')
    const requested = page.waitForRequest(/\/logo\.svg\?imageView2\/1\/w\/80\/h\/80$/)
    await page.goto('/dashboard')
    expect(await (await requested).response()).not.toBeNull()
    await expect(picture(page)).toHaveAttribute('width', '80')
    await expect(picture(page)).toHaveAttribute('height', '80')
  })

  test.describe('that cannot be shown', () => {
    test.use({ expectedErrors: [/status of 404/] })
    test('is the first letter of the name', async ({ page }) => {
      await asOperator(page, 'no/such.png')
      await page.goto('/dashboard')
      await expect(avatar(page)).toContainText('管')
      await expect(picture(page)).toHaveCount(0)
    })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  const closings: [what: string, close: (page: Page) => Promise<unknown>, to: string][] = [
    ['a choice', (page) => openPage(page, '角色管理'), '/admin/sys-role'],
    ['the choice of the page one is on', (page) => openPage(page, '首页'), '/dashboard'],
    ['a touch beside it', (page) => page.mouse.click(370, 500), '/dashboard'],
    ['Escape', (page) => page.keyboard.press('Escape'), '/dashboard'],
  ]
  for (const [what, close, to] of closings) {
    test(`the menu lies over the page and is closed by ${what}`, async ({ page }) => {
      await page.goto('/dashboard')
      await expect(title(page, '首页')).toBeVisible()
      await expect(page.getByRole('link', { name: '角色管理' })).not.toBeInViewport()
      await page.getByRole('button', { name: '展开菜单' }).click()
      await expect(link(page, '首页')).toBeFocused()
      await expect(mainMenu(page)).toBeInViewport({ ratio: 1 })
      await close(page)
      await expect(mainMenu(page)).not.toBeInViewport()
      await expect(page).toHaveURL(to)
      if (to === '/dashboard') await expect(page.getByRole('button', { name: '展开菜单' })).toBeFocused()
    })
  }

  test('there is no top menu: the way to the page stands there, and the drawer has everything', async ({ page }) => {
    await addToMenu(page, deep(), directory(30))
    await page.goto('/b10/deep/first')
    await expect(topMenu(page)).toHaveCount(0)
    await expect(trail(page).getByRole('listitem')).toHaveText(['首页', '第一页 20']) // both ends of it
    await page.getByRole('button', { name: '展开菜单' }).click()
    await expect(link(page, '第一页 20')).toBeFocused()
    await expect(link(page, '首页')).toBeVisible()
    await expect(branch(page, '分支 30')).toBeVisible()
  })
})

for (const { name, viewport, isPhone, themeMode, locale } of looks) {
  test.describe(`axe finds nothing, ${name}:`, () => {
    test.use({ viewport, hasTouch: isPhone })
    const inZh = locale === 'zh'

    if (isPhone) {
      test('the drawer', async ({ page }) => {
        await settle(page, { themeMode, locale })
        await addToMenu(page, deep(), handbook)
        await page.goto('/b10/deep/second')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.getByRole('button', { name: inZh ? '展开菜单' : 'Expand menu' }).click()
        await expect(mainMenu(page)).toBeInViewport({ ratio: 1 })
        await expectAccessible(page)
      })
      return
    }
    for (const themeStyle of ['dark', 'light']) {
      test(`the top menu with 更多菜单 open, sidebar ${themeStyle}`, async ({ page }) => {
        await settle(page, { themeMode, locale, themeStyle })
        await addToMenu(page, ...[10, 20, 30, 40, 50, 60, 70, 80].map((id) => directory(id)), handbook)
        await page.goto('/b10/first')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.getByRole('button', { name: inZh ? '更多菜单' : 'More menus' }).click()
        await expect(page.getByRole('menuitem').first()).toBeFocused()
        await expectAccessible(page)
      })

      test(`a fly-out, sidebar ${themeStyle}`, async ({ page, server }) => {
        await settle(page, { themeMode, locale, themeStyle, topNav: false })
        await page.context().addCookies([{ name: 'sidebarStatus', value: '0', url: server.url }])
        await addToMenu(page, deep(), handbook)
        await page.goto('/b10/deep/second')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await branch(page, inZh ? '分支 10' : 'Branch 10').press('Enter')
        await branch(page, inZh ? '深处' : 'Deep').press('Enter')
        await expect(link(page, inZh ? '第一页 20' : 'First 20')).toBeFocused()
        await expectAccessible(page)
      })
    }
  })
}
