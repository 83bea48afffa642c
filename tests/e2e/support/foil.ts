import type { Page } from '@playwright/test'
import type { RecordDetail } from '#shared/qc/record/schema'
import { makeLine, makeTemplate, publish, type Call } from './qc'

type Plant = { product: string; templateId: number; lotId: number; keys: Record<string, string> }

/** Thickness of three pieces, their mean, a look, and where it is cracked where it is. */
export const items = [
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
export async function plantOf(call: Call, ofItems: object[] = items): Promise<Plant> {
  const { productId, code } = await makeLine(call, '电芯')
  const lotId = await call<number>('POST', '/qc/lot', { productId, lotNo: 'B-1107' })
  const head = { productId, code: 'FOIL', name: `铜箔 ${code}`, nameEn: `Foil ${code}`, stage: 'iqc', signLevels: 1 }
  const templateId = await makeTemplate(call, head, ofItems)
  return { product: code, templateId, lotId, keys: await publish(call, templateId) }
}

/** A record with these thicknesses, submitted unless it stays a draft. */
export async function recordBy(
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

export const cell = (page: Page, sample: number) =>
  page.getByRole('textbox', { name: `厚度 样本 ${sample}`, exact: true })
export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const open = (page: Page, record: RecordDetail, query = '') =>
  page.goto(`/caliper/qc/value-info/${record.qcValueBaseId}${query}`)

/** Pastes into the focused field, as from a spreadsheet. */
export const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

/** The steps that a printed record has a line for, to be signed by hand. */
export const byHand = (page: Page) =>
  dialog(page)
    .getByRole('table', { name: /手写签名|by hand/ })
    .getByRole('rowheader')
