import Database from 'better-sqlite3'
import { appliedIn, createJournal, migrationsOf } from './migrations'

/**
 * Compares what a database is made of, tables, indexes, triggers and views, with what the migrations make that it has been
 * through. A trigger of somebody else's would act whenever we write, and without those of ours the audit trail would not
 * be append-only.
 * @returns what is missing, another or not ours; `undefined` when nothing is
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
 * By kind and name, how each was made, without the tables and indexes that SQLite makes itself. It takes no name that
 * begins like theirs, but reads a file in which anything has one. Releases of SQLite quote names in their own ways.
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
