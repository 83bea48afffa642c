import type { Page } from '@playwright/test'
import { HOUR_MS } from '#shared/durations'
import { lineTime } from '#shared/format/line-time'
import type { RecordDetail } from '#shared/qc/record/schema'
import { expectAccessible } from '../support/accessible'
import { byHand, dialog, open, plantOf, recordBy } from '../support/foil'
import { keepSettings } from '../support/looks'
import { beyondPaper, printedPages, printedTexts } from '../support/paper'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'
import { setTimeZone } from '../support/window'

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
