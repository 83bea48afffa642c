import type { Page } from '@playwright/test'
import type { TemplateDetail } from '#shared/qc/template/schema'
import { expectAccessible } from '../support/accessible'
import { holdAnswers, isCall } from '../support/held'
import { callWith, makeLine, makeTemplate, publish } from '../support/qc'
import { keepSettings, looks } from '../support/looks'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const dialog = (page: Page) => page.getByRole('dialog')
const line = (page: Page, index: number) => page.locator('tr[data-row]').nth(index)
const cell = (page: Page, index: number, field: string) => line(page, index).locator(`[data-field="${field}"]`)

/** A product line of its own, and a way to make templates on it. */
async function plant(page: Page, token: string) {
  const call = callWith(page.request, token)
  const { productId, code } = await makeLine(call, '试制线')
  return {
    name: `试制线 ${code}`,
    /** A published template with one item; the id. */
    async template(): Promise<number> {
      const head = { productId, code: 'T-01', name: '轴径检验', stage: 'ipqc' }
      const id = await makeTemplate(call, head, [{ ...shaft, groupName: '尺寸' }, { ...look }])
      await publish(call, id)
      return id
    },
  }
}

const shaft = {
  code: 'd1',
  name: '外径',
  type: 'numeric',
  unit: 'mm',
  decimals: 3,
  nominal: '25',
  lsl: '24.98',
  usl: '25.02',
}
const look = {
  code: 'look',
  name: '外观',
  type: 'choice',
  groupName: '外观',
  choices: [
    { code: 'ok', name: '完好', judgement: 'OK' },
    { code: 'bad', name: '划伤', judgement: 'NG' },
  ],
}

/** Spreadsheets put it on the clipboard like this. */
const copied = [
  ['项目编码', '项目名称', '单位', '公称值', '下限', '上限', 'n', '备注'],
  ['d1', '外径', 'mm', '25.000', '24.980', '25.020', '3', '千分尺'],
  ['burr', '毛刺', 'μm', '-', '', '12', '', ''],
]
  .map((row) => row.join('\t'))
  .join('\n')

test('7.2: a template is made, its items are pasted and corrected where they are wrong, put in order, and published', async ({
  page,
  account,
}) => {
  const { name } = await plant(page, await beSignedIn(page, account('admin')))
  await page.goto('/caliper/qc')
  await page.getByRole('button', { name: '新建模板' }).first().click()
  await dialog(page).getByLabel('产品线').selectOption(name)
  await dialog(page).getByRole('textbox', { name: '编码' }).fill('轴-01')
  await dialog(page).getByRole('textbox', { name: '名称', exact: true }).fill('轴径检验')
  await dialog(page).getByRole('button', { name: '创建模板' }).click()
  await expect(dialog(page).getByRole('textbox', { name: '编码' })).toHaveAccessibleDescription(/^以字母或数字开头/)
  await dialog(page).getByRole('textbox', { name: '编码' }).fill('SHAFT-01')
  await dialog(page).getByRole('button', { name: '创建模板' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '轴径检验' })).toBeVisible()
  await expect(page.getByRole('tab', { name: '质检模板' })).not.toContainText('未保存')

  await page.getByRole('button', { name: '从表格粘贴' }).click()
  await dialog(page).getByRole('textbox').fill(copied)
  await expect(dialog(page)).toContainText('新增 2 项，更新 0 项')
  await expect(dialog(page)).toContainText('这些列不会读取：备注')
  await dialog(page).getByRole('button', { name: '读取 2 行' }).click()
  await expect(cell(page, 0, 'decimals')).toHaveValue('3')
  await expect(cell(page, 1, 'usl')).toHaveValue('12')

  await cell(page, 0, 'usl').fill('24.9')
  await expect(cell(page, 0, 'usl')).toHaveAccessibleDescription(/^不能小于 25.000/)
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('还不能发布：先解决 1 处问题')).toBeVisible()
  await expect(cell(page, 0, 'usl')).toBeFocused()
  await cell(page, 0, 'usl').fill('abc')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^还不能保存：/)).toBeVisible()
  await cell(page, 0, 'usl').fill('25.020')

  await page.getByRole('button', { name: '添加项目' }).click()
  await expect(cell(page, 2, 'code')).toBeFocused()
  await page.keyboard.type('mean')
  await cell(page, 2, 'name').fill('平均外径')
  await cell(page, 2, 'type').selectOption('计算')
  const sheet = page.getByRole('tabpanel', { name: '项目' })
  await sheet.getByRole('textbox', { name: '公式' }).fill('avg(d0)')
  await expect(sheet.getByRole('textbox', { name: '公式' })).toHaveAccessibleDescription('没有编码为“d0”的项目')
  await sheet.getByRole('textbox', { name: '公式' }).fill('avg(d1)')
  await sheet.getByRole('textbox', { name: 'd1 的试算值' }).fill('1 2 6')
  await expect(sheet.getByText('= 3', { exact: true })).toBeVisible()
  await cell(page, 2, 'severity').selectOption('仅记录')
  await cell(page, 2, 'name').press('Alt+ArrowUp')
  await expect(cell(page, 1, 'name')).toBeFocused()
  await expect(cell(page, 1, 'code')).toHaveValue('mean')

  await cell(page, 2, 'code').press('Alt+Delete')
  await expect(line(page, 2)).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(cell(page, 2, 'code')).toHaveValue('burr')

  await page.keyboard.press('Control+s')
  await expect(page.getByRole('tab', { name: '轴径检验' })).not.toContainText('未保存')
  await expect(page.getByText('保存于')).toBeVisible()
  await page.reload()
  await expect(cell(page, 1, 'code')).toHaveValue('mean')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(dialog(page).getByRole('textbox', { name: '变更说明' })).toHaveValue('首次发布')
  await dialog(page).getByRole('button', { name: '发布这个版本' }).click()
  await expect(page.getByText('已发布 v1', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: '规格下限 24.980，公称值 25.000，规格上限 25.020' })).toBeVisible()
})

test('an engineer sees what a sheet says and how an item is judged, before it is published', async ({
  page,
  account,
}) => {
  const { name } = await plant(page, await beSignedIn(page, account('admin')))
  await page.goto('/caliper/qc')
  await page.getByRole('button', { name: '新建模板' }).first().click()
  await dialog(page).getByLabel('产品线').selectOption(name)
  await dialog(page).getByRole('textbox', { name: '编码' }).fill('RUST-01')
  await dialog(page).getByRole('textbox', { name: '名称', exact: true }).fill('防锈检验')
  await dialog(page).getByRole('button', { name: '创建模板' }).click()
  const head = page.locator('.template-head')
  await expect(head).toContainText('未发布')
  await expect(head).not.toContainText('使用中')

  // Words of sheets: the obvious ones are read, the others are flagged at their cell and hold everything back.
  const rows = [
    ['编码', '名称', '类型', '选项', '下限', '上限'],
    ['d1', '外径', '数字', '', '9.9', '10.1'],
    ['look', '外观', '选择', '完好=合格; 划痕=警告; 裂纹=不合格', '', ''],
    ['fit', '装配', '合格/不合格', '', '', ''],
    ['pores', '气孔', '计数', '', '', '1,234'],
  ]
  const sheet = (lines: string[][]) => lines.map((row) => row.join('\t')).join('\n')
  await page.getByRole('button', { name: '从表格粘贴' }).click()
  await dialog(page).getByRole('textbox').fill(sheet(rows))
  await expect(dialog(page).getByRole('alert')).toContainText('第 4 行“类型”无法识别：“计数”。 可用：数值, 计算, 是非')
  await expect(dialog(page).getByRole('alert')).toContainText('第 4 行“规格上限 USL”无法识别：“1,234”')
  const take = dialog(page).getByRole('button', { name: /^读取/ })
  await expect(take).toBeDisabled()
  await expect(dialog(page).getByRole('row').filter({ hasText: 'look' })).toContainText(
    '完好 合格, 划痕 警告, 裂纹 不合格',
  )
  rows[4] = ['pores', '气孔', '数值', '', '1,234', '5']
  await dialog(page).getByRole('textbox').fill(sheet(rows))
  await expect(dialog(page).getByRole('alert')).toContainText('第 4 行“规格下限 LSL”无法识别：“1,234”')
  rows[4] = ['pores', '气孔', '数值', '', '', '1234']
  await dialog(page).getByRole('textbox').fill(sheet(rows))
  await expectAccessible(page)
  await take.click()
  await expect(cell(page, 1, 'type')).toHaveValue('choice')
  await expect(cell(page, 2, 'type')).toHaveValue('boolean')
  await expect(cell(page, 3, 'usl')).toHaveValue('1234')

  // What is measured is charted; whoever leaves an item out reads so before publishing.
  const charted = page.getByRole('tabpanel', { name: '项目' }).getByRole('checkbox', { name: '计入 SPC 控制图' })
  await cell(page, 3, 'code').focus()
  await expect(charted).toBeChecked()
  await charted.uncheck()
  await cell(page, 0, 'code').focus()
  await expect(charted).toBeChecked()

  // A new line is quiet until it is left.
  await page.getByRole('button', { name: '添加项目' }).click()
  await expect(cell(page, 4, 'code')).toBeFocused()
  await expect(cell(page, 4, 'code')).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByText(/^发布前还有|处有问题/)).toHaveCount(0)
  await cell(page, 0, 'code').focus()
  await expect(cell(page, 4, 'code')).toHaveAttribute('aria-invalid', 'true')

  // Yes or no: which answer is OK is seen and chosen.
  await cell(page, 4, 'code').fill('rust')
  await cell(page, 4, 'name').fill('锈蚀')
  await cell(page, 4, 'type').selectOption('是非')
  const good = page.getByRole('combobox', { name: '合格的回答' })
  await expect(good).toHaveValue('1')
  await good.selectOption('否')
  await expect(page.getByRole('combobox', { name: '是：判定' })).toHaveValue('NG')
  await cell(page, 1, 'code').focus()
  await page.getByRole('button', { name: '添加选项' }).click()
  await expect(page.getByRole('textbox', { name: '4：名称', exact: true })).toBeFocused()
  await page.getByRole('button', { name: '删除选项 4' }).click()

  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(dialog(page)).toContainText('1 个数值项目不进控制图：气孔')
  await dialog(page).getByRole('button', { name: '保存并发布' }).click()
  await expect(head).toContainText('使用中')
  const row = page.getByRole('row').filter({ hasText: 'rust' })
  await expect(row).toContainText('是')
  await expect(row).toContainText('否')
})

test('7.2: narrower limits are a new version: kept on the device until saved, shown as a difference, a note asked for', async ({
  page,
  account,
}) => {
  const { template } = await plant(page, await beSignedIn(page, account('admin')))
  await page.goto(`/caliper/qc/info-list/${await template()}`)
  await page.getByRole('button', { name: '编辑新版本' }).click()
  await cell(page, 0, 'lsl').fill('24.99')
  const condition = page.getByRole('textbox', { name: '显示条件' })
  await condition.fill('look == 2')
  await expect(page.getByRole('tabpanel', { name: '项目' })).toContainText('look1 = 完好2 = 划伤')
  await condition.fill('')
  await page.getByRole('tab', { name: '差异' }).click()
  const diff = page.getByRole('region', { name: 'v1 到 v2 的变化' })
  await expect(diff).toContainText('规格下限 LSL24.98 → 24.99')

  page.once('dialog', (leaving) => leaving.accept())
  await page.reload()
  await expect(page.getByText('已恢复上次未保存的更改')).toBeVisible()
  await expect(cell(page, 0, 'lsl')).toHaveValue('24.99')
  const address = page.url()
  await page.keyboard.press('Alt+w')
  await expect(page.getByRole('alertdialog')).toContainText('留在这台设备上')
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(page).not.toHaveURL(address)
  await page.goto(address)
  await expect(cell(page, 0, 'lsl')).toHaveValue('24.99')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(dialog(page)).toContainText('界限有变化')
  await expect(dialog(page)).toContainText('已有的记录保留原来的界限和判定')
  await dialog(page).getByRole('button', { name: '保存并发布' }).click()
  const note = dialog(page).getByRole('textbox', { name: '变更说明' })
  await expect(note).toHaveAccessibleDescription(/^必填/)
  await note.fill('客户收紧公差')
  await dialog(page).getByRole('button', { name: '保存并发布' }).click()
  await expect(page.getByText('已发布 v2', { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: '版本' }).click()
  await expect(page.getByRole('tabpanel', { name: '版本' })).toContainText('客户收紧公差')
  await page.getByRole('combobox', { name: '版本' }).selectOption('v1 旧版')
  await expect(page.getByRole('img', { name: /^规格下限 24.98，/ })).toBeVisible()
  await page.getByRole('tab', { name: '差异' }).click()
  await expect(diff).toContainText('规格下限 LSL24.98 → 24.99')
})

test('what was typed in a draft can be brought back after it was discarded', async ({ page, account }) => {
  const token = await beSignedIn(page, account('admin'))
  const { template } = await plant(page, token)
  const id = await template()
  await page.goto(`/caliper/qc/info-list/${id}`)
  await page.getByRole('button', { name: '编辑新版本' }).click()
  const discard = page.getByRole('button', { name: '放弃更改' })
  const undo = page.getByRole('button', { name: '撤销' })
  await cell(page, 0, 'usl').fill('25.01')
  await discard.click()
  await expect(cell(page, 0, 'usl')).toHaveValue('25.02')
  await undo.click()
  await expect(cell(page, 0, 'usl')).toHaveValue('25.01')
  await expect(page.getByText('有未保存的更改')).toBeVisible()

  // what is typed afterwards is not overwritten by the offer
  await discard.click()
  await cell(page, 0, 'lsl').fill('24.99')
  await expect(undo).toHaveCount(0)
  await expect(cell(page, 0, 'lsl')).toHaveValue('24.99')
})

test('a copy of a template gets names of its own in both languages', async ({ page, account }) => {
  await keepSettings(page, { locale: 'en' })
  const token = await beSignedIn(page, account('admin'))
  const call = callWith(page.request, token)
  const { productId } = await makeLine(call)
  const names = { name: '轴径检验', nameEn: 'Shaft diameter' }
  const id = await makeTemplate(call, { productId, code: 'T-01', ...names, stage: 'ipqc' }, [shaft])
  await page.goto(`/caliper/qc/info-list/${id}`)
  await page.getByRole('button', { name: 'More for Shaft diameter' }).click()
  await page.getByRole('menuitem', { name: 'Copy template' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'English name' })).toHaveValue('Shaft diameter copy')
  await dialog(page).getByRole('textbox', { name: 'English name' }).fill('Pin diameter')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Copy template' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pin diameter' })).toBeVisible()
})

test('an option that gets another number in formulas is named, at its item and before publishing', async ({
  page,
  account,
}) => {
  const token = await beSignedIn(page, account('admin'))
  const call = callWith(page.request, token)
  const { productId } = await makeLine(call)
  const where = { code: 'where', name: '裂纹位置', type: 'text', severity: 'info', visibleWhen: 'look == 2' }
  const head = { productId, code: 'T-01', name: '轴径检验', stage: 'ipqc' }
  const id = await makeTemplate(call, head, [look, { ...look, code: 'fit', name: '装配' }, where])
  await publish(call, id)
  await page.goto(`/caliper/qc/info-list/${id}`)
  await page.getByRole('button', { name: '编辑新版本' }).click()
  const sheet = page.getByRole('tabpanel', { name: '项目' })
  const warning = '外观 的选项在公式里的数字与 v1 不同：划伤 2 → 1。请核对用到它的公式：裂纹位置'
  await cell(page, 0, 'code').focus()
  await expect(sheet.getByRole('textbox', { name: '划伤：编码' })).toHaveValue('bad')
  await expect(sheet.getByText(/在公式里的数字与/)).toHaveCount(0)
  await sheet.getByRole('button', { name: '删除选项 完好' }).click()
  await sheet.getByRole('button', { name: '添加选项' }).click()
  await sheet.getByRole('textbox', { name: '2：编码' }).fill('scratch')
  await sheet.getByRole('textbox', { name: '2：名称', exact: true }).fill('划痕')
  await expect(sheet.getByText(warning)).toBeVisible()
  await cell(page, 1, 'code').focus() // no formula uses it
  await sheet.getByRole('button', { name: '删除选项 完好' }).click()
  await sheet.getByRole('button', { name: '添加选项' }).click()
  await sheet.getByRole('textbox', { name: '2：名称', exact: true }).fill('松')
  await expect(sheet.getByText(/在公式里的数字与/)).toHaveCount(0)
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(dialog(page)).toContainText(warning)
  await expect(dialog(page)).not.toContainText('装配 的选项')
})

test('a new option gets a code that no other has; a code typed twice is named at once', async ({ page, account }) => {
  const { template } = await plant(page, await beSignedIn(page, account('admin')))
  await page.goto(`/caliper/qc/info-list/${await template()}`)
  await page.getByRole('button', { name: '编辑新版本' }).click()
  await page.getByRole('button', { name: '添加项目' }).click()
  await cell(page, 2, 'type').selectOption('单选')
  await cell(page, 2, 'code').fill('burr')
  await cell(page, 2, 'name').fill('毛刺')
  const sheet = page.getByRole('tabpanel', { name: '项目' })
  for (const [index, name] of ['无', '有', '多'].entries()) {
    await sheet.getByRole('button', { name: '添加选项' }).click()
    await sheet.getByRole('textbox', { name: `${index + 1}：名称`, exact: true }).fill(name)
  }
  await sheet.getByRole('button', { name: '删除选项 有' }).click()
  await sheet.getByRole('button', { name: '添加选项' }).click()
  await sheet.getByRole('textbox', { name: '3：名称', exact: true }).fill('很多')
  await expect(sheet.getByRole('textbox', { name: '很多：编码' })).toHaveValue('4')
  await expect(page.getByText(/^发布前还有/)).toHaveCount(0)
  await sheet.getByRole('textbox', { name: '很多：编码' }).fill('3')
  await expect(page.getByText('发布前还有 1 处要解决')).toBeVisible()
})

test('the editor names items in the language of the interface', async ({ page, account }) => {
  await keepSettings(page, { locale: 'en' })
  const token = await beSignedIn(page, account('admin'))
  const call = callWith(page.request, token)
  const { productId } = await makeLine(call)
  const head = { productId, code: 'T-01', name: '轴径检验', stage: 'ipqc' }
  const width = { ...shaft, code: 'w1', name: '宽度', nameEn: 'Width', lsl: null, usl: null }
  const id = await makeTemplate(call, head, [{ ...shaft, nameEn: 'Diameter' }, width])
  await page.goto(`/caliper/qc/info-list/${id}?version=draft`)
  await page.getByText('1 error to correct before publishing').click()
  await expect(page.locator('.draft-summary')).toContainText('Width · Lower limit (LSL)')
  const sheet = page.getByRole('tabpanel', { name: 'Item' })
  await cell(page, 1, 'code').focus()
  await expect(sheet.locator('.draft-sheet-title')).toContainText('Width')
  await expect(sheet.getByRole('button', { name: 'd1', exact: true }).first()).toHaveAttribute('title', 'Diameter')
  await expect(line(page, 0).getByRole('textbox', { name: 'Diameter: Code' })).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Lower limit (LSL)' }).fill('1')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog(page)).toContainText('2 numeric items are not charted: Diameter, Width')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await cell(page, 0, 'code').press('Alt+Delete')
  await expect(page.getByText(/^Deleted.*Diameter|Diameter.*deleted/)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('.template-card').getByRole('button', { name: 'Width', exact: true })).toBeVisible()
})

test.describe('an item with recorded values', () => {
  test.use({ expectedErrors: [/400 \(Bad Request\).*\/publish/] })

  test('7.2: another unit is refused at its field when the draft is published', async ({ page, account }) => {
    const token = await beSignedIn(page, account('admin'))
    const { template } = await plant(page, token)
    const templateId = await template()
    const call = callWith(page.request, token)
    const { version } = await call<TemplateDetail>('GET', `/qc/template/${templateId}`)
    const values = [{ itemKey: version!.items[0]!.itemKey, sampleNo: 1, raw: '25.001' }]
    await call('POST', '/qc/value-base', { templateId, values })
    await page.goto(`/caliper/qc/info-list/${templateId}`)
    await page.getByRole('button', { name: '编辑新版本' }).click()
    await cell(page, 0, 'unit').fill('µm')
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await dialog(page).getByRole('textbox', { name: '变更说明' }).fill('改用微米')
    await dialog(page).getByRole('button', { name: '保存并发布' }).click()
    await expect(cell(page, 0, 'unit')).toHaveAccessibleDescription(/^该项目已有以“mm”记录的数值/)
    await expect(page.getByText('发布前还有 1 处要解决')).toBeVisible()
    await cell(page, 0, 'unit').fill('mm')
    await expect(page.getByText('发布前还有 1 处要解决')).toBeHidden()
  })
})

test('a reload while a draft is being saved finds it saved, and names nobody else', async ({ page, account }) => {
  const { template } = await plant(page, await beSignedIn(page, account('admin')))
  await page.goto(`/caliper/qc/info-list/${await template()}`)
  await page.getByRole('button', { name: '编辑新版本' }).click()
  await cell(page, 0, 'lsl').fill('24.99')
  await page.getByRole('button', { name: '添加项目' }).click()
  await cell(page, 2, 'code').fill('d2')
  await cell(page, 2, 'name').fill(' 内径')
  const answers = await holdAnswers(page, isCall('PUT', '/draft'))
  await page.keyboard.press('Control+s')
  await answers.asked()
  await cell(page, 0, 'usl').fill('25.01') // after it was sent
  page.once('dialog', (leaving) => leaving.accept())
  await page.reload()
  await expect(cell(page, 0, 'usl')).toHaveValue('25.01')
  await expect(cell(page, 2, 'code')).toHaveValue('d2')
  await expect(page.getByText('这份草稿已被他人修改')).toHaveCount(0)
  await answers.release()
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByText('保存于')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test.describe('two windows', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('7.2: a draft that somebody else has saved meanwhile is not overwritten unawares', async ({
    page,
    otherPage,
    account,
    server,
  }) => {
    const { template } = await plant(page, await beSignedIn(page, account('admin')))
    const address = `/caliper/qc/info-list/${await template()}`
    await page.goto(address)
    await page.getByRole('button', { name: '编辑新版本' }).click()
    await otherPage.goto(`${server.url}/login`)
    const { username, password } = account('admin')
    const { token }: { token: string } = await (
      await otherPage.request.post(`${server.url}/api/v1/login`, { data: { username, password } })
    ).json()
    await otherPage.context().addCookies([{ name: 'Admin-Token', value: token, url: server.url }])
    await otherPage.goto(`${server.url}${address}?version=draft`)
    await cell(otherPage, 0, 'usl').fill('25.01')
    await otherPage.getByRole('button', { name: '保存草稿' }).click()
    await expect(otherPage.getByText('保存于')).toBeVisible()

    await cell(page, 0, 'usl').fill('25.03')
    await page.getByRole('button', { name: '保存草稿' }).click()
    const conflict = dialog(page).getByRole('table', { name: '两边的差异' })
    await expect(conflict.getByRole('row', { name: '外径 · 规格上限 USL 25.03 25.01' })).toBeVisible()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: '用我的覆盖' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('保存于')).toBeVisible()

    await cell(otherPage, 0, 'usl').fill('25.04')
    await otherPage.keyboard.press('Control+s')
    await dialog(otherPage).getByRole('button', { name: '采用他人的' }).click()
    await expect(cell(otherPage, 0, 'usl')).toHaveValue('25.03')
  })

  test('a draft that somebody else has saved meanwhile is not discarded unawares (S42)', async ({ page, account }) => {
    const token = await beSignedIn(page, account('admin'))
    const { template } = await plant(page, token)
    const id = await template()
    await page.goto(`/caliper/qc/info-list/${id}`)
    await page.getByRole('button', { name: '编辑新版本' }).click()
    await expect(cell(page, 0, 'usl')).toHaveValue('25.02')
    const call = callWith(page.request, token)
    const { draft } = await call<TemplateDetail>('GET', `/qc/template/${id}`)
    const items = draft!.items.map((item) => (item.code === 'd1' ? { ...item, usl: '25.01' } : item))
    await call('PUT', `/qc/template/${id}/draft`, { lockVersion: draft!.lockVersion, items })

    await page.getByRole('button', { name: '放弃草稿' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '放弃草稿' }).click()
    const conflict = dialog(page).getByRole('table', { name: '两边的差异' })
    await expect(conflict.getByRole('row', { name: '外径 · 规格上限 USL 25.02 25.01' })).toBeVisible()
    await dialog(page).getByRole('button', { name: '采用他人的' }).click()
    await expect(cell(page, 0, 'usl')).toHaveValue('25.01')
    await page.getByRole('button', { name: '放弃草稿' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '放弃草稿' }).click()
    await expect(page.getByRole('button', { name: '编辑新版本' })).toBeVisible()
  })
})

test('a template is retired for a reason, which the audit trail keeps, and taken back from the toast', async ({
  page,
  account,
}) => {
  const { template } = await plant(page, await beSignedIn(page, account('admin')))
  await page.goto(`/caliper/qc/info-list/${await template()}`)
  await page.getByRole('button', { name: '轴径检验 的更多操作' }).click()
  await page.getByRole('menuitem', { name: '停用模板' }).click()
  await dialog(page).getByRole('button', { name: '停用模板' }).click()
  const reason = dialog(page).getByRole('textbox', { name: '原因' })
  await expect(reason).toHaveAccessibleDescription('必填')
  await expectAccessible(page)
  await reason.fill('产线停产')
  await dialog(page).getByRole('button', { name: '停用模板' }).click()
  await expect(page.getByText(/^已停用：不能再新建记录/)).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(page.getByText('已恢复 轴径检验')).toBeVisible()

  await page.goto('/caliper/audit?entity=template')
  await expect(page.getByRole('row').filter({ hasText: '停用了' }).first()).toContainText('产线停产')

  await page.goto('/caliper/qc?keyword=T-01&status=active')
  await page.getByRole('button', { name: '轴径检验 的更多操作' }).first().click()
  await page.getByRole('menuitem', { name: '停用模板' }).click()
  await expect(dialog(page).getByRole('textbox', { name: '原因' })).toBeFocused()
})

for (const { name, isPhone, viewport, themeMode, locale } of looks) {
  test(`axe finds nothing in the list, a template and its draft (${name})`, async ({ page, account }) => {
    await page.setViewportSize(viewport)
    await keepSettings(page, { themeMode, locale })
    const { template } = await plant(page, await beSignedIn(page, account('admin')))
    const address = `/caliper/qc/info-list/${await template()}`
    await page.goto('/caliper/qc')
    await expect(page.getByText('T-01').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto(address)
    await page.getByRole('button', { name: /编辑新版本|Edit a new version/ }).click()
    await page.getByRole('button', { name: /添加项目|Add item/ }).click()
    if (!isPhone) {
      await cell(page, 1, 'name').click()
      const grid = page.getByRole('table', { name: /检验项目|Items/ })
      expect(await grid.evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth)).toBe(0)
    }
    await expectAccessible(page)
    await page.goto(address)
    await expect(page.getByText(/已发布 v1|Published v1/).first()).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
}

for (const locale of ['zh', 'en'] as const) {
  test(`the grid of a draft fits a window of 1440 px (${locale})`, async ({ page, account }) => {
    await keepSettings(page, { locale })
    const { template } = await plant(page, await beSignedIn(page, account('admin')))
    await page.goto(`/caliper/qc/info-list/${await template()}`)
    await page.getByRole('button', { name: /编辑新版本|Edit a new version/ }).click()
    const grid = page.getByRole('table', { name: /检验项目|Items/ })
    await expect(cell(page, 0, 'name')).toBeVisible()
    expect(await grid.evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth)).toBe(0)
  })
}

test.describe('a publication that the network does not take', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('7.2: keeps its note until it is sent', async ({ page, context, account }) => {
    const { template } = await plant(page, await beSignedIn(page, account('admin')))
    await page.goto(`/caliper/qc/info-list/${await template()}`)
    await page.getByRole('button', { name: '编辑新版本' }).click()
    await cell(page, 0, 'lsl').fill('24.99')
    const note = dialog(page).getByRole('textbox', { name: '变更说明' })
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await note.fill('客户收紧公差')
    await context.setOffline(true)
    await dialog(page).getByRole('button', { name: '保存并发布' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await context.setOffline(false)
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await expect(note).toHaveValue('客户收紧公差')
    await dialog(page).getByRole('button', { name: '保存并发布' }).click()
    await expect(page.getByText('已发布 v2', { exact: true })).toBeVisible()
  })
})
