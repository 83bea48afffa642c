import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api'
import { postgresColumns, sqliteColumns } from '#server/platform/tables/columns'
import { tables } from '#server/tables'

test.each(['sqlite', 'postgres'])(
  '%s has one snapshot of its tables, that of its newest migration',
  async (dialect) => {
    const folder = `drizzle/${dialect}`
    const { entries } = await Bun.file(`${folder}/meta/_journal.json`).json()
    const migrations = entries.map(({ tag }: { tag: string }) => `${tag}.sql`)
    const newest = `${migrations.at(-1)!.slice(0, 4)}_snapshot.json`
    expect([...new Glob('*_snapshot.json').scanSync(`${folder}/meta`)]).toEqual([newest])
    expect([...new Glob('*.sql').scanSync(folder)].toSorted()).toEqual(migrations)
  },
)

describe('the tables are those of the newest migration: a change needs `bun run migrate:new`', () => {
  const snapshotIn = async (dialect: string) => {
    const [name] = new Glob('*_snapshot.json').scanSync(`drizzle/${dialect}/meta`)
    return Bun.file(`drizzle/${dialect}/meta/${name}`).json()
  }

  test('on SQLite', async () => {
    const present = await generateSQLiteDrizzleJson(tables(sqliteColumns))
    expect(await generateSQLiteMigration(await snapshotIn('sqlite'), present)).toEqual([])
  })

  test('on PostgreSQL', async () => {
    const present = generateDrizzleJson(tables(postgresColumns))
    expect(await generateMigration(await snapshotIn('postgres'), present)).toEqual([])
  })
})
