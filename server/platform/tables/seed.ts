import type { Columns } from './columns'

export function seedTables(k: Columns) {
  /** Rows of `seed/` that were inserted, once and for all: a newer version adds only new rows, and brings back no deleted ones. */
  const seeds = k.table('sys_seed', {
    seedKey: k.text('seed_key').primaryKey(),
    appliedAt: k.time('applied_at').notNull(),
  })
  return { seeds }
}
