import Database from 'better-sqlite3'
import { appliedIn, createJournal, migrationsOf } from './migrations'

/**
 * Compares the tables, indexes, triggers and views of a database with those made by its applied migrations. A foreign
 * trigger would act on every write, and without our triggers the audit trail would not be append-only.
 * @returns a missing, different or foreign thing; `undefined` if there is none
 */
export function schemaFaultIn(database: Database.Database): string | undefined {
  const found = thingsIn(database)
  const expected = thingsAfter(new Set(appliedIn(database)))
  for (const [thing, sql] of expected) if (found.get(thing) !== sql) return `${thing} is missing or another`
  const foreign = [...found.keys()].find((thing) => !expected.has(thing) && !thing.startsWith('index ')) // which does nothing
  return foreign && `${foreign} is not one of Caliper's`
}

const OWN_TABLES = "'sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'"

function thingsAfter(applied: ReadonlySet<string>): Map<string, string> {
  const model = new Database(':memory:')
  try {
    model.pragma('foreign_keys = OFF')
    if (applied.size > 0) model.exec(createJournal)
    for (const { hash, statements } of migrationsOf('sqlite')) {
      if (applied.has(hash)) for (const statement of statements) model.exec(statement)
    }
    return thingsIn(model)
  } finally {
    model.close()
  }
}

/**
 * The SQL of each, by kind and name, without the tables and indexes that SQLite makes itself. SQLite does not create
 * names like theirs, but it opens a file that has them. Releases of SQLite quote names differently.
 */
function thingsIn(database: Database.Database): Map<string, string> {
  const rows = database
    .prepare<[], { type: string; name: string; sql: string | null }>(
      `select type, name, sql from sqlite_schema
        where not (type = 'index' and sql is null) and not (type = 'table' and name in (${OWN_TABLES}))`,
    )
    .all()
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, plain(sql ?? '')]))
}

const plain = (sql: string) => sql.replaceAll(/["`[\]\s]/g, '')

type Trigger = { name: string; sql: string }

/**
 * Triggers that are missing, another or not ours, of a database that has been through all migrations.
 * @param triggers as the database has them
 */
export function triggersAmiss(triggers: readonly Trigger[]): string[] {
  const own = 'trigger '
  const expected = thingsAfter(new Set(migrationsOf('sqlite').map(({ hash }) => hash)))
  const found = new Map(triggers.map(({ name, sql }) => [own + name, plain(sql)]))
  const names = new Set([...expected.keys(), ...found.keys()].filter((thing) => thing.startsWith(own)))
  return [...names].filter((name) => expected.get(name) !== found.get(name)).map((name) => name.slice(own.length))
}
