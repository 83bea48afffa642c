import { afterAll, describe, expect, test } from 'bun:test'
import { gt } from 'drizzle-orm'
import { join } from 'node:path'
import type { ImportResult } from '#shared/list/import'
import { inspect } from '#shared/spc/sampling/inspection'
import type { TemplateItem } from '#shared/qc/template/schema'
import { spread } from '../../client/pages/qc/record/grid/paste'
import { startApp } from '../support/app'
import { qcPlant } from '../support/qc/plant'

/** What becomes of the files of `tests/fixtures/sheets`: README.md there says how each was made. */
const app = await startApp({ now: () => Date.UTC(2026, 10, 20, 2, 0) })
afterAll(app.close)
const { engineer, template } = await qcPlant(app)
const { t } = app.store
const one = { required: 'never', severity: 'info' } as const
const sheetTemplate = await template({ signLevels: 1 }, [
  { code: 'thickness', name: '厚度', type: 'numeric', unit: 'mm', decimals: 2, sampleSize: 3, ...one },
  { code: 'yield', name: '良率', type: 'numeric', unit: '%', decimals: 2, ...one },
  { code: 'length', name: '长度', type: 'numeric', unit: 'mm', decimals: 2, ...one },
  { code: 'made', name: '生产日期', type: 'date', ...one },
])

async function importing(name: string, dryRun: 0 | 1 = 1, language = 'en') {
  const body = new FormData()
  body.append('file', new File([await Bun.file(join(import.meta.dir, '../fixtures/sheets', name)).bytes()], name))
  const headers = { authorization: `Bearer ${engineer.token}`, 'accept-language': language }
  const response = await app.app.request(`/api/v1/qc/import?dryRun=${dryRun}`, { method: 'POST', body, headers })
  return (await response.json()) as { code: number; msg: string; data: ImportResult }
}

/** Records made after `before`, each with its lot, time and values. */
async function made(before: number) {
  const { valueBases, values } = t
  const { qcValueBaseId } = valueBases
  const records = await app.store.db.select().from(valueBases).where(gt(qcValueBaseId, before)).orderBy(qcValueBaseId)
  const all = await app.store.db.select().from(values).where(gt(values.qcValueBaseId, before)).orderBy(values.valueId)
  return records.map(({ qcValueBaseId: id, lotId, inspectedAt, remark }) => ({
    hasLot: lotId !== null,
    at: new Date(inspectedAt).toISOString(),
    remark,
    values: all.filter((value) => value.qcValueBaseId === id).map(({ raw }) => raw),
  }))
}
const newest = async () =>
  Math.max(0, ...(await app.store.db.select().from(t.valueBases)).map((row) => row.qcValueBaseId))

const morning = '2026-11-20T00:30:00.000Z' // 8:30 in the plant
const asShown = [
  { hasLot: false, at: morning, remark: '', values: ['10.01', '10.02', '9.99'] },
  { hasLot: true, at: '2026-11-19T16:00:00.000Z', remark: '午夜', values: ['98.5'] },
  { hasLot: false, at: morning, remark: '', values: ['1234.5'] },
  { hasLot: false, at: morning, remark: '', values: ['2026-11-20'] },
]

describe('what spreadsheet programs write by themselves is read', () => {
  test.each([
    ['libreoffice-accepted.xlsx', asShown],
    ['excel-accepted.xlsx', asShown],
    [
      'excel-accepted-gb18030.csv',
      [
        { ...asShown[0], remark: '操作员：王䶮' },
        { hasLot: true, at: '2026-11-19T16:00:00.000Z', remark: '', values: ['3.5'] },
        { hasLot: false, at: '2026-11-20T00:05:00.000Z', remark: '', values: ['98.50'] },
        { hasLot: false, at: '2026-11-09T00:05:07.000Z', remark: '', values: ['2026-11-09'] },
      ],
    ],
  ])('%s', async (name, records) => {
    const before = await newest()
    const { code, data } = await importing(name, 0)
    expect([data.faults, code]).toEqual([[], 200])
    expect(await made(before)).toEqual(records as typeof asShown)
  })
})

describe('what cannot be read with certainty is refused at its cell', () => {
  const inSheet: [row: number, column: string, message: RegExp][] = [
    [2, '检验时间', /Enter the time too/],
    [3, '检测值', /unit of this item is not %/],
    [4, '检测值', /“#DIV\/0!” is a spreadsheet error/],
    [5, '备注', /“#N\/A” is a spreadsheet error/],
    [6, '批次', /C6:C7 are merged/],
  ]
  test.each<[name: string, faults: typeof inSheet]>([
    ['libreoffice-refused.xlsx', inSheet],
    ['excel-refused.xlsx', inSheet],
    [
      'excel-refused-utf8.csv',
      [
        [2, '检测值', /comma may separate thousands/],
        [3, '检测值', /comma may separate thousands/],
        [4, '检测值', /spaces or semicolons/],
        [5, '检测值', /unit of this item is not %/],
        [6, '检验时间', /Enter the time too/],
        [7, '检验时间', /Enter a time such as/],
        [8, '备注', /“#N\/A” is a spreadsheet error/],
      ],
    ],
  ])('%s', async (name, faults) => {
    const before = await newest()
    const { code, data } = await importing(name, 0)
    expect(data.faults.map(({ row, column }) => [row, column])).toEqual(faults.map(([row, column]) => [row, column]))
    for (const [index, [, , message]] of faults.entries()) expect(data.faults[index]!.message).toMatch(message)
    expect([code, await newest()]).toEqual([422, before])
    const zh = await importing(name, 1, 'zh')
    for (const { message } of zh.data.faults) expect(message).toMatch(/\p{Script=Han}/u)
  })
})

describe('cells that are pasted follow the rules of sheets', () => {
  const items = sheetTemplate.items as TemplateItem[]
  test.each([
    ['yield', '98.5%', '98.5', undefined],
    ['yield', '98.5 ％', '98.5', undefined],
    ['length', '98.5%', null, 'percent'],
    ['length', '1,234', null, 'grouped'],
    ['length', '1,234.5', null, 'grouped'],
    ['length', '3,5', '3.5', undefined],
    ['made', '2026/11/9', '2026-11-09', undefined],
  ])('into %s: %s', (code, text, kept, fault) => {
    const item = items.find((known) => known.code === code)!
    const [pasted] = spread([[text, '']], items, { itemKey: item.itemKey, sampleNo: 1 })
    const { samples } = inspect(items, [
      { raw: null, den: null, ...pasted!, state: 'present', confirmed: false },
    ]).items.find(({ itemKey }) => itemKey === item.itemKey)!
    expect([samples[0]!.fault ? null : samples[0]!.raw, samples[0]!.fault]).toEqual([kept, fault])
  })

  test('a column that begins at a later sample goes on with the first sample of the next item', () => {
    const [thickness, percentage] = items
    const pasted = spread([['1.01'], ['1.02'], ['98']], items, { itemKey: thickness!.itemKey, sampleNo: 2 })
    expect(pasted).toEqual([
      { itemKey: thickness!.itemKey, sampleNo: 2, raw: '1.01' },
      { itemKey: thickness!.itemKey, sampleNo: 3, raw: '1.02' },
      { itemKey: percentage!.itemKey, sampleNo: 1, raw: '98' },
    ])
  })
})
