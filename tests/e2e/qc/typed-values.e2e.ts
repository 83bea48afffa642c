import type { Page } from '@playwright/test'
import type { RecordDetail } from '#shared/qc/record/schema'
import { hearAlarms } from '../support/alarms'
import { button, cell, items, open, paste, plantOf, recordBy, row } from '../support/foil'
import { typeReading } from '../support/gauge'
import { callAs } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

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
