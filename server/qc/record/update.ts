import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { Dialect, Writer } from '../../platform/store'
import { insertInBatches } from '../../platform/chunks/insert-in-batches'
import type { ValueBase } from './content'

/** What taking a record a step on may change of it. */
const changing = [
  'status',
  'firstJudgement',
  'disposition',
  'rev',
  'submittedAt',
  'submittedBy',
  'submittedByName',
  'reviewedAt',
  'reviewedBy',
  'approvedAt',
  'approvedBy',
  'voidedAt',
  'voidReason',
  'updatedAt',
] as const satisfies (keyof ValueBase)[]

export type SteppedRecord = Pick<ValueBase, 'qcValueBaseId' | (typeof changing)[number]>

const fields = ['qcValueBaseId', ...changing] as const

const updated = ({ t: { valueBases } }: Dialect, db: Writer, records: SteppedRecord[]) => {
  const columns = getTableColumns(valueBases)
  // PostgreSQL takes what is bound in a list of values for text; SQLite gives it the type that it has anyway
  const typed = fields.map((field, index) => sql.raw(`cast(column${index + 1} as ${columns[field].getSQLType()})`))
  const set = Object.fromEntries(changing.map((field, index): [string, SQL] => [field, typed[index + 1]!]))
  const rows = records.map(
    (record) =>
      sql`(${sql.join(
        fields.map((field) => sql`${record[field]}`),
        sql`, `,
      )})`,
  )
  return db
    .update(valueBases)
    .set({ ...set, lockVersion: sql`${valueBases.lockVersion} + 1` })
    .from(sql`(values ${sql.join(rows, sql`, `)}) as stepped`)
    .where(eq(valueBases.qcValueBaseId, typed[0]!))
}

/** Writes what steps have made of records, each with values of its own, in one statement for many. */
export const updateStepped = (store: Dialect, db: Writer, records: readonly SteppedRecord[]) =>
  insertInBatches(store, db, records.map(stepped), updated)

const stepped = (record: SteppedRecord) =>
  Object.fromEntries(fields.map((field) => [field, record[field]])) as SteppedRecord // of these fields
