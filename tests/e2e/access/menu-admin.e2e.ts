import type { Page } from '@playwright/test'
import { menu } from '#seed/access/menu'
import type { Menu } from '#shared/access/menu'
import { expectAccessible } from '../support/accessible'
import { apiOf, uniqueKey } from '../support/api'
import { topLevel, topMenu } from '../support/menu'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const rowsOf = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...rowsOf(menu.children ?? [])])
const grid = (page: Page) => page.getByRole('treegrid', { name: '菜单管理' })
const row = (page: Page, title: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: title, exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })

async function chooseFromMenu(page: Page, title: string, entry: string) {
  await page.getByRole('button', { name: `${title} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Chooses in a tree or grid that a field opens, by typing what is looked for. */
async function choose(page: Page, name: string, wanted: string) {
  const opener = dialog(page).first().getByRole('combobox', { name, exact: true })
  await opener.click()
  await expect(opener).toHaveAttribute('aria-expanded', 'true') // its code comes with the first use
  await page.keyboard.type(wanted)
  await page.keyboard.press('Enter')
}

test('a directory, a page in it and an action on that are made, ordered, deleted together and brought back', async ({
  page,
  request,
  account,
}) => {
  const key = uniqueKey()
  const admin = apiOf(request, await beSignedIn(page, account('admin')))
  await page.goto(`/admin/sys-menu?title=${key}`)

  // A directory: what it looks like is seen before it is there.
  await page.getByRole('main').getByRole('button', { name: '新建菜单', exact: true }).first().click()
  await dialog(page).getByRole('radio', { name: '目录' }).check()
  await field(page, '菜单名称').fill(`目录${key}`)
  await field(page, '路径').fill(`/${key}`)
  await choose(page, '图标', 'chart')
  const preview = dialog(page).getByRole('img', { name: `深色侧边栏: 目录${key}` })
  await expect(preview).toBeVisible()
  await expect(preview).toHaveCSS('background-color', 'rgb(0, 21, 41)')
  await expect(dialog(page).getByRole('textbox', { name: '路由名称' })).toHaveCount(0)
  await expectAccessible(page, '.dialog')
  await dialog(page).getByRole('button', { name: '创建菜单' }).click()
  await expect(dialog(page)).toHaveCount(0)

  // A page in it: what is missing is told at its field, then the menu of its maker has it at once.
  await chooseFromMenu(page, `目录${key}`, '新建下级')
  await expect(dialog(page).getByRole('radio', { name: '页面' })).toBeChecked()
  await field(page, '菜单名称').fill(`页面${key}`)
  await field(page, '路径').fill('javascript:alert(1)')
  await field(page, '路由名称').fill(`P${key}`)
  await dialog(page).getByRole('button', { name: '创建菜单' }).click()
  await expect(field(page, '路径')).toHaveAccessibleDescription(
    /^只能是站内路径，或以 http:\/\/、https:\/\/ 开头的网址/,
  )
  await expect(field(page, '路径')).toBeFocused()
  await field(page, '路径').fill('page')
  await dialog(page).getByRole('combobox', { name: '页面组件' }).selectOption('/admin/sys-api/index')
  await choose(page, '权限标识', 'sysApi:list')
  await dialog(page).getByRole('button', { name: '创建菜单' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(topMenu(page).getByRole('link', { name: `页面${key}` })).toHaveAttribute('href', `/${key}/page`)

  await chooseFromMenu(page, `页面${key}`, '新建下级')
  await expect(dialog(page).getByRole('radio', { name: '操作' })).toBeChecked()
  await field(page, '菜单名称').fill(`操作${key}`)
  await dialog(page).getByRole('button', { name: '创建菜单' }).click()
  await expect(dialog(page).getByRole('combobox', { name: '权限标识' })).toHaveAccessibleDescription(
    /^操作必须有权限标识/,
  )
  await choose(page, '权限标识', 'sysApi:edit')
  await dialog(page).getByRole('button', { name: '创建菜单' }).click()
  await expect(row(page, `操作${key}`)).toContainText('admin:sysApi:edit')

  // By the keyboard it goes before the directory above it; the sidebar follows.
  await page.getByRole('button', { name: '清除筛选' }).click()
  await row(page, `目录${key}`).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(
    page.getByRole('status').getByText(`目录${key} 现在是第 ${menu.length} 项，共 ${menu.length + 1} 项`),
  ).toBeAttached()
  await expect(topMenu(page).getByRole('listitem')).toContainText(topLevel.toSpliced(-1, 0, `页面${key}`))

  // Deleting takes along what is below, after saying so.
  await chooseFromMenu(page, `目录${key}`, '删除')
  const question = page.getByRole('alertdialog')
  await expect(question).toHaveAccessibleName('删除 3 个菜单')
  await question.getByRole('button', { name: '删除 3 个菜单' }).click()
  await page.getByRole('button', { name: '撤销' }).hover() // it stays until it is pressed
  await expect(row(page, `目录${key}`)).toHaveCount(0)
  await expect(topMenu(page).getByRole('link', { name: `页面${key}` })).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row(page, `页面${key}`)).toBeVisible() // its actions are folded
  await expect(topMenu(page).getByRole('link', { name: `页面${key}` })).toBeVisible()

  const { data = [] } = await admin.call<Menu[]>('GET', `/menu?title=${key}`)
  const ids = rowsOf(data).map(({ menuId }) => menuId)
  await admin.call('DELETE', '/menu', { ids }) // as it was, for the tests to come
})

// A list whose tag is taken while it is on screen is asked for once more, and refused.
test.describe('', () => {
  test.use({ expectedErrors: [/status of 403/] })

  test('what an administrator takes from a role is gone at once for who is signed in elsewhere; what they type stays', async ({
    page,
    otherPage,
    request,
    account,
  }) => {
    const admin = apiOf(request, await beSignedIn(page, account('admin')))
    const putBack = await admin.keepRole('批准人')
    const typed = `夜班 ${uniqueKey()}`

    await beSignedIn(otherPage, account('approver'))
    await otherPage.goto('/admin/sys-role')
    await otherPage.getByRole('button', { name: '新建角色' }).click()
    await dialog(otherPage).getByLabel('角色名称').fill(typed)

    await page.goto('/admin/sys-role')
    await page.getByRole('row').filter({ hasText: '批准人' }).getByRole('button', { name: '修改' }).click()
    await page.getByRole('treeitem', { name: '角色管理', exact: true }).press('ArrowRight') // folded at first
    for (const title of ['查看角色', '新建角色', '修改角色']) {
      await page.getByRole('treeitem', { name: title, exact: true }).click()
    }
    await dialog(page).getByRole('button', { name: '保存角色' }).click()
    await expect(dialog(page)).toHaveCount(0)

    // The approver comes back to the window, as often as it takes: what was heard a moment ago is not asked for again.
    await expect(async () => {
      await otherPage.evaluate(() => dispatchEvent(new Event('focus')))
      await expect(otherPage.getByRole('status').getByText('你的权限已更新')).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(otherPage.locator('.shell').getByText('角色管理', { exact: true })).toHaveCount(2) // the tab and the page
    await expect(otherPage.getByRole('button', { name: '新建角色', includeHidden: true })).toHaveCount(0)
    await expect(dialog(otherPage).getByLabel('角色名称')).toHaveValue(typed)

    // With nothing entered there any more, the page is gone when it is left.
    await dialog(otherPage).getByRole('button', { name: '取消' }).click()
    await expect(otherPage.getByRole('tab', { name: '角色管理' })).toBeVisible()
    await otherPage.getByRole('tab', { name: '首页' }).click()
    await expect(otherPage.getByRole('tab')).toHaveText(['首页', '质检分析'])
    await putBack()
  })
})
