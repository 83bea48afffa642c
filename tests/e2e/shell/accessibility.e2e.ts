import type { Locator, Page } from '@playwright/test'
import type { MenuItem } from '#shared/access/menu'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { uniqueKey } from '../support/api'
import { keepSettings, looks } from '../support/looks'
import { answerWith, menuLink } from '../support/menu'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.describe.configure({ mode: 'parallel' })

/** Words of the product in both languages, as far as the way through it needs them. */
const words = {
  zh: {
    signIn: '登录',
    username: '账号',
    password: '密码',
    newRole: '新建角色',
    createRole: '创建角色',
    cancel: '取消',
    more: /的更多操作$/,
    delete: '删除',
    deleteRoles: /^删除 \d 个角色$/,
    roleName: '角色名称',
    columns: '显示的列',
    select: '选择 访客',
    expand: '展开菜单',
    noMatch: '没有符合条件的记录',
  },
  en: {
    signIn: 'Sign in',
    username: 'User name',
    password: 'Password',
    newRole: 'New role',
    createRole: 'Create role',
    cancel: 'Cancel',
    more: /^More for /,
    delete: 'Delete',
    deleteRoles: /^Delete \d roles?$/,
    roleName: 'Role name',
    columns: 'Columns',
    select: 'Select Guest',
    expand: 'Expand menu',
    noMatch: 'Nothing matches',
  },
} as const

for (const { name, viewport, isPhone, ...settings } of looks) {
  const word = words[settings.locale]

  test.describe(`axe finds nothing, ${name}:`, () => {
    test.use({ viewport, hasTouch: isPhone, expectedErrors: [/status of (400|409)/] })
    test.beforeEach(({ page }) => keepSettings(page, settings).then(() => {}))
    const heading = (page: Page, name?: string) => page.getByRole('heading', { level: 1, ...(name && { name }) })

    test('before signing in', async ({ page }) => {
      await page.goto('/login')
      await expect(page.getByRole('textbox', { name: word.username })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', settings.themeMode)
      await expectAccessible(page)

      await page.getByRole('button', { name: word.signIn, exact: true }).click()
      await expect(page.getByRole('textbox', { name: word.username })).toHaveAttribute('aria-invalid', 'true')
      await page.getByRole('textbox', { name: word.username }).fill(uniqueKey())
      await page.getByLabel(word.password, { exact: true }).fill('wrong')
      await page.keyboard.press('Enter')
      await expect(page.locator('form').getByRole('alert')).not.toBeEmpty()
      await expectAccessible(page)

      await page.route('**/api/v1/app-config', (route) =>
        route.fulfill({ json: { requestId: '1', code: 200, msg: '', data: { setup_required: '1' } } }),
      )
      await page.route('**/api/v1/setup/link', (route) =>
        route.fulfill({ json: { requestId: '1', code: 200, msg: '', data: null } }),
      )
      for (const address of ['/setup', '/setup#token']) {
        await page.goto('/logo.svg') // only the part after # differs, which alone would load nothing
        await page.goto(address)
        await expect(heading(page)).toBeVisible()
        await expectAccessible(page)
      }
      await page.goto('/api/docs')
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectAccessible(page)
    })

    test('signed in', async ({ page, account }) => {
      await beSignedIn(page, account('admin'))
      await page.goto('/dashboard')
      await expect(heading(page)).toBeVisible()
      await expectAccessible(page)
      if (isPhone) {
        await page.getByRole('button', { name: word.expand }).click()
        await expect(page.getByRole('navigation').first()).toBeInViewport({ ratio: 1 })
        await expectAccessible(page)
      }
      for (const address of ['/401', '/404']) {
        await page.goto(address)
        await expect(heading(page)).toBeVisible()
        await expectAccessible(page)
      }
    })

    test('on every page of the menu', async ({ page, account }) => {
      test.slow() // thirty pages, one after the other, in one window; none is kept, and looked at again with the next
      let paths: string[] = []
      await page.route('**/api/v1/menurole', (route) =>
        answerWith(route, (menu: MenuItem[]) => {
          const once = (item: MenuItem): MenuItem => ({
            ...item,
            noCache: true,
            children: (item.children ?? []).map(once),
          })
          paths = menu.flatMap(({ children = [] }) => children).map(({ path }) => path.replace(/:\w+/, '1'))
          return menu.map(once)
        }),
      )
      await beSignedIn(page, account('admin'))
      await page.goto('/404')
      await expect(heading(page)).toBeVisible()
      await expect.poll(() => paths.length).toBeGreaterThan(10)
      for (const path of paths) {
        await page.evaluate((to) => history.pushState(null, '', to), path) // as a link of the menu does
        const pane = page.locator(`.page-pane[aria-labelledby="tab-${encodeURIComponent(path)}"]`)
        await expect(pane.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, 'main')
      }
    })

    test('on the role page, its dialogs and menus', async ({ page, account }) => {
      await beSignedIn(page, account('admin'))
      await page.goto('/admin/sys-role?roleName=访客')
      const more = page.getByRole('button', { name: word.more })
      await expect(more).toBeVisible()
      await expectAccessible(page)

      await page.getByRole('button', { name: word.newRole }).click()
      const dialog = page.getByRole('dialog', { name: word.newRole })
      await expect(dialog.getByLabel(word.roleName)).toBeFocused()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: word.createRole }).click()
      await expect(dialog.getByLabel(word.roleName)).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: word.cancel }).click()

      if (!isPhone) {
        await page.getByRole('button', { name: word.columns }).click()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
      }
      await page.getByRole('checkbox', { name: word.select }).check()
      await expectAccessible(page)
      await page.getByRole('checkbox', { name: word.select }).uncheck()

      await more.click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('menuitem', { name: word.delete }).click()
      await expect(page.locator('.toast')).toBeVisible() // refused: the role is in use
      await expectAccessible(page)

      await page.goto('/admin/sys-role')
      await expect(page.getByRole('checkbox', { name: word.select })).toBeVisible()
      for (const box of (await page.getByRole('checkbox').all()).slice(-2)) await box.check()
      await page.getByRole('button', { name: word.deleteRoles }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toBeVisible()
      await expectAccessible(page)

      await page.goto('/admin/sys-role?roleKey=none-such')
      await expect(page.getByText(word.noMatch)).toBeVisible()
      await expectAccessible(page)
    })
  })
}

test.describe('by keyboard alone', () => {
  /** Presses Tab until the focus is there, as somebody without a mouse does. */
  async function tabTo(page: Page, target: Locator, atMost = 30) {
    for (let presses = 0; presses < atMost; presses += 1) {
      await page.keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return
    }
    await expect(target).toBeFocused()
  }

  test('somebody signs in, makes a role, finds it and deletes it', async ({ page, account }) => {
    const { username, password } = account('admin')
    const roleName = `键盘 ${uniqueKey()}`
    const dialog = page.getByRole('dialog', { name: '新建角色' })
    const newRole = page.getByRole('button', { name: '新建角色' })

    await page.goto('/login')
    await expect(page.getByRole('textbox', { name: '账号' })).toBeFocused()
    await page.keyboard.type(username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '首页' })).toBeVisible()

    await tabTo(page, await menuLink(page, '角色管理'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '角色管理' })).toBeFocused()
    await tabTo(page, newRole, 2) // export stands before it
    await page.keyboard.press('Enter')

    await expect(dialog.getByLabel('角色名称')).toBeFocused()
    await page.keyboard.type(roleName)
    await tabTo(page, dialog.getByLabel('权限字符'))
    await page.keyboard.type(uniqueKey())
    await tabTo(page, dialog.getByRole('treeitem', { name: '质量管理' }))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown') // past the inbox
    await page.keyboard.press('ArrowRight') // what may be done on a page is folded at first
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('treeitem', { checked: true })).toHaveText(['新建模板'])
    await tabTo(page, dialog.getByRole('button', { name: '创建角色' }))
    await page.keyboard.press('Tab')
    await expect(page.locator('[role=dialog] :focus')).toHaveCount(1) // the focus stays inside
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.getByRole('button', { name: '创建角色' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(newRole).toBeFocused()

    await tabTo(page, page.getByRole('textbox', { name: '角色名称' }))
    await page.keyboard.type(roleName)
    const more = page.getByRole('button', { name: `${roleName} 的更多操作` })
    await expect(more).toBeVisible()
    await expect(page.getByText('共 1 条')).toBeVisible()
    await tabTo(page, more)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: '停用' })).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page.getByText('没有符合条件的记录')).toBeVisible()
    await page.getByRole('button', { name: '撤销' }).hover() // it stays, however slow this machine is
    await tabTo(page, page.getByRole('button', { name: '撤销' }), 60)
    await page.keyboard.press('Enter')
    await expect(more).toBeVisible()
  })

  test('rows are walked through by arrows', async ({ page, account }) => {
    await beSignedIn(page, account('admin'))
    await page.goto('/admin/sys-role?roleIdOrder=asc')
    const name = (text: string) => page.getByRole('table').getByRole('button', { name: text, exact: true })
    const box = (text: string) => page.getByRole('checkbox', { name: text })
    await name('系统管理员').focus()
    await page.keyboard.press('ArrowDown')
    await expect(name('质量工程师')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(name('系统管理员')).toBeFocused()
    await box('选择 检验员').focus()
    await page.keyboard.press('ArrowUp')
    await expect(box('选择 质量工程师')).toBeFocused()
    await page.keyboard.press('ArrowUp') // the row above cannot be ticked
    await expect(box('选择 质量工程师')).toBeFocused()
  })
})

const touched = ['/caliper/qc/value-base', '/caliper/qc/signal', '/caliper/audit', '/admin/sys-user', '/admin/sys-dept']
for (const viewport of [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
]) {
  test.describe(`on a touch screen of ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport, hasTouch: true })

    for (const path of touched) {
      test(`${path} has no target below 44 px (ux §12.6)`, async ({ page, account }) => {
        await beSignedIn(page, account('admin'))
        await page.goto(path)
        await allAnswered(page)
        await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
        expect(await smallTargets(page)).toEqual([])
      })
    }
  })
}

/**
 * The visible targets that are narrower or lower than 44 px and do not react in a square of that size either. A field
 * with its label is one target. Links within text may be smaller.
 */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const small: string[] = []
    const targets = 'button, a[href], input, select, textarea, summary, [role=tab], [role=switch], [role=combobox]'
    for (const element of document.querySelectorAll<HTMLElement>(targets)) {
      const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const { display } = getComputedStyle(element)
      if (!isSeen || element.closest('[aria-hidden=true], .sr-only, .skip-link') || display === 'inline') continue
      const boxes = [element, element.closest('label')].flatMap((one) => one?.getBoundingClientRect() ?? [])
      const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))]
      if (Math.min(width, height) >= 43.5) continue
      element.scrollIntoView({ block: 'center' })
      const { left, top, width: ownWidth, height: ownHeight } = element.getBoundingClientRect()
      const reacts = (x: number, y: number) =>
        element.contains(document.elementFromPoint(left + ownWidth / 2 + x, top + ownHeight / 2 + y))
      if (reacts(-20, 0) && reacts(20, 0) && reacts(0, -20) && reacts(0, 20)) continue
      const name = element.getAttribute('aria-label') ?? element.textContent
      small.push(`${element.className} “${name}”: ${Math.round(width)} × ${Math.round(height)}`)
    }
    return small
  })
