import { HOUR_MS } from '#shared/durations'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { PermissionTag } from '#shared/permissions'
import type { Spc } from '#shared/qc/analysis/schema'
import type { AuditVerification } from '#shared/qc/audit/schema'
import { refreshSignals } from '#server/qc/signal/refresh'
import { startApp, type App } from '../../support/app'
import { done, draftBy, qcPlant, step, stepped, withScope, type Entered, type Plant } from '../../support/qc/plant'
import { chartOf, diameter, sigmasOff, type Charted } from '../../support/qc/charts'

/** Rules that values break, from the record that breaks them to what is said of it (qc-domain §2.7, §6). */
const NOW = Date.parse('2026-05-20T12:00:00Z')
const begin = NOW - 5 * 24 * HOUR_MS

let app: App
let plant: Plant
let now = NOW

beforeAll(async () => {
  app = await startApp({ now: () => now })
  plant = await qcPlant(app)
})
afterAll(() => app.close())

const chart = (...given: Parameters<typeof chartOf> extends [unknown, unknown, ...infer Rest] ? Rest : never) =>
  chartOf(plant, { begin }, ...given)

/** Up and down a little, which breaks no rule. */
const calm = [0.5, -0.4, 0.3, -0.6, 0.4, -0.5]
const high = [0.2, 0.4, 0.1, 0.6, 0.3, 0.5, 0.2, 0.4]

describe('a record that breaks a rule stores a signal at once (qc-domain §6)', () => {
  test.each<[what: string, values: number[], stored: string[]]>([
    ['nothing', calm, []],
    ['one point beyond 3σ', [...calm, 0.4, 3.2], ['rule 1 upper at 7 of 7: open']],
    [
      'one below, which is a long way from the one before',
      [2.5, -3.4],
      ['spread upper at 1 of 1: open', 'rule 1 lower at 1 of 1: open'],
    ],
    ['a point on the line, which is not beyond it', [0.5, 3], []],
    ['eight on one side', high, []],
    ['nine on one side', [...high, 0.3], ['rule 2 upper at 8 of 0 1 2 3 4 5 6 7 8: open']],
    [
      'ten on one side: each further point is one more',
      [...high, 0.3, 0.1],
      ['rule 2 upper at 8 of 0 1 2 3 4 5 6 7 8: open', 'rule 2 upper at 9 of 1 2 3 4 5 6 7 8 9: open'],
    ],
    ['two of three beyond 2σ on one side', [0.5, -0.2, -2.2, 0.3, -2.4], ['rule 5 lower at 4 of 2 4: open']],
  ])('%s', async (_, values, stored) => {
    const one = await chart()
    done(await one.freeze())
    await one.records(values)
    expect(await one.signals()).toEqual(stored)
  })

  test('it names the record, since when, the limits, and what they were held against', async () => {
    const one = await chart()
    done(await one.freeze())
    const made = await one.records([...high, 0.3])
    const [signal] = await one.listed()
    expect(signal).toMatchObject({
      product: 'c21',
      templateId: one.template.templateId,
      itemKey: one.itemKey,
      itemName: '直径',
      unit: 'mm',
      decimals: 4,
      track: 'location',
      rule: '2',
      side: 'upper',
      recordNo: made[8]!.recordNo,
      since: new Date(begin + HOUR_MS).toISOString(),
      inspectedAt: new Date(begin + 9 * HOUR_MS).toISOString(),
      members: made.map(({ qcValueBaseId }) => qcValueBaseId),
      cl: 10,
      state: 'open',
      lockVersion: 0,
      equipmentId: null,
    })
    expect(signal.ucl).toBeCloseTo(10.03, 9)
    expect(signal.lcl).toBeCloseTo(9.97, 9)
    expect(signal.stat).toBeCloseTo(10.003, 9)
  })

  test('records that were there before are tested when limits are frozen', async () => {
    const one = await chart()
    await one.records([...high, 0.3])
    expect(await one.signals()).toEqual([])
    done(await one.freeze())
    expect(await one.signals()).toEqual(['rule 2 upper at 8 of 0 1 2 3 4 5 6 7 8: open'])
  })

  test('only from when the limits are valid: windows begin anew there (qc-domain §2.8)', async () => {
    const one = await chart()
    await one.records([3.5, 0.2, 0.4, 0.1])
    done(await one.freeze({ validFrom: new Date(begin + 1.5 * HOUR_MS).toISOString() }))
    await one.records([0.6, 0.3, 0.5, 0.2, 0.4])
    expect(await one.signals()).toEqual([])
    await one.record(0.3)
    expect(await one.signals()).toEqual(['rule 2 upper at 9 of 1 2 3 4 5 6 7 8 9: open'])
  })

  test('subgroups are tested by their means and ranges', async () => {
    const one = await chart({ sampleSize: 3 })
    done(await one.freeze({ chart: 'xbar-r' }))
    await one.record([0.5, -0.5, 0])
    await one.record([1.9, 1.8, 1.8])
    await one.record([-3, 3, 0])
    expect(await one.signals()).toEqual(['rule 1 upper at 1 of 1: open', 'spread upper at 2 of 2: open'])
  })

  test('a subgroup of one has a mean and no spread, also while there are no others (qc-domain §2.3)', async () => {
    const one = await chart({ sampleSize: 3, required: 'never' })
    done(await one.freeze({ chart: 'xbar-r', rules: { rules: ['1'] } }))
    const drawn = async () => {
      const { chart: kind, hits } = done(await plant.admin.get(`/qc/analysis/spc?itemKey=${one.itemKey}`)) as Spc
      return [kind, hits.map(({ track, index }) => `${track} ${index}`)]
    }
    await one.record([2.6])
    await one.record([-2.6]) // 5.2 σ from the one before: more than moving ranges may be
    expect([await drawn(), await one.signals()]).toEqual([['xbar-r', []], []])
    await one.record([3.1])
    await one.record([0.1, 0, -0.1])
    expect([await drawn(), await one.signals()]).toEqual([['xbar-r', ['location 2']], ['rule 1 upper at 2 of 2: open']])
  })

  test('what is entered, and not submitted, breaks nothing; nor does a retest (qc-domain §2.3)', async () => {
    const one = await chart()
    done(await one.freeze())
    const [first] = await one.records([0.5])
    await draftBy(plant.inspector, one.template, { diameter: [sigmasOff(4)] })
    const retest = done(await step(plant.inspector, 'retest', first!))
    const entered = done(
      await plant.inspector.put(`/qc/value-base/${retest.qcValueBaseId}`, {
        lockVersion: retest.lockVersion,
        values: [{ itemKey: one.itemKey, sampleNo: 1, raw: sigmasOff(4) }],
      }),
    )
    await stepped(plant.inspector, 'submit', entered)
    expect(await one.signals()).toEqual([])
  })
})

describe('what was corrected or voided is tested anew (qc-domain §6)', () => {
  test('corrected: withdrawn; wrong again: open again, as the same signal', async () => {
    const one = await chart()
    done(await one.freeze())
    const [, bad] = await one.records([0.5, 3.2])
    const [before] = await one.listed()
    const right = await one.correct(bad!, 0.2)
    expect(await one.signals()).toEqual(['rule 1 upper at 1 of 1: withdrawn'])
    await one.correct(right, 3.3)
    expect(await one.signals()).toEqual(['rule 1 upper at 1 of 1: open'])
    const [after] = await one.listed()
    expect(after.signalId).toBe(before.signalId)
    expect(after.stat).toBeCloseTo(10.033, 9)
  })

  test('voided: a run that had it for a member is one no more', async () => {
    const one = await chart()
    done(await one.freeze())
    const made = await one.records([...high, 0.3])
    done(await one.voided(made[4]!))
    expect(await one.signals()).toEqual(['rule 2 upper at 8 of 0 1 2 3 4 5 6 7 8: withdrawn'])
  })

  test('voided: a run that still is one says of what it is made now', async () => {
    const one = await chart()
    done(await one.freeze())
    const made = await one.records([...high, 0.3, 0.1])
    done(await one.voided(made[4]!))
    expect(await one.signals()).toEqual([
      'rule 2 upper at 8 of 0 1 2 3 4 5 6 7 8: withdrawn',
      'rule 2 upper at 9 of 0 1 2 3 5 6 7 8 9: open',
    ])
  })

  test('a record that comes late, and from before, breaks a run that stood', async () => {
    const one = await chart()
    done(await one.freeze())
    await one.records([...high, 0.3])
    await one.record(-0.5, { at: begin + 4.5 * HOUR_MS })
    expect(await one.signals()).toEqual(['rule 2 upper at 8 of 0 1 2 3 4 5 6 7 8: withdrawn'])
  })

  test('a record that comes late completes a run that later points end', async () => {
    const one = await chart()
    done(await one.freeze())
    await one.records(high)
    await one.record(0.3, { at: begin + 4.5 * HOUR_MS })
    expect(await one.signals()).toEqual(['rule 2 upper at 7 of 0 1 2 3 8 4 5 6 7: open'])
  })

  test('a record that was inspected at another time leaves its place, and is tested where it goes', async () => {
    const one = await chart()
    done(await one.freeze())
    const made = await one.records([...high.slice(0, 7), 2.2, -0.3, 2.1])
    expect(await one.signals()).toEqual(['rule 5 upper at 9 of 7 9: open'])
    const back = await stepped(plant.inspector, 'withdraw', made[9]!)
    done(
      await plant.inspector.put(`/qc/value-base/${back.qcValueBaseId}`, {
        lockVersion: back.lockVersion,
        inspectedAt: new Date(begin + 2.5 * HOUR_MS).toISOString(),
        reasonCode: 'typing',
      }),
    )
    expect(await one.signals()).toEqual([
      'rule 2 upper at 7 of 0 1 9 2 3 4 5 6 7: open',
      'rule 5 upper at 9 of 7 9: withdrawn',
    ])
  })

  test('a record whose time is corrected keeps its signal, and what was said of it', async () => {
    const one = await chart()
    done(await one.freeze())
    const made = await one.records([...calm, 4])
    for (const signal of await one.listed()) done(await acknowledge(signal))
    const standing = async () => (await one.signals()).filter((signal) => signal.startsWith('rule'))
    expect(await standing()).toEqual(['rule 1 upper at 6 of 6: acknowledged'])
    await moved(made[6]!, 5.5)
    expect(await standing()).toEqual(['rule 1 upper at 6 of 6: acknowledged'])
  })

  test('a signal that somebody had seen comes back as one that was seen', async () => {
    const one = await chart()
    done(await one.freeze())
    const [, bad] = await one.records([0.5, 3.2])
    done(await acknowledge((await one.listed())[0]))
    const right = await one.correct(bad!, 0.2)
    expect(await one.signals()).toEqual(['rule 1 upper at 1 of 1: withdrawn'])
    await one.correct(right, 3.3)
    expect(await one.signals()).toEqual(['rule 1 upper at 1 of 1: acknowledged'])
  })

  test('what vanished and came back stands in the trail, with the record that did it (qc-domain §5.2)', async () => {
    const one = await chart()
    done(await one.freeze())
    const [, bad] = await one.records([0.5, 3.2])
    const [{ signalId }] = await one.listed()
    await one.correct(await one.correct(bad!, 0.2), 3.3)
    const by = { actorId: plant.inspector.userId, field: 'state', reason: bad!.recordNo }
    expect(await trailOf(signalId)).toMatchObject([
      { ...by, field: null, action: 'openSignal', new: expect.stringContaining('"rule":"1"') },
      { ...by, action: 'withdrawSignal', old: 'open', new: 'withdrawn' },
      { ...by, action: 'reopenSignal', old: 'withdrawn', new: 'open' },
    ])
  })

  test('what is told of a signal belongs to whom its record belongs, whoever changed it', async () => {
    const one = await chart()
    const stranger = await plant.person(
      'inspector',
      done(await plant.admin.post('/dept', { parentId: 0, deptName: '二部' })),
    )
    done(await one.freeze())
    await one.records(high.slice(0, 4))
    const middle = await one.record(-0.3, { by: stranger })
    await one.records(high.slice(4))
    await one.correct(middle, 0.3, stranger)
    expect(await one.signals()).toEqual(['rule 2 upper at 8 of 0 1 2 3 4 5 6 7 8: open'])
    const { outbox } = app.store.t
    const told = await app.store.db.select().from(outbox).where(eq(outbox.type, 'signal')).orderBy(outbox.outboxId)
    expect(told.at(-1)).toMatchObject({ operatorId: plant.inspector.userId, deptId: plant.deptId })
  })

  test('a step that changes nothing of what the charts show tests nothing', async () => {
    const one = await chart()
    done(await one.freeze())
    const [, bad] = await one.records([0.5, 3.2])
    const { signals } = app.store.t
    // whoever tested it would write it anew
    await app.store.tx((db) => db.delete(signals).where(eq(signals.itemKey, one.itemKey)))
    await stepped(plant.inspector, 'withdraw', bad!)
    expect(await one.signals()).toEqual([])
  })

  test('what was found by limits that have ended is tested by them still', async () => {
    const one = await chart()
    done(await one.freeze())
    const [, bad] = await one.records([0.5, 3.2])
    done(await one.freeze({ validFrom: new Date(begin + 10 * HOUR_MS).toISOString() }))
    expect(await one.signals()).toEqual(['rule 1 upper at 1 of 1: open'])
    await one.correct(bad!, 0.2)
    expect(await one.signals()).toEqual(['rule 1 upper at 1 of 1: withdrawn'])
  })

  test('what somebody has closed stays closed', async () => {
    const one = await chart()
    done(await one.freeze())
    const [, bad] = await one.records([0.5, 3.2])
    const [signal] = await one.listed()
    done(await close(signal))
    await one.correct(bad!, 0.2)
    expect(await one.signals()).toEqual(['rule 1 upper at 1 of 1: closed'])
  })

  test('what was closed, corrected and is broken again is another event: it opens, and nothing is said of it yet', async () => {
    const one = await chart()
    done(await one.freeze())
    const [, bad] = await one.records([0.5, 4])
    const [signal] = await one.listed()
    done(await close(signal))
    await one.correct(await one.correct(bad!, 0.2), 6)
    expect((await one.listed()).filter(({ signalId }: Listed) => signalId === signal.signalId)).toMatchObject([
      { state: 'open', causeCode: null, closedName: null, closedAt: null, comment: '' },
    ])
    expect((await trailOf(signal.signalId)).at(-1)).toMatchObject({
      action: 'reopenSignal',
      old: 'closed',
      new: 'open',
    })
  })

  test('what is said of it then stays, as long as the rule stays broken', async () => {
    const one = await chart()
    done(await one.freeze())
    const [, bad] = await one.records([0.5, 4])
    const [signal] = await one.listed()
    const again = async () => (await one.listed()).find(({ signalId }: Listed) => signalId === signal.signalId)
    done(await close(signal))
    const broken = await one.correct(await one.correct(bad!, 0.2), 6)
    done(await acknowledge(await again(), plant.inspector, '在查'))
    await one.correct(broken, 7)
    expect(await again()).toMatchObject({ state: 'acknowledged', comment: '在查' })
  })
})

/** What the audit trail tells of a signal. */
async function trailOf(signalId: number) {
  const { audits } = app.store.t
  const trail = await app.store.db.select().from(audits).where(eq(audits.entity, 'signal')).orderBy(audits.id)
  return trail.filter(({ entityId, action }) => entityId === signalId && action !== 'seal')
}

/** Corrects when a record was inspected. */
async function moved(record: Parameters<typeof stepped>[2] & { qcValueBaseId: number }, hours: number) {
  const { lockVersion, qcValueBaseId } = await stepped(plant.inspector, 'withdraw', record)
  const inspectedAt = new Date(begin + hours * HOUR_MS).toISOString()
  done(await plant.inspector.put(`/qc/value-base/${qcValueBaseId}`, { lockVersion, inspectedAt, reasonCode: 'typing' }))
}

describe('values that are missing (qc-domain §2.3)', () => {
  const missing = { diameter: [{ state: 'missing' as const, missingCode: 'damaged', raw: '' }] }
  const gap = async ({ template, ids }: Pick<Charted, 'template' | 'ids'>, hours: number, entered: Entered) => {
    const draft = await draftBy(plant.inspector, template, entered, {
      inspectedAt: new Date(begin + hours * HOUR_MS).toISOString(),
    })
    ids.push((await stepped(plant.inspector, 'submit', draft)).qcValueBaseId)
  }

  test('runs continue across them, however many there are', async () => {
    const one = await chart({ required: 'never' })
    done(await one.freeze())
    for (const [index, z] of [...high, 0.3].entries()) {
      await one.record(z, { at: begin + (index + 1) * HOUR_MS })
      const gaps = index < 8 ? [0.1, 0.2, 0.3, 0.4, 0.5] : []
      for (const more of gaps) await gap(one, index + 1 + more, missing)
    }
    expect(await one.signals()).toEqual(['rule 2 upper at 48 of 0 6 12 18 24 30 36 42 48: open'])
  })

  test.each<[what: string, entered: Entered, signals: string[]]>([
    ['missing, for a reason: no moving range goes across it', missing, []],
    ['left blank where it is optional: it is not on the axis', {}, ['spread upper at 2 of 2: open']],
  ])('%s', async (_, entered, signals) => {
    const one = await chart({ required: 'never' })
    done(await one.freeze())
    await one.record(2.5, { at: begin + HOUR_MS })
    await gap(one, 2, entered)
    await one.record(-2.5, { at: begin + 3 * HOUR_MS })
    expect(await one.signals()).toEqual(signals)
  })

  test.each([
    ['across a calculated value without a part, for a reason', missing, []],
    ['but where the part is left blank', {}, ['dispersion 1']],
  ])('no moving range goes %s', async (_, entered, signals) => {
    const items = [
      { ...diameter, spc: false, required: 'never' as const },
      { ...diameter, code: 'same', type: 'calculated' as const, formula: 'diameter', required: 'never' as const },
    ]
    const template = await plant.template({}, items)
    const itemKey = template.keys['same']!
    done(await (await chartOf(plant, { begin })).freeze({ itemKey, rules: { rules: ['1'] } }))
    const ids: number[] = []
    for (const [hours, values] of [{ diameter: ['10.0250'] }, entered, { diameter: ['9.9750'] }].entries())
      await gap({ template, ids }, hours + 1, values)
    const { list } = done(await plant.admin.get(`/qc/signal?itemKey=${itemKey}`))
    expect((list as { track: string; rule: string }[]).map(({ track, rule }) => `${track} ${rule}`)).toEqual(signals)
  })
})

test('limits of one machine are held against its records alone', async () => {
  const one = await chart()
  const { equipmentId, admin, productId } = plant
  const other: number = done(
    await admin.post('/qc/equipment', { productId, code: `M-${now}`, name: '涂布机 2 号', kind: 'machine' }),
  )
  done(await one.freeze({ equipmentId }))
  await one.record(0.5, { equipmentId })
  await one.record(3.5, { equipmentId: other })
  await one.record(3.4)
  expect(await one.signals()).toEqual([])
  await one.record(3.2, { equipmentId })
  expect(await one.signals()).toEqual(['rule 1 upper at 3 of 3: open'])
  const [signal] = await one.listed()
  expect(signal).toMatchObject({ equipmentId, equipmentName: '涂布机 1 号' })
})

describe('a record is held against one limit set alone', () => {
  test('that of its machine, where that has one', async () => {
    const one = await chart()
    const { equipmentId } = plant
    done(await one.freeze())
    done(await one.freeze({ equipmentId }))
    await one.record(5, { equipmentId })
    await one.record(0.1)
    expect((await one.listed()).map((signal: { equipmentId: number }) => signal.equipmentId)).toEqual([equipmentId])
  })

  test('limits of a machine take over what those of all had found, and give it back when they end', async () => {
    const one = await chart()
    const { equipmentId } = plant
    done(await one.freeze())
    await one.record(5, { equipmentId })
    expect(await one.signals()).toEqual(['rule 1 upper at 0 of 0: open'])
    const phase = done(await one.freeze({ equipmentId, status: 'trial', validFrom: new Date(begin).toISOString() }))
    expect(await one.signals()).toEqual(['rule 1 upper at 0 of 0: withdrawn'])
    done(await plant.engineer.put(`/qc/limit-set/${phase.limitSetId}`, { status: 'retired', reason: 'x' }))
    expect(await one.signals()).toEqual(['rule 1 upper at 0 of 0: open'])
  })

  test('that of the machine that it turns out to be of', async () => {
    const one = await chart()
    const { equipmentId } = plant
    done(await one.freeze({ equipmentId }))
    const record = await one.record(5)
    expect(await one.signals()).toEqual([])
    const { lockVersion, qcValueBaseId } = await stepped(plant.inspector, 'withdraw', record)
    const change = { lockVersion, equipmentId, reasonCode: 'typing' }
    done(await plant.inspector.put(`/qc/value-base/${qcValueBaseId}`, change))
    expect(await one.signals()).toEqual(['rule 1 upper at 0 of 0: open'])
  })
})

test('what a version of the template does not have any more is tested no more, and costs nothing', async () => {
  const one = await chart()
  done(await one.freeze())
  const record = await one.record(5)
  const { templateId } = one.template
  const later = await plant.publish(templateId, [{ ...diameter, code: 'width', name: '宽度' }])
  const inspectedAt = new Date(begin + 9 * HOUR_MS).toISOString()
  const draft = await draftBy(plant.inspector, later, { width: ['10'] }, { inspectedAt })
  await stepped(plant.inspector, 'submit', draft)
  expect(await one.signals()).toEqual(['rule 1 upper at 0 of 0: open'])
  done(await one.voided(record))
  expect(await one.signals()).toEqual(['rule 1 upper at 0 of 0: withdrawn'])
})

test('many records at once are tested as one after the other would be', async () => {
  const one = await chart()
  done(await one.freeze())
  const { templateId } = one.template
  const made = await one.records([...high, 0.3, 0.1, 4, ...calm])
  const before = await one.signals()
  expect(before).toHaveLength(6)
  const { signals } = app.store.t
  await app.store.tx((db) => db.delete(signals).where(eq(signals.itemKey, one.itemKey)))
  const records = await app.store.db.select().from(app.store.t.valueBases)
  const ours = records.filter((record) => record.templateId === templateId)
  const changed = ours.map((after) => ({ before: { ...after, submittedAt: null }, after }))
  const author = { userId: 1, name: 'x', now, requestId: 'x' }
  await app.store.tx((db) => refreshSignals(app.store, db, changed, author))
  expect(await one.signals()).toEqual(before)
  expect(made).toHaveLength(17)
})

type Listed = { signalId: number; lockVersion: number }
const acknowledge = (signal: Listed, by = plant.inspector, comment = '') =>
  by.post(`/qc/signal/${signal.signalId}/ack`, { lockVersion: signal.lockVersion, comment })
const close = (signal: Listed, by = plant.engineer, change: object = {}) =>
  by.post(`/qc/signal/${signal.signalId}/close`, {
    lockVersion: signal.lockVersion,
    causeCode: 'tool',
    actionCode: 'replace',
    comment: '换刀',
    ...change,
  })

/** A signal nobody has dealt with. */
async function signalOf() {
  const one = await chart()
  done(await one.freeze())
  await one.records([0.5, 3.2])
  return { one, signal: (await one.listed())[0] }
}

describe('what is done about a signal', () => {
  test('a redacted comment leaves the same comment of a later act alone', async () => {
    const auditor = await app.signedIn('qc:audit:list', 'qc:audit:redact', 'qc:audit:verify')
    const { signal } = await signalOf()
    const known = done(await acknowledge(signal, plant.inspector, '换刀'))
    done(await close(known))
    const about = `entity=signal&entityId=${signal!.signalId}&action=acknowledge`
    const [entry] = done(await auditor.get(`/qc/audit?${about}`)).list
    const faults = async () => (done(await auditor.get('/qc/audit/verify')) as AuditVerification).faults
    const before = await faults() // other tests lose signals
    expect(before.filter(({ entityId }) => entityId === signal!.signalId)).toEqual([])
    done(await auditor.post(`/qc/audit/${entry.auditId}/redact`, { reason: '误填' }))
    expect(await faults()).toEqual(before)
  })

  test('it is acknowledged and closed, and the trail says by whom and why (qc-domain §5.2)', async () => {
    const { signal } = await signalOf()
    const known = done(await acknowledge(signal, plant.inspector, '在查'))
    expect(known).toMatchObject({ state: 'acknowledged', comment: '在查', lockVersion: 1 })
    expect(known.ackName).not.toBeNull()
    const closed = done(await close(known))
    expect(closed).toMatchObject({ state: 'closed', causeCode: 'tool', actionCode: 'replace', comment: '换刀' })
    expect(await trailOf(signal.signalId)).toMatchObject([
      { action: 'openSignal', actorId: plant.inspector.userId },
      { action: 'acknowledge', old: 'open', new: 'acknowledged', reason: '在查', actorId: plant.inspector.userId },
      {
        action: 'close',
        old: 'acknowledged',
        new: 'closed',
        reasonCode: 'tool/replace',
        actorId: plant.engineer.userId,
      },
    ])
  })

  type Refused = [
    what: string,
    code: number,
    field: string | null,
    attempt: (signal: Listed) => Promise<{ code: number }>,
  ]
  test.each<Refused>([
    ['without the right to acknowledge', 403, null, (signal) => acknowledge(signal, plant.viewer)],
    ['without the right to close', 403, null, (signal) => close(signal, plant.inspector)],
    [
      'by what it was before somebody else changed it',
      409,
      null,
      (signal) => acknowledge({ ...signal, lockVersion: 7 }),
    ],
    ['which is not there', 404, null, (signal) => acknowledge({ ...signal, signalId: 999_999 })],
    ['without a cause', 400, 'causeCode', (signal) => close(signal, plant.engineer, { causeCode: '' })],
    ['with a cause nobody knows', 400, 'causeCode', (signal) => close(signal, plant.engineer, { causeCode: 'moon' })],
    [
      'with an action nobody knows',
      400,
      'actionCode',
      (signal) => close(signal, plant.engineer, { actionCode: 'pray' }),
    ],
  ])('nothing is done %s', async (_, code, field, attempt) => {
    const { one, signal } = await signalOf()
    const answer = await attempt(signal)
    expect(answer).toMatchObject({ code, ...(field && { errors: { [field]: expect.any(String) } }) })
    expect(await one.signals()).toEqual(['rule 1 upper at 1 of 1: open'])
  })

  test.each<[what: string, prepare: (signal: Listed) => Promise<unknown>, attempt: typeof acknowledge]>([
    ['acknowledged twice', acknowledge, acknowledge],
    ['acknowledged once closed', close, acknowledge],
    ['closed twice', close, (signal) => close(signal)],
  ])('it cannot be %s', async (_, prepare, attempt) => {
    const { one, signal } = await signalOf()
    await prepare(signal)
    const [latest] = await one.listed()
    const { code, msg } = await attempt(latest)
    expect(code).toBe(409)
    expect(msg).toContain('signal')
  })

  test('of two who are at it at once, one is told (409)', async () => {
    const { signal } = await signalOf()
    const both = await Promise.all([acknowledge(signal), close(signal)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
  })

  test('who is too late is told what the signal is by now (contract 17)', async () => {
    const { signal } = await signalOf()
    const known = done(await acknowledge(signal))
    for (const late of [await acknowledge(signal), await close(signal)]) {
      expect(late).toMatchObject({ code: 409, data: known })
    }
  })
})

describe('who sees which signals (S40)', () => {
  test('those of the records that they may see', async () => {
    const { one, signal } = await signalOf()
    const own = await app.signedIn('qc:signal:list', 'qc:signal:acknowledge', 'qc:signal:close')
    const { roles } = app.store.t
    await app.store.tx((db) => db.update(roles).set({ dataScope: '5' }).where(eq(roles.roleKey, own.roleKey)))
    expect(await one.listed(own as Plant['inspector'])).toEqual([])
    expect((await own.get(`/qc/signal/${signal.signalId}`)).code).toBe(404)
    expect((await acknowledge(signal, own as Plant['inspector'])).code).toBe(404)
    expect((await close(signal, own as Plant['inspector'])).code).toBe(404)
    expect(done(await own.get('/qc/signal/bell'))).toEqual({ open: 0, oldestAt: null, latest: [] })
  })

  test.each<[path: string, tags: PermissionTag[], code: number]>([
    ['/qc/signal', ['qc:analysis:list'], 403],
    ['/qc/signal/bell', ['qc:record:list'], 403],
    ['/qc/signal/bell', ['qc:signal:list'], 200],
  ])('%s with %p: %d', async (path, tags, code) => {
    const somebody = await app.signedIn(...tags)
    expect((await somebody.get(path)).code).toBe(code)
  })

  test('of a run, the records that they may see, and since the first of those (S34)', async () => {
    const one = await chart()
    done(await one.freeze())
    const other = done(await plant.admin.post('/dept', { parentId: 0, deptName: 'Elsewhere' }))
    const theirs = await plant.person('inspector', other)
    const reader = await withScope(app, await app.signedIn('qc:signal:list', 'qc:signal:acknowledge'), '3', other)
    await one.records(high.slice(0, 3))
    const seen = [await one.record(0.6, { by: theirs })]
    await one.records(high.slice(4))
    seen.push(await one.record(0.3, { by: theirs }))
    const ofRun = {
      since: new Date(begin + 4 * HOUR_MS).toISOString(),
      members: seen.map(({ qcValueBaseId }) => qcValueBaseId),
      pointCount: 9,
    }
    const [signal] = done(await reader.get(`/qc/signal?itemKey=${one.itemKey}`)).list
    const at = `/qc/signal/${signal.signalId}`
    expect(signal).toMatchObject(ofRun)
    expect(done(await reader.get(at))).toMatchObject(ofRun)
    const [newest] = done(await reader.get('/qc/signal/bell')).latest
    expect(newest).toMatchObject(ofRun)
    expect(done(await reader.post(`${at}/ack`, { lockVersion: signal.lockVersion }))).toMatchObject(ofRun)
    expect((await one.listed())[0]).toMatchObject({ since: new Date(begin + HOUR_MS).toISOString(), pointCount: 9 })
  })

  test('the list is narrowed, and the bell counts what is open', async () => {
    now += 1000
    const { one, signal } = await signalOf()
    const count = async (filter: string) =>
      done(await plant.admin.get(`/qc/signal?itemKey=${one.itemKey}&${filter}`)).count
    const today = new Date(now).toISOString()
    const tomorrow = new Date(now + 24 * HOUR_MS).toISOString()
    expect(await count('product=C21')).toBe(1)
    expect(await count('product=none')).toBe(0)
    expect(await count(`templateId=${one.template.templateId}`)).toBe(1)
    expect(await count('rule=1&state=open')).toBe(1)
    expect(await count('rule=2')).toBe(0)
    expect(await count('state=closed')).toBe(0)
    expect(await count('unsettled=1')).toBe(1)
    expect(await count(`qcValueBaseId=${signal.qcValueBaseId}`)).toBe(1)
    expect(await count(`beginTime=${today}&endTime=${today}`)).toBe(1)
    expect(await count(`beginTime=${tomorrow}`)).toBe(0)
    const before = done(await plant.admin.get('/qc/signal/bell'))
    expect(before.latest[0].signalId).toBe(signal.signalId)
    done(await acknowledge(signal))
    const after = done(await plant.admin.get('/qc/signal/bell'))
    expect(after.open).toBe(before.open - 1)
  })
})

test('before a value is submitted, the points it will stand beside are known, and no record (qc-domain §7.4)', async () => {
  const one = await chart()
  const { equipmentId } = plant
  const recent = async (more = '', by = plant.inspector) =>
    done(await by.get(`/qc/analysis/recent?templateId=${one.template.templateId}${more}`))
  const made = await one.records([0.5, -0.5, 3.2], { equipmentId })
  expect(await recent()).toEqual([
    {
      itemKey: one.itemKey,
      limits: null,
      points: [0.5, -0.5, 3.2].map((z, index) => ({
        at: new Date(begin + (index + 1) * HOUR_MS).toISOString(),
        n: 1,
        value: Number(sigmasOff(z)),
        range: null,
        deviation: null,
      })),
    },
  ])
  done(await one.freeze())
  const validFrom = new Date(begin).toISOString()
  const limits = { chart: 'imr', centre: 10, sigma: 0.01, rules: ['1', '2', '5'], figures: {}, validFrom }
  expect((await recent())[0].limits).toEqual(limits)
  done(await one.freeze({ equipmentId, centre: 10.02 }))
  expect((await recent(`&equipmentId=${equipmentId}`))[0].limits).toEqual({ ...limits, centre: 10.02 })
  const before = `&before=${new Date(begin + 2 * HOUR_MS).toISOString()}`
  expect((await recent(`&equipmentId=${equipmentId}${before}`))[0].points).toHaveLength(1)
  const longAgo = new Date(now - 8 * 24 * HOUR_MS).toISOString()
  const refused = await plant.inspector.get(
    `/qc/analysis/recent?templateId=${one.template.templateId}&before=${longAgo}`,
  )
  expect(refused).toMatchObject({ code: 400, errors: { before: expect.any(String) } })
  done(await one.voided(made[2]!))
  expect((await recent(`&equipmentId=${equipmentId}`))[0].points).toHaveLength(2)
  const capability = done(await plant.engineer.get(`/qc/analysis/capability?itemKey=${one.itemKey}&last=1`))
  expect(capability.versions).toMatchObject([{ n: 1 }])
  const viewer = await app.signedIn('qc:record:list')
  expect((await viewer.get(`/qc/analysis/recent?templateId=${one.template.templateId}`)).code).toBe(403)
})

test('of these points none is older than a week, whoever asks, also before an instant of that week (S33)', async () => {
  const one = await chart()
  await one.records([0.5, -0.5]) // an hour and two after the begin
  const week = 7 * 24 * HOUR_MS
  const recent = async (by: Plant['inspector'], more = '') => {
    const [item] = done(await by.get(`/qc/analysis/recent?templateId=${one.template.templateId}${more}`))
    return item.points.length as number
  }
  const today = now
  try {
    const counts: number[][] = []
    for (const at of [begin + HOUR_MS + week, begin + 2 * HOUR_MS + week, begin + 2 * HOUR_MS + week + 1]) {
      now = at
      const before = `&before=${new Date(at - week).toISOString()}`
      const inspector = await plant.person('inspector')
      counts.push([await recent(inspector), await recent(await app.signedIn('*:*:*')), await recent(inspector, before)])
    }
    expect(counts).toEqual([
      [2, 2, 0],
      [1, 1, 0],
      [0, 0, 0],
    ])
  } finally {
    now = today
  }
})

test('the engine proves itself, and does not keep others waiting', async () => {
  expect((await plant.inspector.get('/qc/selfcheck')).code).toBe(403)
  const first = done(await plant.engineer.get('/qc/selfcheck'))
  expect(first.missed).toBe(0)
  expect(first.cases).toHaveLength(first.held)
  expect(
    first.cases.every(({ source, checks }: { source: string; checks: unknown[] }) => source && checks.length > 0),
  ).toBe(true)
  expect(done(await plant.engineer.get('/qc/selfcheck'))).toEqual(first)
})
