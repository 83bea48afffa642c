import type { Page } from '@playwright/test'
import type { RecordDetail } from '#shared/qc/record/schema'
import { beyondPaper, printedTexts } from '../support/paper'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { keepSettings } from '../support/looks'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

type Value = { code: string; sampleNo?: number; raw: string }

/** A record of a template of its own with these items, and these values. */
async function recordOf(call: Call, items: object[], values: Value[], more: object = {}): Promise<RecordDetail> {
  const { productId, code } = await makeLine(call, '电芯')
  const head = { productId, code: 'SHEET', name: `终检 ${code}`, nameEn: `Final ${code}`, stage: 'fqc', signLevels: 1 }
  const templateId = await makeTemplate(call, head, items)
  const keys = await publish(call, templateId)
  return call<RecordDetail>('POST', '/qc/value-base', {
    templateId,
    values: values.map(({ code: item, sampleNo = 1, raw }) => ({ itemKey: keys[item], sampleNo, raw })),
    ...more,
  })
}

/** The print view of a record. */
async function openPaper(page: Page, { qcValueBaseId }: RecordDetail) {
  await page.goto(`/caliper/qc/value-info/${qcValueBaseId}?print=1`)
  const paper = page.getByRole('dialog')
  await expect(paper.locator('.print-foot')).toBeVisible()
  return paper
}

const diameter = {
  code: 'diameter',
  name: '直径',
  nameEn: 'Diameter',
  type: 'numeric',
  unit: 'mm',
  decimals: 2,
  lsl: '9',
  usl: '11',
  sampleSize: 3,
}
const finding = { code: 'finding', name: '说明', nameEn: 'Finding', type: 'text' }
const sentence =
  'Scratch on the outer housing close to the terminal, about 12 mm long, can be felt with the nail; the two cells beside it are good. Informed the shift leader.'
const scratches = ['a', 'b', 'c', 'd', 'e'].map((code) => ({
  code,
  name: `外壳划痕 ${code}`,
  nameEn: `Scratch of the outer housing in zone ${code}`,
  judgement: 'NG',
}))
const marks = { code: 'marks', name: '缺陷', nameEn: 'Defects', type: 'multi', choices: scratches }
const longName = { ...diameter, code: 'long', nameEn: 'D'.repeat(50), sampleSize: 1 }

for (const [what, text] of [
  ['an ordinary sentence', sentence],
  ['a word of 150 letters', 'X'.repeat(150)],
] as const) {
  test(`a printed record has each item with its judgement on the paper, also beside ${what}`, async ({
    page,
    account,
  }) => {
    await keepSettings(page, { locale: 'en' })
    const record = await recordOf(
      await callAs(page.request, account('admin')),
      [diameter, longName, finding, marks],
      [
        ...['10.00', '12.50', '10.01'].map((raw, index) => ({ code: 'diameter', sampleNo: index + 1, raw })),
        { code: 'long', raw: '10.00' },
        { code: 'finding', raw: text },
        { code: 'marks', raw: scratches.map(({ code }) => code).join(',') },
      ],
    )
    await beSignedIn(page, account('admin'))
    const paper = await openPaper(page, record)
    const values = paper.getByRole('table').first()
    await expect(values.getByRole('row')).toHaveCount(5)
    const judgements = values.getByRole('row').locator('td:last-child')
    await expect(judgements).toHaveText(['NG', 'OK', 'OK', 'NG'])
    expect(await beyondPaper(page, '.print-table :is(th, td)')).toEqual([])
  })
}

test('a printed record names the groups of its items, each above its first item and on its page', async ({
  page,
  account,
}) => {
  await keepSettings(page, { locale: 'en' })
  const readme = { code: 'readme', name: 'Handle gently', type: 'note', instruction: 'Gloves', groupName: 'Handling' }
  const thickness = (side: number, groupName = `Tab${side}-`) => [
    { ...diameter, code: `edge${side}`, name: 'Edge', nameEn: 'Edge', groupName, sampleSize: 1 },
    { ...diameter, code: `middle${side}`, name: 'Middle', nameEn: 'Middle', groupName, sampleSize: 1 },
  ]
  const sides = Array.from({ length: 25 }, (_, side) => side)
  const measured = [{ ...diameter, sampleSize: 1 }, ...sides.flatMap((side) => thickness(side))]
  const record = await recordOf(
    await callAs(page.request, account('admin')),
    [readme, ...measured],
    measured.map(({ code }) => ({ code, raw: '10.00' })),
  )
  await beSignedIn(page, account('admin'))
  const paper = await openPaper(page, record)
  const heads = sides.flatMap((side) => [`Tab${side}-`, /^Edge/, /^Middle/])
  await expect(paper.getByRole('table').first().locator('tbody th')).toHaveText([/^Diameter/, ...heads])
  const pages = await printedTexts(page)
  expect(pages.length).toBeGreaterThan(2)
  for (const side of sides) expect(pages.filter((text) => text.includes(`Tab${side}-Edge`))).toHaveLength(1)
})

test('each page of a printed record says which record and revision it is, and when it was printed', async ({
  page,
  account,
}) => {
  await keepSettings(page, { locale: 'en' })
  const rows = Array.from({ length: 36 }, (_, index) => ({ ...diameter, code: `d${index}`, sampleSize: 1 }))
  const record = await recordOf(
    await callAs(page.request, account('admin')),
    rows,
    rows.map(({ code }) => ({ code, raw: '10.00' })),
  )
  await beSignedIn(page, account('admin'))
  const paper = await openPaper(page, record)
  const [, printedAt] = /Printed at (\S+ \S+ \S+)/.exec(await paper.locator('.print-foot').innerText())!
  const said = `Inspection record ${record.recordNo} · Revision 1 · Printed at ${printedAt}`
  const dispatch = (event: string) => page.evaluate((name) => void dispatchEvent(new Event(name)), event)
  await expect(page).toHaveTitle(new RegExp(`^${record.recordNo} - `))
  await dispatch('beforeprint')
  await expect(page).toHaveTitle(said) // browsers that print no margin boxes print the title
  await dispatch('afterprint')
  await expect(page).toHaveTitle(new RegExp(`^${record.recordNo} - `))
  const pages = await printedTexts(page)
  expect(pages.length).toBeGreaterThan(1)
  for (const text of pages) expect(text).toContain(said.replace(/\s/g, ''))

  await page.keyboard.press('Escape')
  await expect(paper).toBeHidden()
  expect((await printedTexts(page)).join('')).not.toContain('Printedat')
})

test('a long remark is printed over the whole width', async ({ page, account }) => {
  await keepSettings(page, { locale: 'en' })
  const record = await recordOf(
    await callAs(page.request, account('admin')),
    [finding],
    [{ code: 'finding', raw: 'fine' }],
    { remark: 'A long remark of the inspector about what was seen. '.repeat(17).trim() },
  )
  await beSignedIn(page, account('admin'))
  const paper = await openPaper(page, record)
  const fact = async (label: string) =>
    (await paper.locator('.print-facts > div').filter({ hasText: label }).boundingBox())!
  const { width } = (await paper.locator('.print-facts').boundingBox())!
  expect((await fact('Remark')).width).toBeGreaterThan(width - 1)
  expect((await fact('Status')).width).toBeLessThan(width / 2)
})
