import { expectAccessible } from './support/accessible'
import { uniqueKey } from './support/api'
import { beSignedIn } from './support/sign-in'
import { expect, test } from './support/test'

test.use({ expectedErrors: [/status of 400/] })

test('a parameter is made, kept secret by its key, changed, deleted and brought back; a built-in one stays', async ({
  page,
  account,
}) => {
  await beSignedIn(page, account('admin'))
  const key = uniqueKey()
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('table', { name: '参数管理' }).locator('tbody').getByRole('row').filter({ hasText: key })

  await page.goto(`/admin/sys-config?configKey=${key}`)
  await page.getByRole('button', { name: '新建参数' }).first().click()
  await dialog.getByLabel('参数名称').fill(`产线 ${key}`)
  await dialog.getByLabel('参数键名').fill('产线')
  await dialog.getByLabel('参数值').fill('A1')
  await dialog.getByRole('button', { name: '创建参数' }).click()
  await expect(dialog.getByLabel('参数键名')).toHaveAccessibleDescription(/以字母开头/)
  await dialog.getByLabel('参数键名').fill(`${key}_token`)
  await expect(dialog.getByLabel('参数值')).toHaveAccessibleDescription(/只写不读/)
  await dialog.getByRole('combobox', { name: '公开' }).selectOption('公开')
  await dialog.getByRole('button', { name: '创建参数' }).click()
  await expect(dialog.getByRole('combobox', { name: '公开' })).toHaveAccessibleDescription(/保密的参数不能公开/)
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: '公开' }).selectOption('不公开')
  await dialog.getByRole('button', { name: '创建参数' }).click()
  await expect(row).toContainText('（保密）')
  await expect(row).not.toContainText('A1')

  await row.getByRole('button', { name: '修改' }).click()
  await expect(dialog.getByLabel('参数值')).toHaveValue('')
  await dialog.getByLabel('参数键名').fill(key)
  await dialog.getByLabel('参数值').fill('B2')
  await dialog.getByRole('button', { name: '保存参数' }).click()
  await expect(row).toContainText('B2')

  await page.getByRole('button', { name: `产线 ${key} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row).toContainText('B2')

  await page.goto('/admin/sys-config?configKey=sys_app_name')
  await page.getByRole('button', { name: '系统名称 的更多操作' }).click()
  await expect(page.getByRole('menuitem', { name: '删除' })).toHaveAttribute('aria-disabled', 'true')
})
