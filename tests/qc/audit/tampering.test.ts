import { HOUR_MS } from '#shared/durations'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { asc, eq, sql, type SQL } from 'drizzle-orm'
import { join } from 'node:path'
import { openBackup } from '#server/platform/backup/open'
import type { AuditRow } from '#server/qc/audit/append'
import { sealBaseline } from '#server/qc/audit/baseline'
import { kindsOfBaselines } from '#server/qc/audit/verify/sealed-rows'
import { verifyAudit } from '#server/qc/audit/verify/index'

import { openStore, type Store, type Writer } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import type { Anchor } from '#shared/qc/audit/anchor'
import type { AuditFault } from '#shared/qc/audit/schema'
import { seedProduction } from '../../../seed/index'
import { startApp } from '../../support/app'
import { testFolder } from '../../support/folder'
import { done, draftBy, PASSWORD, qcPlant, stepped } from '../../support/qc/plant'
import { chartOf } from '../../support/qc/charts'
import { isPostgres } from '../../support/store'
import { disarm, foundAfter, rewrite, rowsBy, run, seenIn } from '../../support/qc/tampering'

type Tampering = (store: Store, db: Writer) => Promise<unknown>
type Row = [what: string, kind: AuditFault['kind'], tampering: Tampering]

const by =
  (...statements: SQL[]): Tampering =>
  async (store, db) => {
    for (const statement of statements) await run(store, db, statement)
  }

/** A record that was submitted, one of its values, one that was signed, one that has a comment. */
const aRecord = sql`(select min(qc_value_base_id) from qc_value_base where status = 'submitted')`
const aValue = sql`(select min(value_id) from qc_value where num is not null and qc_value_base_id = ${aRecord})`
const signed = sql`(select min(entity_id) from qc_signature where entity = 'record')`
const ofRecord = (change: SQL) => by(sql`update qc_value_base set ${change} where qc_value_base_id = ${aRecord}`)
const ofValue = (change: SQL) => by(sql`update qc_value set ${change} where value_id = ${aValue}`)
const aSignature = sql`(select min(signature_id) from qc_signature where entity = 'record')`
/** The signature of a lot. */
const ofLot = sql`(select min(signature_id) from qc_signature where entity = 'lot')`
const aVersion = sql`(select min(version_id) from qc_template_version where status = 'published')`
const aSet = sql`(select max(limit_set_id) from qc_limit_set)`
const somebody = sql`'somebody', 1700000000000`

const releaseSigned = (lotId: SQL): Tampering =>
  by(sql`insert into qc_signature (entity, entity_id, rev, meaning, signer_id, content_sha256, signer_name, signed_at)
    select 'lot', (${lotId}), 1, 'released', 1, '', ${somebody}`)

/** Takes a record away with all that belongs to it. */
const recordGone = (id: SQL): SQL[] => [
  sql`delete from qc_signal where qc_value_base_id = ${id}`,
  sql`delete from qc_exclusion where qc_value_base_id = ${id}`,
  sql`delete from qc_comment where qc_value_base_id = ${id}`,
  sql`delete from qc_value where qc_value_base_id = ${id}`,
  sql`delete from qc_value_base where qc_value_base_id = ${id}`,
]

/** Another record like the first one, written by hand. */
const inserted: Tampering = async (store, db) => {
  const columns = Object.keys((await rowsBy<object>(store, db, sql`select * from qc_value_base limit 1`))[0]!)
  const given: Record<string, string> = {
    qc_value_base_id: '900000',
    record_no: "'C21-990101-0001'",
    client_uid: 'null',
  }
  const [names, values] = [columns.join(), columns.map((name) => given[name] ?? name).join()]
  await run(
    store,
    db,
    sql`insert into qc_value_base (${sql.raw(names)})
      select ${sql.raw(values)} from qc_value_base where qc_value_base_id = ${aRecord}`,
  )
}

/** The last entries taken off, back to the creation of the last record. @returns the entries that stay */
async function cutTail(store: Store, db: Writer): Promise<AuditRow[]> {
  const { audits } = store.t
  const rows = await db.select().from(audits).orderBy(asc(audits.id))
  const from = rows.findLastIndex(({ entity, action }) => entity === 'record' && action === 'create')
  for (const { id } of rows.slice(from)) await db.delete(audits).where(eq(audits.id, id))
  return rows.slice(0, from)
}

const headMoved = async (store: Store, db: Writer, rows: readonly AuditRow[]) => {
  const { id: lastId = 0, hash: lastHash = '' } = rows.at(-1) ?? {}
  await db.update(store.t.auditHeads).set({ lastId, lastHash })
}

/** A value and all that the trail says of it, its seals and its signatures anew: only who entered the number is left. */
const sealedAnew: Tampering = async (store, db) => {
  const [value] = await rowsBy<{ id: number; raw: string }>(
    store,
    db,
    sql`select qc_value_base_id as id, raw from qc_value where num is not null and qc_value_base_id = ${signed} limit 1`,
  )
  await run(
    store,
    db,
    sql`update qc_value set raw = '1' where num is not null and qc_value_base_id = ${value!.id} and raw = ${value!.raw}`,
  )
  await rewrite(store, db, (row) =>
    row.entityId === value!.id && row.new?.includes(`"raw":"${value!.raw}"`)
      ? { ...row, new: row.new.replaceAll(`"raw":"${value!.raw}"`, '"raw":"1"') }
      : row,
  )
}

/** Kinds of tampering that a look at the database alone can tell. */
const told: Row[] = [
  ['the text of a value', 'value', ofValue(sql`raw = '1.2345'`)],
  ['the number of a value alone', 'value', ofValue(sql`num = 1.2345`)],
  ['the judgement of a value', 'value', ofValue(sql`judgement = 'NG'`)],
  ['the judgement of a record', 'record', ofRecord(sql`judgement = case judgement when 'NG' then 'OK' else 'NG' end`)],
  [
    'a record deleted',
    'record',
    by(...recordGone(sql`(select min(qc_value_base_id) from qc_value_base where status = 'draft')`)),
  ],
  ['a value deleted', 'value', by(sql`delete from qc_value where value_id = ${aValue}`)],
  [
    'a limit of a published item',
    'version',
    by(sql`update qc_template_item set usl = '99' where version_id = ${aVersion}`),
  ],
  [
    'the change note of a version',
    'version',
    by(sql`update qc_template_version set change_note = 'none' where version_id = ${aVersion}`),
  ],
  [
    'a signer renamed',
    'signature',
    by(sql`update qc_signature set signer_name = 'somebody' where signature_id = ${aSignature}`),
  ],
  ['a signature removed', 'signature', by(sql`delete from qc_signature where signature_id = ${aSignature}`)],
  [
    'a signature added',
    'signature',
    by(sql`insert into qc_signature (entity, entity_id, rev, meaning, signer_id, content_sha256, signer_name, signed_at)
      select 'record', ${aRecord}, 1, 'approved', 1, '', ${somebody}`),
  ],
  ['a signature on a lot that nobody has released', 'signature', releaseSigned(sql`select max(lot_id) from qc_lot`)],
  ['the inspector', 'record', ofRecord(sql`operator_id = 999, operator_name = 'somebody'`)],
  ['the time of inspection', 'record', ofRecord(sql`inspected_at = inspected_at - 86400000`)],
  ['the lot', 'record', ofRecord(sql`lot_id = case when lot_id is null then (select min(lot_id) from qc_lot) end`)],
  ['the status', 'record', ofRecord(sql`status = 'approved'`)],
  ['the business day', 'record', ofRecord(sql`business_day = '2020-01-01'`)],
  ['the first judgement', 'record', ofRecord(sql`first_judgement = case judgement when 'NG' then 'OK' else 'NG' end`)],
  ['the record that it tests again', 'record', ofRecord(sql`retest_of = ${signed}`)],
  ['the gauge of a value', 'value', ofValue(sql`gauge_id = (select min(equipment_id) from qc_equipment)`)],
  ['the disposition', 'record', ofRecord(sql`disposition = 'concession'`)],
  ['the reason for voiding', 'record', by(sql`update qc_value_base set void_reason = 'none' where status = 'voided'`)],
  ['a comment removed', 'comment', by(sql`delete from qc_mention`, sql`delete from qc_comment`)],
  ['a record inserted', 'record', inserted],
  ['the tail cut off, the head kept', 'entry', cutTail],
  ['the tail cut off, the head moved', 'record', async (store, db) => headMoved(store, db, await cutTail(store, db))],
  [
    'two entries swapped',
    'entry',
    by(
      sql`update qc_audit set id = -1 where id = 3`,
      sql`update qc_audit set id = 3 where id = 4`,
      sql`update qc_audit set id = 4 where id = -1`,
    ),
  ],
  ['entry and value changed, the chain sealed anew', 'signature', sealedAnew],
  [
    'the sigma of a limit set',
    'limit',
    by(sql`update qc_limit_set set sigma = sigma * 2 where limit_set_id = ${aSet}`),
  ],
  [
    'a limit set deleted',
    'limit',
    by(
      sql`delete from qc_signal where limit_set_id = ${aSet}`,
      sql`delete from qc_limit_set where limit_set_id = ${aSet}`,
    ),
  ],
  [
    'an exclusion added',
    'exclusion',
    by(sql`insert into qc_exclusion (item_key, qc_value_base_id, reason, create_by, create_name, created_at)
      select item_key, qc_value_base_id, 'none', 1, ${somebody} from qc_value
        where qc_value_base_id not in (select qc_value_base_id from qc_exclusion) order by value_id limit 1`),
  ],
  ['signals deleted', 'signal', by(sql`delete from qc_signal`)],
  ['signals closed', 'signal', by(sql`update qc_signal set state = 'closed' where state = 'open'`)],
  [
    'the causes of signals',
    'signal',
    by(sql`update qc_signal set cause_code = 'other', comment = 'none' where state = 'closed'`),
  ],
  ['what was said of signals', 'signal', by(sql`update qc_signal set comment = 'none' where state = 'closed'`)],
  ['why limits were frozen', 'limit', by(sql`update qc_limit_set set reason = 'none' where limit_set_id = ${aSet}`)],
  ['why a point was excluded', 'exclusion', by(sql`update qc_exclusion set reason = 'none'`)],
  ['supplier and status of a lot', 'lot', by(sql`update qc_lot set supplier = 'another', status = 'closed'`)],
  ['a calibration date', 'equipment', by(sql`update qc_equipment set calibration_due = 4102444800000`)],
  [
    'the head of a template',
    'template',
    by(sql`update qc_template set sign_levels = 1 - sign_levels % 2, chart_from = 'approved'`),
  ],
  [
    'one edited entry alone',
    'entry',
    by(sql`update qc_audit set actor_name = 'somebody' where id = (select min(id) + 4 from qc_audit)`),
  ],
  [
    'an empty trail',
    'record',
    by(sql`delete from qc_audit`, sql`update qc_audit_head set last_id = 0, last_hash = ''`),
  ],
]

/** The same of signatures of lots, which 0.2.0 did not have. */
const toldOfLots: Row[] = [
  [
    'the signer of a release of a lot renamed',
    'signature',
    by(sql`update qc_signature set signer_name = 'somebody' where signature_id = ${ofLot}`),
  ],
  [
    'the meaning of the signature of a lot',
    'signature',
    by(sql`update qc_signature set meaning = 'approved' where signature_id = ${ofLot}`),
  ],
  [
    'why a lot was released',
    'signature',
    by(sql`update qc_signature set reason = 'none' where signature_id = ${ofLot}`),
  ],
  [
    'what the signature of a lot is about',
    'signature',
    by(sql`update qc_signature set content_sha256 = '' where signature_id = ${ofLot}`),
  ],
  ['the signature of a lot removed', 'signature', by(sql`delete from qc_signature where signature_id = ${ofLot}`)],
  [
    'the signature of a lot moved to another',
    'signature',
    by(sql`update qc_signature set entity_id = entity_id + 1000 where signature_id = ${ofLot}`),
  ],
  [
    'a second signature on a lot',
    'signature',
    releaseSigned(sql`select entity_id from qc_signature where signature_id = ${ofLot}`),
  ],
]

/** The same of what later versions have. */
const toldOfRest: Row[] = [
  ['a revoked display link that works again', 'display', by(sql`update qc_display set revoked_at = null`)],
  ['the end of a display link', 'display', by(sql`update qc_display set expires_at = 4102444800000`)],
  ['the name of a display link', 'display', by(sql`update qc_display set name = 'another'`)],
  ['an annotation with another text', 'annotation', by(sql`update qc_annotation set text = 'all fine'`)],
  ['an annotation deleted', 'annotation', by(sql`delete from qc_annotation`)],
  ['a revoked label that is valid again', 'qr', by(sql`update qc_qr set revoked_at = null, revoked_by = null`)],
  ['another who revoked a label', 'qr', by(sql`update qc_qr set revoked_by = 1`)],
  ['a label revoked', 'qr', by(sql`update qc_qr set revoked_at = 1700000000000 where revoked_at is null`)],
  ['a label deleted', 'qr', by(sql`delete from qc_qr`)],
  ['the due date of an assignment', 'assignment', by(sql`update qc_assignment set due_on = due_on + 86400000`)],
  ['the owner of an assignment', 'assignment', by(sql`update qc_assignment set owner_id = 1`)],
  ['an assignment deleted', 'assignment', by(sql`delete from qc_assignment`)],
  ['another token of a display link', 'display', by(sql`update qc_display set token_hash = 'of another token'`)],
  ['the time zone of a product line', 'product', by(sql`update qc_product set tz = 'America/Lima'`)],
  ['the business day of a product line', 'product', by(sql`update qc_product set day_start_min = 0`)],
  ['the end of a shift', 'product', by(sql`update qc_shift set end_min = end_min + 1 where code = 'D'`)],
  ['a shift deleted', 'product', by(sql`delete from qc_shift where shift_id = (select max(shift_id) from qc_shift)`)],
  [
    'a product line added',
    'product',
    by(sql`insert into qc_product (code, name, tz, day_start_min, status, created_at, updated_at)
      select 'x', name, tz, day_start_min, status, created_at, updated_at from qc_product where code = 'c21'`),
  ],
  ['a revoked instrument key that works again', 'instrument', by(sql`update sys_api_token set revoked_at = null`)],
  ['another token of an instrument key', 'instrument', by(sql`update sys_api_token set token_hash = 'of another'`)],
  ['another account of an instrument key', 'instrument', by(sql`update sys_api_token set user_id = user_id + 1`)],
  ['an instrument key deleted', 'instrument', by(sql`delete from sys_api_token`)],
  [
    'a personal token that became an instrument key',
    'instrument',
    by(sql`insert into sys_api_token (kind, name, user_id, scopes, token_hash, create_by, create_name, created_at)
      select 'instrument', 'x', user_id, scopes, 'x', create_by, create_name, created_at from sys_api_token limit 1`),
  ],
  [
    'a setting that was saved',
    'settings',
    by(sql`update sys_config set config_value = '1' where config_key = 'qc_yieldTarget'`),
  ],
  [
    'a setting as it was installed',
    'settings',
    by(sql`update sys_config set config_value = '9' where config_key = 'qc_photosPerRecord'`),
  ],
  ['a setting deleted', 'settings', by(sql`delete from sys_config where config_key = 'qc_blockOverdueGauge'`)],
  ['who is mentioned in a comment', 'mention', by(sql`update qc_mention set user_name = 'somebody'`)],
  ['a mention deleted', 'mention', by(sql`delete from qc_mention`)],
]

/** What no look at the database alone can tell. */
const onlyByAnchor: [what: string, tampering: Tampering][] = [
  [
    'the actor of an entry, the chain sealed anew',
    (store, db) => {
      let isDone = false
      return rewrite(store, db, (row) => {
        if (isDone || row.entity !== 'equipment') return row
        isDone = true
        return { ...row, actorName: 'somebody' }
      })
    },
  ],
  [
    'the tail rolled back with all that it told of, numbers and sequences too',
    async (store, db) => {
      const [last] = await rowsBy<{ id: number; no: string }>(
        store,
        db,
        sql`select qc_value_base_id as id, record_no as no from qc_value_base order by qc_value_base_id desc limit 1`,
      )
      await headMoved(store, db, await cutTail(store, db))
      for (const statement of recordGone(sql`${last!.id}`)) await run(store, db, statement)
      const end = last!.no.lastIndexOf('-')
      await run(store, db, sql`update qc_counter set last = last - 1 where counter_key = ${last!.no.slice(0, end)}`)
      if (!isPostgres) await run(store, db, sql`update sqlite_sequence set seq = seq - 1 where name = 'qc_value_base'`)
    },
  ],
]

describe.each([
  ['data of this version', freshPlant, [...told, ...toldOfLots, ...toldOfRest]],
  ...(isPostgres ? [] : [['data of 0.2.0 after the upgrade', upgradedPlant, told] as const]),
] as const)('%s', (_, open, kinds) => {
  let store: Store
  let close: () => Promise<unknown>
  let anchor: Anchor
  beforeAll(async () => {
    ;({ store, close } = await open())
    const verified = await verifyAudit(store)
    expect(verified.found).toEqual([])
    expect(verified).toMatchObject({ isWhole: true })
    expect(verified.things).toBeGreaterThan(5)
    anchor = { id: verified.headId, hash: verified.headHash }
  })
  afterAll(() => close())
  const found = (tampering: Tampering, anchors?: Anchor[]) =>
    foundAfter(store, (db) => tampering(store, db), anchors && { anchors })

  test.each(kinds)('%s: told (S71, S72)', async (_, kind, tampering) => {
    const { isWhole, faults } = await found(tampering)
    expect(faults.map((fault) => fault.kind)).toContain(kind)
    expect(isWhole).toBe(false)
  })

  test('triggers missing: told (S71, S72)', async () => {
    const faults = await seenIn(store, async (db) => {
      await disarm(store, db)
      return (await verifyAudit({ ...store, db, tx: (work) => work(db) })).found
    })
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(['trigger']))
    expect(faults.length).toBeGreaterThan(10)
  })

  test.each(onlyByAnchor)('%s: told by an anchor alone (S71)', async (_, tampering) => {
    expect(await found(tampering)).toMatchObject({ isWhole: true, faults: [], anchors: 0 })
    const { isWhole, faults } = await found(tampering, [anchor])
    expect(isWhole).toBe(false)
    expect(faults).toMatchObject([{ kind: 'anchor', auditId: anchor.id }])
  })

  test('an anchor of these data fits', async () => {
    const shortened = { ...anchor, hash: anchor.hash.slice(0, 16) }
    expect(await found(async () => {}, [anchor, shortened, { id: 1, hash: await hashOf(1) }])).toMatchObject({
      isWhole: true,
      anchors: 3,
    })
  })
  const hashOf = async (id: number) => {
    const { audits } = store.t
    const [row] = await store.db.select({ hash: audits.hash }).from(audits).where(eq(audits.id, id))
    return row!.hash
  }
})

const shift = (code: string, startMin: number) => ({ code, name: '班', startMin, endMin: startMin + 480 })

/** A plant made through the API: records in every state, limits, an exclusion, signals open, known of and closed. */
async function freshPlant() {
  const app = await startApp()
  const plant = await qcPlant(app)
  const { admin, inspector, reviewer, engineer, approver } = plant
  const chart = await chartOf(plant, { begin: Date.now() - 72 * HOUR_MS })
  done(await chart.freeze())
  const [first, , third] = await chart.records([0, 0.5, -0.4, 6, 0.2, 7, 0.1, 8])
  const causes = { causeCode: 'tool', actionCode: 'replace', comment: '已更换' }
  const [closing, known] = await chart.listed()
  done(await engineer.post(`/qc/signal/${closing.signalId}/close`, { lockVersion: closing.lockVersion, ...causes }))
  done(await engineer.post(`/qc/signal/${known.signalId}/ack`, { lockVersion: known.lockVersion, comment: '' }))
  const point = { itemKey: chart.itemKey, qcValueBaseId: third!.qcValueBaseId, reason: '装夹错误', causeCode: '' }
  done(await engineer.post('/qc/exclusion', point))
  const template = await plant.template({ signLevels: 2 })
  const submitted = async () => stepped(inspector, 'submit', await draftBy(inspector, template))
  await stepped(reviewer, 'reject', await submitted(), { reason: '数据有误' })
  await stepped(
    approver,
    'void',
    await stepped(approver, 'approve', await stepped(reviewer, 'review', await submitted())),
    {
      reason: '取样错误',
    },
  )
  const toAnswer = { text: '看一下', mentions: [reviewer.userId] }
  done(await inspector.post(`/qc/value-base/${first!.qcValueBaseId}/comment`, toAnswer))
  done(await reviewer.post(`/qc/value-base/${first!.qcValueBaseId}/mention/seen`, {}))
  done(await admin.put('/set-config', [{ configKey: 'qc_yieldTarget', configValue: '97' }]))
  const { instrumentId } = done(await admin.post('/qc/instrument', { name: '量仪', username: inspector.roleKey }))
  done(await admin.delete(`/qc/instrument/${instrumentId}`, {}))
  const spare = { code: 'spare', name: '备用', tz: 'Asia/Shanghai', shifts: [shift('D', 480), shift('N', 0)] }
  const spareId: number = done(await admin.post('/qc/product', spare))
  const [day, night] = done(await admin.get(`/qc/product/${spareId}`)).shifts
  const swapped = [
    { ...day, ...shift(night.code, night.startMin) },
    { ...night, ...shift(day.code, day.startMin) },
  ]
  done(await admin.put(`/qc/product/${spareId}`, { shifts: swapped }))
  done(await admin.delete('/qc/product', { ids: [spareId] }))
  done(await admin.post('/qc/product/restore', { ids: [spareId] }))
  const lot = async (lotNo: string): Promise<number> =>
    done(await engineer.post('/qc/lot', { productId: plant.productId, lotNo }))
  const release = { reason: '复检合格', password: PASSWORD }
  const held = await lot('HELD')
  done(await approver.post(`/qc/lot/${held}/hold`, { reason: '来料异常' }))
  done(await approver.post(`/qc/lot/${held}/release`, release))
  done(await approver.post(`/qc/lot/${held}/hold`, { reason: '再次超差' }))
  done(await approver.post(`/qc/lot/${held}/release`, { ...release, status: 'closed' }))
  // a signature is held against the lot as it was when it was signed
  done(await engineer.put(`/qc/lot/${held}`, { productId: plant.productId, lotNo: 'HELD-2', status: 'closed' }))
  await lot('NEVER-HELD')
  await draftBy(inspector, template)
  const { qcValueBaseId } = await submitted()
  const { displayId } = done(await admin.post('/qc/display', { name: 'wall', productId: plant.productId }))
  done(await admin.delete(`/qc/display/${displayId}`, {}))
  const [code] = done(await admin.post('/qc/qr', { kind: 'record', ids: [qcValueBaseId, first!.qcValueBaseId] }))
  done(await admin.post(`/qc/qr/${code.code}/revoke`, { reason: '标签丢失' }))
  const owned = { ownerId: reviewer.userId, dueOn: '2026-12-24', seenAt: null }
  done(await admin.put(`/qc/value-base/${qcValueBaseId}/assignment`, owned))
  done(
    await admin.post('/qc/annotation', { itemKey: chart.itemKey, qcValueBaseId: third!.qcValueBaseId, text: '换刀' }),
  )
  await draftBy(inspector, template)
  return { store: app.store, close: app.close }
}

test.skipIf(isPostgres)('what there was is sealed as a whole or not at all, and once (S96)', async () => {
  const { store, close } = await upgradedPlant(async (opened) => {
    const isCut = opened.tx(async (db) => {
      await sealBaseline(opened, db, Date.now())
      throw new Error('killed')
    })
    await expect(isCut).rejects.toThrow('killed')
    expect(await kindsOfBaselines(opened, opened.db)).toEqual(new Set())
    expect(await verifyAudit(opened)).toMatchObject({ isWhole: true, things: 0 })
  })
  const first = await verifyAudit(store)
  expect(first).toMatchObject({ isWhole: true, things: 23 })
  await seedProduction(store)
  expect(await verifyAudit(store)).toMatchObject({ entries: first.entries, headHash: first.headHash })
  await close()
})

/** What 0.2.0 has written, as the first start of this version leaves it. */
async function upgradedPlant(before: (store: Store) => Promise<void> = async () => {}) {
  const dataDir = testFolder()
  const backup = await openBackup(join(import.meta.dir, '../../fixtures/0.2.0.tar.gz'), '0.2.0.tar.gz')
  await backup.read(databasePath(dataDir), () => {})
  const store = await openStore({ dataDir, databaseUrl: undefined })
  await before(store)
  await seedProduction(store)
  return { store, close: () => store.close() }
}
