import type { Page } from '@playwright/test'
import { MOBILE_BREAKPOINT_PX } from '#shared/constants'
import { rampOf, themePresets } from '#shared/theme'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { beSignedIn } from '../support/sign-in'
import { looks } from '../support/looks'
import { expect, test } from '../support/test'

test.describe.configure({ mode: 'parallel' })

const handle = (page: Page) => page.getByRole('button', { name: /^(打开|关闭)页面设置$/ })
const drawer = (page: Page) => page.getByRole('dialog', { name: '页面设置' })
const option = (page: Page, group: string, name: string | RegExp) =>
  drawer(page).getByRole('radiogroup', { name: group }).getByRole('radio', { name })
const choose = (page: Page, group: string, name: string) => option(page, group, name).check()
const swatch = (page: Page, seed: string) => option(page, '主题色', new RegExp(seed, 'i'))
const hexField = (page: Page) => drawer(page).getByRole('textbox', { name: '自定义颜色' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function open(page: Page) {
  const isPhone = (page.viewportSize()?.width ?? 0) < MOBILE_BREAKPOINT_PX
  if (isPhone) await openByMenu(page)
  else await handle(page).click()
  await expect(drawer(page)).toBeFocused()
}

/** As on a phone, where the handle would lie over the page. */
async function openByMenu(page: Page) {
  await page.locator('.avatar-button').click()
  await page.getByRole('menuitem', { name: /^(页面设置|Page settings)$/ }).click()
}

/** A custom property of the page as it is at the moment. */
const token = (page: Page, name: string) =>
  page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of).trim(), name)

const attribute = (page: Page, name: string) => page.locator('html').getAttribute(name)

const kept = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('settings') ?? '{}'))

/** Puts settings where the browser keeps them, once: a reload finds what has become of them. */
async function keep(page: Page, settings: string) {
  await page.goto('/404')
  await page.evaluate((text) => localStorage.setItem('settings', text), settings)
}

const sizeCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'size')

test.beforeEach(({ page, account }) => beSignedIn(page, account('admin')).then(() => {}))

test.describe('the settings drawer', () => {
  test('its handle stays at the edge when the page is drawn anew', async ({ page }) => {
    await page.goto('/admin/sys-menu')
    await expect(page.getByRole('treegrid')).toBeVisible()
    const place = await handle(page).boundingBox()
    await page.evaluate(() => document.querySelector('#main > .page-pane')!.setAttribute('data-left', ''))
    await page.keyboard.press('r')
    await expect(page.locator('[data-left]')).toHaveCount(0)
    await expect(page.getByRole('treegrid')).toBeVisible()
    await expect.poll(() => handle(page).boundingBox()).toEqual(place)
  })

  test('opens and closes with its handle, is 320 px wide and moves nothing (spec §4)', async ({ page }) => {
    await page.goto('/dashboard')
    const main = await page.getByRole('main').boundingBox()
    await expect(handle(page)).toHaveAttribute('aria-expanded', 'false')
    await open(page)
    await expect(handle(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(drawer(page).getByRole('heading')).toHaveText(['页面设置', '主题设置', '布局设置'])
    await expect.poll(() => drawer(page).boundingBox()).toEqual({ x: 1440 - 320, y: 0, width: 320, height: 900 })
    expect(await page.getByRole('main').boundingBox()).toEqual(main)
    await handle(page).click()
    await expect(drawer(page)).toHaveCount(0)
    await expect(handle(page)).toBeFocused()
  })

  const closings: [how: string, close: (page: Page) => Promise<unknown>][] = [
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['its own button', (page) => drawer(page).getByRole('button', { name: '关闭', exact: true }).click()],
  ]
  for (const [how, close] of closings) {
    test(`closes by ${how}, and the focus goes back`, async ({ page }) => {
      await page.goto('/dashboard')
      await open(page)
      await close(page)
      await expect(drawer(page)).toHaveCount(0)
      await expect(handle(page)).toBeFocused()
    })
  }

  test('closes on a click outside, which still does what it is for (spec §4)', async ({ page }) => {
    await page.goto('/admin/sys-role')
    await expect(heading(page, '角色管理')).toBeVisible()
    await open(page)
    await drawer(page).getByRole('heading', { name: '布局设置' }).click()
    await expect(drawer(page)).toBeVisible()
    await page.getByRole('textbox', { name: '角色名称' }).click()
    await expect(drawer(page)).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: '角色名称' })).toBeFocused()
  })

  test('has its handle beside the scroll bar of the page, not on it', async ({ page }) => {
    const end = async () => {
      const { x = 0, width = 0 } = (await handle(page).boundingBox()) ?? {}
      return x + width
    }
    await page.goto('/dashboard')
    await expect(heading(page, '首页')).toBeVisible()
    await expect.poll(end).toBe(1440)
    await page.locator('.page-pane:not([aria-hidden])').evaluate((pane) => {
      pane.style.borderRight = '15px solid' // this browser draws no scroll bars; a border takes the same room
    })
    await expect.poll(end).toBe(1425)
  })

  test('has its handle beside what stands on the page, not over it', async ({ page }) => {
    await page.goto('/admin/sys-role')
    await expect(heading(page, '角色管理')).toBeVisible()
    const button = (await handle(page).boundingBox())!
    const table = (await page.locator('.data-table').boundingBox())!
    expect(button.x).toBeGreaterThanOrEqual(table.x + table.width)
  })

  test('has no handle where showSettings is off (spec §3)', async ({ page }) => {
    await keep(page, JSON.stringify({ showSettings: false }))
    await page.goto('/dashboard')
    await expect(heading(page, '首页')).toBeVisible()
    await expect(handle(page)).toHaveCount(0)
  })

  test('is used by keyboard alone', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(heading(page, '首页')).toBeVisible()
    await page.keyboard.press('Shift+Tab') // from the start of the page to its end
    await expect(handle(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(drawer(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(drawer(page).getByRole('button', { name: '关闭', exact: true })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(option(page, '侧栏风格', '浅色')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(option(page, '侧栏风格', '深色')).toBeChecked()
    expect(await attribute(page, 'data-sidebar')).toBe('dark')
    await page.keyboard.press('Escape')
    await expect(handle(page)).toBeFocused()
  })
})

test('the sidebar is #001529 or white, chosen by its picture (spec §2, §9)', async ({ page }) => {
  const color = () =>
    page.getByRole('navigation', { name: '主菜单' }).evaluate((menu) => getComputedStyle(menu).backgroundColor)
  await page.goto('/dashboard')
  await open(page)
  await choose(page, '侧栏风格', '深色')
  await expect.poll(color).toBe('rgb(0, 21, 41)')
  await choose(page, '侧栏风格', '浅色')
  await expect.poll(color).toBe('rgb(255, 255, 255)')
  await page.reload()
  await expect.poll(color).toBe('rgb(255, 255, 255)')
})

test.describe('the theme colour', () => {
  test('each of the ten presets is applied at once, without a reload (spec §2, §9)', async ({ page }) => {
    await page.goto('/dashboard')
    await open(page)
    await page.evaluate(() => void (document.title = 'still the same document'))
    await expect(swatch(page, '#1890FF')).toBeChecked()
    for (const [seed, ramp] of Object.entries(themePresets).toReversed()) {
      await swatch(page, seed).check()
      await expect.poll(() => token(page, '--primary')).toBe(ramp.primary)
      expect(await token(page, '--primary-text')).toBe(ramp.textLight)
      await expect(hexField(page)).toHaveValue(seed)
    }
    await expect(page).toHaveTitle('still the same document')
    await expect(drawer(page).getByText('编译主题中')).toHaveCount(0)
  })

  for (const themeMode of ['light', 'dark']) {
    test(`is seen where no text lies on it, and a darker shade behind text is explained (spec §2): ${themeMode}`, async ({
      page,
    }) => {
      await keep(page, JSON.stringify({ themeMode }))
      await page.goto('/dashboard')
      await open(page)
      const line = () =>
        page
          .getByRole('tab', { name: '首页' })
          .evaluate((tab) => getComputedStyle(tab.closest('.tab') ?? tab).borderBottomColor)
      const button = () =>
        drawer(page)
          .getByText('按钮', { exact: true })
          .evaluate((tone) => [getComputedStyle(tone).backgroundColor, getComputedStyle(tone).color])
      const explained = drawer(page).getByText('按钮的颜色比所选的深，使白色文字清晰可读。')
      await expect.poll(line).toBe('rgb(24, 144, 255)')
      expect(await button()).toEqual(['rgb(0, 119, 217)', 'rgb(255, 255, 255)'])
      await expect(explained).toBeVisible()
      await swatch(page, '#FAAD14').check()
      await expect.poll(line).toBe('rgb(250, 173, 20)')
      expect(await button()).toEqual(['rgb(250, 173, 20)', 'rgb(31, 35, 41)'])
      await expect(explained).toHaveCount(0)
      await expectAccessible(page)
    })
  }

  test('is any other from the palette, whose tones are shown and kept', async ({ page }) => {
    const ramp = rampOf('#8A2BE2')
    const fill = () =>
      drawer(page)
        .getByText('按钮', { exact: true })
        .evaluate((tone) => getComputedStyle(tone).backgroundColor)
    const asRgb = (hex: string) =>
      `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
    await page.goto('/dashboard')
    await open(page)
    await drawer(page).getByLabel('调色板').fill('#8a2be2')
    await expect.poll(fill).toBe(asRgb(ramp.primary))
    await expect(
      drawer(page).getByRole('radiogroup', { name: '主题色' }).getByRole('radio', { checked: true }),
    ).toHaveCount(0)
    await choose(page, '外观', '深色')
    await expect.poll(() => token(page, '--primary-text')).toBe(ramp.textDark)
    await page.reload()
    await expect(heading(page, '首页')).toBeVisible()
    expect(await token(page, '--primary')).toBe(ramp.primary)
    expect(await token(page, '--primary-text')).toBe(ramp.textDark)
  })

  test('is typed, and what is no colour is told at the field', async ({ page }) => {
    await page.goto('/dashboard')
    await open(page)
    await hexField(page).fill('#8a2be')
    await expect(hexField(page)).toHaveAttribute('aria-invalid', 'false') // still being typed
    await page.keyboard.press('Enter')
    await expect(hexField(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(hexField(page)).toHaveAccessibleDescription(/不是颜色值。写成 # 加 6 位十六进制数/)
    expect(await token(page, '--seed')).toBe('#1890ff')
    await hexField(page).pressSequentially('2')
    await expect(hexField(page)).toBeFocused()
    await expect(hexField(page)).toHaveAttribute('aria-invalid', 'false')
    await expect.poll(() => token(page, '--primary')).toBe(rampOf('#8A2BE2').primary)
    await page.keyboard.press('Tab')
    await expect(hexField(page)).toHaveValue('#8A2BE2')
    await hexField(page).fill('nonsense')
    await swatch(page, '#F5222D').check()
    await expect(hexField(page)).toHaveValue('#F5222D')
    await expect(hexField(page)).toHaveAttribute('aria-invalid', 'false')
  })

  test('is picked from the screen where the browser can', async ({ page }) => {
    await page.addInitScript(() => {
      const answers = [Promise.reject(new Error('called off')), Promise.resolve({ sRGBHex: '#8a2be2' })]
      answers[0]?.catch(() => {})
      window.EyeDropper = class {
        open = () => answers.shift() as Promise<{ sRGBHex: string }>
      }
    })
    await page.goto('/dashboard')
    await open(page)
    await drawer(page).getByRole('button', { name: '屏幕取色' }).click()
    await expect(hexField(page)).toHaveValue('#1890FF')
    await drawer(page).getByRole('button', { name: '屏幕取色' }).click()
    await expect(hexField(page)).toHaveValue('#8A2BE2')
  })

  test('says 编译主题中 while its tones are long in coming (spec §4)', async ({ page }) => {
    const { promise: mayPass, resolve: letPass } = Promise.withResolvers<void>()
    const { primary } = rampOf('#722ED1')
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch()
      const body = await response.text()
      if (body.includes(rampOf('#FAAD14').primary)) await mayPass
      await route.fulfill({ response, body })
    })
    await page.goto('/dashboard')
    await open(page)
    await expect(drawer(page).getByText('编译主题中')).toHaveCount(0) // nothing has been chosen
    await swatch(page, '#722ED1').check()
    await expect(drawer(page).getByText('编译主题中')).toBeVisible()
    expect(await token(page, '--primary')).not.toBe(primary)
    letPass()
    await expect(drawer(page).getByText('编译主题中')).toHaveCount(0)
    await expect.poll(() => token(page, '--primary')).toBe(primary)
  })
})

test('light, dark or as the system has it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard')
  await open(page)
  expect(await attribute(page, 'data-theme')).toBe('dark') // nobody has chosen yet
  await choose(page, '外观', '浅色')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await choose(page, '外观', '深色')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await attribute(page, 'data-theme')).toBe('dark')
  await choose(page, '外观', '跟随系统')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a button that is pressed before its words have come up does not tell what it was called before', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/dashboard')
  const dark = page.getByRole('button', { name: '切换到深色' })
  await expect(dark).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000) // from here to the press no time passes, however slow this machine is
  await dark.hover()
  await page.mouse.down()
  await page.mouse.up()
  const light = page.getByRole('button', { name: '切换到浅色' })
  await expect(light).toBeVisible()
  await allAnswered(page) // what draws the words comes late, it may be
  await page.clock.runFor(600) // longer than words take
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.mouse.move(0, 0)
  await light.hover()
  await page.clock.runFor(600)
  await expect(page.getByRole('tooltip')).toHaveText('切换到浅色')
})

test('the language is chosen, and the drawer speaks it at once', async ({ page }) => {
  await page.goto('/dashboard')
  await open(page)
  await option(page, '语言', 'English').click()
  const inEnglish = page.getByRole('dialog', { name: 'Page settings' })
  await expect(inEnglish.getByRole('heading')).toHaveText(['Page settings', 'Theme', 'Layout'])
  await inEnglish.getByRole('radio', { name: '中文' }).click()
  await expect(drawer(page)).toBeVisible()
})

test.describe('the switches of the layout', () => {
  const switches = [
    ['顶部导航', 'topNav'],
    ['任务栏（页签）', 'tagsView'],
    ['固定头部', 'fixedHeader'],
    ['侧栏 Logo', 'sidebarLogo'],
    ['单键快捷键', 'shortcuts'],
  ] as const
  for (const [label, name] of switches) {
    test(`${label} is on at first, and stays off over a reload once it is off (spec §2, §9)`, async ({ page }) => {
      const toggle = drawer(page).getByRole('switch', { name: label })
      await page.goto('/dashboard')
      await open(page)
      await expect(toggle).toBeChecked()
      await toggle.click()
      await expect(toggle).not.toBeChecked()
      await expect.poll(async () => (await kept(page))[name]).toBe(false)
      await page.reload()
      await open(page)
      await expect(toggle).not.toBeChecked()
      await toggle.click()
      await expect.poll(async () => (await kept(page))[name]).toBe(true)
    })
  }
})

/** The height of a row of the list of roles whose cells have one line each, beside no role that another test has made. */
async function rowHeight(page: Page) {
  const row = page.getByRole('row', { name: '系统管理员' })
  return Math.round((await row.boundingBox())?.height ?? 0)
}

test.describe('the density', () => {
  test('is kept in the cookie "size" for a year, and changes the rows (spec §3)', async ({ page }) => {
    await page.goto('/admin/sys-role?roleName=系统管理员')
    await expect.poll(() => rowHeight(page)).toBe(44)
    await open(page)
    await expect(option(page, '密度', '标准')).toBeChecked()
    await choose(page, '密度', '紧凑')
    await expect.poll(() => rowHeight(page)).toBeLessThan(44)
    expect((await sizeCookie(page))?.value).toBe('small')
    await choose(page, '密度', '宽松')
    await expect.poll(() => rowHeight(page)).toBe(52)
    const cookie = await sizeCookie(page)
    expect(cookie).toMatchObject({ value: 'large', path: '/', sameSite: 'Strict' })
    expect((cookie?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(364 * 86_400_000)
    await page.reload()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(await attribute(page, 'data-size')).toBe('large')
    await open(page)
    await expect(option(page, '密度', '宽松')).toBeChecked()
  })

  test('is the usual one when the cookie makes no sense', async ({ page, server }) => {
    await page.context().addCookies([{ name: 'size', value: 'gigantic', url: server.url }])
    await page.goto('/admin/sys-role?roleName=系统管理员')
    await expect.poll(() => rowHeight(page)).toBe(44)
    await open(page)
    await expect(option(page, '密度', '标准')).toBeChecked()
  })
})

for (const width of [1440, 390, 320]) {
  test(`larger text is 16 px and fits into ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await keep(page, JSON.stringify({ fontSize: 16 }))
    for (const path of ['/dashboard', '/admin/sys-role']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await allAnswered(page)
      await open(page)
      await expect(option(page, '字号', '大 16')).toBeChecked()
      const size = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
      if (width === 1440) expect(size).toBeCloseTo(16, 2)
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(excess).toBeLessThanOrEqual(0)
      expect(await drawer(page).evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
      await page.keyboard.press('Escape')
    }
  })
}

test('another window follows', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/admin/sys-role')
  await expect(heading(other, '角色管理')).toBeVisible()
  const written = await other.evaluateHandle(() => {
    const keys: string[] = []
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      keys.push(key)
      setItem.call(this, key, value)
    }
    return keys
  })
  await page.bringToFront()
  await page.goto('/dashboard')
  await open(page)
  await swatch(page, '#00B38A').check()
  await choose(page, '外观', '深色')
  await choose(page, '密度', '紧凑')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(other.locator('html')).toHaveAttribute('data-size', 'small')
  await expect.poll(() => token(other, '--primary')).toBe(rampOf('#00B38A').primary)
  await option(page, '语言', 'English').click()
  await expect(heading(other, 'Roles')).toBeVisible()
  // It would undo what was chosen meanwhile in the window that it follows.
  expect(await written.jsonValue(), 'what the window that follows wrote').not.toContain('settings')
})

test('only keys that exist are accepted, with values that make sense (spec §4)', async ({ page }) => {
  const tampered = {
    themeColor: 'red; }',
    themeMode: 'night',
    topNav: 'no',
    fontSize: 99,
    hacked: '1',
    themeStyle: 'light',
  }
  await keep(page, JSON.stringify(tampered))
  await page.goto('/dashboard')
  await open(page)
  await expect(swatch(page, '#1890FF')).toBeChecked()
  await expect(option(page, '外观', '跟随系统')).toBeChecked()
  await expect(option(page, '字号', '标准 14')).toBeChecked()
  await expect(option(page, '侧栏风格', '浅色')).toBeChecked()
  await expect(drawer(page).getByRole('switch', { name: '顶部导航' })).toBeChecked()
  await choose(page, '侧栏风格', '深色')
  await expect.poll(async () => (await kept(page)).themeStyle).toBe('dark')
  expect(await kept(page)).not.toHaveProperty('hacked')
})

test('damaged settings are the default ones', async ({ page }) => {
  await keep(page, '{"themeMode":"dark"')
  await page.goto('/dashboard')
  await expect(heading(page, '首页')).toBeVisible()
  expect(await attribute(page, 'data-theme')).toBe('light')
})

test('what is kept is there with the first thing drawn', async ({ page, server }) => {
  const settings = { themeMode: 'dark', themeStyle: 'light', themeColor: '#13C2C2', fontSize: 16 }
  await keep(page, JSON.stringify(settings))
  await page.context().addCookies([{ name: 'size', value: 'small', url: server.url }])
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('#root > *')) return
      observer.disconnect()
      const { dataset } = document.documentElement
      const primary = getComputedStyle(document.documentElement).getPropertyValue('--primary')
      Object.assign(globalThis, { firstDrawn: { ...dataset, primary } })
    }).observe(document, { subtree: true, childList: true })
  })
  await page.goto('/dashboard')
  await expect(heading(page, '首页')).toBeVisible()
  expect(await page.evaluate('firstDrawn')).toEqual({
    theme: 'dark',
    sidebar: 'light',
    size: 'small',
    fontSize: '16',
    primary: rampOf('#13C2C2').primary,
  })
})

test('a reset brings all defaults at once, and can be undone', async ({ page }) => {
  await page.goto('/dashboard')
  await open(page)
  await swatch(page, '#F5222D').check()
  await choose(page, '外观', '深色')
  await choose(page, '密度', '宽松')
  await drawer(page).getByRole('switch', { name: '固定头部' }).click()
  await drawer(page).getByRole('button', { name: '恢复默认' }).click()
  await page.getByRole('status').getByRole('button', { name: '撤销' }).hover() // it stays until it is pressed
  await expect(swatch(page, '#1890FF')).toBeChecked()
  await expect.poll(() => token(page, '--primary')).toBe(rampOf('#1890FF').primary)
  await expect(option(page, '外观', '跟随系统')).toBeChecked()
  await expect(option(page, '密度', '标准')).toBeChecked()
  await expect(drawer(page).getByRole('switch', { name: '固定头部' })).toBeChecked()
  expect((await sizeCookie(page))?.value).toBe('medium')

  await page.getByRole('status').getByRole('button', { name: '撤销' }).click()
  await expect(drawer(page)).toBeVisible()
  await expect(swatch(page, '#F5222D')).toBeChecked()
  await expect(option(page, '外观', '深色')).toBeChecked()
  await expect(option(page, '密度', '宽松')).toBeChecked()
  await expect(drawer(page).getByRole('switch', { name: '固定头部' })).not.toBeChecked()
})

test('all settings are copied as JSON', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/dashboard')
  await open(page)
  await swatch(page, '#722ED1').check()
  await drawer(page).getByRole('button', { name: '复制我的设置' }).click()
  await expect(page.getByText('已复制')).toBeVisible()
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(copied).toEqual({ ...(await kept(page)), locale: 'zh', themeColor: '#722ED1', size: 'medium' })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('nothing lies over the page; the drawer leaves a strip of it, whose touch closes it (spec §4)', async ({
    page,
  }) => {
    await page.goto('/dashboard')
    await open(page)
    await expect(handle(page)).toHaveCount(0)
    await expect(drawer(page)).toBeInViewport({ ratio: 1 })
    await page.touchscreen.tap(20, 600)
    await expect(drawer(page)).toHaveCount(0)
  })
})

for (const { name, viewport, isPhone, ...settings } of looks) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: isPhone })
    test('axe finds nothing on the open drawer', async ({ page }) => {
      await keep(page, JSON.stringify(settings))
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
      if (isPhone) await openByMenu(page)
      else await page.getByRole('button', { name: /^(打开页面设置|Open page settings)$/ }).click()
      const panel = page.getByRole('dialog')
      await expect(panel).toBeFocused()
      await expectAccessible(page)
      await panel.getByRole('radio', { name: /#FAAD14/ }).check()
      await panel.getByRole('textbox', { name: /^(自定义颜色|Your own colour)$/ }).fill('nonsense')
      await panel.getByRole('radio').first().focus()
      await expect(panel.getByRole('alert')).toBeVisible()
      await expectAccessible(page)
      await panel.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      await panel.getByRole('button').last().click()
      await expect(page.locator('.toast')).toBeVisible()
      await page.mouse.move(0, 0) // off the toast, whose button would show its tooltip
      await expectAccessible(page)
    })
  })
}
