import type { Columns } from './columns'

export function seedTables(k: Columns) {
  /** What was put in from `seed/`, once and for all: a newer version adds only what is new, and brings back nothing. */
  const seeds = k.table('sys_seed', {
    seedKey: k.text('seed_key').primaryKey(),
    appliedAt: k.time('applied_at').notNull(),
  })
  return { seeds }
}
