import Database from 'better-sqlite3'
import { z } from '#shared/zod'
import { JOURNAL } from '../store/migrations'
import packageJson from '../../../package.json'

/** Increased when older versions can no longer read a backup. */
const FORMAT = 1
export const MANIFEST_NAME = 'manifest.json'

/** Tables whose numbers of rows mean something to people, by their names in the manifest. */
const counted = {
  users: 'sys_user',
  roles: 'sys_role',
  operations: 'sys_opera_log',
  products: 'qc_product',
  templates: 'qc_template',
  records: 'qc_value_base',
  values: 'qc_value',
  signals: 'qc_signal',
  auditEntries: 'qc_audit',
} as const

/** The first file of a backup, which describes it. */
export const Manifest = z.object({
  product: z.literal('caliper'),
  format: z.int().min(1),
  /** The version of the program that made the backup. */
  version: z.string().regex(/^[\w.+-]{1,32}$/),
  takenAt: z.iso.datetime(),
  dialect: z.literal('sqlite'),
  /** True for data of the demo, whose passwords are public. */
  isDemo: z.boolean().optional(),
  /** Hashes of the migrations of the data, oldest first. */
  migrations: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), size: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  rows: z.record(z.string(), z.int()),
  /** Hash of the last entry of the audit trail; empty without entries. */
  auditHead: z.string(),
  /** Its number and time: an anchor, together with the hash. Missing in backups of earlier versions. */
  auditHeadId: z.int().optional(),
  auditHeadAt: z.iso.datetime().optional(),
})
export type Manifest = z.infer<typeof Manifest>

export const isFormatKnown = ({ format }: Manifest) => format <= FORMAT

type Head = { id: number; at: number; hash: string }

/** A row written into the database by hand may have an invalid time. The backup is made all the same. */
function timeOf(at: number): string {
  const time = new Date(at)
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString()
}

/** The manifest of the database at `path`. Tables missing in an older version are left out. */
export function manifestOf(path: string, now: number): Omit<Manifest, 'files'> {
  const database = new Database(path, { readonly: true })
  try {
    const tables = new Set(database.prepare("select name from sqlite_schema where type = 'table'").pluck().all())
    const all = (table: string, sql: string) => (tables.has(table) ? database.prepare(sql).pluck().all() : [])
    const rows = Object.entries(counted)
      .filter(([, table]) => tables.has(table))
      .map(([name, table]) => [name, database.prepare(`select count(*) from ${table}`).pluck().get()])
    const head = tables.has('qc_audit')
      ? (database.prepare('select id, at, hash from qc_audit order by id desc limit 1').get() as Head | undefined)
      : undefined
    return {
      product: 'caliper',
      format: FORMAT,
      version: packageJson.version,
      takenAt: new Date(now).toISOString(),
      dialect: 'sqlite',
      migrations: all(JOURNAL, `select hash from ${JOURNAL} order by applied_at, rowid`).map(String),
      rows: Object.fromEntries(rows),
      auditHead: head?.hash ?? '',
      ...(head && { auditHeadId: head.id, auditHeadAt: timeOf(head.at) }),
    }
  } finally {
    database.close()
  }
}
