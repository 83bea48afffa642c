import type { RecordDetail } from '#shared/qc/record/schema'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** A line of its own with a draft of a record: three thicknesses, measured by one of its gauges. */
async function draftOf(admin: Call, inspector: Call) {
  const { productId, code } = await makeLine(admin, '箔材')
  const gauge = { productId, code: `M${code}`.slice(0, 20), name: '千分尺', kind: 'gauge' }
  const gaugeId = await admin<number>('POST', '/qc/equipment', gauge)
  const thickness = {
    code: 'thickness',
    name: '厚度',
    type: 'numeric',
    decimals: 2,
    sampleSize: 3,
    lsl: '9',
    gaugeKind: '千分尺',
  }
  const head = { productId, code: 'FOIL', name: `铜箔 ${code}`, stage: 'iqc', signLevels: 1 }
  const templateId = await makeTemplate(admin, head, [thickness])
  await publish(admin, templateId)
  const { qcValueBaseId } = await inspector<RecordDetail>('POST', '/qc/value-base', { templateId })
  return { gaugeId, path: `/qc/value-base/${qcValueBaseId}`, page: `/caliper/qc/value-info/${qcValueBaseId}` }
}

test('a gauge is chosen for all values of an item: also for those entered after a save, or a reload', async ({
  page,
  account,
}) => {
  const inspector = await callAs(page.request, account('inspector'))
  const draft = await draftOf(await callAs(page.request, account('admin')), inspector)
  await beSignedIn(page, account('inspector'))
  await page.goto(draft.page)
  const cell = (no: number) => page.getByRole('textbox', { name: `厚度 样本 ${no}`, exact: true })
  const gauges = async () => (await inspector<RecordDetail>('GET', draft.path)).values.map(({ gaugeId }) => gaugeId)
  const save = async () => {
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await page.getByRole('main').getByRole('button', { name: '保存', exact: true }).click()
    await stored
  }

  await page.locator('.entry-row').getByRole('combobox').click()
  await page.getByRole('option').filter({ hasText: '千分尺' }).click()
  await cell(1).fill('10.01')
  await save()
  await cell(2).fill('10.02')
  await save()
  expect(await gauges()).toEqual([draft.gaugeId, draft.gaugeId])
  await page.reload()
  await cell(3).fill('10.00')
  await save()
  expect(await gauges()).toEqual([draft.gaugeId, draft.gaugeId, draft.gaugeId])
})

test('an item names what measures it, and offers such gauges first', async ({ page, account }) => {
  const admin = await callAs(page.request, account('admin'))
  const { productId, code } = await makeLine(admin, '箔材')
  const gauges = [
    { code: `A${code}`, name: '比重计', nameEn: 'Hydrometer' },
    { code: `B${code}`, name: '千分尺 3 号', nameEn: 'Micrometer 3' },
    { code: `C${code}`, name: '千分尺', nameEn: 'Micrometer' },
  ]
  for (const gauge of gauges) {
    await admin('POST', '/qc/equipment', { ...gauge, code: gauge.code.slice(0, 20), productId, kind: 'gauge' })
  }
  const thickness = { code: 'thickness', name: '厚度', type: 'numeric', decimals: 2, lsl: '9' }
  const templateId = await makeTemplate(admin, { productId, code: 'FOIL', name: '铜箔', stage: 'iqc' }, [
    { ...thickness, gaugeKind: '千分尺' },
    { ...thickness, code: 'edge', name: '边厚', gaugeKind: '数显千分尺 Digital micrometer' },
  ])
  await publish(admin, templateId)
  const inspector = await callAs(page.request, account('inspector'))
  const { qcValueBaseId } = await inspector<RecordDetail>('POST', '/qc/value-base', { templateId })
  await beSignedIn(page, account('admin'))
  await page.goto(`/caliper/qc/info-list/${templateId}`)
  await expect(page.getByRole('row').filter({ hasText: '厚度' })).toContainText('量具：千分尺')

  await page.goto('about:blank') // what it still asks for would be asked as somebody else
  await beSignedIn(page, account('inspector'))
  await page.goto(`/caliper/qc/value-info/${qcValueBaseId}`)
  await expect(page.getByRole('rowheader', { name: '厚度' })).toContainText('量具：千分尺')
  await page.getByRole('combobox', { name: '厚度 的量具' }).click()
  await expect(page.getByRole('option')).toContainText(['千分尺 3 号', '千分尺', '比重计'])
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: '边厚 的量具' }).click()
  await expect(page.getByRole('option')).toContainText(['千分尺', '比重计', '千分尺 3 号'])
})

test('the time of an inspection is typed at one go; what is incomplete changes nothing', async ({ page, account }) => {
  const inspector = await callAs(page.request, account('inspector'))
  const draft = await draftOf(await callAs(page.request, account('admin')), inspector)
  await beSignedIn(page, account('inspector'))
  await page.goto(draft.page)
  const time = page.getByLabel('检验时间')
  const before = await time.inputValue()
  await time.focus()
  await page.keyboard.press('Delete')
  await expect(time).toHaveValue('')
  await page.getByLabel('备注').focus()
  await expect(time).toHaveValue(before)

  const [day = ''] = new Date(Date.now() - 86_400_000).toISOString().split('T')
  const [year, month, date] = day.split('-')
  await time.focus()
  await page.keyboard.type(`${month}${date}${year}0915AM`) // the parts have the order of Chromium's own language
  await expect(time).toHaveValue(`${day}T09:15`)
  await page.getByRole('main').getByRole('button', { name: '保存', exact: true }).click()
  await expect
    .poll(async () => (await inspector<RecordDetail>('GET', draft.path)).inspectedAt)
    .toBe(new Date(`${day}T09:15`).toISOString())
})
