import { expectAccessible } from '../support/accessible'
import { uniqueKey } from '../support/api'
import { keepSettings } from '../support/looks'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.describe('in English', () => {
  test.beforeEach(async ({ page, account }) => {
    await keepSettings(page, { locale: 'en' })
    await beSignedIn(page, account('admin'))
  })

  for (const [path, table, texts] of [
    ['/admin/sys-role', 'Roles', ['Quality engineer', 'Maintains templates, product lines']],
    ['/admin/sys-dept', 'Departments', ['Head office', 'Incoming inspection', 'Workshop 1, shift A']],
    ['/admin/sys-post', 'Posts', ['Quality manager', 'Shift lead']],
    ['/schedule', 'Scheduled jobs', ['Clean up logs and trash', 'Daily at ', 'Every Sunday at ']],
    ['/admin/dict', 'Dictionaries', ['Inspection stages', 'Why a value is missing']],
    ['/admin/sys-user', 'Users', ['In-process inspection', 'Process engineer', 'Quality engineer']],
  ] as const) {
    test(`${table} have the names of their records in English`, async ({ page }) => {
      await page.goto(`${path}?pageSize=50`)
      const rows = page.getByRole(path === '/admin/sys-dept' ? 'treegrid' : 'table', { name: table })
      for (const text of texts) await expect(rows).toContainText(text)
      await expectAccessible(page)
    })
  }
})

test.describe('', () => {
  test.beforeEach(async ({ page, account }) => beSignedIn(page, account('admin')))

  test('what other clients alone read is folded away among dictionaries and parameters, and can be shown', async ({
    page,
  }) => {
    for (const [path, table, other, own] of [
      ['/admin/dict?pageSize=50', '字典管理', 'sys_yes_no', 'qc_stage'],
      ['/admin/sys-config?pageSize=50', '参数管理', 'sys_user_initPassword', 'sys_app_name'],
    ] as const) {
      await page.goto(path)
      const rows = page.getByRole('table', { name: table })
      await expect(rows).toContainText(own)
      await expect(rows).not.toContainText(other)
      await page.getByRole('combobox', { name: '用途' }).selectOption('仅其他客户端使用')
      await expect(rows).toContainText(other)
      await expect(rows).not.toContainText(own)
      await page.getByRole('combobox', { name: '用途' }).selectOption('全部用途')
      await expect(rows).toContainText(own)
      await expect(rows).toContainText(other)
    }
  })

  test('a new role is given chosen departments at once', async ({ page }) => {
    const roleName = `片区 ${uniqueKey()}`
    const dialog = page.getByRole('dialog')
    const row = page.getByRole('table', { name: '角色管理' }).locator('tbody').getByRole('row', { name: roleName })
    await page.goto(`/admin/sys-role?roleName=${encodeURIComponent(roleName)}`)
    await page.getByRole('button', { name: '新建角色' }).first().click()
    await dialog.getByLabel('角色名称').fill(roleName)
    await dialog.getByLabel('英文名称').fill('Area')
    await dialog.getByLabel('权限字符').fill(uniqueKey())
    await dialog.getByRole('combobox', { name: '数据范围' }).selectOption('指定部门')
    await dialog.getByRole('button', { name: '创建角色' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('请至少选择一个部门')
    await expectAccessible(page)
    await dialog.getByRole('treeitem', { name: '技术部', exact: true }).click()
    await dialog.getByRole('button', { name: '创建角色' }).click()
    await expect(row.locator('[data-column=dataScope]')).toHaveText('指定部门')

    await page.getByRole('button', { name: `${roleName} 的更多操作` }).click()
    await page.getByRole('menuitem', { name: '数据范围' }).click()
    await expect(dialog.getByRole('treeitem', { name: '技术部', exact: true })).toHaveAttribute('aria-checked', 'true')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `${roleName} 的更多操作` }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await expect(row).toHaveCount(0)
  })
})
