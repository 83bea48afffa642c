import { expect, test } from 'bun:test'
import { Glob } from 'bun'

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
