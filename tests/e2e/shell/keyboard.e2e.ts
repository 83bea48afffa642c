import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { apiOf, uniqueKey } from '../support/api'
import { holdAnswers, isCall } from '../support/held'
import { keepSettings, looks } from '../support/looks'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** The title of a page that is there, and not only its frame: its keys work. */
const title = (page: Page, name: string | RegExp) =>
  page.locator('section:not([aria-busy=true])').getByRole('heading', { level: 1, name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const list = (page: Page) => page.getByRole('dialog', { name: /^(键盘快捷键|Keyboard shortcuts)$/ })
const palette = (page: Page) => page.getByRole('dialog', { name: '搜索记录、页面和操作' })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

let token: string
test.beforeEach(async ({ page, account }) => {
  token = await beSignedIn(page, account('admin'))
})

/** Opens home, then two lists. The last is shown. */
async function openThree(page: Page) {
  await page.goto('/dashboard')
  await title(page, '首页').waitFor()
  for (const [keys, name] of [
    ['gt', '质检模板'],
    ['gr', '质检记录'],
  ] as const) {
    await page.keyboard.type(keys)
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    await expect(title(page, name)).toBeFocused()
  }
}

/** Presses keys faster than the page can be painted. */
const pressWithinFrame = (page: Page, presses: readonly string[]) =>
  page.evaluate(async (all) => {
    for (const press of all) {
      const [key = '', modifier] = press.split('+').toReversed()
      const init = { key, altKey: modifier === 'Alt', bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
      for (let turn = 0; turn < 20; turn += 1) await undefined // what the press leaves to microtasks
    }
  }, presses)

/** From the third of the three pages. `order`: what Alt+← then goes through. */
const withinOneFrame: [what: string, presses: string[], shown: string, order: string[], closed: string[]][] = [
  ['Alt+← twice within one frame goes two tabs back', ['Alt+ArrowLeft', 'Alt+ArrowLeft'], '首页', [], []],
  [
    'Alt+← and Alt+→ within one frame come back',
    ['Alt+ArrowLeft', 'Alt+ArrowRight'],
    '质检记录',
    ['质检模板', '首页'],
    [],
  ],
  ['Alt+1 and Alt+← within one frame come back', ['Alt+1', 'Alt+ArrowLeft'], '质检记录', ['质检模板'], []],
  [
    'Alt+← and Alt+W within one frame close the tab gone to',
    ['Alt+ArrowLeft', 'Alt+w'],
    '质检记录',
    ['首页'],
    ['质检模板'],
  ],
  ['Alt+W twice within one frame closes two tabs', ['Alt+w', 'Alt+w'], '质检分析', ['首页'], ['质检记录', '质检模板']],
  [
    'Alt+W and Alt+← within one frame go on from the tab shown instead',
    ['Alt+w', 'Alt+ArrowLeft'],
    '首页',
    [],
    ['质检记录'],
  ],
  ['Alt+← and then g r within one frame comes back', ['Alt+ArrowLeft', 'g', 'r'], '质检记录', ['质检模板'], []],
]

test.describe('keys of the whole product (ux: keyboard)', () => {
  test('/ goes to the search box of the list in sight; where there is none it opens the search', async ({ page }) => {
    await page.goto('/admin/sys-role')
    await title(page, '角色管理').waitFor()
    await page.keyboard.press('/')
    await expect(page.getByRole('textbox', { name: '角色名称' })).toBeFocused()
    await page.keyboard.press('/')
    await expect(page.getByRole('textbox', { name: '角色名称' })).toHaveValue('/')

    await page.goto('/dashboard')
    await title(page, '首页').waitFor()
    await page.keyboard.press('/')
    await expect(palette(page).getByRole('combobox')).toBeFocused()
    await expect(palette(page).getByRole('combobox')).toHaveValue('')
  })

  test('t switches between light and dark', async ({ page }) => {
    await page.goto('/dashboard')
    await title(page, '首页').waitFor()
    await page.keyboard.press('t')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.keyboard.press('t')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })

  test('f fills the screen and gives it back, as the button in the navbar does (spec: fullscreen toggles)', async ({
    page,
  }) => {
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
    await page.goto('/dashboard')
    await title(page, '首页').waitFor()
    await page.keyboard.press('f')
    await expect(page.getByRole('button', { name: '退出全屏' })).toBeVisible()
    expect(await isFull()).toBe(true)
    await page.getByRole('button', { name: '退出全屏' }).click()
    await expect(page.getByRole('button', { name: '全屏', exact: true })).toBeVisible()
    expect(await isFull()).toBe(false)
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    await expect(page.getByRole('button', { name: '退出全屏' })).toBeVisible()
    await page.evaluate(() => document.exitFullscreen()) // what the browser does on Esc
    await expect(page.getByRole('button', { name: '全屏', exact: true })).toBeVisible()
  })

  test('g and then a letter goes to a place', async ({ page }) => {
    await openThree(page)
    await page.keyboard.type('gh')
    await expect(page).toHaveURL('/dashboard')
    await expect(title(page, '首页')).toBeFocused()
    await page.keyboard.type('ga')
    await expect(page).toHaveURL(/\/caliper\/analy/)
    await page.keyboard.type('gr')
    await expect(page).toHaveURL('/caliper/qc/value-base')
  })
})

test.describe('keys of tabs', () => {
  test('Alt and a digit shows the n-th tab, Alt+← and Alt+→ go through those used', async ({ page }) => {
    await openThree(page)
    const shown = async (name: string) => expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Alt+3')
    await shown('质检模板')
    await page.keyboard.press('Alt+9')
    await shown('质检模板')
    await page.keyboard.press('Alt+1')
    await shown('首页')
    await page.keyboard.press('Alt+ArrowLeft')
    await shown('质检模板')
    await page.keyboard.press('Alt+ArrowLeft')
    await shown('质检记录')
    await page.keyboard.press('Alt+ArrowRight')
    await shown('质检模板')
    await page.keyboard.press('Alt+ArrowRight')
    await shown('首页')
    await page.keyboard.press('Alt+ArrowRight')
    await shown('首页')
  })

  test('Alt+W closes the tab in sight, also from a field; one that is fixed stays', async ({ page }) => {
    await openThree(page)
    await page.keyboard.press('/')
    await page.keyboard.press('Alt+w')
    await expect(tab(page, '质检记录')).toHaveCount(0)
    await expect(tab(page, '质检模板')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Alt+w')
    await expect(tab(page, '质检分析')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Alt+w')
    await expect(tab(page, '质检分析')).toHaveAttribute('aria-selected', 'true')
  })

  for (const [what, presses, shown, order, closed] of withinOneFrame) {
    test(what, async ({ page }) => {
      await openThree(page)
      await pressWithinFrame(page, presses)
      await expect(tab(page, shown)).toHaveAttribute('aria-selected', 'true')
      await expect(title(page, shown)).toBeVisible()
      for (const name of closed) await expect(tab(page, name)).toHaveCount(0)
      for (const name of order) {
        await page.keyboard.press('Alt+ArrowLeft')
        await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
      }
    })
  }

  test('Alt+← and Alt+W twice within one frame ask once before input is lost', async ({ page }) => {
    await page.goto('/admin/sys-role')
    await page.getByRole('button', { name: '新建角色' }).click()
    await page.getByRole('dialog', { name: '新建角色' }).getByLabel('权限字符').fill('half')
    await page.keyboard.press('Alt+1')
    await expect(tab(page, '首页')).toHaveAttribute('aria-selected', 'true')
    await pressWithinFrame(page, ['Alt+ArrowLeft', 'Alt+w', 'Alt+w'])
    await page.getByRole('alertdialog').getByRole('button', { name: '继续编辑' }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: '新建角色' })).toBeVisible()
  })

  test('r after Alt+← within one frame draws the page anew that is in sight by then', async ({ page }) => {
    await page.goto('/admin/sys-role')
    const box = page.getByRole('checkbox', { name: '选择 访客' })
    await box.check()
    await title(page, '角色管理').click()
    await page.keyboard.type('gh')
    await expect(tab(page, '首页')).toHaveAttribute('aria-selected', 'true')
    await pressWithinFrame(page, ['Alt+ArrowLeft', 'r'])
    await expect(tab(page, '角色管理')).toHaveAttribute('aria-selected', 'true')
    await expect(box).not.toBeChecked()
  })

  test('r draws the page anew and keeps its query', async ({ page }) => {
    await page.goto('/admin/sys-role?roleKey=viewer')
    await page.getByRole('checkbox', { name: '选择 访客' }).check()
    await title(page, '角色管理').click()
    await page.keyboard.press('r')
    await expect(page.getByRole('checkbox', { name: '选择 访客' })).not.toBeChecked()
    await expect(page).toHaveURL('/admin/sys-role?roleKey=viewer')
  })
})

test.describe('keys of lists', () => {
  test('n makes a new record, Ctrl+Enter saves it, e edits the row and d deletes it, which asks first', async ({
    page,
  }) => {
    const name = `键盘 ${uniqueKey()}`
    await page.goto('/admin/sys-role')
    await title(page, '角色管理').waitFor()
    await page.keyboard.press('n')
    const form = page.getByRole('dialog', { name: '新建角色' })
    await expect(form.getByLabel('角色名称')).toBeFocused()
    await page.keyboard.type(name)
    await form.getByLabel('权限字符').focus()
    await page.keyboard.type(uniqueKey())
    await page.keyboard.press('Control+Enter')
    await expect(form).toHaveCount(0)

    await page.keyboard.press('/')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    const made = page.getByRole('button', { name, exact: true })
    await expect(page.getByRole('row')).toHaveCount(2)
    await made.focus()
    await page.keyboard.press('e')
    await expect(page.getByRole('dialog', { name: `修改角色：${name}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(made).toBeFocused()
    await page.keyboard.press('d')
    await expect(made).toHaveCount(0)
    await page.getByRole('button', { name: '撤销' }).focus()
    await page.keyboard.press('Enter')
    await expect(made).toBeVisible()
  })

  test('d twice deletes once', async ({ page, request }) => {
    const roleName = `两次 ${uniqueKey()}`
    await apiOf(request, token).createRole({ roleName })
    await page.goto(`/admin/sys-role?roleName=${encodeURIComponent(roleName)}`)
    const name = page.getByRole('button', { name: roleName, exact: true })
    await name.focus()
    const isDeletion = isCall('DELETE', '/role')
    let deletions = 0
    page.on('request', (sent) => void (deletions += Number(isDeletion(sent))))
    const answers = await holdAnswers(page, isDeletion)
    await page.keyboard.type('dd')
    await answers.asked()
    await page.keyboard.press('t') // what came before has been dealt with
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await answers.release()
    await expect(name).toHaveCount(0)
    expect(deletions).toBe(1)
  })

  test('d does nothing on a row that cannot be deleted, and e nothing where no row has the focus', async ({ page }) => {
    await page.goto('/admin/sys-role')
    await page.getByRole('button', { name: '系统管理员', exact: true }).focus()
    await page.keyboard.press('d')
    await page.getByRole('button', { name: '新建角色' }).focus()
    await page.keyboard.press('e')
    await page.keyboard.press('t') // what came before has been dealt with
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  test('n does nothing for an operator who may not', async ({ page, account }) => {
    await page.context().clearCookies()
    await beSignedIn(page, account('viewer'))
    await page.goto('/admin/sys-role')
    await title(page, '角色管理').waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('t')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('↑ and ↓ go from row to row, Enter opens, Space ticks, Shift+↑ and Shift+↓ tick on and back', async ({
    page,
    request,
  }) => {
    const name = `连续 ${uniqueKey()}`
    const api = apiOf(request, token)
    for (const at of [1, 2, 3]) await api.createRole({ roleName: `${name} ${at}`, roleSort: at })
    await page.goto(`/admin/sys-role?roleName=${encodeURIComponent(name)}`)
    const box = (at: number) => row(page, `${name} ${at}`).getByRole('checkbox')
    await box(1).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('已选 3 条')).toBeVisible()
    await expect(box(3)).toBeFocused()
    await page.keyboard.press('Shift+ArrowUp')
    await expect(box(3)).not.toBeChecked()
    await expect(box(2)).toBeChecked()
    await expect(page.getByText('已选 2 条')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(box(1)).toBeFocused()
    await expect(page.getByText('已选 2 条')).toBeVisible()

    await page.getByRole('button', { name: '取消选择' }).click()
    await page.getByRole('button', { name: `${name} 1`, exact: true }).focus()
    await page.keyboard.press('Space')
    await expect(box(1)).toBeChecked()
    await page.keyboard.press('Space')
    await expect(box(1)).not.toBeChecked()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('已选 2 条')).toBeVisible()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('已选 3 条')).toBeVisible()
    await page.keyboard.press('Shift+ArrowUp')
    await expect(page.getByText('已选 2 条')).toBeVisible()
    await expect(page.getByRole('button', { name: `${name} 2`, exact: true })).toBeFocused()

    await page.reload()
    await expect(row(page, `${name} 1`)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: `${name} 1`, exact: true })).toBeFocused()
    await page.getByRole('button', { name: '新建角色' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: `${name} 1`, exact: true })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveAccessibleName(`修改角色：${name} 2`)
  })
})

test.describe('single letters', () => {
  test('are only letters in fields, dialogs and menus', async ({ page }) => {
    await page.goto('/admin/sys-role')
    const box = page.getByRole('textbox', { name: '角色名称' })
    await box.click()
    await page.keyboard.type('ntg?r')
    await expect(box).toHaveValue('ntg?r')
    await box.fill('')
    await page.getByRole('button', { name: '访客 的更多操作' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('t')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '新建角色' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).focus()
    await page.keyboard.press('t')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })

  test('can be switched off in the list of keys; then only keys with Ctrl or Alt act', async ({ page }) => {
    await page.goto('/admin/sys-role')
    await title(page, '角色管理').waitFor()
    await page.keyboard.press('?')
    await list(page).getByRole('switch', { name: '单键快捷键' }).click()
    await page.keyboard.press('Escape')
    await expect(list(page)).toHaveCount(0)
    for (const key of ['t', 'n', '?', '/']) await page.keyboard.press(key)
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.reload()
    await title(page, '角色管理').waitFor()
    await page.keyboard.press('t')
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })

  test('do nothing while a question waits for its answer', async ({ page }) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: '管理员' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('t')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })
})

test.describe('? opens the list of keys', () => {
  test('Esc closes it, and the focus is where it was', async ({ page }) => {
    await page.goto('/admin/sys-role')
    const button = page.getByRole('button', { name: '访客', exact: true })
    await button.focus()
    await page.keyboard.press('?')
    await expect(list(page)).toBeVisible()
    await expect(list(page).getByRole('listitem').filter({ hasText: '关闭页签' })).toContainText('AltW')
    await page.keyboard.press('Escape')
    await expect(list(page)).toHaveCount(0)
    await expect(button).toBeFocused()
  })

  test('it names only places the operator has a page at', async ({ page, account }) => {
    for (const [username, places] of [
      ['admin', ['首页G再按H', '待办G再按I', '质检记录G再按R', '质检分析G再按A', '质检模板G再按T']],
      ['inspector', ['首页G再按H', '待办G再按I', '质检记录G再按R', '质检分析G再按A']],
    ] as const) {
      await page.goto('/logo.svg') // what the page before asks for late would be asked for in the name of another
      await beSignedIn(page, account(username))
      await page.goto('/dashboard')
      await title(page, '首页').waitFor()
      await page.keyboard.press('?')
      await expect(list(page).getByRole('listitem').filter({ hasText: '再按' })).toHaveText(places)
    }
  })

  test.describe('on a Mac', () => {
    test.use({
      userAgent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    })
    test('⌘ and ⌥ stand for Ctrl and Alt, and ⌘K opens the search', async ({ page }) => {
      await page.goto('/dashboard')
      await title(page, '首页').waitFor()
      await page.keyboard.press('?')
      await expect(list(page).getByRole('listitem').filter({ hasText: '关闭页签' })).toContainText('⌥W')
      await page.keyboard.press('Escape')
      await expect(list(page)).toHaveCount(0)
      await page.keyboard.press('Control+k')
      await page.keyboard.press('Meta+k')
      await expect(palette(page).getByRole('combobox')).toBeFocused()
    })
  })

  for (const { name, viewport, isPhone, ...settings } of looks) {
    test.describe(name, () => {
      test.use({ viewport, hasTouch: isPhone })
      test('axe finds nothing in it', async ({ page }) => {
        await keepSettings(page, settings)
        await page.goto('/dashboard')
        await title(page, /./).waitFor()
        await page.keyboard.press('?')
        await expect(list(page)).toBeVisible()
        await expectAccessible(page)
      })
    })
  }
})
