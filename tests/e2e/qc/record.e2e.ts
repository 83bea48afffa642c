import type { Page } from '@playwright/test'
import { DAY_MS, HOUR_MS } from '#shared/durations'
import { lineTime } from '#shared/format/line-time'
import { recordItemPath } from '#shared/qc/paths'
import type { RecordDetail } from '#shared/qc/record/schema'
import { expectAccessible } from '../support/accessible'
import { hearAlarms } from '../support/alarms'
import { newUser } from '../support/api'
import { typeReading } from '../support/gauge'
import { holdAnswers, isCall } from '../support/held'
import { keepSettings, looks } from '../support/looks'
import { printedPages } from '../support/paper'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'
import { setTimeZone } from '../support/window'

type Plant = { product: string; templateId: number; lotId: number; keys: Record<string, string> }

/** Thickness of three pieces, their mean, a look, and where it is cracked where it is. */
const items = [
  {
    code: 'thickness',
    name: '厚度',
    nameEn: 'Thickness',
    type: 'numeric',
    unit: 'mm',
    decimals: 2,
    sampleSize: 3,
    nominal: '10.00',
    lsl: '9.90',
    usl: '10.10',
    warnLow: '9.95',
    warnHigh: '10.05',
    plausLow: '5',
    plausHigh: '15',
    severity: 'critical',
  },
  {
    code: 'mean',
    name: '平均值',
    nameEn: 'Mean',
    type: 'calculated',
    decimals: 3,
    formula: 'avg(thickness)',
    severity: 'info',
  },
  {
    code: 'look',
    name: '外观',
    nameEn: 'Look',
    type: 'choice',
    choices: [
      { code: 'ok', name: '良好', nameEn: 'Fine', judgement: 'OK' },
      { code: 'crack', name: '裂纹', nameEn: 'Crack', judgement: 'NG' },
    ],
  },
  {
    code: 'where',
    name: '裂纹位置',
    nameEn: 'Where',
    type: 'text',
    visibleWhen: 'look == 2',
    required: 'never',
    severity: 'info',
  },
]

/** A product line of its own with a lot and a published template. */
async function plantOf(call: Call, ofItems: object[] = items): Promise<Plant> {
  const { productId, code } = await makeLine(call, '电芯')
  const lotId = await call<number>('POST', '/qc/lot', { productId, lotNo: 'B-1107' })
  const head = { productId, code: 'FOIL', name: `铜箔 ${code}`, nameEn: `Foil ${code}`, stage: 'iqc', signLevels: 1 }
  const templateId = await makeTemplate(call, head, ofItems)
  return { product: code, templateId, lotId, keys: await publish(call, templateId) }
}

/** A record with these thicknesses, submitted unless it stays a draft. */
async function recordBy(
  call: Call,
  { templateId, lotId, keys }: Plant,
  thickness: string[],
  isDraft = false,
  more: object = {},
) {
  const values = [
    ...thickness.map((raw, index) => ({ itemKey: keys['thickness'], sampleNo: index + 1, raw })),
    { itemKey: keys['look'], sampleNo: 1, raw: 'ok' },
  ]
  const record = await call<RecordDetail>('POST', '/qc/value-base', {
    templateId,
    lotId,
    remark: '按规程',
    values,
    ...more,
  })
  if (isDraft) return record
  const { qcValueBaseId, lockVersion } = record
  return call<RecordDetail>('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
}

const cell = (page: Page, sample: number) => page.getByRole('textbox', { name: `厚度 样本 ${sample}`, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const open = (page: Page, record: RecordDetail, query = '') =>
  page.goto(`/caliper/qc/value-info/${record.qcValueBaseId}${query}`)

/** The steps that a printed record has a line for, to be signed by hand. */
const byHand = (page: Page) =>
  dialog(page)
    .getByRole('table', { name: /手写签名|by hand/ })
    .getByRole('rowheader')

/** Pastes into the focused field, as from a spreadsheet. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

/** All that the browser keeps of drafts, as text. */
const keptDrafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('caliper-drafts')
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(JSON.stringify(reading.result))
          })
        })
      }),
  )

test('nothing is asked or announced about a number before its cell is left', async ({ page, account }) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  const draft = await recordBy(await callAs(page.request, account('inspector')), plant, [], true)
  await beSignedIn(page, account('inspector'))
  await page.goto(`/caliper/qc/value-info/${draft.qcValueBaseId}`)
  await cell(page, 1).focus()
  const alarms = await hearAlarms(page)
  const question = row(page, '厚度').getByRole('button', { name: '是，保留' })
  const ngCount = button(page, '提交').locator('xpath=ancestor::*[@role="group"]').getByText('1 项不合格').first()

  for (const digit of '10.02') {
    await page.keyboard.press(digit)
    await expect(cell(page, 1)).toHaveAttribute('aria-invalid', 'false')
    await expect(question).toHaveCount(0) // 1 is improbable
  }
  await page.keyboard.press('Enter')
  await expect(cell(page, 2)).toBeFocused()
  expect(await alarms()).toEqual([])

  await page.keyboard.type('10.20')
  await expect(ngCount).toBeVisible() // who sees is told at each key
  expect(await alarms()).toEqual([])
  await page.keyboard.press('Tab')
  await expect.poll(alarms).toEqual(['1 项不合格'])

  await page.keyboard.type('100.2')
  await expect(question).toHaveCount(0)
  await row(page, '外观').getByRole('button', { name: '良好' }).click() // the press that leaves the cell reaches its button
  await expect(question).toBeVisible()
  await expect(row(page, '外观').getByRole('button', { name: '良好' })).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(async () => (await alarms()).at(-1)).toContain('确认是 100.2？')

  await cell(page, 3).fill('10.01')
  await expect(question).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await button(page, '提交').click() // 1 is left with it
  await expect(question).toBeVisible()
})

test('a pasted column fills both cells of a count and nothing beyond; what does not fit says so', async ({
  page,
  account,
}) => {
  const count = { code: 'pieces', name: '不良件', type: 'defectives', usl: '3', sampleSize: 1 }
  const heat = { code: 'heat', name: '温度', type: 'numeric', usl: '100', required: 'never' }
  const plant = await plantOf(await callAs(page.request, account('admin')), [...items.slice(0, 3), count, heat])
  const draft = await recordBy(await callAs(page.request, account('inspector')), plant, [], true, { values: [] })
  await beSignedIn(page, account('inspector'))
  await open(page, draft)
  const [found, inspected] = [
    page.getByRole('textbox', { name: '不良件 不合格品数' }),
    page.getByRole('textbox', { name: '不良件 检验数量' }),
  ]
  const said = page.getByRole('status').filter({ hasText: '已粘贴' })

  await cell(page, 1).focus()
  await paste(page, '10.01\n10.02\n10.03\n良好\n2\n50')
  await expect(said).toHaveText(/已粘贴 6 个值$/)
  await expect(found).toHaveValue('2')
  await expect(inspected).toHaveValue('50')
  await expect(page.getByRole('textbox', { name: '温度' })).toHaveValue('')

  await inspected.focus()
  await paste(page, '60\t7\t8')
  await expect(said.last()).toContainText('已粘贴 1 个值，2 个没有位置')
  await expect(inspected).toHaveValue('60')
  await expect(found).toHaveValue('2')
  await expect(page.getByRole('textbox', { name: '温度' })).toHaveValue('')
})

test.describe('a gauge that types its readings', () => {
  const second = { code: 'width', name: '宽度', type: 'numeric', decimals: 1, sampleSize: 2, usl: '100' }
  const pieces = { code: 'pieces', name: '不良件', type: 'defectives', usl: '3' }
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

  /** A draft of these items, open at its first cell. */
  async function openDraft(page: Page, account: (name: string) => Parameters<typeof callAs>[1], ofItems: object[]) {
    const plant = await plantOf(await callAs(page.request, account('admin')), ofItems)
    const inspector = await callAs(page.request, account('inspector'))
    const draft = await recordBy(inspector, plant, [], true, { values: [] })
    await beSignedIn(page, account('inspector'))
    await open(page, draft)
    await cell(page, 1).focus()
    const status = async () => {
      const { qcValueBaseId } = draft
      return (await inspector<RecordDetail>('GET', `/qc/value-base/${qcValueBaseId}`)).status
    }
    return status
  }

  test('may end them with Tab, as with Enter; a Tab by itself, and Shift+Tab, go where they go on every page (WCAG 2.1.2)', async ({
    page,
    account,
  }) => {
    await openDraft(page, account, [items[0]!, second, pieces])
    for (const reading of ['10.01', '10.02', '10.03', '7', '8', '2', '50']) await typeReading(page, `${reading}\t`)
    await expect(cell(page, 1)).toHaveValue('10.01')
    await expect(cell(page, 2)).toHaveValue('10.02')
    await expect(cell(page, 3)).toHaveValue('10.03')
    await expect(field(page, '宽度 样本 1')).toHaveValue('7')
    await expect(field(page, '宽度 样本 2')).toHaveValue('8')
    await expect(field(page, '不良件 不合格品数')).toHaveValue('2')
    await expect(field(page, '不良件 检验数量')).toHaveValue('50')
    await expect(button(page, '提交')).toBeFocused()

    await cell(page, 3).focus()
    await page.keyboard.press('Tab')
    await expect(row(page, '厚度').getByRole('button').first()).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(cell(page, 3)).toBeFocused()
    await page.keyboard.type('10.04')
    await page.keyboard.press('Shift+Tab')
    await expect(cell(page, 2)).toBeFocused()
  })

  test('submits nothing by a reading too many, which is told as not entered; a deliberate Enter submits', async ({
    page,
    account,
  }) => {
    const status = await openDraft(page, account, [items[0]!])
    const said = page.getByRole('status').filter({ hasText: '未录入' })
    for (const reading of ['10.01', '10.02', '10.03', '3.4']) await typeReading(page, `${reading}\n`)
    await expect(said).toContainText('读数 3.4 未录入')
    await typeReading(page, '3.5 mm\n', 100) // a slow one, with its unit
    await expect(said.last()).toContainText('读数 3.5 mm 未录入')
    await expect(button(page, '提交')).toBeFocused()
    expect(await status()).toBe('draft')

    await typeReading(page, '7\t')
    await expect(said.last()).toContainText('读数 7 未录入')
    await page.keyboard.press('Shift+Tab')
    await expect(button(page, '保存')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button(page, '提交')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(status).toBe('submitted')
  })

  test('chooses no answers: its digits are no numbers of them, and what was chosen by hand stays', async ({
    page,
    account,
  }) => {
    await openDraft(page, account, [items[0]!, items[2]!, second])
    const said = page.getByRole('status').filter({ hasText: '未录入' })
    const look = (name: string) => row(page, '外观').getByRole('button', { name })
    for (const reading of ['10.01', '10.02', '10.03']) await typeReading(page, `${reading}\n`)
    await expect(look('良好')).toBeFocused()

    await typeReading(page, '2.61\n')
    await expect(said).toContainText('读数 2.61 未录入')
    for (const name of ['良好', '裂纹']) await expect(look(name)).toHaveAttribute('aria-pressed', 'false')
    await expect(look('良好')).toBeFocused()

    await typeReading(page, '2', 500)
    await expect(look('裂纹')).toHaveAttribute('aria-pressed', 'true')
    await typeReading(page, '1.5\t')
    await expect(said.last()).toContainText('读数 1.5 未录入')
    await expect(look('裂纹')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Enter')
    await expect(field(page, '宽度 样本 1')).toBeFocused()
  })

  test('leaves Ctrl+Enter as it is: it saves', async ({ page, account }) => {
    await openDraft(page, account, [items[0]!])
    await typeReading(page, '10.01\n')
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await page.keyboard.press('Control+Enter')
    await saved
  })
})

test('an inspector enters a record by keyboard and paste, is told the verdict while typing, and submits it (7.3, 7.4)', async ({
  page,
  account,
}) => {
  const { product, templateId } = await plantOf(await callAs(page.request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await page.goto('/caliper/qc/value-base')
  await button(page, '新建记录').first().click()
  await dialog(page).getByRole('combobox', { name: '质检模板' }).selectOption(String(templateId))
  await dialog(page).getByRole('button', { name: '开始检验' }).click()
  await expect(cell(page, 1)).toBeFocused() // what is done next

  await button(page, '提交').click() // what is missing is marked, and the first of it is gone to
  await expect(page.getByRole('button', { name: /^有必检项目未填写.*：厚度 样本 1$/ })).toBeVisible()
  for (const sample of [1, 2, 3]) await expect(cell(page, sample)).toHaveAttribute('aria-invalid', 'true')
  await expect(row(page, '外观').getByRole('group')).toHaveAccessibleDescription('请填写，或注明未检原因')
  await expect(cell(page, 1)).toBeFocused()

  await page.keyboard.type('10,07') // a decimal comma
  await expect(cell(page, 1)).toHaveAccessibleDescription('警告')
  await cell(page, 2).focus()
  await expect(cell(page, 1)).toHaveValue('10.07')
  for (const [typed, fault] of [
    ['1,234', /^逗号可能是千分位/],
    ['10 20', /^请输入数字/],
  ] as const) {
    await cell(page, 1).fill('')
    await page.keyboard.type(typed) // is read as if it were pasted
    await expect(cell(page, 1)).toHaveAccessibleDescription(fault)
    await cell(page, 2).focus()
    await expect(cell(page, 1)).toHaveValue(typed)
  }
  await cell(page, 1).fill('')
  await page.keyboard.type('100.71\n10.03\n10.04\n') // without a look at the screen
  await expect(cell(page, 1)).toHaveValue('100.71')
  await expect(cell(page, 2)).toHaveValue('10.03')
  await expect(cell(page, 3)).toHaveValue('10.04')
  const question = row(page, '厚度').getByRole('alert').filter({ hasText: '确认是 100.71？' })
  await expect(question.getByRole('button', { name: '是，保留' })).toBeVisible() // nobody has said so
  await question.getByRole('button', { name: '修改' }).click()
  await expect(cell(page, 1)).toBeFocused()
  await page.keyboard.type('10.07\n')
  await expect(question).toHaveCount(0)
  await expect(cell(page, 2)).toBeFocused()
  await cell(page, 3).fill('10.041') // more digits than the item has
  await button(page, '提交').click()
  await expect(cell(page, 3)).toBeFocused()
  await button(page, '有检测值填写不正确：厚度 样本 3').click()
  await expect(cell(page, 3)).toBeFocused()
  await cell(page, 2).focus()
  await paste(page, '10.00\r\n10.02\r\n裂纹\r\n')
  await expect(cell(page, 2)).toHaveValue('10.00')
  await expect(cell(page, 3)).toHaveValue('10.02')
  await expect(row(page, '平均值')).toContainText('10.030')
  await expect(row(page, '外观').getByRole('button', { name: '裂纹' })).toHaveAttribute('aria-pressed', 'true')
  await expect(row(page, '外观')).toContainText('不合格')
  await page.getByRole('textbox', { name: '裂纹位置' }).fill('边缘') // asked only now

  await expect.poll(() => keptDrafts(page)).toContain('边缘')
  await page.reload() // it lies on this device
  await expect(cell(page, 3)).toHaveValue('10.02')
  await button(page, '提交').click()
  await expect(button(page, '不合格的记录须填写备注')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '备注' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: '备注' })).toHaveAttribute('aria-invalid', 'true')
  await row(page, '外观').getByRole('button', { name: '良好' }).click()
  await expect(page.getByRole('textbox', { name: '裂纹位置' })).toHaveCount(0)
  await button(page, '提交').click()
  await expect(page).toHaveURL(/value-info\/\d+$/)
  const tabs = page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab')
  await expect(tabs).toHaveCount(4) // the record has taken the place of its draft
  await expect(page.getByRole('listitem').filter({ hasText: '待批准' })).toHaveAttribute('aria-current', 'step')
  await expect(row(page, '厚度')).toContainText('10.07')

  await page.getByRole('link', { name: '返回质检记录' }).click()
  const listed = page
    .getByRole('table', { name: '质检记录' })
    .getByRole('link', { name: new RegExp(`^${product}-`, 'i') })
  await expect(listed).toHaveCount(1)
  await button(page, '待我处理').click()
  await expect(page).toHaveURL(/waiting=1/)
  await expect(listed).toHaveCount(0) // it waits for somebody else
})

test('a record is rejected, corrected with a reason, approved by password, and tells of it on the screen and printed (5.2, 5.3, 7.5)', async ({
  page,
  otherPage,
  account,
}) => {
  const admin = await callAs(page.request, account('admin'))
  const plant = await plantOf(admin)
  const inspector = await callAs(page.request, account('inspector'))
  const record = await recordBy(inspector, plant, ['10.00', '10.20', '10.01'])
  const { password } = account('admin')

  await beSignedIn(page, account('admin'))
  await open(page, record)
  await button(page, '驳回').click()
  await dialog(page).getByRole('button', { name: '驳回' }).click()
  await expect(dialog(page).getByLabel('登录密码')).toBeFocused()
  await dialog(page).getByRole('textbox', { name: '原因' }).fill('第 2 个值像是抄错了')
  await dialog(page).getByLabel('登录密码').fill(password)
  await dialog(page).getByRole('button', { name: '驳回' }).click()
  await expect(dialog(page)).toHaveCount(0)

  await beSignedIn(otherPage, account('inspector'))
  await open(otherPage, record)
  await expect(otherPage.getByRole('status').filter({ hasText: '驳回了此记录：第 2 个值像是抄错了' })).toBeVisible()
  await cell(otherPage, 2).fill('10.02')
  await button(otherPage, '提交').click()
  await dialog(otherPage).getByRole('combobox', { name: '原因' }).selectOption('typing')
  await dialog(otherPage).getByRole('button', { name: '提交' }).click()
  await expect(row(otherPage, '厚度').getByRole('deletion')).toHaveText('10.20')
  await button(otherPage, '厚度 样本 2 的更正').click()
  await expect(dialog(otherPage)).toContainText('录入错误')

  await page.reload()
  await button(page, '批准').click()
  await expect(dialog(page)).toContainText('1 个值') // and not the mean that follows from it
  await dialog(page).getByLabel('登录密码').fill(password)
  await dialog(page).getByRole('button', { name: '批准' }).click()
  await page.getByRole('tab', { name: '签名' }).click()
  await expect(page.getByRole('tabpanel', { name: /签名/ }).getByText('有效', { exact: true })).toHaveCount(1)
  await expect(page.getByText('已被取代', { exact: true })).toBeVisible()

  await button(page, '打印').click()
  const sheet = dialog(page)
  await expect(sheet).toContainText(/10\.20 → 10\.02 ?录入错误/)
  await expect(sheet).toContainText(/审计锚点 \d+:[0-9a-f]{64}/)
  await expect(sheet.getByRole('row').filter({ hasText: '厚度' })).toContainText('警戒 ≥ 9.95, ≤ 10.05')
  await expect(sheet).toContainText(/FOIL.*检验阶段.*编制.*提交时间/)
  await expect(byHand(page)).toHaveText(['编制']) // the approval is signed by password
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#root')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await page.getByRole('tab', { name: '检测值' }).click()
  await page.getByRole('link', { name: '厚度' }).click()
  await expect(page.getByRole('group', { name: '前后记录的均值' }).getByRole('link')).toHaveCount(1)
  await expect(page.getByRole('table', { name: '样本' }).getByRole('row')).toHaveCount(4)
})

test('a value that a correction removed is struck through on the screen and printed, also of an item now hidden (5.3, 7.5)', async ({
  page,
  account,
}) => {
  const words = { code: 'words', name: '说明', nameEn: 'Words', type: 'text', required: 'never', severity: 'info' }
  const plant = await plantOf(await callAs(page.request, account('admin')), [...items, words])
  const inspector = await callAs(page.request, account('inspector'))
  const [thickness, look, where, note] = ['thickness', 'look', 'where', 'words'].map((code) => plant.keys[code])
  const value = (itemKey: string | undefined, raw: string, sampleNo = 1) => ({ itemKey, sampleNo, raw })
  const measured = ['10.00', '10.01', '10.02'].map((raw, index) => value(thickness, raw, index + 1))
  const values = [...measured, value(look, 'crack'), value(where, '边缘'), value(note, '换卷后')]
  const advance = (action: string, { qcValueBaseId, lockVersion }: RecordDetail) =>
    inspector<RecordDetail>('POST', `/qc/value-base/${qcValueBaseId}/${action}`, { lockVersion })
  const submitted = await advance('submit', await recordBy(inspector, plant, [], true, { values }))
  const { qcValueBaseId, lockVersion } = await advance('withdraw', submitted)
  const change = { lockVersion, reasonCode: 'typing', values: [...measured, value(look, 'ok')] }
  const changed = await inspector<RecordDetail>('PUT', `/qc/value-base/${qcValueBaseId}`, change)
  const record = await advance('submit', changed)

  await beSignedIn(page, account('admin'))
  await open(page, record)
  await expect(row(page, '裂纹位置').getByRole('deletion')).toHaveText('边缘')
  await expect(row(page, '说明').getByRole('deletion')).toHaveText('换卷后')
  await button(page, '裂纹位置 的更正').click()
  await expect(dialog(page)).toContainText('录入错误')
  await page.keyboard.press('Escape')
  await button(page, '批准').click()
  await expect(dialog(page)).toContainText('3 个值')
  await page.keyboard.press('Escape')
  await button(page, '打印').click()
  await expect(dialog(page).getByRole('row').filter({ hasText: '裂纹位置' })).toContainText('边缘 → -')
  await expect(dialog(page).getByRole('row').filter({ hasText: '说明' })).toContainText('换卷后 → -')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '说明' }).click()
  await expect(
    page.getByRole('table', { name: '样本' }).getByRole('deletion').filter({ hasText: '换卷后' }),
  ).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(
    page.getByRole('list', { name: '样本' }).getByRole('deletion').filter({ hasText: '换卷后' }),
  ).toBeVisible()
})

test('a record that was submitted once is voided only by who may void it, with the password once it was approved (5.1)', async ({
  page,
  otherPage,
  account,
}) => {
  const admin = await callAs(page.request, account('admin'))
  const inspector = await callAs(page.request, account('inspector'))
  const plant = await plantOf(admin)
  const advance = (call: Call, action: string, { qcValueBaseId, lockVersion }: RecordDetail, more: object = {}) =>
    call<RecordDetail>('POST', `/qc/value-base/${qcValueBaseId}/${action}`, { lockVersion, ...more })
  const own = await recordBy(inspector, plant, ['10.00', '10.01', '10.02'], true)
  const submitted = await recordBy(inspector, plant, ['10.00', '10.01', '10.02'])
  const { password } = account('admin')
  const approved = await advance(admin, 'approve', submitted, { password })
  const reopened = await advance(admin, 'reopen', approved, { password, reason: '批次填错' })

  await beSignedIn(page, account('inspector'))
  await open(page, own)
  await button(page, '更多').click()
  await expect(page.getByRole('menuitem', { name: '作废' })).toBeVisible()
  await page.keyboard.press('Escape')
  await open(page, reopened)
  await expect(button(page, '提交')).toBeVisible()
  await expect(button(page, '更多')).toHaveCount(0)

  await beSignedIn(otherPage, account('admin'))
  await open(otherPage, reopened)
  await button(otherPage, '更多').click()
  await otherPage.getByRole('menuitem', { name: '作废' }).click()
  await dialog(otherPage).getByRole('textbox', { name: '原因' }).fill('取样错误')
  await dialog(otherPage).getByLabel('登录密码').fill(password)
  await dialog(otherPage).getByRole('button', { name: '作废' }).click()
  await expect(dialog(otherPage)).toHaveCount(0)
  await expect(otherPage.getByRole('main').getByText('已作废').first()).toBeVisible()
})

test('the page of a record whose inspector has left says who may submit it, and they do (5.1)', async ({
  page,
  otherPage,
  account,
}) => {
  const token = await beSignedIn(page, account('admin'))
  const admin = await callAs(page.request, account('admin'))
  const plant = await plantOf(admin)
  const { list } = await admin<{ list: { deptId: number }[] }>('GET', '/sys-user?username=approver')
  const place = { deptId: list[0]!.deptId }
  const leaver = await newUser(page.request, token, '检验员', place)
  const approver = await newUser(page.request, token, '批准人', place)
  const record = await recordBy(await callAs(page.request, leaver), plant, ['10.00', '10.01', '10.02'])
  const { qcValueBaseId, lockVersion } = record
  const { password } = account('admin')
  await admin('POST', `/qc/value-base/${qcValueBaseId}/reject`, { lockVersion, password, reason: '请核对' })
  const main = page.getByRole('main')
  await open(page, record)
  await expect(main.getByText(`待 ${record.operatorName} 提交`)).toBeVisible()
  await expect(button(page, '提交')).toHaveCount(0)

  await admin('PUT', '/user/status', { userId: leaver.userId, status: '1' })
  const who = `${record.operatorName} 的账号已停用：有修改和提交记录权限的人均可提交`
  await beSignedIn(otherPage, approver) // who may neither edit nor submit
  await open(otherPage, record)
  await expect(otherPage.getByRole('main').getByText(who)).toBeVisible()
  await expect(button(otherPage, '提交')).toHaveCount(0)

  await page.reload()
  await expect(main.getByText(who)).toBeVisible()
  await button(page, '提交').click()
  await expect(main.getByText('不能复核或批准自己录入、修改或提交过的记录')).toBeVisible()
  await expect(main.getByText(who)).toHaveCount(0)
})

test('by keyboard: after submitting and withdrawing, the focus is at the title of the record, and the outcome is told', async ({
  page,
  account,
}) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  const inspector = await callAs(page.request, account('inspector'))
  const draft = await recordBy(inspector, plant, ['10.00', '10.02', '10.01'], true)
  await beSignedIn(page, account('inspector'))
  await open(page, draft)
  for (const [action, outcome, next] of [
    ['提交', '已提交', '撤回'],
    ['撤回', '已撤回', '提交'],
  ] as const) {
    await button(page, action).press('Enter')
    await expect(button(page, next)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: outcome })).toHaveCount(1)
  }
})

test('a comment that is added is told', async ({ page, account }) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  const record = await recordBy(await callAs(page.request, account('inspector')), plant, ['10.00', '10.02', '10.01'])
  await beSignedIn(page, account('admin'))
  await open(page, record, '?tab=comments')
  await page.getByRole('textbox', { name: '新评论' }).fill('看过了')
  await button(page, '发表评论').press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '已评论' })).toHaveCount(1)
  await expect(button(page, '发表评论')).toBeFocused()
})

test.describe('a correction that the network does not take', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('keeps its reason until it is sent, also through a reload (5.2)', async ({ page, context, account }) => {
    const admin = await callAs(page.request, account('admin'))
    const record = await recordBy(await callAs(page.request, account('inspector')), await plantOf(admin), [
      '10.00',
      '10.20',
      '10.01',
    ])
    const { qcValueBaseId, lockVersion } = record
    const rejection = { lockVersion, reason: '第 2 个值像是抄错了', password: account('admin').password }
    await admin('POST', `/qc/value-base/${qcValueBaseId}/reject`, rejection)
    const code = dialog(page).getByRole('combobox', { name: '原因' })
    const text = dialog(page).getByRole('textbox', { name: '说明' })
    const expectReason = async () => {
      await button(page, '提交').click()
      await expect(code).toHaveValue('typing')
      await expect(text).toHaveValue('与纸面记录核对')
    }

    await beSignedIn(page, account('inspector'))
    await open(page, record)
    await cell(page, 2).fill('10.02')
    await button(page, '提交').click()
    await code.selectOption('typing')
    await text.fill('与纸面记录核对')
    await context.setOffline(true)
    await dialog(page).getByRole('button', { name: '提交' }).click()
    await expect(page.getByText(/更改已保存在本机/)).toBeVisible()
    await context.setOffline(false)
    await expectReason()
    await dialog(page).getByRole('button', { name: '取消' }).click()
    page.once('dialog', (leaving) => leaving.accept())
    await page.reload()
    await expectReason()
    await dialog(page).getByRole('button', { name: '提交' }).click()
    await expect(row(page, '厚度').getByRole('deletion')).toHaveText('10.20')
  })
})

test('the field of a value that is measured after all has the focus (ux §12.5)', async ({ page, account }) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  const record = await recordBy(await callAs(page.request, account('inspector')), plant, [], true)
  await beSignedIn(page, account('inspector'))
  await open(page, record)
  await button(page, '厚度 未检').click()
  await page.getByRole('menuitem').first().click()
  for (const [sample, key] of ['Delete', 'Backspace', 'Space'].entries()) {
    await button(page, new RegExp(`^厚度 样本 ${sample + 1}`)).press(key)
    await expect(cell(page, sample + 1)).toBeFocused()
    await page.keyboard.type('10')
    await expect(cell(page, sample + 1)).toHaveValue('10')
  }
})

const databaseWritesNothing = (page: Page) =>
  page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The window is gone.', 'AbortError')
    }
  })

test('a reload while a record is being saved finds it saved, and names nobody else', async ({ page, account }) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  const inspector = await callAs(page.request, account('inspector'))
  const record = await recordBy(inspector, plant, ['10.00', '10.01', '10.02'], true)
  await beSignedIn(page, account('inspector'))
  await open(page, record)
  await cell(page, 1).fill('9.99')
  const answers = await holdAnswers(page, isCall('PUT', `/qc/value-base/${record.qcValueBaseId}`))
  await button(page, '保存').click()
  await answers.asked()
  await databaseWritesNothing(page) // as when a window is gone before its turn has come
  await cell(page, 2).fill('10.04') // after it was sent
  page.once('dialog', (leaving) => leaving.accept())
  await page.reload()
  await expect(cell(page, 1)).toHaveValue('9.99')
  await expect(cell(page, 2)).toHaveValue('10.04')
  await expect(page.getByText('这条记录已被他人修改')).toHaveCount(0)
  await answers.release()
  await button(page, '保存').click()
  await expect(button(page, '保存')).toBeDisabled()
  await expect(dialog(page)).toHaveCount(0)
})

test('both ends of the run chart of an item have their date, unless all its records are of today', async ({
  page,
  account,
}) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  const inspector = await callAs(page.request, account('inspector'))
  const open = async ({ qcValueBaseId }: RecordDetail) => {
    await page.goto(recordItemPath(qcValueBaseId, plant.keys['thickness']!))
    return page.locator('.run-time')
  }
  await beSignedIn(page, account('inspector'))
  const today = await recordBy(inspector, plant, ['10.00', '10.01', '10.02'])
  await expect(await open(today)).toHaveText([/^\d\d:\d\d$/])
  const inspectedAt = new Date(Date.now() - 2 * DAY_MS).toISOString()
  await recordBy(inspector, plant, ['10.00', '10.01', '10.02'], false, { inspectedAt })
  const dated = /^(\d{4}-)?\d\d-\d\d \d\d:\d\d$/
  await expect(await open(today)).toHaveText([dated, dated])
})

test.describe('', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('two windows that change one record are shown side by side, and what is chosen is kept', async ({
    page,
    account,
  }) => {
    const plant = await plantOf(await callAs(page.request, account('admin')))
    const inspector = await callAs(page.request, account('inspector'))
    const record = await recordBy(inspector, plant, ['10.00', '10.01', '10.02'], true)
    await beSignedIn(page, account('inspector'))
    await open(page, record)
    await cell(page, 1).fill('9.99')
    const { lockVersion, qcValueBaseId, values } = record
    const theirs = values
      .filter(({ itemKey }) => itemKey !== plant.keys['mean'])
      .map(({ itemKey, sampleNo, raw }) => ({ itemKey, sampleNo, raw: sampleNo === 3 ? '10.03' : raw }))
    await inspector('PUT', `/qc/value-base/${qcValueBaseId}`, { lockVersion, values: theirs })

    await button(page, '保存').click()
    await expect(dialog(page)).toHaveAccessibleName('两个版本')
    await expect(dialog(page).getByRole('radio', { name: '厚度 样本 1: 我的 9.99' })).toBeChecked()
    await expect(dialog(page).getByRole('radio', { name: '厚度 样本 3: 他人的 10.03' })).toBeChecked()
    await dialog(page).getByRole('button', { name: '用所选的继续' }).click()
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await button(page, '保存').click()
    await saved
    await expect(button(page, '保存')).toBeDisabled()
    const kept = await inspector<RecordDetail>('GET', `/qc/value-base/${qcValueBaseId}`)
    expect(kept.values.filter(({ itemKey }) => itemKey === plant.keys['thickness']).map(({ raw }) => raw)).toEqual([
      '9.99',
      '10.01',
      '10.03',
    ])
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

    test('two versions of an item with a long name are shown in full, each value in one line (ux §12.7)', async ({
      page,
      account,
    }) => {
      const name = 'Outer ring raceway roundness and taper (left side)'
      const plant = await plantOf(await callAs(page.request, account('admin')), [
        { ...items[0]!, name },
        ...items.slice(1),
      ])
      const inspector = await callAs(page.request, account('inspector'))
      const record = await recordBy(inspector, plant, ['10.00', '10.01', '10.02'], true)
      await beSignedIn(page, account('inspector'))
      await open(page, record)
      await page.getByRole('textbox', { name: `${name} 样本 1`, exact: true }).fill('9.99')
      const { lockVersion, qcValueBaseId, values } = record
      const theirs = values
        .filter(({ itemKey }) => itemKey !== plant.keys['mean'])
        .map(({ itemKey, sampleNo, raw }) => ({ itemKey, sampleNo, raw: sampleNo === 3 ? '10.03' : raw }))
      await inspector('PUT', `/qc/value-base/${qcValueBaseId}`, { lockVersion, values: theirs })
      await button(page, '保存').click()
      const table = dialog(page).getByRole('table', { name: '两个版本' })
      await expect(table.getByText('10.03')).toBeVisible()
      const shown = await table.evaluate((element) => {
        const { scrollWidth, clientWidth } = element.parentElement!
        const choices = [...element.querySelectorAll('.conflict-choice')]
        return { beyond: scrollWidth - clientWidth, tallest: Math.max(...choices.map((one) => one.clientHeight)) }
      })
      expect(shown.beyond).toBe(0)
      expect(shown.tallest).toBeLessThanOrEqual(44)
    })
  })
})

const printed = {
  zh: { form: /^表单编号 FOIL · 版本 v1$/, line: /产品线\s*电芯/, steps: ['编制', '批准'] },
  en: { form: /^Form no\. FOIL · Edition v1$/, line: /Product line\s*Line /, steps: ['Submitted', 'Approved'] },
}

for (const [locale, { form, line, steps }] of Object.entries(printed)) {
  test(`a printed record names the plant, the form and the product line, and can be signed by hand, ${locale}`, async ({
    page,
    account,
  }) => {
    await page.route('**/api/v1/app-config', (route) =>
      route.fulfill({
        json: {
          code: 200,
          msg: '',
          data: { sys_app_name: '某某工厂', sys_app_logo: '/logo.svg?ours', setup_required: '0' },
        },
      }),
    )
    const plant = await plantOf(await callAs(page.request, account('admin')))
    const inspector = await callAs(page.request, account('inspector'))
    const record = await recordBy(inspector, plant, ['10.00', '10.30', '10.01'])
    await keepSettings(page, { locale })
    await beSignedIn(page, account('admin'))
    await open(page, record, '?print=1')
    const brand = dialog(page).locator('.print-brand')
    await expect(brand).toContainText('某某工厂')
    await expect(brand.locator('img')).toHaveAttribute('src', '/logo.svg?ours')
    await expect(brand.getByText(form)).toBeVisible()
    await expect(dialog(page)).toContainText(line)
    await expect(byHand(page)).toHaveText(steps)
    await expectAccessible(page, '.print')
    expect(await printedPages(page)).toEqual(['210 × 297'])
  })
}

test('a printed record has the times of its product line in a browser elsewhere, as its label has, each with the offset from UTC', async ({
  page,
  account,
}) => {
  const admin = await callAs(page.request, account('admin'))
  const inspector = await callAs(page.request, account('inspector'))
  const plant = await plantOf(admin)
  const more = { inspectedAt: new Date(Date.now() - 2 * HOUR_MS).toISOString() } // recorded late
  const { qcValueBaseId, ...record } = await recordBy(inspector, plant, ['10.00', '10.20', '10.01'], false, more)
  const at = `/qc/value-base/${qcValueBaseId}`
  const { password } = account('admin')
  const change = { reasonCode: 'typing', reason: '与纸面记录核对' }
  const values = record.values
    .filter(({ itemKey }) => itemKey !== plant.keys['mean'])
    .map(({ itemKey, sampleNo, raw }) => ({ itemKey, sampleNo, raw: sampleNo === 2 ? '10.02' : raw }))
  await admin('POST', `${at}/comment`, { text: '看过了' })
  let { lockVersion } = await admin<RecordDetail>('POST', `${at}/reject`, {
    lockVersion: record.lockVersion,
    reason: '抄错了',
    password,
  })
  const inspectedAt = new Date(Date.now() - 3 * HOUR_MS).toISOString()
  ;({ lockVersion } = await inspector<RecordDetail>('PUT', at, { lockVersion, inspectedAt, values, ...change }))
  ;({ lockVersion } = await inspector<RecordDetail>('POST', `${at}/submit`, { lockVersion }))
  const { signatures } = await admin<RecordDetail>('POST', `${at}/approve`, { lockVersion, password })

  await setTimeZone(page, 'America/New_York')
  await beSignedIn(page, account('admin'))
  await page.goto(`/caliper/qc/value-info/${qcValueBaseId}?print=1`)
  const sheet = dialog(page)
  const time = (instant: string) => `${lineTime(instant, 'Asia/Shanghai', '{y}-{m}-{d} {h}:{i}:{s}')} +08:00`
  await expect(sheet).toContainText(`检验时间${time(inspectedAt)}`)
  await expect(sheet).toContainText(`${time(more.inspectedAt)} → ${time(inspectedAt)}`)
  for (const { signedAt } of signatures) await expect(sheet).toContainText(time(signedAt))
  const times = [...((await sheet.textContent()) ?? '').matchAll(/\d{4}-\d\d-\d\d \d\d:\d\d.{0,10}/g)].flat()
  expect(times.length).toBeGreaterThanOrEqual(9)
  for (const written of times) expect(written).toMatch(/:\d\d \+08:00$/)
})

for (const { themeMode, locale, viewport, name } of looks) {
  test.describe(name, () => {
    test.use({ viewport })

    test('axe finds nothing on the list, a record, its item and what is signed, and nothing reaches sideways', async ({
      page,
      account,
    }) => {
      const plant = await plantOf(await callAs(page.request, account('admin')))
      const inspector = await callAs(page.request, account('inspector'))
      const draft = await recordBy(inspector, plant, ['10.00', '10.30'], true)
      const submitted = await recordBy(inspector, plant, ['10.00', '10.30', '10.07'])
      await keepSettings(page, { themeMode, locale })
      await beSignedIn(page, account('admin'))
      const item = `/caliper/qc/value-item-info?qcValueBaseId=${submitted.qcValueBaseId}&itemKey=${plant.keys['thickness']}`
      const pages = [
        '/caliper/qc/value-base',
        `/caliper/qc/value-info/${draft.qcValueBaseId}`,
        item,
        `/caliper/qc/value-info/${submitted.qcValueBaseId}`,
      ]
      for (const path of pages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText(submitted.recordNo).or(page.getByText(draft.recordNo)).first()).toBeVisible()
        await expectAccessible(page)
        const pane = page.locator('.page-pane:not([aria-hidden])')
        expect(await pane.evaluate((box) => box.scrollWidth - box.clientWidth), path).toBeLessThanOrEqual(0)
      }
      await page.getByRole('button', { name: /^(批准|Approve)$/ }).click()
      await expect(page.getByLabel(/^(登录密码|Your password)/)).toBeVisible()
      await expectAccessible(page)
    })
  })
}
