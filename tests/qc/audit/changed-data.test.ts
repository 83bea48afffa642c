import { describe, expect, test } from 'bun:test'
import { sql, type SQL } from 'drizzle-orm'
import { sealOf } from '#server/qc/audit/append'
import type { Writer } from '#server/platform/store/index'
import type { AuditFault } from '#shared/qc/audit/schema'
import { auditedPlant } from '../../support/qc/audited-plant'
import { isPostgres } from '../../support/store'

/** Every row that somebody may change in the database, and what a verification says of it. */
const {
  plant,
  template,
  approved,
  corrected,
  draft,
  reopened,
  voided,
  unsigned,
  unused,
  run,
  foundAfter,
  thickness,
  ofValue,
  entries,
  firstOfLine,
  entryOf,
  numberOf,
} = await auditedPlant()

const hex = (letter: string) => letter.repeat(64)

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
