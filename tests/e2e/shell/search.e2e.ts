import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { keepSettings, looks } from '../support/looks'
import { addToMenu, menuItem } from '../support/menu'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const palette = (page: Page) =>
  page.getByRole('dialog', { name: /^(搜索记录、页面和操作|Search records, pages and actions)$/ })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')
const active = (page: Page) => palette(page).getByRole('option', { selected: true })
const group = (page: Page, name: string) => palette(page).getByRole('group', { name })
const opener = (page: Page) => page.getByRole('button', { name: '搜索…' })
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const startAt = async (page: Page, path: string) => {
  await page.goto(path)
  await title(page, /./).waitFor()
}
const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

/** What the menu that is delivered has none of. */
const hidden = menuItem(63, { path: '/secret', title: '隐藏的页面', visible: '1' })
const pattern = menuItem(64, { path: '/pattern/:id', title: '成串的地址' })
const help = menuItem(65, { path: 'https://help.example/manual', title: '帮助中心', titleKeys: 'bangzhuzhongxin bzzx' })

test.beforeEach(async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
  await addToMenu(page, hidden, pattern, help)
})

test.describe('route search (spec: layout shell)', () => {
  const searches: [how: string, typed: string, first: string, path: string][] = [
    ['by the title', '质检记录', '质量管理 > 质检记录', '/caliper/qc/value-base'],
    ['by a part of it', '模板', '质量管理 > 质检模板', '/caliper/qc'],
    ['by the path', 'value-base', '质量管理 > 质检记录', '/caliper/qc/value-base'],
    ['by initials of the pinyin, which the server sends', 'jsgl', '系统管理 > 角色管理', '/admin/sys-role'],
    ['by the title with one character wrong', '质捡记录', '质量管理 > 质检记录', '/caliper/qc/value-base'],
    ['by the English title', 'templates', '质量管理 > 质检模板', '/caliper/qc'],
    ['by the whole pinyin', 'jueseguanli', '系统管理 > 角色管理', '/admin/sys-role'],
    ['home, by its initials', 'sy', '首页', '/dashboard'],
  ]
  test('finds a page and leads there', async ({ page }) => {
    await startAt(page, '/401')
    for (const [how, typed, first, path] of searches) {
      await test.step(`${how}: ${typed}`, async () => {
        await openPalette(page)
        await field(page).fill(typed)
        await expect(active(page)).toContainText(first)
        await expect(active(page)).toContainText(path)
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(path)
        await expect(palette(page)).toHaveCount(0)
        await expect(title(page, /./)).toBeFocused()
      })
    }
  })

  test('finds nothing that is hidden, and no pattern of addresses', async ({ page }) => {
    await startAt(page, '/401')
    await openPalette(page)
    for (const typed of ['隐藏的页面', '成串的地址']) {
      await field(page).fill(typed)
      await expect(palette(page).getByRole('status')).toHaveText(`没有找到“${typed}”。可以试试更短的词。`)
      await expect(options(page)).toHaveCount(0)
    }
  })

  test('finds titles in the operator’s language', async ({ page }) => {
    await keepSettings(page, { locale: 'en' })
    await startAt(page, '/401')
    await openPalette(page)
    await field(page).fill('record')
    await expect(active(page)).toContainText('Quality > Records')
    await field(page).fill('质检记录')
    await expect(active(page)).toContainText('Quality > Records')
  })

  test('opens by a click on its field in the navbar, which is a button on a phone', async ({ page }) => {
    await startAt(page, '/dashboard')
    await opener(page).click()
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()

    await page.setViewportSize({ width: 390, height: 844 })
    await opener(page).click()
    await expect(field(page)).toBeFocused()
    await palette(page).getByRole('button', { name: '关闭' }).click()
    await expect(opener(page)).toBeFocused()
    await expect(page.getByRole('button', { name: '全屏' })).toHaveCount(0)
  })

  test('stays open after a press that is begun on a hit and withdrawn', async ({ page }) => {
    await startAt(page, '/dashboard')
    await openPalette(page)
    await field(page).fill('角色管理')
    const hit = (await active(page).boundingBox())!
    await page.mouse.move(hit.x + hit.width / 2, hit.y + hit.height / 2)
    await page.mouse.down()
    await page.mouse.move(10, 890) // on what lies behind it
    await page.mouse.up()
    await allAnswered(page)
    await expect(field(page)).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })

  test('opens other sites in a new window', async ({ page, context }) => {
    await context.route('https://help.example/**', (route) => route.fulfill({ body: 'manual' }))
    await startAt(page, '/dashboard')
    await openPalette(page)
    await field(page).fill('bzzx')
    await expect(active(page)).toContainText('在新窗口打开')
    const opened = context.waitForEvent('page')
    await page.keyboard.press('Enter')
    const other = await opened
    await expect(other).toHaveURL('https://help.example/manual')
    expect(await other.evaluate(() => window.opener)).toBeNull()
    await expect(page).toHaveURL('/dashboard')
  })

  test('opens a page in a new window on Ctrl+Enter and on Ctrl+click', async ({ page, context }) => {
    await startAt(page, '/dashboard')
    for (const choose of [
      () => page.keyboard.press('Control+Enter'),
      () => active(page).click({ modifiers: ['Control'] }),
    ]) {
      await openPalette(page)
      await field(page).fill('jsgl')
      await expect(active(page)).toContainText('角色管理')
      const opened = context.waitForEvent('page')
      await choose()
      await expect(await opened).toHaveURL('/admin/sys-role')
      await expect(page).toHaveURL('/dashboard')
      await expect(palette(page)).toHaveCount(0)
    }
  })
})

test.describe('by keyboard alone', () => {
  test('Ctrl+K opens it from anywhere, also from a field, and closes it; Esc gives the focus back', async ({
    page,
  }) => {
    await startAt(page, '/admin/sys-role')
    const box = page.getByRole('textbox', { name: '角色名称' })
    await box.focus()
    await openPalette(page)
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toHaveCount(0)
    await expect(box).toBeFocused()
    await openPalette(page)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(box).toBeFocused()
  })

  test('↑ and ↓ go round; the field says which option is meant', async ({ page }) => {
    await startAt(page, '/dashboard')
    await openPalette(page)
    await field(page).fill('质检')
    await expect(options(page)).toHaveCount(4)
    const meant = async () => page.locator(`[id="${await field(page).getAttribute('aria-activedescendant')}"]`)
    await expect(await meant()).toContainText('质检模板')
    await page.keyboard.press('ArrowDown')
    await expect(await meant()).toContainText('质检记录')
    await page.keyboard.press('ArrowDown')
    await expect(await meant()).toContainText('质检分析')
    await page.keyboard.press('ArrowDown')
    await expect(await meant()).toContainText('质检审计')
    await page.keyboard.press('ArrowDown')
    await expect(await meant()).toContainText('质检模板')
    await page.keyboard.press('ArrowUp')
    await expect(await meant()).toContainText('质检审计')
    await expect(palette(page).getByRole('status')).toHaveText('4 个结果')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/caliper/audit')
  })

  test('keys that an input method works on are not taken: Enter ends the composition', async ({ page }) => {
    await startAt(page, '/dashboard')
    await openPalette(page)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Input.imeSetComposition', { text: "jue'se", selectionStart: 6, selectionEnd: 6 })
    await expect(active(page)).toContainText('角色管理')
    const compose = (key: string) =>
      field(page).evaluate(
        (input, key) => input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, isComposing: true })),
        key,
      )
    await compose('Enter')
    await compose('ArrowDown')
    await expect(palette(page)).toBeVisible()
    await expect(active(page)).toContainText('角色管理')
    await cdp.send('Input.insertText', { text: '角色' })
    await expect(field(page)).toHaveValue('角色')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/sys-role')
  })

  test('a click beside it closes it', async ({ page }) => {
    await startAt(page, '/dashboard')
    await openPalette(page)
    await page.mouse.click(20, 880)
    await expect(palette(page)).toHaveCount(0)
  })

  test('it opens over a form, which is still there afterwards', async ({ page }) => {
    await startAt(page, '/admin/sys-role')
    await page.getByRole('button', { name: '新建角色' }).click()
    const form = page.getByRole('dialog', { name: '新建角色' })
    await form.getByLabel('角色名称').fill('写了一半')
    await openPalette(page)
    await page.keyboard.type('sy')
    await expect(active(page)).toContainText('首页')
    await page.keyboard.press('Escape')
    await expect(form.getByLabel('角色名称')).toBeFocused()
    await expect(form.getByLabel('角色名称')).toHaveValue('写了一半')
    await openPalette(page)
    await page.keyboard.type('sy')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
    await expect(form).toBeHidden()
  })
})

test.describe('before anything is typed', () => {
  test('it offers the tabs used lately, the latest first and without the present one, and says how to search', async ({
    page,
  }) => {
    await startAt(page, '/caliper/qc')
    for (const [typed, path] of [
      ['jsgl', '/admin/sys-role'],
      ['sy', '/dashboard'],
    ] as const) {
      await openPalette(page)
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(path)
      await expect(palette(page)).toHaveCount(0)
    }
    await openPalette(page)
    await expect(group(page, '最近').getByRole('option')).toContainText(['角色管理', '质检模板'])
    await expect(group(page, '菜单')).not.toContainText('角色管理')
    await expect(palette(page).getByText(/^可以输入拼音首字母：[a-z]+ → .+$/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/sys-role')
  })
})

test.describe('actions', () => {
  test.beforeEach(async ({ page }) => {
    await startAt(page, '/admin/sys-role')
    await page.getByRole('button', { name: '新建角色' }).waitFor() // the search knows the buttons that it opens over
    await openPalette(page)
  })

  async function act(page: Page, typed: string, label: string) {
    await field(page).fill(typed)
    const option = group(page, '操作').getByRole('option').first()
    await expect(option).toHaveText(label)
    await option.click()
    await expect(palette(page)).toHaveCount(0)
  }

  test('a new record on the page in sight', async ({ page }) => {
    await act(page, '新建', '新建角色')
    await expect(page.getByRole('dialog', { name: '新建角色' }).getByLabel('角色名称')).toBeFocused()
  })

  test('light and dark', async ({ page }) => {
    await act(page, 'qhdss', '切换到深色')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  test('the language, in which the search goes on', async ({ page }) => {
    await act(page, 'english', 'Switch to English')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await openPalette(page)
    await field(page).fill('role')
    await expect(active(page)).toContainText('System > Roles')
  })

  test('the settings', async ({ page }) => {
    await act(page, '设置', '页面设置')
    await expect(page.getByRole('dialog', { name: '页面设置' })).toBeVisible()
  })

  test('the list of keys', async ({ page }) => {
    await act(page, 'jpkjj', '键盘快捷键')
    await expect(page.getByRole('dialog', { name: '键盘快捷键' })).toBeVisible()
  })

  test('signing out, which asks first', async ({ page }) => {
    await act(page, '退出登录', '退出登录')
    await expect(page.getByRole('alertdialog')).toContainText('确定注销并退出系统吗？')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('the search that cannot be fetched says so, and everything else goes on', async ({ page, context }) => {
    await startAt(page, '/dashboard')
    await allAnswered(page)
    await context.setOffline(true)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('alert').locator('.toast-text', { hasText: '服务器连接异常' })).toBeVisible()
    await expect(title(page, '首页')).toBeVisible()
    await context.setOffline(false)
  })
})

for (const { name, viewport, isPhone, ...settings } of looks) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: isPhone })
    test('axe finds nothing in the search', async ({ page }) => {
      await keepSettings(page, settings)
      await startAt(page, '/admin/sys-role')
      await openPalette(page)
      await expectAccessible(page)
      await field(page).fill('zj')
      await expect(options(page).filter({ hasText: /质检记录|Records/ })).not.toHaveCount(0) // others may have made more
      await allAnswered(page)
      await expectAccessible(page)
      await field(page).fill('nothing like it at all')
      await expect(options(page)).toHaveCount(0)
      await expectAccessible(page)
    })
  })
}
