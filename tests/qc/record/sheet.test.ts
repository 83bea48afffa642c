import { afterAll, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { instantOn } from '#shared/qc/day'
import type { ImportResult } from '#shared/list/import'
import { startApp } from '../../support/app'
import { rowsIn } from '../../support/sheets'
import {
  done,
  draftBy,
  good,
  qcPlant,
  step,
  stepped,
  valuesOf,
  type Entered,
  type Person,
} from '../../support/qc/plant'

const NOW = Date.UTC(2026, 10, 20, 2, 0)
const app = await startApp({ now: () => NOW })
const plant = await qcPlant(app)
const { admin, engineer, inspector, colleague, reviewer, approver } = plant
afterAll(app.close)
await plant.template({ signLevels: 1 }) // T-1
await plant.template({}, [
  { code: 'burrs', name: '毛刺', type: 'defectives', decimals: 3, usl: '0.05', sampleSize: 3, severity: 'minor' },
  { code: 'scratches', name: '划伤', type: 'defects', decimals: 3, usl: '5', severity: 'minor', required: 'never' },
  { code: 'width', name: '宽度', type: 'numeric', usl: '2000', unit: 'mm', decimals: 2, required: 'never' },
  { code: 'yield', name: '良率', type: 'numeric', lsl: '90', unit: '%', decimals: 2, required: 'never' },
  { code: 'expiry', name: '有效期', type: 'date', severity: 'info', required: 'never' },
]) // T-2
const inTwoCases = await plant.oldTemplate([
  { code: 'd', name: 'd', type: 'numeric', lsl: '1', usl: '2' },
  { code: 'D', name: 'D', type: 'numeric', lsl: '9', usl: '11', required: 'never' },
])
const { t } = app.store

const path = '/api/v1/qc'
const headersOf = ({ token }: Person, language = 'en') => ({
  authorization: `Bearer ${token}`,
  'accept-language': language,
})

async function exported(person: Person, search: string, language = 'en') {
  const response = await app.app.request(`${path}/export?${search}`, { headers: headersOf(person, language) })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

describe('an export', () => {
  const hostile = {
    ...good,
    words: ['=HYPERLINK("http://evil.example")'],
    thickness: ['10.00', '-5.5', { state: 'missing', missingCode: 'damaged' }],
  }

  test.each(['csv', 'xlsx'])(
    'as %s has one row a value, with the record in front; numbers stay numbers, formulas are text (S67)',
    async (format) => {
      const template = await plant.template({ signLevels: 1 })
      const more = { lotId: plant.lotId, equipmentId: plant.equipmentId, remark: 'x' }
      const record = await draftBy(inspector, template, hostile as typeof good, more)
      const empty = await draftBy(inspector, template, {})
      const file = await exported(engineer, `templateId=${template.templateId}&format=${format}`)
      const rows = await rowsIn(file)
      const [header, ...body] = rows.map(({ cells }) => cells)
      expect(header!.slice(0, 3)).toEqual(['Record number', 'Product line', 'Template'])
      const column = (row: string[], title: string) => row[header!.indexOf(title)] ?? ''
      const told = body.map((row) =>
        ['Record number', 'Item', 'Sample', 'Value', 'Value judgement', 'Reason not measured'].map((title) =>
          column(row, title),
        ),
      )
      expect(told).toEqual([
        [empty.recordNo, '', '', '', '', ''],
        [record.recordNo, 'thickness', '1', '10', 'OK', ''],
        [record.recordNo, 'thickness', '2', '-5.5', 'NG', ''],
        [record.recordNo, 'thickness', '3', '', 'Pending', 'Sample damaged'],
        [record.recordNo, 'mean', '1', '2.25', 'OK', ''],
        [record.recordNo, 'look', '1', 'Fine', 'OK', ''], // as people call it
        [record.recordNo, 'words', '1', '=HYPERLINK("http://evil.example")', 'OK', ''],
      ])
      if (format === 'csv') expect(Buffer.from(file).toString()).toContain(',+08:00,') // no formula, no apostrophe
      // what reads it back takes the mark away again that keeps spreadsheets from reckoning
      if (format === 'csv') expect(Buffer.from(file).toString()).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
      const first = body.find((row) => column(row, 'Item') === 'thickness')!
      expect(
        ['Lot', 'Equipment', 'Shift', 'Inspector', 'Business day', 'Status', 'LSL', 'USL', 'Unit'].map((title) =>
          column(first, title),
        ),
      ).toEqual(['L-001', 'Coater 1', 'Day', inspector.roleKey, '2026-11-20', 'Draft', '9.9', '10.1', 'mm'])
      // as the clock of the plant showed it, and which one that is: the server's shows 02:00
      expect(['Inspected at', 'UTC offset'].map((title) => column(first, title))).toEqual([
        '2026-11-20 10:00:00',
        '+08:00',
      ])
    },
  )

  test.each(['csv', 'xlsx'])(
    'as %s has every digit that was typed, as a number if numbers have room for it',
    async (format) => {
      const numeric = { type: 'numeric', decimals: 9, sampleSize: 5, usl: '1' } as const
      const template = await plant.template({}, [{ code: 'd', name: 'd', ...numeric }])
      const typed = ['123456789012.123456789', '-123456789012.123456789', '0.000000001', '0.100000000', '10.25']
      await draftBy(inspector, template, { d: typed.map((raw) => ({ raw, confirmed: true })) })
      const file = await exported(engineer, `templateId=${template.templateId}&format=${format}`)
      const [header, ...rows] = (await rowsIn(file)).map(({ cells }) => cells)
      const written = rows.map((row) => row[header!.indexOf('Value')])
      const small = format === 'csv' ? '0.000000001' : '1e-9' // numbers of a workbook may have exponents
      expect(written).toEqual([typed[0]!, typed[1]!, small, '0.1', '10.25'])
    },
  )

  test('speaks the language asked for, takes the filters of the list, and is written down twice', async () => {
    const template = await plant.template()
    const ng = await draftBy(inspector, template, { look: ['crack'] })
    await draftBy(inspector, template, { look: ['ok'] })
    const rows = await rowsIn(await exported(engineer, `templateId=${template.templateId}&judgement=NG`, 'zh'))
    expect(rows.map(({ cells }) => cells[0])).toEqual(['记录编号', ng.recordNo])
    expect(rows[1]!.cells).toEqual(expect.arrayContaining(['不合格', '早班', '外观']))
    const [operation] = await app.store.db.select().from(t.operations).orderBy(desc(t.operations.id)).limit(1)
    expect(operation).toMatchObject({ action: 'export', stem: 'qc-record', userId: engineer.userId })
    const [entry] = await app.store.db.select().from(t.audits).orderBy(desc(t.audits.id)).limit(1)
    expect(entry).toMatchObject({ entity: 'record', action: 'export', actorId: engineer.userId })
    expect(JSON.parse(entry!.new!)).toEqual({ templateId: template.templateId, judgement: 'NG' })
  })

  test.each([
    [1, 'Awaiting approval', '待批准'],
    [2, 'Awaiting review', '待复核'],
  ])('names a submitted record that needs %d signatures after its next step', async (signLevels, english, chinese) => {
    const template = await plant.template({ signLevels })
    await stepped(inspector, 'submit', await draftBy(inspector, template))
    const words = { en: english, zh: chinese }
    for (const [language, word] of Object.entries(words)) {
      const rows = await rowsIn(await exported(engineer, `templateId=${template.templateId}`, language))
      expect(rows[1]!.cells).toContain(word)
    }
  })

  test('leaves nothing in the trail that the filter does not know (S43, S71)', async () => {
    await exported(engineer, `judgement=NG&x=${'y'.repeat(1000)}`)
    const [entry] = await app.store.db.select().from(t.audits).orderBy(desc(t.audits.id)).limit(1)
    expect(entry!.new).toBe('{"judgement":"NG"}')
  })

  test('marks what was corrected, and needs a right of its own (S66)', async () => {
    const template = await plant.template({ signLevels: 1 })
    const submitted = await stepped(inspector, 'submit', await draftBy(inspector, template))
    const rejected = await stepped(reviewer, 'reject', submitted, { reason: 'x' })
    const values = valuesOf(template, { ...good, look: ['scratch'] })
    const change = { lockVersion: rejected.lockVersion, reasonCode: 'typing', values }
    done(await inspector.put(`/qc/value-base/${rejected.qcValueBaseId}`, change))
    const rows = await rowsIn(await exported(reviewer, `templateId=${template.templateId}`))
    const index = rows[0]!.cells.indexOf('Corrected')
    expect(rows.filter(({ cells }) => cells[index] === 'Yes').map(({ cells }) => cells[14])).toEqual(['look'])
    expect((await inspector.get('/qc/export')).code).toBe(403)
  })

  test('keeps a row for a value removed by a correction: empty, corrected, with its former text', async () => {
    const template = await plant.template({}, [
      { code: 'opened', name: '开卷', type: 'boolean', severity: 'minor' },
      {
        code: 'width',
        name: '宽度',
        type: 'numeric',
        usl: '20',
        decimals: 2,
        sampleSize: 2,
        required: 'never',
        visibleWhen: 'opened',
      },
      { code: 'words', name: '说明', type: 'text', required: 'never' },
    ])
    const correctedTo = async (entered: Entered) => {
      const first = { opened: ['1'], width: ['10.5', '10.6'], words: ['a'] }
      const submitted = await stepped(inspector, 'submit', await draftBy(inspector, template, first))
      const { qcValueBaseId, lockVersion } = await stepped(inspector, 'withdraw', submitted)
      const change = { lockVersion, reasonCode: 'typing', values: valuesOf(template, entered) }
      const changed = done(await inspector.put(`/qc/value-base/${qcValueBaseId}`, change))
      return changed.recordNo as string
    }
    const hidden = await correctedTo({ opened: ['0'], words: ['a'] })
    const deleted = await correctedTo({ opened: ['1'], width: ['', '10.6'] })
    const emptied = await correctedTo({})
    const rows = await rowsIn(await exported(reviewer, `templateId=${template.templateId}`))
    const [header, ...body] = rows.map(({ cells }) => cells)
    const shown = ['Item', 'Sample', 'Value', 'Value judgement', 'Corrected', 'Values before correction']
    const told = (recordNo: string) =>
      body
        .filter(([first]) => first === recordNo)
        .map((cells) => shown.map((title) => cells[header!.indexOf(title)] ?? ''))
    expect(told(hidden)).toEqual([
      ['opened', '1', 'No', 'NG', 'Yes', 'Yes'],
      ['width', '1', '', '', 'Yes', '10.5'],
      ['width', '2', '', '', 'Yes', '10.6'],
      ['words', '1', 'a', 'OK', '', ''],
    ])
    expect(told(deleted)).toEqual([
      ['opened', '1', 'Yes', 'OK', '', ''],
      ['width', '1', '', '', 'Yes', '10.5'],
      ['width', '2', '10.6', 'OK', '', ''],
      ['words', '1', '', '', 'Yes', 'a'],
    ])
    expect(told(emptied)).toEqual([
      ['opened', '1', '', '', 'Yes', 'Yes'],
      ['width', '1', '', '', 'Yes', '10.5'],
      ['width', '2', '', '', 'Yes', '10.6'],
      ['words', '1', '', '', 'Yes', 'a'],
    ])
  })

  test.each(['csv', 'xlsx'])(
    'as %s says what an auditor asks for: gauge, earlier values, first judgement, disposition, approver, retest, remark',
    async (format) => {
      const template = await plant.template({ signLevels: 1 })
      const thickness = ['10.00', '10.01', '9.99'].map((raw) => ({ raw, gaugeId: plant.gaugeId }))
      const entered = { thickness, look: ['crack'], pinholes: [{ raw: '1', den: '200' }] }
      const draft = await draftBy(inspector, template, entered, { remark: '首件 =1' })
      const submitted = await stepped(inspector, 'submit', draft)
      const rejected = await stepped(reviewer, 'reject', submitted, { reason: 'x' })
      let record = rejected
      for (const [first, look, den] of [
        ['10.05', 'scratch', '100'],
        ['10.06', 'crack', '100'],
      ] as const) {
        const better = [{ ...thickness[0], raw: first }, ...thickness.slice(1)]
        const values = valuesOf(template, { thickness: better, look: [look], pinholes: [{ raw: '1', den }] })
        const { lockVersion } = record
        record = done(
          await inspector.put(`/qc/value-base/${record.qcValueBaseId}`, { lockVersion, reasonCode: 'typing', values }),
        )
      }
      const again = await stepped(inspector, 'submit', record)
      const approved = await stepped(approver, 'approve', again, { disposition: 'concession' })
      const retest = await stepped(colleague, 'retest', approved)
      const rows = await rowsIn(await exported(engineer, `templateId=${template.templateId}&format=${format}`))
      const [header, ...body] = rows.map(({ cells }) => cells)
      const told = (recordNo: string, item: string, sample: string, ...titles: string[]) => {
        const at = (title: string) => header!.indexOf(title)
        const row = body.find(
          (cells) =>
            cells[at('Record number')] === recordNo &&
            (cells[at('Item')] ?? '') === item &&
            (cells[at('Sample')] ?? '') === sample,
        )
        return titles.map((title) => row?.[at(title)] ?? '')
      }
      const value = ['Values before correction', 'Gauge code', 'Gauge'] as const
      expect(told(record.recordNo, 'thickness', '1', ...value)).toEqual(['10.00; 10.05', 'G1', '千分尺'])
      expect(told(record.recordNo, 'thickness', '2', ...value)).toEqual(['', 'G1', '千分尺'])
      expect(told(record.recordNo, 'look', '1', ...value)).toEqual(['Crack; Scratch', '', ''])
      expect(told(record.recordNo, 'pinholes', '1', ...value)).toEqual(['/ 200', '', ''])
      const ofRecord = ['First judgement', 'Disposition', 'Remark', 'Approved by', 'Approved at', 'Retest of record']
      expect(told(record.recordNo, 'look', '1', ...ofRecord)).toEqual([
        'NG',
        'Concession',
        '首件 =1',
        approver.roleKey,
        '2026-11-20 10:00:00',
        '',
      ])
      expect(told(retest.recordNo, '', '', ...ofRecord)).toEqual(['', '', '', '', '', approved.recordNo])
    },
  )

  test('names no record outside of the data scope as the one tested again (S33)', async () => {
    const elsewhere: number = done(await admin.post('/dept', { parentId: 0, deptName: '复检部门' }))
    const scoped = await plant.person('quality-engineer')
    await app.store.tx((db) => db.update(t.roles).set({ dataScope: '3' }).where(eq(t.roles.roleKey, scoped.roleKey)))
    const template = await plant.template({ signLevels: 1 })
    const outsider = await plant.person('inspector', elsewhere)
    const first = await stepped(outsider, 'submit', await draftBy(outsider, template))
    const retest = await stepped(inspector, 'retest', first)
    const rows = await rowsIn(await exported(scoped, `templateId=${template.templateId}`))
    expect(rows.map(({ cells }) => cells[0])).toEqual(['Record number', retest.recordNo])
    expect(rows[1]!.cells).not.toContain(first.recordNo)
    const all = await rowsIn(await exported(engineer, `templateId=${template.templateId}`))
    expect(all.find(({ cells }) => cells[0] === retest.recordNo)!.cells).toContain(first.recordNo)
  })
})

describe('an import', () => {
  const header = 'record,product,template,lot,equipment,operator,inspectedAt,item,values,inspected,missing,remark'
  const at = '2026-11-19 08:30'
  const row = (cells: Partial<Record<string, string>>) =>
    header
      .split(',')
      .map((field) => `"${cells[field] ?? ''}"`)
      .join()
  const sheetOf = (...rows: Partial<Record<string, string>>[]) => [header, ...rows.map(row)].join('\n')

  async function importing(person: Person, sheet: string | Uint8Array<ArrayBuffer>, search = '', language = 'en') {
    const body = new FormData()
    body.append('file', new File([sheet], 'sheet.csv'))
    const headers = headersOf(person, language)
    const response = await app.app.request(`${path}/import${search}`, { method: 'POST', body, headers })
    return (await response.json()) as { code: number; msg: string; data: ImportResult }
  }
  const countAll = async () => (await app.store.db.select().from(t.valueBases)).length
  const base = { template: 'T-1', inspectedAt: at }
  const fine = [
    { ...base, record: 'a', lot: 'L-001', item: 'thickness', values: '10.01; 10.02; 1.0001e1', remark: '首件' },
    { ...base, record: 'a', lot: 'L-001', item: 'look', values: 'ok' },
    { ...base, record: 'a', lot: 'L-001', item: 'pinholes', values: '3', inspected: '100' },
    { ...base, operator: 'tester-4', item: 'Thickness', values: '9.99 - 9.98', missing: 'damaged' },
    { ...base, operator: 'tester-4', item: 'look', missing: 'no-sample' },
    { ...base, operator: 'tester-4', item: 'words', values: 'two words' },
  ]

  test('is checked first and changes nothing then; saved, its rows are drafts with judged values', async () => {
    const before = await countAll()
    const dry = await importing(engineer, sheetOf(...fine))
    expect(dry.data).toMatchObject({ dryRun: true, total: 6, valid: 6, faultCount: 0 })
    expect(dry.data.notes).toEqual(['2 records will be created as drafts, to be submitted by the inspectors'])
    expect(await countAll()).toBe(before)
    const saved = await importing(engineer, sheetOf(...fine), '?dryRun=0')
    expect(saved.code).toBe(200)
    expect(saved.data.notes).toEqual(['2 records were created as drafts, to be submitted by the inspectors'])
    const { list } = done(await engineer.get('/qc/value-base?pageSize=2&qcValueBaseIdOrder=desc'))
    const whole = async ({ qcValueBaseId }: { qcValueBaseId: number }) =>
      done(await admin.get(`/qc/value-base/${qcValueBaseId}`))
    const [second, first] = [await whole(list[0]), await whole(list[1])]
    expect(first).toMatchObject({
      source: 'import',
      status: 'draft',
      judgement: 'NG',
      lotNo: 'L-001',
      remark: '首件',
      operatorId: engineer.userId,
      inspectedAt: '2026-11-19T00:30:00.000Z', // 08:30 in the plant, wherever the server is
    })
    expect(first.values.map(({ raw, den }: { raw: string; den: number | null }) => [raw, den])).toEqual([
      ['10.01', null],
      ['10.02', null],
      ['10.001', null], // instruments give more digits than people may type
      ['10.010', null],
      ['ok', null],
      ['3', 100],
    ])
    expect(second).toMatchObject({ operatorId: colleague.userId, judgement: 'PENDING', lotNo: null })
    expect(second.values.map(({ raw, state }: { raw: string; state: string }) => [raw, state])).toEqual([
      ['9.99', 'present'],
      [null, 'missing'],
      ['9.98', 'present'],
      ['9.985', 'present'],
      [null, 'missing'],
      ['two words', 'present'],
    ])
    const [operation] = await app.store.db.select().from(t.operations).orderBy(desc(t.operations.id)).limit(1)
    expect(operation).toMatchObject({ action: 'import', userId: engineer.userId })
    // its inspector submits it, nobody else
    expect((await step(engineer, 'submit', second)).code).toBe(403)
    expect((await step(colleague, 'submit', second)).code).toBe(200)
  })

  test('says beforehand how many of the records exist already', async () => {
    const rows = [
      {
        ...base,
        record: 'x',
        lot: 'L-001',
        equipment: 'M1',
        item: 'look',
        values: 'ok',
        inspectedAt: '2026-11-18 07:00',
      },
      { ...base, record: 'y', lot: 'L-001', item: 'look', values: 'ok', inspectedAt: '2026-11-18 07:00' },
    ]
    const [once, other] = [sheetOf(rows[0]!), sheetOf(...rows)]
    expect((await importing(engineer, once)).data.notes).toHaveLength(1)
    expect((await importing(engineer, once, '?dryRun=0')).data.notes).toHaveLength(1)
    const [, existing] = (await importing(engineer, other)).data.notes
    expect(existing).toStartWith('1 of them has the template, lot,')
    // another inspector's is another record, as is a voided one
    const theirs = sheetOf({ ...rows[0]!, operator: colleague.roleKey })
    expect((await importing(engineer, theirs)).data.notes).toHaveLength(1)
    const { list } = done(await engineer.get('/qc/value-base?pageSize=1&qcValueBaseIdOrder=desc'))
    await stepped(engineer, 'void', list[0], { reason: 'imported twice' })
    expect((await importing(engineer, other)).data.notes).toHaveLength(1)
  })

  test('counts there no record outside of the data scope', async () => {
    const scoped = await plant.person('quality-engineer')
    await app.store.tx((db) => db.update(t.roles).set({ dataScope: '4' }).where(eq(t.roles.roleKey, scoped.roleKey)))
    const elsewhere: number = done(await admin.post('/dept', { parentId: 0, deptName: '原部门' }))
    const sheet = sheetOf({
      ...base,
      operator: colleague.roleKey,
      item: 'look',
      values: 'ok',
      inspectedAt: '2026-11-18 09:00',
    })
    expect((await importing(scoped, sheet, '?dryRun=0')).code).toBe(200)
    expect((await importing(scoped, sheet)).data.notes).toHaveLength(2)
    const { list } = done(await engineer.get('/qc/value-base?pageSize=1&qcValueBaseIdOrder=desc'))
    const record = eq(t.valueBases.qcValueBaseId, list[0].qcValueBaseId)
    await app.store.tx((db) => db.update(t.valueBases).set({ deptId: elsewhere }).where(record)) // their inspector has moved since
    expect((await importing(scoped, sheet)).data.notes).toHaveLength(1)
    expect((await importing(engineer, sheet)).data.notes).toHaveLength(2)
  })

  const wrong: [what: string, cells: object, column: string, message: RegExp][] = [
    ['an unknown template', { template: 'T-0' }, 'template', /no such template/],
    ['an unknown product line', { product: 'x' }, 'template', /no such template/],
    ['an unknown lot', { lot: 'L-0' }, 'lot', /no such lot/],
    ['an unknown machine', { equipment: 'M0' }, 'equipment', /no such equipment/],
    ['an unknown inspector', { operator: 'nobody' }, 'operator', /This user does not exist/],
    ['an unknown item', { item: 'width' }, 'item', /no such item/],
    ['a calculated item', { item: 'mean' }, 'item', /takes no entry/],
    ['no values', { values: '' }, 'values', /Enter values/],
    ['a dash without a reason', { values: '-' }, 'values', /Enter values/],
    ['dashes without a reason', { values: '- - -' }, 'values', /Enter values/],
    ['words for numbers', { values: 'ten' }, 'values', /Enter a number/],
    ['too many samples', { values: '1 2 3 4' }, 'values', /3 samples/],
    ['an unknown reason', { values: '-', missing: 'lazy' }, 'missing', /lazy.*样品损坏 \/ Sample damaged \/ damaged/],
    ['an unknown choice', { item: 'look', values: 'shiny' }, 'values', /shiny.*良好 \/ Fine \/ ok; 划痕/],
    ['no yes and no no', { item: 'leak', values: 'maybe' }, 'values', /maybe.*是 \/ Yes \/ 1/],
    ['half a count', { item: 'pinholes', values: '3.5', inspected: '100' }, 'values', /whole count/],
    [
      'a count of more than there are',
      { item: 'pinholes', values: '3', inspected: '2' },
      'inspected',
      /below the count of 3/,
    ],
    ['half a piece', { item: 'pinholes', values: '3', inspected: '50.5' }, 'inspected', /whole number of pieces/],
    ['no pieces', { item: 'pinholes', values: '0', inspected: '0' }, 'inspected', /whole number of pieces/],
    ['a count of unknown pieces', { item: 'pinholes', values: '3' }, 'inspected', /whole number of pieces/],
    ['no area', { item: 'scratches', values: '3', inspected: '0', template: 'T-2' }, 'inspected', /above 0/],
    [
      'words for an area',
      { item: 'scratches', values: '3', inspected: 'much', template: 'T-2' },
      'inspected',
      /above 0/,
    ],
    [
      'too few pieces of the second sample',
      { item: 'burrs', values: '1;4', inspected: '50;3', template: 'T-2' },
      'inspected',
      /below the count of 4/,
    ],
    [
      'commas between counts',
      { item: 'burrs', values: '1;2', inspected: '50,60', template: 'T-2' },
      'inspected',
      /spaces or semicolons/,
    ],
    [
      'two counts for three samples',
      { item: 'burrs', values: '1;-;2', inspected: '50;60', template: 'T-2' },
      'inspected',
      /each of the 3 samples/,
    ],
    [
      'more counts than samples',
      { item: 'burrs', values: '1;2', inspected: '50;60;70', template: 'T-2' },
      'inspected',
      /each of the 2 samples/,
    ],
    ['a time to come', { inspectedAt: '2026-12-24 10:00:00' }, 'inspectedAt', /future/],
    ['a year that is a slip', { inspectedAt: '1900-01-01 08:00:00' }, 'inspectedAt', /last 10 years/],
    ['a blank between thousands', { item: 'pinholes', values: '3', inspected: '1 000' }, 'inspected', /pieces/],
    ['thousands', { item: 'pinholes', values: '3', inspected: '1,234' }, 'inspected', /thousands or decimals/],
    ['no time', { inspectedAt: '' }, 'inspectedAt', /./],
    ['half a time', { inspectedAt: '8:30' }, 'inspectedAt', /./],
    ['a day alone', { inspectedAt: '2026-11-20' }, 'inspectedAt', /Enter the time too/],
    ['a time in American order', { inspectedAt: '11/20/2026 8:30' }, 'inspectedAt', /Enter a time such as/],
    ['a day that there is not', { inspectedAt: '2026/2/30 8:30' }, 'inspectedAt', /Enter a time such as/],
    ['commas between samples', { values: '10，11' }, 'values', /spaces or semicolons/],
    ['decimal commas of several samples', { values: '9,99 9,98' }, 'values', /spaces or semicolons/],
    ['a percentage of an item in mm', { values: '98.5%' }, 'values', /unit of this item is not %/],
    ['an error of the spreadsheet', { values: '#VALUE!' }, 'values', /#VALUE!.*error/],
    ['an error in optional text', { remark: '#N/A' }, 'remark', /#N\/A.*error/],
  ]
  test('tells every fault at its row and column, in both languages, and keeps nothing (S68)', async () => {
    const rows = wrong.map(([, cells], index) => ({
      ...base,
      record: String(index),
      item: 'thickness',
      values: '10 10 10',
      ...cells,
    }))
    const before = await countAll()
    const { code, data } = await importing(engineer, sheetOf(...fine, ...rows), '?dryRun=0')
    expect(code).toBe(422)
    expect(data).toMatchObject({ dryRun: false, total: 6 + wrong.length, valid: 6, faultCount: wrong.length })
    expect(data.faults.map(({ row, column }) => [row, column])).toEqual(
      wrong.map(([, , column], index) => [index + 8, column]),
    )
    for (const [place, [what, , , message]] of wrong.entries()) {
      expect([what, data.faults[place]!.message]).toEqual([what, expect.stringMatching(message)])
    }
    const zh = await importing(engineer, sheetOf(...rows), '', 'zh')
    for (const { message } of zh.data.faults) expect(message).toMatch(/\p{Script=Han}/u)
    expect(await countAll()).toBe(before)
  })

  test.each<[item: string, values: string, missing: string, kept: string, template?: string]>([
    ['look', '良好', '', 'ok'],
    ['look', 'Fine', '', 'ok'],
    ['look', ' scratch ', '', 'scratch'],
    ['leak', '是', '', '1'],
    ['leak', 'no', '', '0'],
    ['leak', '1', '', '1'],
    ['look', '', '样品损坏', 'damaged'],
    ['look', '-', 'Sample Damaged', 'damaged'],
    ['words', '-', '', '-'], // as the form stores it
    ['words', '-', 'Sample Damaged', 'damaged'],
    ['yield', '98.5 %', '', '98.5', 'T-2'],
    ['yield', '98.5%', '', '98.5', 'T-2'],
    ['width', ' 10.5 ', '', '10.5', 'T-2'],
    ['thickness', '+10 mm; 10.01mm 9.96 mm', '', '9.990'], // their mean
    ['expiry', '2026-11-20 00:00:00', '', '2026-11-20', 'T-2'],
    ['expiry', '2026/11/20 0:00', '', '2026-11-20', 'T-2'],
  ])('takes cells as people write them: %s %s %s', async (item, values, missing, kept, template = 'T-1') => {
    const row = { ...base, record: 'n', template, item, values, missing }
    expect((await importing(engineer, sheetOf(row), '?dryRun=0')).code).toBe(200)
    const [last] = await app.store.db.select().from(t.values).orderBy(desc(t.values.valueId)).limit(1)
    expect(last!.raw ?? last!.missingCode).toBe(kept)
  })

  test.each([
    ['Scratch, deep', 'gouge'],
    ['划痕，深, Burr', 'gouge,burr'],
    ['Burr,Scratch, deep、Scratch', 'burr,gouge,scratch'],
    ['Scratch, Burr', 'scratch,burr'],
    ['Scratch,deep', undefined],
    ['Scratch, deep, Crack', undefined],
    ['Scratch, deep,', undefined],
  ])('takes names with commas among several choices: %s is %p', async (values, kept) => {
    const choices = [
      { code: 'scratch', name: '划痕', nameEn: 'Scratch', judgement: 'WARN' as const },
      { code: 'gouge', name: '划痕，深', nameEn: 'Scratch, deep', judgement: 'NG' as const },
      { code: 'burr', name: '毛刺', nameEn: 'Burr', judgement: 'NG' as const },
    ]
    const several = { code: 'flaws', name: '缺陷', nameEn: 'Flaws', type: 'multi' as const, choices }
    const code = `T-commas-${crypto.randomUUID().slice(0, 8)}`
    await plant.template({ code }, [several])
    const sheet = sheetOf({ ...base, template: code, record: 'n', item: 'flaws', values })
    const { data } = await importing(engineer, sheet, '?dryRun=0')
    if (kept === undefined) return expect(data.faults.map(({ column }) => column)).toEqual(['values'])
    expect(data.faults).toEqual([])
    const [last] = await app.store.db.select().from(t.values).orderBy(desc(t.values.valueId)).limit(1)
    expect(last!.raw).toBe(kept)
  })

  test.each([
    ['2026-11-19 08:30:00', 'Asia/Shanghai', '2026-11-19T00:30:00.000Z'],
    ['2026-11-19', 'Asia/Shanghai', '2026-11-18T16:00:00.000Z'],
    ['2026-11-19T08:30:00+01:00', 'Asia/Shanghai', '2026-11-19T07:30:00.000Z'],
    ['2026-07-01 00:00:01', 'Europe/Berlin', '2026-06-30T22:00:01.000Z'],
    ['2026-03-29 01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59.000Z'],
    ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29 03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['2026-11-19 08:30:00', 'America/New_York', '2026-11-19T13:30:00.000Z'],
  ])('%s on the clock of %s is %s, wherever the server stands', (shown, tz, at) => {
    expect(new Date(instantOn(shown, tz)).toISOString()).toBe(at)
  })

  test('rows of one record must agree, and name an item once', async () => {
    const { data } = await importing(
      engineer,
      sheetOf(
        { ...base, record: 'a', item: 'look', values: 'ok' },
        { ...base, record: 'a', item: 'look', values: 'ok' },
        { ...base, record: 'a', item: 'thickness', values: '10', lot: 'L-001' },
      ),
    )
    expect(data.faults.map(({ row, column }) => [row, column])).toEqual([
      [3, 'item'],
      [4, 'lot'],
    ])
  })

  test('takes one count for all samples, or one for each', async () => {
    const counts = async (inspected: string) => {
      const rows = sheetOf({ ...base, template: 'T-2', item: 'burrs', values: '1;-;2', missing: 'damaged', inspected })
      expect((await importing(engineer, rows, '?dryRun=0')).code).toBe(200)
      const { list } = done(await engineer.get('/qc/value-base?pageSize=1&qcValueBaseIdOrder=desc'))
      const { values } = done(await engineer.get(`/qc/value-base/${list[0].qcValueBaseId}`))
      return values.map(({ den }: { den: number | null }) => den)
    }
    expect(await counts('50')).toEqual([50, null, 50])
    expect(await counts('50;55;60')).toEqual([50, null, 60])
  })

  test('finds items whose codes differ only in letter case by their exact codes', async () => {
    const items = { ...base, template: inTwoCases.code }
    const saved = await importing(engineer, sheetOf({ ...items, item: 'd', values: '1.5' }), '?dryRun=0')
    expect(saved.code).toBe(200)
    const { list } = done(await engineer.get('/qc/value-base?pageSize=1&qcValueBaseIdOrder=desc'))
    expect(list[0]).toMatchObject({ judgement: 'OK' })
    const { data } = await importing(engineer, sheetOf({ ...items, item: 'D', values: '1.5' }))
    expect(data.faultCount).toBe(0)
  })

  test('brings nothing to inspectors outside the data scope, and needs a right of its own (S68)', async () => {
    const scoped = await plant.person('quality-engineer')
    const elsewhere: number = done(await admin.post('/dept', { parentId: 0, deptName: '另一部门' }))
    const outsider = await plant.person('inspector', elsewhere)
    const former = await plant.person('inspector')
    await app.store.tx((db) => db.update(t.roles).set({ dataScope: '4' }).where(eq(t.roles.roleKey, scoped.roleKey)))
    const rows = (operator: string) => sheetOf({ ...base, operator, item: 'look', values: 'ok' })
    expect((await importing(scoped, rows(colleague.roleKey))).data.faultCount).toBe(0)
    const { data } = await importing(scoped, rows(outsider.roleKey))
    expect(data.faults).toMatchObject([{ row: 2, column: 'operator' }])
    // whether there is somebody of that name elsewhere is not told, nor whether somebody may still sign in
    const unknown = await importing(scoped, rows('nobody'))
    expect(data.faults).toEqual(unknown.data.faults)
    const off = eq(t.users.userId, former.userId)
    await app.store.tx((db) => db.update(t.users).set({ status: '1' }).where(off))
    expect((await importing(scoped, rows(former.roleKey))).data.faults).toEqual(unknown.data.faults)
    expect((await importing(inspector, rows(inspector.roleKey))).code).toBe(403)
    expect((await importing(approver, rows(approver.roleKey))).code).toBe(403)
  })

  test.each(['csv', 'xlsx'])('its empty sheet, as %s, says which columns there are', async (format) => {
    const response = await app.app.request(`${path}/import/template?format=${format}`, { headers: headersOf(engineer) })
    const rows = await rowsIn(new Uint8Array(await response.arrayBuffer()))
    expect(rows.map(({ cells }) => cells.length)).toEqual([12, expect.any(Number)])
    const again = await importing(engineer, [rows[0]!.cells.join(), row(fine[1]!)].join('\n'))
    expect(again.data).toMatchObject({ total: 1, ignored: [] })
  })
})

test.each(['value-base', 'template', 'lot', 'equipment', 'qr', 'template/option-select', 'lot/option-select'])(
  'a product line is found by its code in any letter case: /qc/%s',
  async (list) => {
    done(await admin.post('/qc/qr', { kind: 'lot', ids: [plant.lotId] }))
    const found = async (product: string) => {
      const data = done(await admin.get(`/qc/${list}?product=${product}`))
      return (data.list ?? data).length
    }
    expect(await found('c21')).toBeGreaterThan(0)
    expect(await found('C21')).toBe(await found('c21'))
    expect(await found('c2')).toBe(0)
  },
)
