import { afterAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { DAY_MS, MINUTE_MS } from '#shared/durations'
import type { ImportResult } from '#shared/list/import'
import { startApp } from '../../support/app'
import { done, draftBy, qcPlant, stepped, valuesOf, type ItemInput } from '../../support/qc/plant'

const app = await startApp()
const { store } = app
afterAll(app.close)

const plant = await qcPlant(app)
const items: ItemInput[] = [
  { code: 'od', name: '外径', type: 'numeric', decimals: 2, lsl: '9', usl: '11', sampleSize: 2 },
]
const template = await plant.template({ signLevels: 0, code: 'OD' }, items)
const { admin, engineer, inspector, productId } = plant

let made = 0
/** A gauge whose calibration runs out on that day. */
async function gauge(calibrationDue: string | null, kind = 'gauge') {
  const code = `CAL-${++made}`
  const equipmentId: number = done(
    await admin.post('/qc/equipment', { productId, code, name: `量具 ${made}`, kind, calibrationDue }),
  )
  return { equipmentId, code }
}
const calibrate = async ({ equipmentId, code }: { equipmentId: number; code: string }, calibrationDue: string) =>
  done(await admin.put(`/qc/equipment/${equipmentId}`, { productId, code, name: code, kind: 'gauge', calibrationDue }))
const measuredWith = (gaugeId: number) =>
  valuesOf(template, { od: ['10.00', '10.01'].map((raw) => ({ raw, gaugeId })) })
const draftWith = (gaugeId: number) => draftBy(inspector, template, {}, { values: measuredWith(gaugeId) })
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const draftAt = (inspectedAt: Date, { equipmentId }: { equipmentId: number }) =>
  draftBy(inspector, template, {}, { values: measuredWith(equipmentId), inspectedAt })
const changed = async (draft: { qcValueBaseId: number; lockVersion: number }, change: object) =>
  done(await inspector.put(`/qc/value-base/${draft.qcValueBaseId}`, { lockVersion: draft.lockVersion, ...change }))
const block = async (value: 'Y' | 'N') =>
  done(await admin.put('/set-config', [{ configKey: 'qc_blockOverdueGauge', configValue: value }]))
const sinceOf = ({ values }: { values: { gaugeOverdueSince: string | null }[] }) =>
  values.map(({ gaugeOverdueSince }) => gaugeOverdueSince)

describe('a value measured with a gauge past its calibration date', () => {
  test('is marked with that date; one measured within the date is not', async () => {
    const [old, valid, none] = [await gauge('2025-01-01'), await gauge('2999-01-01'), await gauge(null)]
    expect(sinceOf(await draftWith(old.equipmentId))).toEqual(['2025-01-01', '2025-01-01'])
    expect(sinceOf(await draftWith(valid.equipmentId))).toEqual([null, null])
    expect(sinceOf(await draftWith(none.equipmentId))).toEqual([null, null])
  })

  test('keeps its mark when the gauge is calibrated later, on screen and on paper, and the trail seals it', async () => {
    const old = await gauge('2025-01-01')
    const { qcValueBaseId: id } = await stepped(inspector, 'submit', await draftWith(old.equipmentId))
    await calibrate(old, '2999-01-01')
    for (const path of [`/qc/value-base/${id}`, `/qc/value-base/${id}/print`]) {
      expect(sinceOf(done(await inspector.get(path)))).toEqual(['2025-01-01', '2025-01-01'])
    }
    expect(await verifyAudit(store)).toMatchObject({ isWhole: true })
  })

  test('a change keeps the mark of what the same gauge measured, and values of a gauge that is new to them are marked anew', async () => {
    const [old, valid] = [await gauge('2025-01-01'), await gauge('2999-01-01')]
    const draft = await draftWith(old.equipmentId)
    await calibrate(old, '2999-01-01')
    const [first, second] = measuredWith(old.equipmentId)
    const corrected = await changed(draft, { values: [first, { ...second, raw: '10.05' }] })
    expect(sinceOf(corrected)).toEqual(['2025-01-01', '2025-01-01'])
    const other = await changed(corrected, { values: [first, { ...second, gaugeId: valid.equipmentId }] })
    expect(sinceOf(other)).toEqual(['2025-01-01', null])
    // the second is measured for the first time after it was missing
    const missing = { ...second, raw: null, state: 'missing', missingCode: 'damaged' }
    const without = await changed(other, { values: [first, missing] })
    expect(sinceOf(await changed(without, { values: [first, second] }))).toEqual(['2025-01-01', null])
  })

  test('a moved time keeps the mark, unless it lies before the date that had expired', async () => {
    const due = dayOf(daysAgo(4))
    const old = await gauge(due)
    const draft = await draftAt(daysAgo(2), old)
    expect(sinceOf(draft)).toEqual([due, due])
    await calibrate(old, '2999-01-01')
    const later = await changed(draft, { inspectedAt: new Date(daysAgo(2).getTime() + MINUTE_MS) })
    expect(sinceOf(later)).toEqual([due, due])
    expect(sinceOf(await changed(later, { inspectedAt: daysAgo(6) }))).toEqual([null, null])
  })

  test('one measured within the date gets no mark when the date is set earlier afterwards', async () => {
    const valid = await gauge('2999-01-01')
    const draft = await draftAt(daysAgo(2), valid)
    await calibrate(valid, '2025-01-01')
    const [first, second] = measuredWith(valid.equipmentId)
    const corrected = await changed(draft, { values: [first, { ...second, raw: '10.05' }] })
    expect(sinceOf(corrected)).toEqual([null, null])
    expect(sinceOf(await changed(corrected, { inspectedAt: daysAgo(1) }))).toEqual([null, null])
  })

  test('one whose time moves past the date is marked', async () => {
    const due = dayOf(daysAgo(4))
    const draft = await draftAt(daysAgo(6), await gauge(due))
    expect(sinceOf(draft)).toEqual([null, null])
    expect(sinceOf(await changed(draft, { inspectedAt: daysAgo(2) }))).toEqual([due, due])
  })

  test('its gauge is named on paper, and so are all others of the record, each once', async () => {
    const [old, valid] = [await gauge('2025-01-01'), await gauge('2999-01-01')]
    const values = [old, valid].map(({ equipmentId: gaugeId }, index) => ({
      ...measuredWith(gaugeId)[index],
    }))
    const { qcValueBaseId: id } = await draftBy(inspector, template, {}, { values })
    const { gauges } = done(await inspector.get(`/qc/value-base/${id}/print`))
    const named = [old, valid].map((one) => expect.objectContaining(one))
    expect(gauges).toEqual(named)
  })

  test('a mark that somebody takes away behind the trail is found', async () => {
    const old = await gauge('2025-01-01')
    const signed = await plant.template({ signLevels: 1 }, items)
    const values = valuesOf(signed, { od: ['10.00', '10.01'].map((raw) => ({ raw, gaugeId: old.equipmentId })) })
    const other = await stepped(inspector, 'submit', await draftBy(inspector, signed, {}, { values }))
    const { values: table } = store.t
    const remove = (since: number | null) =>
      store.tx((db) =>
        db.update(table).set({ gaugeOverdueSince: since }).where(eq(table.qcValueBaseId, other.qcValueBaseId)),
      )
    await remove(null)
    expect(await verifyAudit(store)).toMatchObject({ isWhole: false, faultCount: 2 })
    await remove(Date.UTC(2025, 0, 1))
    expect(await verifyAudit(store)).toMatchObject({ isWhole: true })
  })
})

describe('equipment of the record itself', () => {
  test('marks what instruments send', async () => {
    const bench = await gauge('2025-01-01')
    const keyed = done(await admin.post('/qc/instrument', { name: '台架', username: inspector.roleKey, productId }))
    const reading = {
      clientUid: crypto.randomUUID(),
      templateCode: 'OD',
      equipmentCode: bench.code,
      values: { od: [10, 10.01] },
    }
    const headers = { authorization: `Bearer ${keyed.token}` }
    const send = (body: object) => app.anyone.send('POST', '/qc/measurement', { body: [body], headers })
    const [result] = done(await send(reading))
    const id: number = result.qcValueBaseId
    expect(sinceOf(done(await inspector.get(`/qc/value-base/${id}`)))).toEqual(['2025-01-01', '2025-01-01'])

    await block('Y')
    const refused = await send({ ...reading, clientUid: crypto.randomUUID() })
    await block('N')
    expect(refused.code).toBe(422)
    expect(JSON.stringify(refused.data)).toContain('expired on 2025-01-01')
  })

  test('marks what stays when the record is said to be of another one, and takes the mark away again', async () => {
    const [old, valid] = [await gauge('2025-01-01'), await gauge('2999-01-01')]
    const draft = await draftBy(inspector, template, { od: ['10.00', '10.01'] }, { equipmentId: valid.equipmentId })
    expect(sinceOf(draft)).toEqual([null, null])
    const moved = async ({ lockVersion }: { lockVersion: number }, { equipmentId }: typeof old) =>
      done(await inspector.put(`/qc/value-base/${draft.qcValueBaseId}`, { lockVersion, equipmentId }))
    const marked = await moved(draft, old)
    expect(sinceOf(marked)).toEqual(['2025-01-01', '2025-01-01'])
    expect(sinceOf(await moved(marked, valid))).toEqual([null, null])
  })

  test('marks no value that is missing, and one without any other is not refused', async () => {
    const { equipmentId } = await gauge('2025-01-01')
    const missing = { state: 'missing', missingCode: 'damaged' } as const
    expect(sinceOf(await draftBy(inspector, template, { od: ['10.00', missing] }, { equipmentId }))).toEqual([
      '2025-01-01',
      null,
    ])
    await block('Y')
    try {
      expect(sinceOf(await draftBy(inspector, template, { od: [missing, missing] }, { equipmentId }))).toEqual([
        null,
        null,
      ])
    } finally {
      await block('N')
    }
  })
})

describe('values of a sheet', () => {
  async function imported(equipment: string, dryRun: boolean) {
    const body = new FormData()
    const rows = [`OD,,2026-01-02 08:00,od,9.90`, `OD,${equipment},2026-01-02 09:00,od,10.00 10.01`]
    body.append('file', new File([`模板编码,设备,检验时间,项目编码,检测值\n${rows.join('\n')}\n`], 'values.csv'))
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' }
    const path = `/api/v1/qc/import?dryRun=${dryRun}`
    const answer = await app.app.request(path, { method: 'POST', body, headers })
    return (await answer.json()) as { code: number; data: ImportResult }
  }
  const measured = async (gaugeId: number) => {
    const { list } = done(await engineer.get(`/qc/value-base?measuredWith=${gaugeId}`))
    return Promise.all(
      list.map(async ({ qcValueBaseId: id }: { qcValueBaseId: number }) =>
        done(await engineer.get(`/qc/value-base/${id}`)),
      ),
    )
  }

  test('are marked where their equipment was past its calibration date on the day of the inspection', async () => {
    const [old, later] = [await gauge('2025-01-01'), await gauge('2026-01-02')]
    for (const { equipmentId, code } of [old, later]) {
      expect(await imported(code, false)).toMatchObject({ code: 200, data: { faults: [] } })
      const records = await measured(equipmentId)
      expect(records.map(sinceOf)).toEqual([Array(2).fill(code === old.code ? '2025-01-01' : null)])
    }
  })

  test('are refused at the cell of their equipment where the installation blocks it, and nothing is saved', async () => {
    const old = await gauge('2025-01-01')
    await block('Y')
    try {
      for (const dryRun of [true, false]) {
        const { data } = await imported(old.code, dryRun)
        const message = expect.stringContaining('expired on 2025-01-01')
        expect(data.faults).toMatchObject([{ row: 3, column: '设备', message }])
      }
    } finally {
      await block('N')
    }
    expect(await measured(old.equipmentId)).toEqual([])
  })
})

describe('where the installation blocks it', () => {
  test('a draft and a changed value are refused at their place', async () => {
    const [old, valid] = [await gauge('2025-01-01'), await gauge('2999-01-01')]
    const [kept, other] = [await draftWith(old.equipmentId), await draftWith(valid.equipmentId)]
    const since = await gauge('2025-01-01')
    const marked = await draftWith(since.equipmentId)
    await calibrate(since, '2999-01-01')
    await block('Y')
    try {
      const refused = await inspector.post('/qc/value-base', {
        templateId: template.templateId,
        values: measuredWith(old.equipmentId),
      })
      const words = expect.stringContaining('expired on 2025-01-01')
      expect(refused).toMatchObject({ code: 409, errors: { 'values.0.gaugeId': words } })
      const to = `/qc/value-base/${other.qcValueBaseId}`
      const [first, second] = [measuredWith(valid.equipmentId)[0], measuredWith(old.equipmentId)[1]]
      const change = { lockVersion: other.lockVersion, values: [first, second] }
      expect(await inspector.put(to, change)).toMatchObject({ code: 409, errors: { 'values.1.gaugeId': words } })
      // one that was calibrated since lets none pass that was not
      const typed = [{ ...measuredWith(since.equipmentId)[0], raw: '10.05' }, second]
      const mixed = { lockVersion: marked.lockVersion, values: typed }
      const refusedMixed = await inspector.put(`/qc/value-base/${marked.qcValueBaseId}`, mixed)
      expect(refusedMixed).toMatchObject({ code: 409, errors: { 'values.1.gaugeId': words } })
      // what was measured before stays as it is
      const same = { lockVersion: kept.lockVersion, values: measuredWith(old.equipmentId), remark: '看过' }
      expect(sinceOf(done(await inspector.put(`/qc/value-base/${kept.qcValueBaseId}`, same)))).toHaveLength(2)
    } finally {
      await block('N')
    }
  })

  test('that it does stands in the audit trail', async () => {
    const { audits } = store.t
    const rows = await store.db.select().from(audits).where(eq(audits.field, 'qc_blockOverdueGauge')).orderBy(audits.id)
    expect(rows.slice(0, 2).map(({ old, new: now }) => [old, now])).toEqual([
      ['N', 'Y'],
      ['Y', 'N'],
    ])
  })
})

test('the records measured with a gauge are listed, as gauge of a value or as equipment of the record', async () => {
  const [old, other] = [await gauge('2025-01-01'), await gauge(null)]
  const first = await draftWith(old.equipmentId)
  const second = await draftBy(
    inspector,
    template,
    {},
    { values: valuesOf(template, { od: ['10'] }), equipmentId: old.equipmentId },
  )
  await draftWith(other.equipmentId)
  const { list, count } = done(await engineer.get(`/qc/value-base?measuredWith=${old.equipmentId}`))
  expect(count).toBe(2)
  const ids = list.map(({ qcValueBaseId }: { qcValueBaseId: number }) => qcValueBaseId)
  expect(ids.toSorted()).toEqual([first.qcValueBaseId, second.qcValueBaseId].toSorted())
})
