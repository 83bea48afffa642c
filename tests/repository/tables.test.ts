import { expect, test } from 'bun:test'
import { sqliteColumns } from '#server/platform/tables/columns'
import { tables } from '#server/tables'
import * as postgres from '#server/tables-postgres'
import * as sqlite from '#server/tables-sqlite'

const names = Object.keys(tables(sqliteColumns)).toSorted()

test.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('the migration generator of %s is shown every table', (_, shown) => {
  expect(Object.keys(shown).toSorted()).toEqual(names)
})
