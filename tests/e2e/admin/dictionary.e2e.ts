import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { uniqueKey } from '../support/api'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.beforeEach(async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
})

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row').filter({ hasText: text })

async function chooseFromMenu(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `${name} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test.describe('', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('a dictionary is made, given entries with colours, changed, deleted and brought back', async ({ page }) => {
    const dictType = uniqueKey()
    const dictName = `缺陷 ${dictType}`
    await page.goto(`/admin/dict?dictType=${dictType}`)
    await page.getByRole('button', { name: '新建字典' }).first().click()
    await dialog(page).getByLabel('字典名称').fill(dictName)
    await dialog(page).getByLabel('字典类型').fill('qc-defect')
    await dialog(page).getByRole('button', { name: '创建字典' }).click()
    await expect(dialog(page).getByLabel('字典类型')).toHaveAccessibleDescription(/只能包含字母、数字和 _/)
    await dialog(page).getByLabel('字典类型').fill('sys_yes_no')
    await dialog(page).getByRole('button', { name: '创建字典' }).click()
    await expect(dialog(page).getByLabel('字典类型')).toHaveAccessibleDescription(
      /当前字典类型\[sys_yes_no\]已经存在！/,
    )
    await dialog(page).getByLabel('字典类型').fill(dictType)
    await dialog(page).getByRole('button', { name: '创建字典' }).click()
    await expect(dialog(page)).toHaveCount(0)

    await page.getByRole('link', { name: dictName }).click()
    await expect(page.getByRole('tab', { name: dictName })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('link', { name: '字典管理', exact: true })).toHaveAttribute('aria-current', /.+/)
    await page.getByRole('button', { name: '新建数据' }).first().click()
    await dialog(page).getByLabel('标签').fill('划伤')
    await dialog(page).getByLabel('键值').fill('scratch')
    await dialog(page).getByLabel('颜色').selectOption('红：不合格、危险')
    await expect(dialog(page).locator('.tag-ng')).toHaveText('划伤')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: '创建数据' }).click()
    const entry = row(page, '字典数据', 'scratch')
    await expect(entry.locator('.tag-ng')).toHaveText('划伤')

    await page.getByRole('button', { name: '划伤', exact: true }).click()
    await dialog(page).getByLabel('颜色').selectOption('橙：需要注意')
    await dialog(page).getByRole('button', { name: '保存数据' }).click()
    await expect(entry.locator('.tag-warn')).toHaveText('划伤')

    await page.getByRole('link', { name: '返回字典管理' }).click()
    await page.goto(`/admin/dict?dictType=${dictType}`)
    await chooseFromMenu(page, dictName, '删除')
    await expect(page.getByText(`字典 ${dictName} 还有 1 条数据，不能删除。可改为停用，或先删除数据`)).toBeVisible()

    await chooseFromMenu(page, dictName, '字典数据')
    await chooseFromMenu(page, '划伤', '删除')
    await expect(entry).toHaveCount(0)
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(entry.locator('.tag-warn')).toHaveText('划伤')
  })
})

test('the type of a dictionary that the product reads is shown with the reason why it stays', async ({ page }) => {
  await page.goto('/admin/dict?dictType=qc_missing_reason')
  await page.getByRole('row').filter({ hasText: 'qc_missing_reason' }).getByRole('button', { name: '修改' }).click()
  const type = dialog(page).getByLabel('字典类型')
  await expect(type).toHaveAttribute('readonly')
  await expect(type).toHaveAccessibleDescription('系统按它读取这个字典，不能修改')
})

test('an entry that is changed is seen at once in another window, in tables and in selects', async ({ page }) => {
  const label = `系统 ${uniqueKey()}`
  const other = await page.context().newPage()
  await other.goto('/schedule')
  await expect(row(other, '定时任务', '系统').first()).toBeVisible()

  await page.goto('/admin/dict?dictType=sys_job_group')
  await page.getByRole('link', { name: '任务分组' }).click()
  await page.getByRole('button', { name: '系统', exact: true }).click()
  await dialog(page).getByLabel('标签').fill(label)
  await dialog(page).getByLabel('颜色').selectOption('紫：批准')
  await dialog(page).getByRole('button', { name: '保存数据' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(other.locator('.tag-sign', { hasText: label }).first()).toBeVisible()
  await expect(other.getByRole('combobox', { name: '任务分组' }).getByRole('option', { name: label })).toBeAttached()

  await chooseFromMenu(page, label, '停用')
  await page.getByRole('button', { name: '撤销' }).hover() // it stays until it is pressed
  const option = other.getByRole('combobox', { name: '任务分组' }).getByRole('option', { name: label })
  await expect(option).toHaveCount(0)
  await expect(other.locator('.tag-sign', { hasText: label }).first()).toBeVisible() // records that have it still say so
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(option).toBeAttached()
  await other.close()
})

test('a sheet is checked row by row, and taken in when nothing is wrong with it', async ({ page }) => {
  const dictType = uniqueKey()
  const sheet = (type: string) => ({
    name: 'dictionaries.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`字典名称,字典类型,备 注\n来料 ${dictType},${type},\n出货 ${dictType},${dictType}_out,\n`),
  })
  await page.goto(`/admin/dict?dictType=${dictType}`)
  await page.getByRole('button', { name: '导入' }).click()
  await dialog(page).locator('input[type=file]').setInputFiles(sheet('in-coming'))
  await expect(dialog(page)).toContainText('其中 1 行有问题')
  await expect(dialog(page).getByRole('row').filter({ hasText: '字典类型' }).last()).toContainText(
    /只能包含字母、数字和 _/,
  )
  await expect(dialog(page)).toContainText('这些列不会读取：备 注') // beside the faults: it is part of what to correct
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles(sheet(`${dictType}_in`))
  await dialog(page).getByRole('button', { name: '导入 2 行' }).click()
  await expect(page.getByRole('link', { name: `来料 ${dictType}` })).toBeVisible()
  await expect(page.getByRole('link', { name: `出货 ${dictType}` })).toBeVisible()
})
