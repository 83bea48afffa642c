import { expectAccessible } from '../support/accessible'
import { uniqueKey } from '../support/api'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.use({ expectedErrors: [/status of 400/] })

test('a parameter is made, secret as its key proposes, read once that is cleared, changed, deleted and brought back; a built-in one stays', async ({
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
  await expect(dialog.getByRole('combobox', { name: '保密' })).toHaveValue('true')
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
  await expect(dialog.getByLabel('参数值')).toHaveAccessibleDescription(/留空表示不变/)
  await dialog.getByLabel('参数键名').fill(key)
  await dialog.getByRole('combobox', { name: '保密' }).selectOption('不保密')
  await dialog.getByRole('button', { name: '保存参数' }).click()
  await expect(dialog.getByLabel('参数值')).toHaveAccessibleDescription(/重新填写/)
  await dialog.getByLabel('参数值').fill('B2')
  await dialog.getByRole('button', { name: '保存参数' }).click()
  await expect(row).toContainText('B2')

  await page.getByRole('button', { name: `产线 ${key} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row).toContainText('B2')

  await page.goto('/admin/sys-config?configKey=qc_signaturePassword')
  await expect(page.getByRole('table', { name: '参数管理' })).not.toContainText('（保密）')
  await page.goto(`/admin/sys-config?configKey=${key}`)
  await page.getByRole('button', { name: '新建参数' }).first().click()
  await dialog.getByLabel('参数键名').fill(`${key}_open`)
  await dialog.getByRole('combobox', { name: '保密' }).selectOption('不保密')
  await dialog.getByLabel('参数键名').fill(`${key}_key`)
  await expect(dialog.getByRole('combobox', { name: '保密' })).toHaveValue('false')
  await dialog.getByLabel('参数名称').fill('审计')
  await dialog.getByLabel('参数值').fill('v1')
  await dialog.getByRole('button', { name: '创建参数' }).click()
  await expect(row.filter({ hasText: `${key}_key` })).toContainText('v1')

  await page.goto('/admin/sys-config?configKey=sys_app_name')
  await page.getByRole('button', { name: '系统名称 的更多操作' }).click()
  await expect(page.getByRole('menuitem', { name: '删除' })).toHaveAttribute('aria-disabled', 'true')
})
