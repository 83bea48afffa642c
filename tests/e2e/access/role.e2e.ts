import type { APIRequestContext, Page } from '@playwright/test'
import type { RoleDetail } from '#shared/access/role'
import { apiOf, uniqueKey } from '../support/api'
import { openPage } from '../support/menu'
import type { Account } from '../support/server'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const rows = (page: Page) => page.getByRole('table', { name: '角色管理' }).locator('tbody').getByRole('row')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const names = (page: Page) => rows(page).locator('[data-column=roleName]')
const searchBox = (page: Page) => page.getByRole('textbox', { name: '角色名称' })
const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const node = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
/** What may be done on a page is folded in the tree of menus. */
const unfold = (page: Page, name: string) => node(page, name).press('ArrowRight')

async function openNew(page: Page) {
  await page.goto('/admin/sys-role')
  await page.getByRole('button', { name: '新建角色' }).click()
  await expect(dialog(page).getByLabel('角色名称')).toBeFocused()
}

async function chooseFromMenu(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `${name} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The API for the administrator, past the browser. */
async function asAdmin(request: APIRequestContext, { username, password }: Account) {
  const answer = await request.post('/api/v1/login', { data: { username, password } })
  const { token }: { token: string } = await answer.json()
  return apiOf(request, token)
}

test.beforeEach(async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
})

test.describe('the form', () => {
  test('makes a role with the menus ticked, which is then found, changed and found again', async ({ page }) => {
    const roleName = `夜班 ${uniqueKey()}`
    await openNew(page)
    await dialog(page).getByLabel('角色名称').fill(roleName)
    await dialog(page).getByLabel('权限字符').fill(uniqueKey())
    await dialog(page).getByLabel('显示顺序').fill('77')
    await dialog(page).getByLabel('备注', { exact: true }).fill('只在夜里')
    await unfold(page, '角色管理')
    await node(page, '查看角色').click()
    await node(page, '新建角色').click()
    await expect(node(page, '角色管理')).toHaveAttribute('aria-checked', 'mixed')
    await dialog(page).getByRole('button', { name: '创建角色' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('status').getByText(`已创建 ${roleName}`)).toBeVisible()

    await searchBox(page).fill(roleName)
    await expect(names(page)).toHaveText([roleName])
    await expect(row(page, roleName)).toContainText('77')
    await expect(row(page, roleName)).toContainText('只在夜里')
    await row(page, roleName).getByRole('button', { name: roleName, exact: true }).click()
    await expect(dialog(page)).toHaveAccessibleName(`修改角色：${roleName}`)
    await expect(node(page, '角色管理')).toHaveAttribute('aria-checked', 'mixed')
    await unfold(page, '角色管理')
    await expect(node(page, '查看角色')).toHaveAttribute('aria-checked', 'true')
    await expect(node(page, '删除角色')).toHaveAttribute('aria-checked', 'false')
    await node(page, '查看角色').click()
    await dialog(page).getByLabel('角色名称').fill(`${roleName} 改`)
    await dialog(page).getByRole('button', { name: '保存角色' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(names(page)).toHaveText([`${roleName} 改`])

    await row(page, roleName).getByRole('button', { name: '修改' }).click()
    await unfold(page, '角色管理')
    await expect(node(page, '新建角色')).toHaveAttribute('aria-checked', 'true')
    await expect(node(page, '查看角色')).toHaveAttribute('aria-checked', 'false')
  })

  test.describe('', () => {
    test.use({ expectedErrors: [/status of 409/] })

    test('keeps what was entered when the server knows the key already, and says so at its field', async ({ page }) => {
      await openNew(page)
      await dialog(page).getByLabel('权限字符').click() // past the first field, which is still empty and not complained of
      await expect(dialog(page).getByLabel('权限字符')).toBeFocused()
      await expect(dialog(page).getByLabel('角色名称')).toHaveAttribute('aria-invalid', 'false')
      await dialog(page).getByLabel('权限字符').fill('inspector')
      await dialog(page).getByLabel('角色名称').fill('检验员二')
      await dialog(page).getByRole('button', { name: '创建角色' }).click()
      await expect(page.getByText('权限字符 inspector 已被使用')).toHaveCount(1) // nowhere but at its field
      await expect(dialog(page).getByLabel('权限字符')).toBeFocused()
      await expect(dialog(page).getByLabel('角色名称')).toHaveValue('检验员二')
    })
  })

  const leavings: [what: string, leave: (page: Page) => Promise<unknown>][] = [
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['the cross', (page) => dialog(page).getByRole('button', { name: '关闭' }).click()],
    ['a click beside it', (page) => page.mouse.click(10, 450)],
  ]
  for (const [what, leave] of leavings) {
    test(`is left by ${what}, which asks first when something was entered`, async ({ page }) => {
      await openNew(page)
      await leave(page)
      await expect(dialog(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: '新建角色' })).toBeFocused()

      await page.keyboard.press('n')
      await dialog(page).getByLabel('备注', { exact: true }).fill('x')
      await leave(page)
      await expect(question(page)).toHaveAccessibleName('放弃更改？')
      await expect(question(page).getByRole('button', { name: '继续编辑' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(question(page)).toHaveCount(0)
      await expect(dialog(page).getByLabel('备注', { exact: true })).toHaveValue('x')
      await leave(page)
      await question(page).getByRole('button', { name: '放弃更改' }).click()
      await expect(dialog(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: '新建角色' })).toBeFocused()
    })
  }

  test('lets nobody tick what they cannot grant, one by one or all at once, nor choose all data (S36)', async ({
    page,
    account,
  }) => {
    const roleName = uniqueKey()
    await beSignedIn(page, account('approver'))
    await openNew(page)
    await expect(dialog(page).getByText('灰色的项是自己没有的权限')).toBeVisible()
    await unfold(page, '角色管理')
    const [own, beyond] = [node(page, '新建角色'), node(page, '删除角色')]
    await expect(beyond).toHaveAttribute('aria-disabled', 'true')
    await beyond.click({ force: true }) // it is disabled
    await expect(beyond).toHaveAttribute('aria-checked', 'false')
    await dialog(page).getByRole('button', { name: '全选' }).click()
    await expect(own).toHaveAttribute('aria-checked', 'true')
    await expect(beyond).toHaveAttribute('aria-checked', 'false')
    await dialog(page).getByRole('button', { name: '全不选' }).click()
    await expect(own).toHaveAttribute('aria-checked', 'false')
    await node(page, '角色管理').click()
    await expect(node(page, '角色管理')).toHaveAttribute('aria-checked', 'mixed')
    await expect(own).toHaveAttribute('aria-checked', 'true')
    const scopes = dialog(page).getByLabel('数据范围').getByRole('option')
    await expect(scopes.filter({ hasText: '本人' })).not.toHaveCount(0)
    await expect(scopes.filter({ hasText: '全部数据' })).toHaveCount(0)
    await dialog(page).getByLabel('角色名称').fill(roleName)
    await dialog(page).getByLabel('权限字符').fill(roleName)
    await dialog(page).getByRole('button', { name: '创建角色' }).click()
    await expect(page.getByRole('status').getByText(`已创建 ${roleName}`)).toBeVisible()
  })

  test('asks as well when only a menu was ticked', async ({ page }) => {
    await openNew(page)
    await node(page, '系统管理').click()
    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveAccessibleName('放弃更改？')
  })

  test('is saved by Ctrl+Enter from any field, once', async ({ page, request, account }) => {
    const roleName = uniqueKey()
    await openNew(page)
    await dialog(page).getByLabel('角色名称').fill(roleName)
    await dialog(page).getByLabel('权限字符').fill(roleName)
    await dialog(page).getByLabel('备注', { exact: true }).focus()
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page)).toHaveCount(0)
    const admin = await asAdmin(request, account('admin'))
    expect(await admin.roles(roleName)).toHaveLength(1)
  })
})

test.describe('the list', () => {
  /** Part of the names of a dozen roles; every third is disabled. */
  const prefix = uniqueKey()

  test.beforeEach(async ({ request, account }) => {
    const admin = await asAdmin(request, account('admin'))
    if ((await admin.roles(prefix)).length > 0) return
    for (let index = 1; index <= 12; index += 1) {
      const roleName = `${prefix}-${String(index).padStart(2, '0')}`
      await admin.createRole({ roleName, roleSort: 100 - index, status: index % 3 === 0 ? '1' : '2' })
    }
  })

  const numbers = (page: Page) => names(page).evaluateAll((cells) => cells.map((cell) => cell.textContent?.slice(-2)))

  test('is searched while typing, and the address says so at its field', async ({ page }) => {
    await page.goto('/admin/sys-role')
    await searchBox(page).fill(`${prefix}-0`)
    await expect(rows(page)).toHaveCount(9)
    await expect(page).toHaveURL(`/admin/sys-role?roleName=${prefix}-0`)
    await page.getByRole('combobox', { name: '状态' }).selectOption('停用')
    await expect.poll(() => numbers(page)).toEqual(['09', '06', '03'])
    await expect(page).toHaveURL(`/admin/sys-role?roleName=${prefix}-0&status=1`)
    await searchBox(page).fill('没有这个')
    await expect(page.getByText('没有符合条件的记录')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: '清除筛选' }).last().click()
    await expect(page).toHaveURL('/admin/sys-role')
    await expect(searchBox(page)).toHaveValue('')
    await expect(row(page, '系统管理员')).toBeVisible()
  })

  test('is sorted by its heads, by several with Shift, and the address says so at its field', async ({ page }) => {
    await page.goto(`/admin/sys-role?roleName=${prefix}`)
    const head = (name: string) => page.getByRole('columnheader', { name })
    await expect.poll(() => numbers(page)).toEqual(sequence(12, 1))
    await head('角色名称').getByRole('button').click()
    await expect.poll(() => numbers(page)).toEqual(sequence(1, 12))
    await expect(head('角色名称')).toHaveAttribute('aria-sort', 'ascending')
    await head('角色名称').getByRole('button').click()
    await expect.poll(() => numbers(page)).toEqual(sequence(12, 1))
    await expect(head('角色名称')).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL(`/admin/sys-role?roleName=${prefix}&roleNameOrder=desc`)
    await head('状态').getByRole('button').click()
    await head('角色名称')
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    await expect(page).toHaveURL(`/admin/sys-role?roleName=${prefix}&statusOrder=asc&roleNameOrder=asc`)
    await expect
      .poll(() => numbers(page))
      .toEqual(['03', '06', '09', '12', '01', '02', '04', '05', '07', '08', '10', '11'])
  })

  test('is paged, and a reload, the back button and a tab come back to the same rows', async ({ page }) => {
    await page.goto(`/admin/sys-role?roleName=${prefix}`)
    await expect(page.getByText('共 12 条')).toBeVisible()
    const size = page.getByLabel('每页条数')
    await expect(size.locator('option')).toHaveText(['10 条/页', '20 条/页', '30 条/页', '50 条/页'])
    await size.selectOption('10 条/页')
    await expect(rows(page)).toHaveCount(10)
    await page.getByRole('button', { name: '下一页' }).click()
    await expect.poll(() => numbers(page)).toEqual(['02', '01'])
    const address = `/admin/sys-role?roleName=${prefix}&pageSize=10&pageIndex=2`
    const expectSame = async () => {
      const query = () => Object.fromEntries(new URL(page.url()).searchParams)
      await expect.poll(query).toEqual({ roleName: prefix, pageSize: '10', pageIndex: '2' })
      await expect.poll(() => numbers(page)).toEqual(['02', '01'])
      await expect(size).toHaveValue('10')
      await expect(page.getByRole('button', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page')
    }
    await expectSame()
    await page.reload()
    await expectSame()
    await page.getByRole('tab', { name: '首页' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.goBack()
    await expectSame()
    await page.getByRole('tab', { name: '首页' }).click()
    await page.getByRole('tab', { name: '角色管理' }).click()
    await expectSame()
    await page.goto(address) // what a colleague was sent
    await expectSame()
    await page.getByLabel('前往第几页').fill('1')
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(10)
    await size.selectOption('50 条/页')
    await expect(rows(page)).toHaveCount(12)
  })

  test('after filtering, the back button leaves it at once', async ({ page }) => {
    await page.goto('/dashboard')
    await openPage(page, '角色管理')
    await searchBox(page).fill(prefix)
    await expect(rows(page)).toHaveCount(12)
    await page.getByRole('columnheader', { name: '角色名称' }).getByRole('button').click()
    await expect(page).toHaveURL(/roleNameOrder=asc/)
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
  })

  test('hides columns, and they stay hidden after a reload until they are shown again', async ({ page }) => {
    const heads = page.getByRole('columnheader')
    const remark = page.getByRole('columnheader', { name: '备注' })
    await page.goto('/admin/sys-role')
    await expect(heads).toHaveCount(9)
    await page.getByRole('button', { name: '显示的列' }).click()
    const choice = page.getByRole('dialog', { name: '显示的列' })
    await expect(choice.getByRole('checkbox', { name: '角色名称' })).toHaveCount(0) // the one that names the row stays
    await choice.getByRole('checkbox', { name: '备注' }).uncheck()
    await choice.getByRole('checkbox', { name: '创建时间' }).uncheck()
    await expect(heads).toHaveCount(7)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '显示的列' })).toBeFocused()
    await page.reload()
    await expect(row(page, '系统管理员')).toBeVisible()
    await expect(heads).toHaveCount(7)
    await expect(remark).toHaveCount(0)
    await page.getByRole('button', { name: '显示的列' }).click()
    await page.getByRole('button', { name: '恢复默认' }).click()
    await expect(heads).toHaveCount(9)
    await expect(remark).toBeVisible()
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

    test('is a list of cards, sorted by a choice, with the same actions', async ({ page }) => {
      await page.goto(`/admin/sys-role?roleName=${prefix}-0`)
      const cards = page.getByRole('list', { name: '角色管理' }).locator(':scope > li')
      await expect(cards).toHaveCount(9)
      await expect(page.getByLabel('排序')).toBeHidden()
      await page.getByRole('button', { name: '筛选 (1)' }).click()
      await page.getByLabel('排序').selectOption('角色名称 升序')
      await expect(cards.first()).toContainText(`${prefix}-01`)
      await cards.first().getByRole('button', { name: '修改' }).click()
      await expect(dialog(page).getByLabel('角色名称')).toHaveValue(`${prefix}-01`)
    })
  })
})

test.describe('a role', () => {
  test('is disabled and enabled in its menu, and by undo', async ({ page, request, account }) => {
    const admin = await asAdmin(request, account('admin'))
    const roleName = uniqueKey()
    await admin.createRole({ roleName })
    await page.goto(`/admin/sys-role?roleName=${roleName}`)
    const status = row(page, roleName).locator('[data-column=status]')
    await expect(status).toHaveText('启用')
    await chooseFromMenu(page, roleName, '停用')
    await page.getByRole('button', { name: '撤销' }).hover() // it stays until it is pressed
    await expect(status).toHaveText('停用')
    await expect(page.getByText(`已停用 ${roleName}`)).toBeVisible()
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(status).toHaveText('启用')
    await chooseFromMenu(page, roleName, '停用')
    await expect(status).toHaveText('停用')
    await chooseFromMenu(page, roleName, '启用')
    await expect(status).toHaveText('启用')
    expect((await admin.roles(roleName)).map((role) => role.status)).toEqual(['2'])
  })

  test('is deleted at once, and undo brings it back with its menus (ux 9)', async ({ page, request, account }) => {
    const admin = await asAdmin(request, account('admin'))
    const roleName = uniqueKey()
    const roleId = await admin.createRole({ roleName, roleSort: 7 })
    const { data: before } = await admin.call<RoleDetail>('GET', `/role/${roleId}`)
    await page.goto(`/admin/sys-role?roleName=${roleName}`)
    await chooseFromMenu(page, roleName, '删除')
    await page.getByRole('status').getByText(`已删除 ${roleName}`).hover() // it stays, and what it undoes
    await expect(page.getByText('没有符合条件的记录')).toBeVisible()
    await expect(page.getByRole('status').getByText(`已删除 ${roleName}`)).toBeVisible()
    expect(await admin.roles(roleName)).toEqual([])
    await page.keyboard.press('Control+z')
    await expect(row(page, roleName)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, roleName).getByRole('button', { name: roleName, exact: true })).toBeFocused()
    await expect(page.getByText(`已删除 ${roleName}`)).toHaveCount(0)
    const { data: after } = await admin.call<RoleDetail>('GET', `/role/${roleId}`)
    expect(after).toMatchObject({ roleName, roleSort: 7, menuIds: before?.menuIds })
  })

  test.describe('', () => {
    test.use({ expectedErrors: [/status of 409/] })

    test('whose key was taken meanwhile does not come back, and the message says why', async ({
      page,
      request,
      account,
    }) => {
      const admin = await asAdmin(request, account('admin'))
      const roleName = uniqueKey()
      const roleKey = uniqueKey()
      await admin.createRole({ roleName, roleKey })
      await page.goto(`/admin/sys-role?roleName=${roleName}`)
      await row(page, roleName).getByRole('button', { name: '修改' }).focus()
      await page.keyboard.press('d')
      await page.getByRole('button', { name: '撤销' }).hover()
      await expect(page.getByText('没有符合条件的记录')).toBeVisible()
      await admin.createRole({ roleName: `${roleName} 二`, roleKey })
      await page.getByRole('button', { name: '撤销' }).click()
      await expect(page.getByRole('alert').getByText(`无法恢复“${roleName}”`)).toBeVisible()
      expect(await admin.roles(roleName)).toHaveLength(1)
    })
  })

  test('is deleted with others after a question that names how many', async ({ page, request, account }) => {
    const admin = await asAdmin(request, account('admin'))
    const prefix = uniqueKey()
    for (const letter of 'abcd') await admin.createRole({ roleName: `${prefix}-${letter}` })
    await page.goto(`/admin/sys-role?roleName=${prefix}&roleNameOrder=asc`)
    const box = (letter: string) => page.getByRole('checkbox', { name: `选择 ${prefix}-${letter}` })
    await box('a').check()
    await box('c').click({ modifiers: ['Shift'] }) // and all between
    await expect(page.getByText('已选 3 条')).toBeVisible()
    await page.getByRole('button', { name: '删除 3 个角色' }).click()
    await expect(question(page)).toHaveAccessibleName('删除 3 个角色')
    await expect(question(page)).toHaveAccessibleDescription(
      `将删除：${prefix}-a、${prefix}-b和${prefix}-c。可以马上撤销，之后也能从回收站恢复。`,
    )
    await expect(question(page).getByRole('button', { name: '取消' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveCount(0)
    await page.getByRole('button', { name: '删除 3 个角色' }).click()
    await question(page).getByRole('button', { name: '删除 3 个角色' }).click()
    await page.getByRole('button', { name: '撤销' }).hover()
    await expect(names(page)).toHaveText([`${prefix}-d`])
    await expect(page.getByText('已选 3 条')).toHaveCount(0)
    await expect(page.getByText('已删除 3 条记录')).toBeVisible()
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(names(page)).toHaveCount(4)
  })

  test.describe('', () => {
    test.use({ expectedErrors: [/status of 409/] })

    test('that is in use is not deleted, and the message says why and what to do', async ({ page }) => {
      await page.goto('/admin/sys-role')
      await chooseFromMenu(page, '检验员', '删除')
      await expect(page.getByText('角色 检验员 仍有用户使用，不能删除。可改为停用')).toBeVisible()
      await expect(row(page, '检验员')).toBeVisible()
    })
  })

  test('of the administrator can be neither ticked, disabled nor deleted', async ({ page }) => {
    await page.goto('/admin/sys-role')
    await expect(row(page, '系统管理员')).toBeVisible()
    await page.getByRole('checkbox', { name: '选择本页' }).click()
    await expect(page.getByRole('checkbox', { name: '选择 访客' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: '选择本页' })).toBeChecked()
    await expect(row(page, '系统管理员').getByRole('checkbox')).toHaveCount(0)
    await page.getByRole('button', { name: '取消选择' }).click()
    await page.getByRole('button', { name: '系统管理员 的更多操作' }).click()
    for (const entry of ['停用', '删除']) {
      await expect(page.getByRole('menuitem', { name: entry })).toHaveAttribute('aria-disabled', 'true')
    }
    await page.getByRole('menuitem', { name: '删除' }).click({ force: true })
    await expect(question(page)).toHaveCount(0)
  })
})

test.describe('permissions', () => {
  test('who may only look sees no way to change anything', async ({ page, account }) => {
    await beSignedIn(page, account('viewer'))
    await page.goto('/admin/sys-role')
    await expect(row(page, '系统管理员')).toBeVisible()
    const buttons = page.getByRole('main').getByRole('button', { name: /新建|修改|删除|更多操作/ })
    await expect(buttons).toHaveCount(0)
    await expect(page.getByRole('checkbox')).toHaveCount(0)
  })

  test('who may not delete has no button for it and is refused; once granted, the next request works', async ({
    page,
    otherPage,
    request,
    account,
  }) => {
    const admin = await asAdmin(request, account('admin'))
    const roleName = uniqueKey()
    const roleId = await admin.createRole({ roleName })
    const putBack = await admin.keepRole('批准人')

    // The approver signs in once, here.
    await page.context().clearCookies()
    await signIn(page, account('approver'))
    const [cookie] = await page.context().cookies()
    const own = apiOf(request, cookie?.value ?? '')
    await page.goto(`/admin/sys-role?roleName=${roleName}`)
    await expect(row(page, roleName).getByRole('button', { name: '修改' })).toBeVisible()
    await row(page, roleName).getByRole('checkbox').check() // for what may be changed on several at once
    await expect(page.getByRole('button', { name: '修改 1 条' })).toBeVisible()
    await expect(page.getByRole('button', { name: /删除/ })).toHaveCount(0)
    await page.getByRole('button', { name: `${roleName} 的更多操作` }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['停用', '数据范围'])
    await page.keyboard.press('Escape')
    const refused = await own.ask('DELETE', '/role', { ids: [roleId] })
    expect(refused).toMatchObject({ code: 403, msg: '没有“删除角色”的权限，请联系管理员' })
    expect(await admin.roles(roleName)).toHaveLength(1)

    // An administrator grants it, in another browser.
    await signIn(otherPage, account('admin'))
    await otherPage.goto('/admin/sys-role')
    await row(otherPage, '批准人').getByRole('button', { name: '修改' }).click()
    await unfold(otherPage, '角色管理')
    await node(otherPage, '删除角色').click()
    await dialog(otherPage).getByRole('button', { name: '保存角色' }).click()
    await expect(dialog(otherPage)).toHaveCount(0)

    // The very next request with the token of before is let through.
    expect(await own.call('DELETE', '/role', { ids: [roleId] })).toMatchObject({ code: 200 })
    expect(await admin.roles(roleName)).toEqual([])

    const another = uniqueKey()
    await admin.createRole({ roleName: another })
    await page.goto(`/admin/sys-role?roleName=${another}`)
    await page.getByRole('checkbox', { name: `选择 ${another}` }).check()
    await expect(page.getByRole('button', { name: '删除 1 个角色' })).toBeVisible()
    await page.getByRole('button', { name: '取消选择' }).click()
    await chooseFromMenu(page, another, '删除')
    await expect(page.getByText('没有符合条件的记录')).toBeVisible()

    await putBack()
  })
})

/** Numbers of two digits from one to another, up or down. */
const sequence = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, step) =>
    String(from + Math.sign(to - from) * step).padStart(2, '0'),
  )
