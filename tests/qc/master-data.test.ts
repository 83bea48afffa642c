import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, asc, desc, eq, gt, max, ne } from 'drizzle-orm'
import { insertEquipment } from '#server/qc/equipment/queries'
import { insertLots } from '#server/qc/lot/queries'
import type { Equipment } from '#shared/qc/equipment'
import { startApp, type App } from '../support/app'

/** 2026-11-21, 10:13:20 in Shanghai. */
const now = Date.UTC(2026, 10, 21, 2, 13, 20)

let app: App
let engineer: Awaited<ReturnType<App['signedIn']>>
beforeAll(async () => {
  app = await startApp({ now: () => now })
  engineer = await app.signedIn(
    'qc:product:list',
    'qc:product:add',
    'qc:product:edit',
    'qc:product:remove',
    'qc:equipment:list',
    'qc:equipment:add',
    'qc:equipment:edit',
    'qc:equipment:remove',
    'qc:lot:list',
    'qc:lot:add',
    'qc:lot:edit',
    'qc:lot:remove',
  )
})
afterAll(() => app.close())

const early = { code: 'D', name: '早班', nameEn: 'Day', startMin: '08:00', endMin: '16:00' }
const middle = { code: 'M', name: '中班', nameEn: '', startMin: '16:00', endMin: '24:00' }
const night = { code: 'N', name: '夜班', nameEn: 'Night', startMin: 0, endMin: 480 }
const line = {
  name: '圆柱电芯',
  nameEn: 'Cell',
  tz: 'Asia/Shanghai',
  dayStartMin: '8:00',
  shifts: [night, early, middle],
}
let made = 0
async function make(path: string, body: object): Promise<number> {
  const answer = await engineer.post(path, body)
  expect(answer).toMatchObject({ code: 200, msg: 'Created' })
  return answer.data
}
const product = (change: object = {}) => make('/qc/product', { ...line, code: `line-${++made}`, ...change })
const equipment = (change: object = {}) =>
  make('/qc/equipment', { code: `M-${++made}`, name: 'Coater', kind: 'machine', ...change })
const lot = (productId: number, change: object = {}) => make('/qc/lot', { productId, lotNo: `B-${++made}`, ...change })
const get = async (path: string) => (await engineer.get(path)).data
const list = async (path: string) => (await get(path)).list

/** What the audit trail says of something, in its order. */
function trail(entity: string, entityId: number) {
  const { audits } = app.store.t
  return app.store.db
    .select({ action: audits.action, field: audits.field, old: audits.old, new: audits.new, by: audits.actorName })
    .from(audits)
    .where(and(eq(audits.entity, entity), eq(audits.entityId, entityId), ne(audits.action, 'seal')))
    .orderBy(asc(audits.id))
}

/** A record of a line, with its template, as far as the database asks for them. */
async function record(productId: number, links: object) {
  const { t } = app.store
  const stamps = { createdAt: now, updatedAt: now }
  const kinds = { stage: 'ipqc', status: 'active', chartFrom: 'submitted', signLevels: 1 } as const
  const state = { source: 'manual', status: 'draft', judgement: 'PENDING' } as const
  return app.store.tx(async (db) => {
    const template = { productId, code: `T-${++made}`, name: 'Coating', ...kinds, ...stamps }
    const [{ templateId } = { templateId: 0 }] = await db.insert(t.templates).values(template).returning()
    const version = { templateId, versionNo: 1, status: 'draft', ...stamps } as const
    const [{ versionId } = { versionId: 0 }] = await db.insert(t.templateVersions).values(version).returning()
    const when = { businessDay: '2026-11-21', inspectedAt: now, tzMin: 480, contentAt: now, ...stamps }
    const who = {
      operatorId: engineer.userId,
      operatorName: 'Li',
      createBy: engineer.userId,
      signLevels: 1 as const,
      recordNo: `R-${++made}`,
    }
    const [base] = await db
      .insert(t.valueBases)
      .values({ productId, templateId, versionId, ...who, ...when, ...state, ...links })
      .returning()
    return base!
  })
}

/** A value that was measured with a gauge. */
async function measured(productId: number, gaugeId: number) {
  const { templateItems, values } = app.store.t
  const { qcValueBaseId, versionId } = await record(productId, {})
  const kinds = {
    type: 'numeric',
    judgeMode: 'absolute',
    severity: 'major',
    required: 'always',
    chart: 'auto',
  } as const
  const item = { versionId, itemKey: 'k', seq: 1, code: 'thickness', name: 'Thickness', ...kinds }
  await app.store.tx(async (db) => {
    const [made] = await db.insert(templateItems).values(item).returning()
    const { itemId, itemKey } = made!
    const value = { qcValueBaseId, itemId, itemKey, sampleNo: 1, gaugeId, enteredBy: engineer.userId, enteredAt: now }
    await db.insert(values).values({ ...value, state: 'present', raw: '1', num: 1, judgement: 'OK' })
  })
}

describe('a product line with its shifts (domain 4)', () => {
  test('is made, read, changed, deleted and brought back; the audit trail tells each field (S70)', async () => {
    const code = `line-${++made}`
    const id = await make('/qc/product', { ...line, code })
    const read = await get(`/qc/product/${id}`)
    expect(read).toMatchObject({ code, tz: 'Asia/Shanghai', dayStartMin: 480, status: 2, sort: 0 })
    expect(read.shifts.map((shift: typeof night) => [shift.code, shift.startMin, shift.endMin])).toEqual([
      ['D', 480, 960],
      ['M', 960, 0],
      ['N', 0, 480],
    ])
    const [day, , late] = read.shifts
    const shifts = [
      { ...day, code: 'N' },
      { ...late, code: 'D' },
      { ...middle, code: 'M2' },
    ]
    expect(await engineer.put(`/qc/product/${id}`, { ...read, name: '圆柱', status: 1, shifts })).toMatchObject({
      code: 200,
    })
    const changed = await get(`/qc/product/${id}`)
    expect(changed.shifts.map((shift: { shiftId: number; code: string }) => [shift.shiftId, shift.code])).toEqual([
      [day.shiftId, 'N'],
      [expect.any(Number), 'M2'],
      [late.shiftId, 'D'],
    ])
    expect((await engineer.delete('/qc/product', { ids: [id] })).data).toEqual([id])
    expect((await engineer.get(`/qc/product/${id}`)).code).toBe(404)
    expect((await engineer.post('/qc/product/restore', { ids: [id] })).data).toEqual([id])
    expect(await get(`/qc/product/${id}`)).toEqual({ ...changed, updatedAt: expect.any(String) })

    const told = await trail('product', id)
    expect(told.map(({ action, field, old, new: is }) => [action, field, old?.slice(0, 20), is?.slice(0, 20)])).toEqual(
      [
        ['create', null, undefined, `{"code":"${code}","da`.slice(0, 20)],
        ['update', 'name', '圆柱电芯', '圆柱'],
        ['update', 'status', 'on', 'off'],
        ['update', 'shifts/N', '夜班 / Night 00:00–08:00', '早班 / Day 08:00–16:00'].map((text) => text.slice(0, 20)),
        ['update', 'shifts/D', '早班 / Day 08:00–16:00', '夜班 / Night 00:00–08:00'].map((text) => text.slice(0, 20)),
        ['update', 'shifts/M', '中班 16:00–00:00', undefined],
        ['update', 'shifts/M2', undefined, '中班 16:00–00:00'],
        ['delete', null, `{"code":"${code}","da`.slice(0, 20), undefined],
        ['restore', null, undefined, undefined],
      ],
    )
    expect(new Set(told.map(({ by }) => by))).toEqual(new Set([engineer.roleKey]))
  })

  test('a part of it can be changed; the rest, shifts included, stays', async () => {
    const id = await product({ remark: 'Hall 2' })
    const { code, shifts } = await get(`/qc/product/${id}`)
    await engineer.put(`/qc/product/${id}`, { code, name: 'New', tz: 'Europe/Berlin' })
    expect(await get(`/qc/product/${id}`)).toMatchObject({ name: 'New', tz: 'Europe/Berlin', remark: 'Hall 2', shifts })
  })

  describe('bad input is refused at its field, in both languages', () => {
    const body = { ...line, code: 'fine' }
    test.each([
      ['no code', { code: ' ' }, 'code', 'Required', '必填'],
      ['a code with capitals', { code: 'C21' }, 'code', 'start with a lower-case letter', '小写字母开头'],
      ['a code of one letter', { code: 'c' }, 'code', '2–31 characters', '2–31 位'],
      ['a code too long', { code: 'c'.repeat(32) }, 'code', '2–31 characters', '2–31 位'],
      ['no name', { name: '\u200b' }, 'name', 'Required', '必填'],
      ['an unknown time zone', { tz: 'Asia/Nowhere' }, 'tz', 'Unknown time zone', '未知时区'],
      ['an offset for a time zone', { tz: '+08:00' }, 'tz', 'Unknown time zone', '未知时区'],
      ['a day that begins at 25 o’clock', { dayStartMin: '25:00' }, 'dayStartMin', 'a time of day', '请填写时刻'],
      ['a minute beyond the day', { dayStartMin: 1440 }, 'dayStartMin', 'Not more than 1439', '1439'],
      [
        'a shift that begins at 8:60',
        { shifts: [{ ...early, startMin: '8:60' }] },
        'shifts.0.startMin',
        'a time of day',
        '时刻',
      ],
      ['a shift without a name', { shifts: [early, { ...middle, name: '' }] }, 'shifts.1.name', 'Required', '必填'],
      ['two shifts of one code', { shifts: [early, { ...middle, code: 'd' }] }, 'shifts.1.code', 'earlier', '重复'],
      [
        'shifts that overlap over midnight',
        { shifts: [night, { ...early, startMin: '22:00', endMin: '00:01' }] },
        'shifts.1.startMin',
        'Overlaps',
        '重叠',
      ],
      [
        'a shift of all day beside another',
        { shifts: [early, { ...night, startMin: '16:00', endMin: '16:00' }] },
        'shifts.1.startMin',
        'Overlaps',
        '重叠',
      ],
    ])('%s', async (_, change, field, en, zh) => {
      const sent = { body: { ...body, ...change } }
      const english = await engineer.send('POST', '/qc/product', sent)
      expect(english).toMatchObject({ code: 400, errors: { [field]: expect.stringContaining(en) } })
      const chinese = await engineer.send('POST', '/qc/product', { ...sent, headers: { 'accept-language': 'zh' } })
      expect(chinese.errors).toEqual({ [field]: expect.stringContaining(zh) })
      expect(await list('/qc/product?keyword=fine')).toEqual([])
    })

    test('a code that another line has', async () => {
      const id = await product()
      const { code } = await get(`/qc/product/${id}`)
      const refused = { code: 409, errors: { code: `The code ${code} is already in use` } }
      expect(await engineer.post('/qc/product', { ...line, code })).toMatchObject(refused)
    })
  })

  test('is not deleted while templates, lots, equipment, labels or displays are its own: the answer says which (S38)', async () => {
    const [id, free] = [await product({ name: 'Pouch' }), await product()]
    const refused = (what: string) => ({
      code: 409,
      msg: `Pouch still has ${what} and cannot be deleted. Disable it instead`,
    })
    const ids = [free, id]
    const { qrCodes, displays } = app.store.t
    const display = { name: 'Hall', productId: id, tokenHash: 'x', createBy: 1, createName: 'x', createdAt: now }
    await app.store.tx((db) => db.insert(displays).values({ ...display, revokedAt: now }))
    expect(await engineer.delete('/qc/product', { ids })).toMatchObject(
      refused('1 display link (revoked ones included)'),
    )
    const label = { code: 'AAAAAAAAA0', kind: 'lot', refId: 1, productId: id, createdAt: now } as const
    await app.store.tx((db) => db.insert(qrCodes).values(label))
    expect(await engineer.delete('/qc/product', { ids })).toMatchObject(refused('1 QR label'))
    const machine = await equipment({ productId: id })
    await equipment({ productId: id })
    expect(await engineer.delete('/qc/product', { ids })).toMatchObject(refused('2 pieces of equipment'))
    await lot(id)
    expect(await engineer.delete('/qc/product', { ids })).toMatchObject(refused('1 lot'))
    await record(id, { equipmentId: machine })
    expect(await engineer.delete('/qc/product', { ids })).toMatchObject(refused('1 template'))
    expect((await engineer.get(`/qc/product/${free}`)).code).toBe(200)
  })

  test('a shift with records stays, and may be renamed while they are drafts', async () => {
    const id = await product()
    const read = await get(`/qc/product/${id}`)
    const [day] = read.shifts
    await record(id, { shiftId: day.shiftId })
    const without = { ...read, shifts: read.shifts.slice(1) }
    const msg = 'Shift Day has 1 record and cannot be deleted' // by its English name
    expect(await engineer.put(`/qc/product/${id}`, without)).toMatchObject({ code: 409, msg, errors: { shifts: msg } })
    expect(await get(`/qc/product/${id}`)).toEqual(read)
    const renamed = { ...read, shifts: [{ ...day, name: 'A' }] }
    expect((await engineer.put(`/qc/product/${id}`, renamed)).code).toBe(200)
    expect((await get(`/qc/product/${id}`)).shifts).toMatchObject([{ shiftId: day.shiftId, name: 'A' }])
    const lost = { ...read, updatedAt: undefined, shifts: [{ ...early, shiftId: 4711 }] }
    expect(await engineer.put(`/qc/product/${id}`, lost)).toMatchObject({
      code: 409,
      errors: { 'shifts.0.code': expect.stringMatching(/deleted/) },
    })
  })

  test('those in use can be chosen by whoever enters or reads records, and by nobody else', async () => {
    const [on, off] = [await product({ sort: 3 }), await product({ status: 1 })]
    const inspector = await app.signedIn('qc:record:add')
    const { data } = await inspector.get('/qc/product/option-select')
    const ids = data.map(({ productId }: { productId: number }) => productId)
    expect(ids).toContain(on)
    expect(ids).not.toContain(off)
    expect(data.find(({ productId }: { productId: number }) => productId === on).shifts).toHaveLength(3)
    expect((await (await app.signedIn('qc:qr:list')).get('/qc/product/option-select')).code).toBe(403)
    expect((await inspector.get('/qc/product')).code).toBe(403)
  })
})

describe('equipment (domain 4)', () => {
  test('is made, changed, deleted and brought back; the audit trail calls by their codes what it belongs to', async () => {
    const productId = await product()
    const parentId = await equipment({ productId, code: 'L-1', name: 'Line 1', kind: 'line' })
    const gauge = { name: 'Micrometer', kind: 'gauge', resolution: '0,001', calibrationDue: '2026-11-20' }
    const id = await equipment({ productId, parentId, code: 'G-1', ...gauge })
    expect(await get(`/qc/equipment/${id}`)).toMatchObject({
      ...gauge,
      resolution: '0.001',
      isCalibrationOverdue: true,
      parentCode: 'L-1',
      parentName: 'Line 1',
      productId,
    })
    const change = { code: 'G-1', name: 'Micrometer 2', kind: 'gauge', parentId: null, calibrationDue: '2027-11-20' }
    expect((await engineer.put(`/qc/equipment/${id}`, change)).code).toBe(200)
    const changed = await get(`/qc/equipment/${id}`)
    expect(changed).toMatchObject({ parentId: null, resolution: '0.001', isCalibrationOverdue: false, productId })
    expect((await engineer.delete('/qc/equipment', { ids: [id] })).data).toEqual([id])
    expect((await engineer.get(`/qc/equipment/${id}`)).code).toBe(404)
    expect((await engineer.post('/qc/equipment/restore', { ids: [id] })).data).toEqual([id])
    expect(await get(`/qc/equipment/${id}`)).toEqual(changed)
    expect((await trail('equipment', id)).slice(1)).toMatchObject([
      { action: 'update', field: 'parent', old: 'L-1', new: null },
      { action: 'update', field: 'name', old: 'Micrometer', new: 'Micrometer 2' },
      { action: 'update', field: 'calibrationDue', old: '2026-11-20', new: '2027-11-20' },
      { action: 'delete', old: expect.stringContaining('"code":"G-1"') },
      { action: 'restore' },
    ])
  })

  describe('bad input is refused at its field, in both languages', () => {
    const body = { code: 'X-1', name: 'x', kind: 'gauge' }
    test.each([
      ['a code with blanks', { code: 'X 1' }, 'code', 'Start with a letter or digit', '以字母或数字开头'],
      ['no name', { name: '' }, 'name', 'Required', '必填'],
      ['an unknown kind', { kind: 'tool' }, 'kind', 'Not a valid value', '不正确'],
      ['a resolution that is no figure', { resolution: '1/10' }, 'resolution', 'a number', '数字'],
      ['a resolution of 0', { resolution: '0.000' }, 'resolution', 'Must be greater than 0', '大于 0'],
      ['a resolution of a machine', { kind: 'machine', resolution: '0.1' }, 'resolution', 'Only gauges', '量具'],
      ['a day that is none', { calibrationDue: '2026-02-30' }, 'calibrationDue', 'Not a valid value', '不正确'],
      ['a product line that is not there', { productId: 4711 }, 'productId', 'no such product line', '不存在'],
      ['a parent that is not there', { parentId: 4711 }, 'parentId', 'no such equipment', '不存在'],
    ])('%s', async (_, change, field, en, zh) => {
      const sent = { body: { ...body, ...change } }
      const english = await engineer.send('POST', '/qc/equipment', sent)
      expect(english).toMatchObject({ code: 400, errors: { [field]: expect.stringContaining(en) } })
      const chinese = await engineer.send('POST', '/qc/equipment', { ...sent, headers: { 'accept-language': 'zh' } })
      expect(chinese.errors).toEqual({ [field]: expect.stringContaining(zh) })
    })

    test('a code that other equipment has, in any letters', async () => {
      await equipment({ code: 'once' })
      const twin = { ...body, code: 'ONCE' }
      expect(await engineer.post('/qc/equipment', twin)).toMatchObject({
        code: 409,
        errors: { code: expect.stringMatching(/ONCE/) },
      })
    })
  })

  test('what it belongs to is of the same line or serves all, and never itself or what belongs to it', async () => {
    const [one, other] = [await product(), await product()]
    const top = await equipment({ productId: one, name: 'Top', code: 'top' })
    const middle = await equipment({ productId: one, parentId: top, code: 'mid' })
    const low = await equipment({ productId: one, parentId: middle, code: 'low' })
    const put = (id: number, change: object) =>
      engineer.put(`/qc/equipment/${id}`, { name: 'x', kind: 'machine', ...change })
    const inside = { code: 400, errors: { parentId: expect.stringMatching(/placed under itself/) } }
    expect(await put(top, { code: 'top', parentId: top })).toMatchObject(inside)
    expect(await put(top, { code: 'top', parentId: low })).toMatchObject(inside)
    const elsewhere = { code: 400, errors: { parentId: 'Top belongs to another product line' } }
    const body = { code: 'else', name: 'x', kind: 'station', parentId: top }
    expect(await engineer.post('/qc/equipment', { ...body, productId: other })).toMatchObject(elsewhere)
    expect(await engineer.post('/qc/equipment', body)).toMatchObject(elsewhere)
    const taken = { code: 409, errors: { productId: expect.stringMatching(/^1 piece of equipment belongs to Top/) } }
    expect(await put(top, { code: 'top', productId: other })).toMatchObject(taken)
    await equipment({ productId: other, parentId: await equipment({ name: 'Hall' }) })
    expect(await put(low, { code: 'low', parentId: null, productId: other })).toMatchObject({ code: 200 })
  })

  test('is not deleted while records, values or other equipment hang on it: the answer says which (S38)', async () => {
    const productId = await product()
    const [used, parent] = [
      await equipment({ productId, name: 'Used' }),
      await equipment({ productId, name: 'Parent' }),
    ]
    const child = await equipment({ productId, parentId: parent, name: 'Child' })
    await record(productId, { equipmentId: used })
    expect(await engineer.delete('/qc/equipment', { ids: [used] })).toMatchObject({
      code: 409,
      msg: 'Used has 1 record and cannot be deleted. Disable it instead',
    })
    expect(await engineer.delete('/qc/equipment', { ids: [parent, child] })).toMatchObject({
      code: 409,
      msg: '1 piece of equipment belongs to Parent: move or delete it first',
    })
    const gauge = await equipment({ productId, name: 'Gauge', kind: 'gauge' })
    await measured(productId, gauge)
    expect(await engineer.delete('/qc/equipment', { ids: [gauge] })).toMatchObject({
      code: 409,
      msg: 'Gauge has measured 1 value and cannot be deleted. Disable it instead',
    })
    const { code } = await get(`/qc/equipment/${used}`)
    const moved = { code, name: 'Used', kind: 'machine', productId: await product() }
    expect(await engineer.put(`/qc/equipment/${used}`, moved)).toMatchObject({
      code: 409,
      errors: { productId: expect.stringMatching(/1 record/) },
    })
    expect((await engineer.put(`/qc/equipment/${used}`, { ...moved, productId: null })).code).toBe(200)
  })

  test('does not come back before what it belonged to', async () => {
    const parent = await equipment({ name: 'Parent' })
    const child = await equipment({ parentId: parent, name: 'Child' })
    await engineer.delete('/qc/equipment', { ids: [child] })
    await engineer.delete('/qc/equipment', { ids: [parent] })
    expect(await engineer.post('/qc/equipment/restore', { ids: [child] })).toMatchObject({ code: 409 })
    await engineer.post('/qc/equipment/restore', { ids: [parent] })
    expect((await engineer.post('/qc/equipment/restore', { ids: [child] })).code).toBe(200)
  })

  test('the list is filtered by line, kind, what should have been calibrated, and text', async () => {
    const productId = await product({ code: 'filters' })
    await equipment({ productId, code: 'F-1', name: 'Caliper', kind: 'gauge', calibrationDue: '2026-11-20' })
    await equipment({
      productId,
      code: 'F-2',
      name: 'Scale',
      nameEn: 'Balance',
      kind: 'gauge',
      calibrationDue: '2026-11-21',
    })
    await equipment({ productId, code: 'F-3', name: 'Press', status: 1 })
    const codes = async (search: string) =>
      (await list(`/qc/equipment?product=filters${search}`)).map(({ code }: { code: string }) => code)
    expect(await codes('')).toEqual(['F-1', 'F-2', 'F-3'])
    expect(await codes('&kind=gauge&codeOrder=desc')).toEqual(['F-2', 'F-1'])
    expect(await codes('&overdue=1')).toEqual(['F-1'])
    const all: Equipment[] = await list('/qc/equipment?product=filters')
    const marked = all.filter(({ isCalibrationOverdue }) => isCalibrationOverdue).map(({ code }) => code)
    expect(marked).toEqual(['F-1']) // on its last day a gauge is not overdue yet
    expect(await codes('&keyword=balANCE')).toEqual(['F-2'])
    expect(await codes('&status=1')).toEqual(['F-3'])
    expect(await list('/qc/equipment?product=nowhere')).toEqual([])
  })

  test('what serves a line can be chosen: its own and that of no line, in use; one by its id also when it is not', async () => {
    const productId = await product({ code: 'serves' })
    const own = await equipment({ productId, code: 'S-1', kind: 'gauge' })
    const shared = await equipment({ code: 'S-2', kind: 'gauge' })
    const other = await equipment({ productId: await product(), code: 'S-3', kind: 'gauge' })
    const off = await equipment({ productId, code: 'S-4', kind: 'gauge', status: 1 })
    const inspector = await app.signedIn('qc:record:add')
    const ids = async (search: string) =>
      (await inspector.get(`/qc/equipment/option-select?keyword=S-&${search}`)).data.map(
        ({ equipmentId }: { equipmentId: number }) => equipmentId,
      )
    expect(await ids('product=serves&kind=gauge')).toEqual([own, shared])
    expect(await ids(`productId=${productId}`)).toEqual([own, shared])
    expect(await ids('')).toEqual([own, shared, other])
    expect(await ids('kind=line')).toEqual([])
    expect(await ids(`equipmentId=${off}`)).toEqual([off])
  })
})

describe('lots (domain 4)', () => {
  test('are made, changed, deleted and brought back; the audit trail tells each field', async () => {
    const productId = await product({ code: 'lots' })
    const body = { lotNo: 'B-1107', qty: '1500,50', supplier: 'Foil & Co', producedAt: '2026-11-01', productId }
    const id = await make('/qc/lot', body)
    const read = await get(`/qc/lot/${id}`)
    expect(read).toMatchObject({ ...body, qty: '1500.50', product: 'lots', status: 'open' })
    expect((await engineer.put(`/qc/lot/${id}`, { lotNo: 'B-1107', status: 'closed', qty: null })).code).toBe(200)
    const changed = await get(`/qc/lot/${id}`)
    expect(changed).toEqual({ ...read, status: 'closed', qty: null, updatedAt: expect.any(String) })
    await engineer.delete('/qc/lot', { ids: [id] })
    expect((await engineer.get(`/qc/lot/${id}`)).code).toBe(404)
    await engineer.post('/qc/lot/restore', { ids: [id] })
    expect(await get(`/qc/lot/${id}`)).toEqual(changed)
    expect(await trail('lot', id)).toMatchObject([
      { action: 'create', new: expect.stringContaining('"product":"lots"') },
      { action: 'update', field: 'qty', old: '1500.50', new: null },
      { action: 'update', field: 'status', old: 'open', new: 'closed' },
      { action: 'delete', old: expect.stringContaining('"lotNo":"B-1107"') },
      { action: 'restore' },
    ])
  })

  describe('bad input is refused at its field, in both languages', () => {
    test.each([
      ['no line', { productId: null }, 'productId', 'Required', '必填'],
      ['a line that is not there', { productId: 4711 }, 'productId', 'no such product line', '不存在'],
      ['no number', { lotNo: ' ' }, 'lotNo', 'Required', '必填'],
      ['a quantity in words', { qty: 'many' }, 'qty', 'a number', '数字'],
      ['a quantity below 0', { qty: '-3' }, 'qty', 'Must be greater than 0', '大于 0'],
      ['a day that is none', { producedAt: '21.11.2026' }, 'producedAt', 'Not a valid value', '不正确'],
      ['an unknown status', { status: 'gone' }, 'status', 'Not a valid value', '不正确'],
    ])('%s', async (_, change, field, en, zh) => {
      const [one] = await list('/qc/product?pageSize=1')
      const sent = { body: { productId: one.productId, lotNo: 'bad', ...change } }
      const english = await engineer.send('POST', '/qc/lot', sent)
      expect(english).toMatchObject({ code: 400, errors: { [field]: expect.stringContaining(en) } })
      const chinese = await engineer.send('POST', '/qc/lot', { ...sent, headers: { 'accept-language': 'zh' } })
      expect(chinese.errors).toEqual({ [field]: expect.stringContaining(zh) })
    })

    test('a number that the line has already; another line may have it', async () => {
      const [one, other] = [await product(), await product()]
      await lot(one, { lotNo: 'twice' })
      const taken = { code: 409, errors: { lotNo: 'The product line already has a lot twice' } }
      expect(await engineer.post('/qc/lot', { productId: one, lotNo: 'twice' })).toMatchObject(taken)
      const second = await lot(other, { lotNo: 'twice' })
      expect(await engineer.put(`/qc/lot/${second}`, { productId: one, lotNo: 'twice' })).toMatchObject(taken)
    })
  })

  test('a lot with records is neither deleted nor given to another line (S38)', async () => {
    const productId = await product()
    const [free, used] = [await lot(productId), await lot(productId, { lotNo: 'used' })]
    await record(productId, { lotId: used })
    expect(await engineer.delete('/qc/lot', { ids: [free, used] })).toMatchObject({
      code: 409,
      msg: 'Lot used has 1 record and cannot be deleted. Close it instead',
    })
    expect((await engineer.get(`/qc/lot/${free}`)).code).toBe(200)
    const moved = { lotNo: 'used', productId: await product() }
    expect(await engineer.put(`/qc/lot/${used}`, moved)).toMatchObject({
      code: 409,
      errors: { productId: expect.stringMatching(/1 record/) },
    })
  })

  test('those that are not closed can be chosen, the newest first and fifty at most; filters find closed ones too', async () => {
    const productId = await product({ code: 'many-lots' })
    const author = { userId: engineer.userId, name: 'Seed', now, requestId: 'seed' }
    const rows = Array.from({ length: 620 }, (_, index) => ({
      productId,
      lotNo: `L${String(index).padStart(3, '0')}`,
      qty: null,
      supplier: index % 2 ? 'Odd' : 'Even',
      producedAt: '2026-01-05',
      status: index === 619 ? ('closed' as const) : index === 618 ? ('hold' as const) : ('open' as const),
      remark: '',
      createdAt: now - (620 - index) * 1000,
    }))
    const inserted = await app.store.tx((db) => insertLots(app.store, db, rows, author))
    expect(inserted.map(({ lotNo }) => lotNo)).toEqual(rows.map(({ lotNo }) => lotNo))
    const choose = async (search: string) =>
      (await engineer.get(`/qc/lot/option-select?product=many-lots${search}`)).data.map(
        ({ lotNo }: { lotNo: string }) => lotNo,
      )
    expect(await choose('')).toEqual(Array.from({ length: 50 }, (_, index) => `L${618 - index}`))
    expect(await choose('&keyword=61')).toEqual([
      'L618',
      'L617',
      'L616',
      'L615',
      'L614',
      'L613',
      'L612',
      'L611',
      'L610',
      'L561',
      'L461',
      'L361',
      'L261',
      'L161',
      'L061',
    ])
    expect((await choose('&all=1'))[0]).toBe('L619')
    expect(await choose(`&lotId=${inserted[619]!.lotId}`)).toEqual(['L619'])
    expect((await get('/qc/lot?product=many-lots&status=hold')).count).toBe(1)
    expect((await get('/qc/lot?product=many-lots&keyword=odd')).count).toBe(310)
    expect(await trail('lot', inserted[300]!.lotId)).toMatchObject([{ action: 'create', by: 'Seed' }])
  })

  test('equipment of a seed is written in few statements, parents first', async () => {
    const productId = await product()
    const author = { userId: engineer.userId, name: 'Seed', now, requestId: 'seed' }
    const common = { productId, nameEn: '', resolution: null, calibrationDue: null, status: '2' as const, remark: '' }
    await app.store.tx(async (db) => {
      const [parent] = await insertEquipment(
        app.store,
        db,
        [{ ...common, parentId: null, code: 'seed-line', name: 'Line', kind: 'line' }],
        author,
      )
      const machines = ['seed-b', 'seed-a'].map((code) => {
        return { ...common, parentId: parent!.equipmentId, code, name: code, kind: 'machine' as const }
      })
      const rows = await insertEquipment(app.store, db, machines, author)
      expect(rows.map(({ code }) => code)).toEqual(['seed-b', 'seed-a'])
    })
    const [found] = await list('/qc/equipment?keyword=seed-a')
    expect(found).toMatchObject({ parentCode: 'seed-line' })
  })
})

describe('every write is told in the operation log too (S69, S70)', () => {
  const lastId = async () => {
    const { operations } = app.store.t
    const [{ id } = { id: 0 }] = await app.store.db.select({ id: max(operations.id) }).from(operations)
    return id ?? 0
  }
  test('by the name of what was written and the names it refers to', async () => {
    const before = await lastId()
    const productId = await product({ name: 'Told' })
    const id = await lot(productId, { lotNo: 'told' })
    await engineer.put(`/qc/lot/${id}`, { lotNo: 'told', status: 'closed' })
    await engineer.delete('/qc/lot', { ids: [id] })
    const { operations } = app.store.t
    const rows = await app.store.db
      .select()
      .from(operations)
      .where(gt(operations.id, before))
      .orderBy(desc(operations.id))
    expect(rows).toMatchObject([
      { action: 'delete', stem: 'qc-lot', name: 'told', before: expect.stringContaining('"productId":"Told"') },
      { action: 'update', before: '{"status":"open"}', after: '{"status":"closed"}' },
      { action: 'create', stem: 'qc-lot', after: expect.stringContaining('"productId":"Told"') },
      { action: 'create', stem: 'qc-product', name: 'Told' },
    ])
  })
})
