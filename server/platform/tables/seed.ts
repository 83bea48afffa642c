import type { Columns } from './columns'

export function seedTables(k: Columns) {
  /** Inserted rows of `seed/`: a newer version adds only new rows, and does not restore deleted ones. */
  const seeds = k.table('sys_seed', {
    seedKey: k.text('seed_key').primaryKey(),
    appliedAt: k.time('applied_at').notNull(),
  })
  return { seeds }
}
