import { describe, expect, test } from 'bun:test'
import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import { verifyAudit } from '#server/qc/audit/verify/index'
import { auditedPlant } from '../../support/qc/audited-plant'
import { closed } from '../../support/qc/tampering'
import { isPostgres } from '../../support/store'

const { store, template, approved, draft, voided, draftVersion, run, ofValue } = await auditedPlant()
const { audits } = store.t

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
