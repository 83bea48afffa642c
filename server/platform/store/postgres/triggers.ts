import { sql } from 'drizzle-orm'
import { migrationsOf } from '../migrations'
import type { Reader } from '../store'

/** Triggers that are missing, disabled, or whose functions differ from the migrations. */
export async function triggerFaults(db: Reader): Promise<string[]> {
  const { triggers, functions } = expectedTriggers()
  const rows = await db
    .select({ name: sql<string>`t.tgname`, table: sql<string>`c.relname`, body: sql<string>`p.prosrc` })
    .from(
      sql`pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
        join pg_namespace n on n.oid = c.relnamespace`,
    )
    .where(sql`not t.tgisinternal and t.tgenabled in ('O', 'A') and n.nspname = current_schema()`)
  const found = new Map(rows.map(({ name, table, body }) => [`${name} ${table}`, body.trim()]))
  return [...triggers].flatMap(([place, { name, calls }]) => (found.get(place) === functions.get(calls) ? [] : [name]))
}

/** Triggers by name and table with their functions, and the bodies of functions, as the migrations make them. */
function expectedTriggers() {
  const triggers = new Map<string, { name: string; calls: string }>()
  const functions = new Map<string, string>()
  for (const statement of migrationsOf('postgres').flatMap(({ statements }) => statements)) {
    const [, called, body] = /^\s*create (?:or replace )?function "?(\w+)"?.*?\$\$(.*)\$\$/is.exec(statement) ?? []
    if (called) functions.set(called, body!.trim())
    const [, name, table, calls] =
      /^\s*create (?:or replace )?trigger "?(\w+)"? .*? on "?(\w+)"? .*?execute function "?(\w+)"?/is.exec(statement) ??
      []
    if (name) triggers.set(`${name} ${table}`, { name, calls: calls! })
    const [, gone, from] = /^\s*drop trigger (?:if exists )?"?(\w+)"? on "?(\w+)"?/is.exec(statement) ?? []
    if (gone) triggers.delete(`${gone} ${from}`)
  }
  return { triggers, functions }
}
