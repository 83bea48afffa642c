import Database from 'better-sqlite3'
import { afterAll, describe, expect, test } from 'bun:test'
import { asc, eq, getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import { Hono } from 'hono'
import { existsSync } from 'node:fs'
import type { SessionEnv } from '#server/access/session/session-env'
import { answerWithPatience } from '#server/platform/http/patience'
import { appendAudit, canonical, sealOf, type AuditRow } from '#server/qc/audit/append'
import { listAudit } from '#server/qc/audit/list'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { openStore, type Reader, type Store, type Writer } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import type { AuditFault, QcAuditEntry } from '#shared/qc/audit/schema'
import { startApp } from '../../support/app'
import { spawnCommand } from '../../support/commands'
import { testFolder } from '../../support/folder'
import {
  closed,
  disarm,
  foundAfter as foundIn,
  rewrite as rewriteIn,
  run as runIn,
  seenIn,
} from '../../support/qc/tampering'
import { done, draftBy, qcPlant, step, stepped, valuesOf } from '../../support/qc/plant'
import { isPostgres } from '../../support/store'

const app = await startApp()
const { store } = app
const { audits } = store.t
afterAll(app.close)

const plant = await qcPlant(app)
const template = await plant.template({ signLevels: 2 })
const { inspector, reviewer, approver } = plant
const auditor = await app.signedIn('qc:audit:list', 'qc:audit:verify', 'qc:audit:export')
const another = await app.signedIn('qc:audit:verify')

const submitted = async (of = template) => stepped(inspector, 'submit', await draftBy(inspector, of))
const signed = async () => stepped(approver, 'approve', await stepped(reviewer, 'review', await submitted()))

/** Ids of records: approved by two, corrected after a rejection, a draft, opened again, voided after approval. */
const { qcValueBaseId: approved } = await signed()
const { qcValueBaseId: corrected } = await correctedOne()
const { qcValueBaseId: draft } = await draftBy(inspector, template)
const { qcValueBaseId: reopened } = await stepped(approver, 'reopen', await signed(), { reason: '批次填错' })
const { qcValueBaseId: voided } = await stepped(approver, 'void', await signed(), { reason: '取样错误' })
/** Of a template that asks for no signature; another one of it is voided. */
const plain = await plant.template({ signLevels: 0 })
const { qcValueBaseId: unsigned } = await stepped(inspector, 'submit', await draftBy(inspector, plain))
const thrown = await stepped(inspector, 'submit', await draftBy(inspector, plain))
await stepped(approver, 'void', thrown, { reason: '重复' })
done(await inspector.post(`/qc/value-base/${draft}/comment`, { text: '看一下' }))

async function correctedOne(of = template) {
  const rejected = await stepped(reviewer, 'reject', await submitted(of), { reason: '数据有误' })
  const values = valuesOf(of, { thickness: ['10.00', '10.02', '9.99'], look: ['ok'] })
  const change = { lockVersion: rejected.lockVersion, values, reasonCode: 'typing', reason: '' }
  return done(await inspector.put(`/qc/value-base/${rejected.qcValueBaseId}`, change))
}

/** Published, and never used. */
const unused = await plant.template()
const { draft: nextOfPlain } = done(await plant.engineer.post(`/qc/template/${plain.templateId}/draft`, {}))
const draftVersion: number = nextOfPlain.versionId

const run = (db: Writer, statement: SQL) => runIn(store, db, statement)
const foundAfter = (tampering: (db: Writer) => Promise<unknown>) => foundIn(store, tampering)

const thickness = () => template.keys['thickness']!
const ofValue = (id: number, sample: number) =>
  sql`qc_value_base_id = ${id} and item_key = ${thickness()} and sample_no = ${sample}`
const entries = (db: Reader = store.db) => db.select().from(audits).orderBy(asc(audits.id))
/** The first entry about a product line, with which no other row is compared. */
const firstOfLine = async (db?: Reader) => (await entries(db)).find(({ entity }) => entity === 'product')!.id
/** The last entry of a record that tells of `action`. */
async function entryOf(id: number, action: string, db: Reader = store.db) {
  const found = (await entries(db)).filter((entry) => entry.entity === 'record' && entry.entityId === id)
  return found.findLast((entry) => entry.action === action)!
}
const numberOf = async (id: number): Promise<string> => (await entryOf(id, 'create')).new!
const hex = (letter: string) => letter.repeat(64)

test('a template that asks for other signatures by now makes nothing of the past untrue (S72)', async () => {
  async function asking(signLevels: number, { templateId }: { templateId: number }) {
    const { code, name, stage } = done(await plant.engineer.get(`/qc/template/${templateId}`))
    done(await plant.engineer.put(`/qc/template/${templateId}`, { code, name, stage, signLevels }))
  }
  await asking(1, plain)
  await asking(0, template)
  expect(await verifyAudit(store)).toMatchObject({ isWhole: true, faultCount: 0 })
})

test('data that nobody has tampered with is whole', async () => {
  const { data } = await auditor.get('/qc/audit/verify')
  const last = (await entries()).at(-2)! // then came the entry of this verification
  expect(data).toMatchObject({ isWhole: true, faultCount: 0, faults: [], firstBroken: null, records: 7, versions: 3 })
  expect(data).toMatchObject({ entries: last.id, headHash: last.hash, signatures: 2 + 1 + 3 + 3 + 1 })
})

describe('whatever is changed past the application is named, and nothing else (S71, S72)', () => {
  type Row = [what: string, tampering: (db: Writer) => Promise<unknown>, expected: () => Promise<Partial<AuditFault>>]
  const value = async (id: number, sampleNo: number, expected: string | null, found: string | null) => ({
    kind: 'value' as const,
    qcValueBaseId: id,
    recordNo: await numberOf(id),
    itemKey: thickness(),
    itemName: 'Thickness',
    sampleNo,
    expected,
    found,
  })
  const record = async (id: number, expected: string | null, found: string | null) => ({
    kind: 'record' as const,
    qcValueBaseId: id,
    recordNo: await numberOf(id),
    expected,
    found,
  })
  const signature = async (id: number) => ({ kind: 'signature' as const, qcValueBaseId: id })
  const comment = async (id: number, expected: string | null, found: string | null) => ({
    kind: 'comment' as const,
    qcValueBaseId: id,
    expected,
    found,
  })
  const itemIdOf = (code: string) => template.items.find((item) => item.code === code)!.itemId
  const set = (table: string, change: SQL, where: SQL) => (db: Writer) =>
    run(db, sql`update ${sql.raw(table)} set ${change} where ${where}`)
  const rows: Row[] = [
    [
      'a value as it was typed',
      (db) => set('qc_value', sql`raw = '10.09'`, ofValue(approved, 1))(db),
      () => value(approved, 1, '10.00', '10.09'),
    ],
    [
      'the number read from it',
      (db) => set('qc_value', sql`num = 10.09`, ofValue(approved, 2))(db),
      () => value(approved, 2, '10.01', '10.09'),
    ],
    [
      'the judgement of a value',
      (db) => set('qc_value', sql`judgement = 'NG'`, ofValue(approved, 3))(db),
      () => value(approved, 3, 'OK', 'NG'),
    ],
    [
      'who has entered it',
      (db) => set('qc_value', sql`entered_by = 1`, ofValue(approved, 3))(db),
      () => value(approved, 3, String(plant.inspector.userId), '1'),
    ],
    [
      'a value that was corrected in the ordinary way before',
      (db) => set('qc_value', sql`raw = '10.01'`, ofValue(corrected, 2))(db),
      () => value(corrected, 2, '10.02', '10.01'),
    ],
    [
      'a value of a record that was opened again',
      (db) => set('qc_value', sql`raw = '10.05'`, ofValue(reopened, 1))(db),
      () => value(reopened, 1, '10.00', '10.05'),
    ],
    [
      'a value taken away',
      (db) => run(db, sql`delete from qc_value where ${ofValue(approved, 3)}`),
      () => value(approved, 3, '9.99', null),
    ],
    [
      'a value put in',
      (db) =>
        run(
          db,
          sql`insert into qc_value (qc_value_base_id, item_id, item_key, sample_no, state, raw, num, judgement,
            confirmed, entered_by, entered_at, corrected)
            select qc_value_base_id, item_id, item_key, 4, state, '10.03', 10.03, judgement, confirmed, entered_by,
            entered_at, corrected from qc_value where ${ofValue(approved, 1)}`,
        ),
      () => value(approved, 4, null, '10.03'),
    ],
    [
      "a record's remark",
      (db) => set('qc_value_base', sql`remark = 'all well'`, sql`qc_value_base_id = ${approved}`)(db),
      () => record(approved, '', 'all well'),
    ],
    [
      "a record's lot",
      (db) => set('qc_value_base', sql`lot_id = ${plant.lotId}`, sql`qc_value_base_id = ${approved}`)(db),
      () => record(approved, null, String(plant.lotId)),
    ],
    [
      "a record's judgement",
      (db) => set('qc_value_base', sql`judgement = 'NG'`, sql`qc_value_base_id = ${voided}`)(db),
      () => record(voided, 'OK', 'NG'),
    ],
    [
      'how many signatures a record needs',
      (db) => set('qc_value_base', sql`sign_levels = 1`, sql`qc_value_base_id = ${unsigned}`)(db),
      () => record(unsigned, '0', '1'),
    ],
    [
      'who has brought it in',
      (db) => set('qc_value_base', sql`create_by = 1`, sql`qc_value_base_id = ${approved}`)(db),
      () => record(approved, String(plant.inspector.userId), '1'),
    ],
    [
      'a voided record made good again',
      (db) => set('qc_value_base', sql`status = 'approved'`, sql`qc_value_base_id = ${voided}`)(db),
      () => record(voided, 'voided', 'approved'),
    ],
    [
      'who has approved',
      (db) => set('qc_value_base', sql`approved_by = 1`, sql`qc_value_base_id = ${approved}`)(db),
      () => record(approved, String(plant.approver.userId), '1'),
    ],
    [
      'when a record that asks for no signature was approved',
      (db) => set('qc_value_base', sql`approved_at = 1`, sql`qc_value_base_id = ${unsigned}`)(db),
      async () => ({ kind: 'record', qcValueBaseId: unsigned, found: '1970-01-01T00:00:00.001Z' }),
    ],
    [
      'a draft declared to be submitted',
      (db) => set('qc_value_base', sql`status = 'submitted'`, sql`qc_value_base_id = ${draft}`)(db),
      () => record(draft, 'draft', 'submitted'),
    ],
    [
      'a record taken away',
      async (db) => {
        await run(db, sql`delete from qc_comment where qc_value_base_id = ${draft}`)
        await run(db, sql`delete from qc_value where qc_value_base_id = ${draft}`)
        await run(db, sql`delete from qc_value_base where qc_value_base_id = ${draft}`)
      },
      async () => ({
        kind: 'record',
        qcValueBaseId: draft,
        message: `Record ${await numberOf(draft)} no longer exists`,
      }),
    ],
    [
      'what an entry says',
      async (db) => {
        const { id } = await entryOf(voided, 'void', db)
        return set('qc_audit', sql`reason = 'a better one'`, sql`id = ${id}`)(db)
      },
      async () => ({ kind: 'entry', auditId: (await entryOf(voided, 'void')).id }),
    ],
    [
      'who an entry names',
      async (db) => {
        const { id } = await entryOf(approved, 'approve', db)
        return set('qc_audit', sql`actor_name = 'somebody else'`, sql`id = ${id}`)(db)
      },
      async () => ({ kind: 'entry', auditId: (await entryOf(approved, 'approve')).id }),
    ],
    [
      'an entry written anew with a seal of its own',
      async (db) => {
        const [row] = await entries(db)
        const forged = { ...row!, actorName: 'somebody else' }
        return set('qc_audit', sql`actor_name = 'somebody else', hash = ${sealOf(forged)}`, sql`id = 1`)(db)
      },
      async () => ({
        kind: 'entry',
        auditId: 2,
        message: 'Entry 2 does not follow from the previous one: one of them was replaced',
      }),
    ],
    [
      'an entry taken out of the middle',
      async (db) => run(db, sql`delete from qc_audit where id = ${await firstOfLine(db)}`),
      async () => {
        const auditId = await firstOfLine()
        return { kind: 'entry', auditId, message: `Entry ${auditId} is missing` }
      },
    ],
    [
      'the last entry taken off',
      async (db) => run(db, sql`delete from qc_audit where id = ${(await entries(db)).at(-1)!.id}`),
      async () => ({ kind: 'entry', auditId: (await entries()).at(-1)!.id }),
    ],
    [
      'an entry added past the end',
      (db) =>
        run(
          db,
          sql`insert into qc_audit (id, at, actor_id, actor_name, entity, entity_id, action, request_id, prev_hash, hash)
            select max(id) + 1, max(at), 1, 'somebody', 'audit', 0, 'verify', '', '', '' from qc_audit`,
        ),
      async () => ({ kind: 'entry', auditId: (await entries()).at(-1)!.id + 1 }),
    ],
    [
      "the mark of the trail's end",
      (db) => run(db, sql`update qc_audit_head set last_hash = ${hex('0')}`),
      async () => ({ kind: 'entry', message: 'The end mark of the trail was changed' }),
    ],
    [
      "a published version's limits",
      (db) =>
        set('qc_template_item', sql`usl = '10.50'`, sql`version_id = ${template.versionId} and code = 'thickness'`)(db),
      async () => ({ kind: 'version', templateId: template.templateId }),
    ],
    [
      'an item taken out of a published version',
      (db) => run(db, sql`delete from qc_template_item where version_id = ${template.versionId} and code = 'words'`),
      async () => ({ kind: 'version', templateId: template.templateId }),
    ],
    [
      'the name under a signature',
      (db) => set('qc_signature', sql`signer_name = 'somebody'`, sql`entity_id = ${corrected}`)(db),
      () => signature(corrected),
    ],
    [
      'what a signature seals',
      (db) => set('qc_signature', sql`content_sha256 = ${hex('0')}`, sql`entity_id = ${corrected}`)(db),
      () => signature(corrected),
    ],
    [
      'a signature taken away',
      (db) => run(db, sql`delete from qc_signature where entity_id = ${approved} and meaning = 'reviewed'`),
      () => signature(approved),
    ],
    [
      'a signature put in',
      (db) =>
        run(
          db,
          sql`insert into qc_signature (entity, entity_id, rev, meaning, signer_id, signer_name, signed_at, content_sha256)
            values ('record', ${draft}, 1, 'approved', 1, 'somebody', 1, ${hex('0')})`,
        ),
      () => signature(draft),
    ],
    [
      'when a value was entered',
      (db) => set('qc_value', sql`entered_at = entered_at - 1000`, ofValue(approved, 2))(db),
      async () => ({ kind: 'value', qcValueBaseId: approved, itemKey: thickness(), sampleNo: 2 }),
    ],
    [
      'when a corrected value was entered',
      (db) => set('qc_value', sql`entered_at = entered_at - 1000`, ofValue(corrected, 2))(db),
      async () => ({ kind: 'value', qcValueBaseId: corrected, itemKey: thickness(), sampleNo: 2 }),
    ],
    [
      'the mark of a corrected value',
      (db) => set('qc_value', sql`corrected = ${isPostgres ? sql`false` : sql`0`}`, ofValue(corrected, 2))(db),
      () => value(corrected, 2, 'true', 'false'),
    ],
    [
      'a value marked as corrected that never was',
      (db) => set('qc_value', sql`corrected = ${isPostgres ? sql`true` : sql`1`}`, ofValue(approved, 2))(db),
      () => value(approved, 2, 'false', 'true'),
    ],
    [
      'the item that a value belongs to',
      (db) => set('qc_value', sql`item_id = 987654`, ofValue(approved, 2))(db),
      () => value(approved, 2, String(itemIdOf('thickness')), '987654'),
    ],
    [
      'when a record was made',
      (db) => set('qc_value_base', sql`created_at = 1`, sql`qc_value_base_id = ${approved}`)(db),
      async () => ({ kind: 'record', qcValueBaseId: approved, found: '1970-01-01T00:00:00.001Z' }),
    ],
    [
      'when a draft was made',
      (db) => set('qc_value_base', sql`created_at = 1`, sql`qc_value_base_id = ${draft}`)(db),
      async () => ({ kind: 'record', qcValueBaseId: draft, found: '1970-01-01T00:00:00.001Z' }),
    ],
    [
      'whose department a record is of',
      (db) => set('qc_value_base', sql`dept_id = 1`, sql`qc_value_base_id = ${approved}`)(db),
      () => record(approved, String(plant.deptId), '1'),
    ],
    [
      'a record taken out of every department',
      (db) => set('qc_value_base', sql`dept_id = null`, sql`qc_value_base_id = ${approved}`)(db),
      () => record(approved, String(plant.deptId), null),
    ],
    [
      'when a record was changed last, so that its signatures look superseded',
      (db) => set('qc_value_base', sql`content_at = 1`, sql`qc_value_base_id = ${approved}`)(db),
      async () => ({ kind: 'record', qcValueBaseId: approved, found: '1970-01-01T00:00:00.001Z' }),
    ],
    [
      'a comment',
      (db) => set('qc_comment', sql`text = 'never mind'`, sql`qc_value_base_id = ${draft}`)(db),
      () => comment(draft, '看一下', 'never mind'),
    ],
    [
      'whose comment it is',
      (db) => set('qc_comment', sql`author_id = 1`, sql`qc_value_base_id = ${draft}`)(db),
      () => comment(draft, String(plant.inspector.userId), '1'),
    ],
    [
      'the name under a comment',
      (db) => set('qc_comment', sql`author_name = 'somebody'`, sql`qc_value_base_id = ${draft}`)(db),
      async () => ({ kind: 'comment', qcValueBaseId: draft, found: 'somebody' }),
    ],
    [
      'when a comment was made',
      (db) => set('qc_comment', sql`created_at = 1`, sql`qc_value_base_id = ${draft}`)(db),
      async () => ({ kind: 'comment', qcValueBaseId: draft, found: '1970-01-01T00:00:00.001Z' }),
    ],
    [
      'a comment taken away',
      (db) => run(db, sql`delete from qc_comment where qc_value_base_id = ${draft}`),
      () => comment(draft, '看一下', null),
    ],
    [
      'a comment put in',
      (db) =>
        run(
          db,
          sql`insert into qc_comment (qc_value_base_id, text, author_id, author_name, created_at)
            values (${approved}, 'fine by me', 1, 'somebody', 1)`,
        ),
      () => comment(approved, null, 'fine by me'),
    ],
    ...(
      [
        ['why somebody has signed', sql`reason = 'a better one'`, '数据有误', 'a better one'],
        ['what a signature means', sql`meaning = 'approved'`, 'rejected', 'approved'],
        ['who has signed', sql`signer_id = 1`, String(plant.reviewer.userId), '1'],
        ['the revision that was signed', sql`rev = 2`, '1', '2'],
      ] as const
    ).map(([what, change, expected, found]): Row => [
      what,
      (db) => set('qc_signature', change, sql`entity_id = ${corrected}`)(db),
      async () => ({ ...(await signature(corrected)), expected, found }),
    ]),
    [
      'when somebody has signed',
      (db) => set('qc_signature', sql`signed_at = 1`, sql`entity_id = ${corrected}`)(db),
      async () => ({ ...(await signature(corrected)), found: '1970-01-01T00:00:00.001Z' }),
    ],
    ...(
      [
        ['the note of a published version', sql`change_note = 'nothing much'`, '首次发布', 'nothing much'],
        ['who has published a version', sql`published_by = 1`, String(plant.engineer.userId), '1'],
        ['that a version is in force', sql`status = 'superseded'`, 'published', 'superseded'],
        ['that a version was published', sql`status = 'draft'`, 'published', 'draft'],
      ] as const
    ).map(([what, change, expected, found]): Row => [
      what,
      (db) => set('qc_template_version', change, sql`version_id = ${template.versionId}`)(db),
      async () => ({ kind: 'version', templateId: template.templateId, expected, found }),
    ]),
    ...['published_at', 'effective_from', 'updated_at'].map((column): Row => [
      `${column} of a published version`,
      (db) => set('qc_template_version', sql.raw(`${column} = 1`), sql`version_id = ${template.versionId}`)(db),
      async () => ({ kind: 'version', templateId: template.templateId, found: '1970-01-01T00:00:00.001Z' }),
    ]),
    [
      'the name of who has published a version',
      (db) =>
        set('qc_template_version', sql`published_by_name = 'somebody'`, sql`version_id = ${template.versionId}`)(db),
      async () => ({ kind: 'version', templateId: template.templateId, found: 'somebody' }),
    ],
    [
      'choices of a published item that are none',
      (db) =>
        set(
          'qc_template_item',
          sql`choices = 'not json'`,
          sql`version_id = ${template.versionId} and code = 'look'`,
        )(db),
      async () => ({ kind: 'version', templateId: template.templateId, found: null }),
    ],
    [
      'an entry put in before the first one',
      (db) =>
        run(
          db,
          sql`insert into qc_audit (id, at, actor_id, actor_name, entity, entity_id, action, new, request_id, prev_hash, hash)
            values (-3, 1, 1, 'somebody', 'record', ${draft}, 'comment', 'x', '', '', '')`,
        ),
      async () => ({ kind: 'entry', auditId: -3, message: 'Entry -3 was inserted before the first one' }),
    ],
    [
      'an entry of a record put in past the end',
      (db) =>
        run(
          db,
          sql`insert into qc_audit (id, at, actor_id, actor_name, entity, entity_id, action, new, request_id, prev_hash, hash)
            select max(id) + 1, max(at), 1, 'somebody', 'record', ${draft}, 'submit', 'not json', '', '', '' from qc_audit`,
        ),
      async () => ({ kind: 'entry', auditId: (await entries()).at(-1)!.id + 1 }),
    ],
    [
      'a signature on a record that is not there',
      (db) =>
        run(
          db,
          sql`insert into qc_signature (entity, entity_id, rev, meaning, signer_id, signer_name, signed_at, content_sha256)
            values ('record', 2000000001, 1, 'approved', 1, 'somebody', 1, ${hex('0')})`,
        ),
      async () => ({ kind: 'record', qcValueBaseId: 2_000_000_001 }),
    ],
  ]
  test.each(rows)('%s', async (_, tampering, expected) => {
    const { isWhole, faultCount, faults, firstBroken } = await foundAfter(tampering)
    const fault = await expected()
    expect(isWhole).toBe(false)
    expect(faults).toMatchObject([fault])
    expect(faultCount).toBe(1)
    expect(firstBroken?.auditId).toBe(fault.kind === 'entry' ? faults[0]!.auditId! : (undefined as never))
  })

  test('a template taken away with all of its versions', async () => {
    const { faults } = await foundAfter(async (db) => {
      await run(db, sql`delete from qc_template_item where version_id = ${unused.versionId}`)
      await run(db, sql`delete from qc_template_version where version_id = ${unused.versionId}`)
      await run(db, sql`delete from qc_template where template_id = ${unused.templateId}`)
    })
    expect(faults).toMatchObject([
      { kind: 'version', templateId: unused.templateId },
      { kind: 'template', entityId: unused.templateId },
    ])
  })

  test('two entries in each other’s place', async () => {
    const swapped = await foundAfter(async (db) => {
      await run(db, sql`update qc_audit set id = -1 where id = 3`)
      await run(db, sql`update qc_audit set id = 3 where id = 4`)
      await run(db, sql`update qc_audit set id = 4 where id = -1`)
    })
    expect(swapped.faults).toMatchObject([
      { kind: 'entry', auditId: 3 },
      { kind: 'entry', auditId: 4 },
    ])
  })

  test('values of several records: each record is named', async () => {
    const { faultCount, faults } = await foundAfter((db) => run(db, sql`update qc_value set judgement = 'NG'`))
    expect(faultCount).toBe(faults.length)
    const named = new Set(faults.map(({ qcValueBaseId }) => qcValueBaseId))
    expect(named.size).toBe(6)
    expect(named.has(draft)).toBe(false) // the trail knows no values of it
  })
})

const rewrite = (db: Writer, change: (row: AuditRow) => AuditRow) => rewriteIn(store, db, change)

/** A submission as the trail has it, with something else in a place of it. */
const otherwise = (row: AuditRow, change: object) => JSON.stringify({ ...JSON.parse(row.new!), ...change })

describe('a forged entry is a fault, and never a failure (S71)', () => {
  type Forged = [what: string, action: string, forge: (row: AuditRow) => Partial<AuditRow>]
  const forged: Forged[] = [
    ['a submission that is no JSON', 'submit', () => ({ new: 'not json' })],
    ['a submission of nothing', 'submit', () => ({ new: null })],
    ['an empty submission', 'submit', () => ({ new: '{}' })],
    ['a submission that is a list', 'submit', () => ({ new: '[]' })],
    ['a submission that is null', 'submit', () => ({ new: 'null' })],
    ['a submission that is text', 'submit', () => ({ new: '"x"' })],
    ['a submission without values', 'submit', (row) => ({ new: otherwise(row, { values: null }) })],
    ['values that are none', 'submit', (row) => ({ new: otherwise(row, { values: [7, 'x'] }) })],
    ['signatures that there are not', 'submit', (row) => ({ new: otherwise(row, { signLevels: 7 }) })],
    ['a number that is text', 'submit', (row) => ({ new: otherwise(row, { lotId: 'x' }) })],
    ['a state that there is not', 'approve', () => ({ old: 'lost' })],
    ['a new state that there is not', 'approve', () => ({ new: '__proto__' })],
    ['no state at all', 'approve', () => ({ old: null, new: null })],
  ]
  test.each(forged)('%s', async (_, action, forge) => {
    const { id } = await entryOf(approved, action)
    const sealed = await foundAfter((db) => rewrite(db, (row) => (row.id === id ? { ...row, ...forge(row) } : row)))
    expect(sealed.faults).toMatchObject([
      { kind: 'entry', auditId: id, message: `The content of entry ${id} cannot be read` },
    ])
    const plainly = await foundAfter(async (db) => {
      const row = (await entries(db)).find((entry) => entry.id === id)!
      await db.update(audits).set(forge(row)).where(eq(audits.id, id))
    })
    expect(plainly.faults).toMatchObject([{ kind: 'entry', auditId: id, message: `Entry ${id} was changed` }])
  })

  test.each([null, '', 'version', 'version/x', 'version/1/2', 'version/99999999999999999999'])(
    'a publication of the version %p',
    async (field) => {
      const { id } = (await entries()).find(({ action }) => action === 'publish')!
      const { faults } = await foundAfter((db) => rewrite(db, (row) => (row.id === id ? { ...row, field } : row)))
      expect(faults).toMatchObject([
        { kind: 'entry', auditId: id, message: `The content of entry ${id} cannot be read` },
      ])
    },
  )

  // ids are of 32 bits on PostgreSQL
  const far = isPostgres ? [2_147_483_647, -2_147_483_648] : [9e15, -9e15]
  test.each(far)('an entry about record %d is looked at without walking there', async (entityId) => {
    const { id } = await entryOf(draft, 'comment')
    const { faults } = await foundAfter((db) => rewrite(db, (row) => (row.id === id ? { ...row, entityId } : row)))
    expect(faults.map(({ kind, qcValueBaseId }) => ({ kind, qcValueBaseId })).toSorted(byRecord)).toEqual(
      [
        { kind: 'comment' as const, qcValueBaseId: draft },
        { kind: 'record' as const, qcValueBaseId: entityId },
      ].toSorted(byRecord),
    )
  })
  const byRecord = (a: { qcValueBaseId?: number | undefined }, b: typeof a) => a.qcValueBaseId! - b.qcValueBaseId!

  test.each(far)('a publication of template %d', async (entityId) => {
    const { id } = (await entries()).find((entry) => entry.action === 'publish')!
    const { faults } = await foundAfter((db) => rewrite(db, (row) => (row.id === id ? { ...row, entityId } : row)))
    expect(faults).toHaveLength(2)
    expect(faults).toContainEqual(expect.objectContaining({ kind: 'version', templateId: entityId }))
    expect(faults).toContainEqual(expect.objectContaining({ kind: 'version', templateId: template.templateId }))
  })

  test.each(far.filter((id) => id > 0))('a mark of the end at entry %d', async (lastId) => {
    const end = (await entries()).at(-1)!.id
    const { faults } = await foundAfter((db) => db.update(store.t.auditHeads).set({ lastId }))
    expect(faults).toMatchObject([{ kind: 'entry', auditId: end + 1 }])
  })

  test.skipIf(isPostgres)('a record under an id that no number holds', async () => {
    const { faults } = await foundAfter(async (db) => {
      const columns = Object.values(getTableColumns(store.t.valueBases)).map(({ name }) => name)
      const copied = columns.map((name) => {
        if (name === 'qc_value_base_id') return '9223372036854775806'
        return name === 'record_no' ? "'C21-9'" : name
      })
      const [into, from] = [columns.join(), copied.join()]
      await run(
        db,
        sql.raw(
          `insert into qc_value_base (${into}) select ${from} from qc_value_base where qc_value_base_id = ${draft}`,
        ),
      )
    })
    expect(faults).toMatchObject([
      { kind: 'record', recordNo: 'C21-9', message: 'Record C21-9 is not in the audit trail' },
    ])
  })

  test('an entry of a time that is none is listed all the same', async () => {
    const at = 8_640_000_000_000_001
    const { list } = await seenIn(store, async (db) => {
      await disarm(store, db)
      await run(db, sql`update qc_audit set at = ${at} where id = ${await firstOfLine(db)}`)
      return listAudit({ ...store, db }, { pageIndex: 1, pageSize: 5, orders: [['auditId', 'asc']] })
    })
    expect(list).toContainEqual(
      expect.objectContaining({ auditId: await firstOfLine(), at: new Date(0).toISOString() }),
    )
  })
})

test('submissions of before they told when values were entered are held against what they tell (S72)', async () => {
  const older = (row: AuditRow): AuditRow => {
    if (row.action !== 'submit' || row.field !== null) return row
    const { contentAt: _at, deptId: _dept, values, ...content } = JSON.parse(row.new!)
    const told = values.map(({ enteredAt: _entered, ...value }: { enteredAt: number }) => value)
    return { ...row, new: canonical({ ...content, values: told }) }
  }
  expect(await foundAfter((db) => rewrite(db, older))).toMatchObject({ isWhole: true, faults: [] })
  const after = (change: SQL, where: SQL) =>
    foundAfter(async (db) => {
      await rewrite(db, older)
      await run(db, sql`update qc_value set ${change} where ${where}`)
    })
  expect((await after(sql`raw = '10.09'`, ofValue(approved, 1))).faults).toMatchObject([
    { kind: 'value', found: '10.09' },
  ])
  // of a corrected value the correction tells
  expect((await after(sql`entered_at = 1`, ofValue(corrected, 2))).faults).toMatchObject([
    { kind: 'value', sampleNo: 2 },
  ])
})

describe('the database refuses by itself what the application never does (S71, S72)', () => {
  type Refused = [what: string, statement: () => SQL]

  /** Puts in a copy of rows with other values in some columns, in the place of those that are there. */
  function copied(table: string, others: Record<string, string>, where: SQL, verb = 'insert into'): SQL {
    const columns = Object.values(getTableColumns(tableOf(table))).map(({ name }) => name)
    const values = columns.map((name) => others[name] ?? `"${name}"`)
    return sql`${sql.raw(`${verb} ${table} (${columns.map((name) => `"${name}"`).join()}) select ${values.join()} from ${table}`)} where ${where}`
  }
  const { signatures, recordComments, values, valueBases, templateItems } = store.t
  const tables = { audits, signatures, recordComments, values, valueBases, templateItems }
  const tableOf = (name: string) => Object.values(tables).find((table) => getTableName(table) === name)!

  /** SQLite: what stands in the way is deleted, for which no trigger is asked. */
  const replacing = (table: string, where: () => SQL, others: Record<string, string> = {}): Refused => [
    `replacing a row of ${table}`,
    () => copied(table, others, where(), 'replace into'),
  ]
  const replaced: Refused[] = [
    replacing('qc_audit', () => sql`id = 1`),
    replacing('qc_signature', () => sql`signature_id = 1`),
    replacing('qc_comment', () => sql`qc_value_base_id = ${draft}`),
    replacing('qc_value', () => ofValue(approved, 1)),
    replacing('qc_value', () => ofValue(approved, 1), { value_id: '987654' }),
    replacing('qc_value', () => ofValue(draft, 1)),
    replacing('qc_value_base', () => sql`qc_value_base_id = ${approved}`),
    replacing('qc_value_base', () => sql`qc_value_base_id = ${draft}`, { qc_value_base_id: '987654' }),
    replacing('qc_template_item', () => sql`version_id = ${template.versionId} and code = 'words'`),
    replacing('qc_template_item', () => sql`version_id = ${template.versionId} and code = 'words'`, {
      item_id: '987654',
    }),
    [
      'giving a value of a draft another id',
      () => sql`update qc_value set value_id = 987654 where ${ofValue(draft, 1)}`,
    ],
  ]
  /** PostgreSQL. */
  const emptied = closed.map((table): Refused => [`emptying ${table}`, () => sql.raw(`truncate ${table} cascade`)])

  test.each<Refused>([
    ['changing an entry of the trail', () => sql`update qc_audit set reason = 'x' where id = 1`],
    ['deleting an entry of the trail', () => sql`delete from qc_audit where id = 1`],
    ['changing a signature', () => sql`update qc_signature set signer_name = 'x'`],
    ['deleting a signature', () => sql`delete from qc_signature`],
    ['changing a comment', () => sql`update qc_comment set text = 'x'`],
    ['deleting a comment', () => sql`delete from qc_comment`],
    ['changing a value of an approved record', () => sql`update qc_value set raw = '1' where ${ofValue(approved, 1)}`],
    ['deleting a value of an approved record', () => sql`delete from qc_value where ${ofValue(approved, 1)}`],
    ['changing a value of a voided record', () => sql`update qc_value set raw = '1' where ${ofValue(voided, 1)}`],
    [
      'adding a value to an approved record',
      () =>
        sql`insert into qc_value (qc_value_base_id, item_id, item_key, sample_no, state, judgement, confirmed,
          entered_by, entered_at, corrected) select qc_value_base_id, item_id, item_key, 9, state, judgement, confirmed,
          entered_by, entered_at, corrected from qc_value where ${ofValue(approved, 1)}`,
    ],
    [
      'changing an item of a published version',
      () => sql`update qc_template_item set usl = '11' where version_id = ${template.versionId}`,
    ],
    [
      'deleting an item of a published version',
      () => sql`delete from qc_template_item where version_id = ${template.versionId} and code = 'words'`,
    ],
    ['deleting a record', () => sql`delete from qc_value_base where qc_value_base_id = ${draft}`],
    [
      'moving a record to another id',
      () => sql`update qc_value_base set qc_value_base_id = 777 where qc_value_base_id = ${draft}`,
    ],
    [
      'moving a value out of an approved record',
      () => sql`update qc_value set qc_value_base_id = ${draft}, sample_no = 9 where ${ofValue(approved, 1)}`,
    ],
    [
      'moving a value into an approved record',
      () => sql`update qc_value set qc_value_base_id = ${approved}, sample_no = 9 where ${ofValue(draft, 1)}`,
    ],
    [
      'moving an item out of a published version',
      () =>
        sql`update qc_template_item set version_id = ${draftVersion} where version_id = ${template.versionId}
          and code = 'words'`,
    ],
    [
      'moving an item into a published version',
      () =>
        sql`update qc_template_item set version_id = ${template.versionId}, item_key = 'another', code = 'another'
          where version_id = ${draftVersion} and code = 'words'`,
    ],
    [
      'adding an item to a published version',
      () =>
        copied(
          'qc_template_item',
          { item_id: '987654', item_key: "'another'", code: "'another'" },
          sql`version_id = ${template.versionId} and code = 'words'`,
        ),
    ],
    ...(isPostgres ? emptied : replaced),
  ])('%s', async (_, statement) => {
    const error: Error = await store
      .tx((db) => run(db, statement()))
      .then(
        () => new Error('it was done'),
        (thrown: Error) => thrown,
      )
    expect(String(error.cause)).toMatch(/ever changed|approved or voided|is published|never deleted/)
    expect((await verifyAudit(store)).isWhole).toBe(true)
  })
})

describe('the trail can be read by who may', () => {
  const listed = async (query: string): Promise<QcAuditEntry[]> =>
    done(await auditor.get(`/qc/audit?pageSize=50&${query}`)).list

  test.skipIf(isPostgres)('those of one thing are found by their index, however long the trail is (S94)', async () => {
    const asked: string[] = []
    const { prepared } = store
    const watched: Store = {
      ...store,
      prepared(query) {
        asked.push((query as unknown as { toSQL(): { sql: string } }).toSQL().sql) // every query that is built can tell
        return prepared(query)
      },
    }
    await listAudit(watched, { pageIndex: 1, pageSize: 20, orders: [], entity: 'record', entityId: 1, action: 'void' })
    const ofOne = asked.filter((query) => query.includes('"entity_id" ='))
    expect(ofOne).toHaveLength(2)
    for (const query of ofOne) {
      const explained = sql.raw(`explain query plan ${query.replaceAll('?', '1')}`)
      const plan = await store.tx(async (db) => (db as unknown as { all(query: SQL): unknown }).all(explained))
      expect(JSON.stringify(plan)).toContain('qc_audit_entity (entity=? AND entity_id=?)')
    }
  })

  test('the newest entries come first, with what they are about', async () => {
    const list = await listed('')
    expect(list.map(({ auditId }) => auditId)).toEqual(list.map(({ auditId }) => auditId).toSorted((a, b) => b - a))
    const change = list.find(({ action }) => action === 'correct')!
    expect(change).toMatchObject({ entity: 'record', subject: await numberOf(corrected), reasonCode: 'typing' })
    expect(list.find(({ field }) => field === `${thickness()}/2/raw`)).toMatchObject({
      itemName: '厚度',
      itemNameEn: 'Thickness',
      old: '10.01',
      new: '10.02',
    })
  })

  test.each<[string, () => Promise<string> | string, (entry: QcAuditEntry) => boolean | Promise<boolean>]>([
    ['kind', () => 'entity=template', ({ entity }) => entity === 'template'],
    [
      'record by its id',
      () => `entityId=${approved}`,
      ({ entity, entityId }) => entity === 'record' && entityId === approved,
    ],
    ['record by its number', async () => `recordNo=${await numberOf(voided)}`, ({ entityId }) => entityId === voided],
    ['who', () => `actor=${plant.reviewer.roleKey.slice(2)}`, ({ actorId }) => actorId === plant.reviewer.userId],
    ['action', () => 'action=approve', ({ action }) => action === 'approve'],
    [
      'kind and action',
      () => 'entity=record&action=void',
      ({ action, entity }) => action === 'void' && entity === 'record',
    ],
    ['time that has not come', () => 'beginTime=2999-01-01', () => false],
    ['time since the beginning', () => 'beginTime=2020-01-01&endTime=2999-01-01', () => true],
  ])('by %s', async (_, query, matches) => {
    const given = await query()
    const list = await listed(given)
    const all = await listed('')
    const expected = []
    for (const entry of all) if (await matches(entry)) expected.push(entry.auditId)
    expect(list.map(({ auditId }) => auditId).filter((id) => all.some(({ auditId }) => auditId === id))).toEqual(
      expected,
    )
  })

  test.each([
    ['an unknown kind', '?entity=user'],
    ['an id that is none', '?entityId=x'],
    ['a day that is none', '?beginTime=2026-02-30'],
    ['a zone that is none', '/export?tz=Mars/Olympus'],
  ])('%s is refused', async (_, asked) => {
    expect((await auditor.get(`/qc/audit${asked}`)).code).toBe(400)
  })

  test('numbers that follow from what was typed and seals of rows are not listed, and leave no gap in the pages', async () => {
    const hidden = (list: { action: string; field: string | null }[]) =>
      list.filter(({ action, field }) => action === 'seal' || field?.endsWith('/num'))
    async function pages(query: string) {
      const read: QcAuditEntry[][] = []
      let count: number
      do {
        const { data } = await auditor.get(`/qc/audit?pageSize=10&pageIndex=${read.length + 1}${query}`)
        count = data.count
        read.push(data.list)
      } while (read.length * 10 < count)
      expect(read.slice(0, -1).every(({ length }) => length === 10)).toBe(true)
      expect(hidden(read.flat())).toEqual([])
      expect(read.flat()).toHaveLength(count)
      return read.flat().map(({ auditId }) => auditId)
    }
    const reviewed = await plant.template({ signLevels: 2 })
    for (let round = 0; round < 2; round++) {
      const all = await entries()
      expect(hidden(all).length).toBeGreaterThan(round)
      const told = all.filter((entry) => hidden([entry]).length === 0)
      const idsOf = (some: typeof all) => some.map(({ id }) => id).toReversed()
      const ofRecord = told.filter(({ entity }) => entity === 'record')
      expect(await pages('')).toEqual(idsOf(told))
      expect(await pages('&auditIdOrder=asc')).toEqual(idsOf(told).toReversed())
      expect(await pages('&entity=record')).toEqual(idsOf(ofRecord))
      expect(await pages(`&entityId=${corrected}`)).toEqual(idsOf(ofRecord.filter((row) => row.entityId === corrected)))
      expect(await pages('&action=correct')).toEqual(idsOf(told.filter(({ action }) => action === 'correct')))
      const tab = done(await inspector.get(`/qc/value-base/${corrected}/audit?pageSize=50`))
      expect(hidden(tab.list)).toEqual([])
      expect(tab.list).toHaveLength(tab.count)
      await correctedOne(reviewed) // what comes later is left out as well
    }
    expect((await auditor.get('/qc/audit?pageIndex=1000')).data.list).toEqual([])
    const { data } = await auditor.get('/qc/audit/export?format=csv&action=correct')
    expect(data).toContain('/num')
  })

  test.each([
    ['America/New_York', 'Jan 15 2026 12:00:00 UTC', '2026-01-15 07:00:00', '-05:00'],
    ['America/New_York', 'Jul 15 2026 12:00:00 UTC', '2026-07-15 08:00:00', '-04:00'],
    ['Asia/Kathmandu', 'Jan 15 2026 12:00:00 UTC', '2026-01-15 17:45:00', '+05:45'],
  ])('an export in %s writes %s as %s, %s', async (tz, time, shown, offset) => {
    const by = { userId: 1, name: tz, now: Date.parse(time), requestId: 'test' }
    await store.tx((db) => appendAudit(store, db, by, [{ entity: 'audit', entityId: 0, action: 'verify' }]))
    const { id } = (await entries()).at(-1)!
    const { data } = await auditor.get(`/qc/audit/export?format=csv&action=verify&tz=${tz}`)
    expect(data).toContain(`\r\n${id},${shown},${offset},${tz},`)
  })

  test('one entry has all of what was written, and names the items of a submission', async () => {
    const { id } = await entryOf(approved, 'submit')
    const { data } = await auditor.get(`/qc/audit/${id}`)
    expect(JSON.parse(data.new).values).toHaveLength(5)
    expect(data.itemNames[thickness()]).toEqual({ name: '厚度', nameEn: 'Thickness' })
    expect((await listed('action=submit')).every((entry) => entry.new!.length <= 300)).toBe(true)
    expect((await auditor.get('/qc/audit/999999')).code).toBe(404)
  })

  test.each([
    ['reads it', '/qc/audit'],
    ['takes it out', '/qc/audit/export'],
    ['reads an entry', '/qc/audit/1'],
    ['verifies it', '/qc/audit/verify'],
  ])('nobody without the right %s', async (_, path) => {
    expect((await plant.inspector.get(path)).code).toBe(403)
  })

  test('an export has every entry with its seal, and stands in the trail itself (S66, S67, S74)', async () => {
    const before = (await entries()).length
    const { data } = await auditor.get('/qc/audit/export?format=csv')
    const all = await entries()
    expect(all.length).toBe(before + 1)
    expect(all.at(-1)).toMatchObject({ entity: 'audit', action: 'export', actorId: auditor.userId })
    for (const { hash } of all) expect(data).toContain(hash)
    const [entry] = await listed('action=correct')
    expect(data).toContain(`changed`)
    expect(entry!.subject && data.includes(entry!.subject)).toBe(true)
    const filtered: string = (await auditor.get('/qc/audit/export?format=csv&action=void')).data
    expect(filtered.trim().split('\r\n')).toHaveLength(1 + (await listed('action=void')).length)
  })
})

test('a verification is written down, and a second one at the same time has to wait', async () => {
  const { promise: held, resolve: free } = Promise.withResolvers<void>()
  const { auditHeads } = store.t
  const { promise: holding, resolve: isHeld } = Promise.withResolvers<void>()
  // whoever writes to the trail waits, and so does the first verification, with its last step
  const writer = store.tx(async (db) => {
    await db.update(auditHeads).set({ id: 1 })
    isHeld()
    await held
  })
  await holding
  const both = [auditor.get('/qc/audit/verify'), another.get('/qc/audit/verify')]
  expect(await Promise.race(both)).toMatchObject({ code: 429, msg: expect.stringContaining('already running') })
  free()
  await writer
  expect((await Promise.all(both)).map(({ code }) => code).toSorted()).toEqual([200, 429])
  const last = (await entries()).at(-1)!
  expect(last).toMatchObject({ entity: 'audit', action: 'verify' })
  expect(JSON.parse(last.new!)).toMatchObject({ isWhole: true, faultCount: 0 })
  expect(await auditor.get('/qc/audit/verify')).toMatchObject({ code: 200, data: { entries: last.id } })
})

test('a verification that takes long keeps its connection with blanks, which readers of JSON skip', async () => {
  const { promise: work, resolve: finish } = Promise.withResolvers<number>()
  const patient = new Hono<SessionEnv>().get('/', (c) => answerWithPatience(c, work, (data) => c.json({ data }), 1))
  const response = await patient.request('/')
  let read = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    read += piece
    if (read === '  ') finish(7)
  }
  expect(read).toMatch(/^ {2,}\{"data":7\}$/)
  expect(JSON.parse(read)).toEqual({ data: 7 })
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('records that are made while it runs are no faults', async () => {
  const verifying = verifyAudit(store)
  for (let n = 0; n < 5; n++) {
    const record = await draftBy(plant.inspector, template)
    expect((await step(plant.inspector, 'submit', record)).code).toBe(200)
  }
  expect(await verifying).toMatchObject({ isWhole: true, faultCount: 0 })
})

test('one value changed in the database for good: the call names it, and the record shows its signature broken', async () => {
  await store.tx(async (db) => {
    const rearm = await disarm(store, db)
    await run(db, sql`update qc_value set raw = '10.04', num = 10.04 where ${ofValue(approved, 1)}`)
    await rearm()
  })
  const { data } = await auditor.get('/qc/audit/verify')
  expect(data.faults).toMatchObject([
    {
      kind: 'value',
      qcValueBaseId: approved,
      itemName: 'Thickness',
      sampleNo: 1,
      expected: '10.00',
      found: '10.04',
      message: `Record ${await numberOf(approved)}: value of Thickness, sample 1, differs from the audit trail`,
    },
  ])
  const { data: record } = await approver.get(`/qc/value-base/${approved}`)
  expect(record.signatures.map(({ state }: { state: string }) => state)).toEqual(['broken', 'broken'])
})

describe.skipIf(isPostgres)('the command verifies the data, beside a server or without one', () => {
  const folder = testFolder()
  const verify = async () => {
    const command = spawnCommand([process.execPath, 'run', 'caliper', 'audit', 'verify'], {
      env: { CALIPER_DATA_DIR: folder },
    })
    return { code: await command.ended(), ...command.written }
  }
  const opened = () => openStore({ dataDir: folder, databaseUrl: undefined })

  test('it makes no database where there is none', async () => {
    expect(await verify()).toMatchObject({ code: 2, err: expect.stringContaining('There is no database in') })
    expect(existsSync(databasePath(folder))).toBe(false)
  })

  test('beside a server that runs on them', async () => {
    const running = await opened()
    const by = { userId: 1, name: '王芳', now: 1, requestId: 'test' }
    const entry = { entity: 'audit', entityId: 0, action: 'verify' } as const
    await running.tx((db) => appendAudit(running, db, by, [entry]))
    expect(await verify()).toMatchObject({
      code: 0,
      out: expect.stringContaining('The audit trail is whole: 1 entry, 0 records'),
    })
    await running.close()
  })

  test('changed data end it with 1 and a sentence', async () => {
    const tampered = await opened()
    await tampered.tx(async (db) => {
      const rearm = await disarm(tampered, db)
      await run(db, sql`update qc_audit set actor_name = 'somebody' where id = 1`)
      await rearm()
    })
    await tampered.close()
    const told = expect.stringMatching(/^Entry 1 was changed\.\n.*: 1 entry, .* signatures, .*, 1 fault\.$/m)
    expect(await verify()).toMatchObject({ code: 1, out: told })
  })

  test('what they hold gives no orders to the terminal: it could hide that it was changed', async () => {
    const tampered = new Database(databasePath(folder))
    tampered.pragma('foreign_keys = off')
    tampered.pragma('ignore_check_constraints = on')
    const columns = tampered.pragma('table_info(qc_value_base)') as { name: string; type: string; notnull: number }[]
    const given: Record<string, string> = { record_no: '\u001b[8m\u009b8m\u202e', status: 'draft', judgement: 'none' }
    const row = columns.map(({ name, type, notnull }) => given[name] ?? (notnull ? (type === 'text' ? 'x' : 1) : null))
    tampered.prepare(`insert into qc_value_base values (${row.map(() => '?').join()})`).run(...row)
    tampered.close()
    const { code, out } = await verify()
    expect([code, /[^\P{C}\n]/u.test(out)]).toEqual([1, false])
    expect(out).toContain('Record \\u001b[8m\\u009b8m\\u202e is not in the audit trail.')
  })
})
