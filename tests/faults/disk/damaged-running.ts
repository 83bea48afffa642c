import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { databasePath } from '#server/platform/store/sqlite/file'
import { overwrite } from './damaged'
import { seen, undoing, type Fault } from '../support/fault'
import { makeRole, missingFrom, nothingYet } from '../support/load'
import { plantFolder } from '../support/plant'
import { call, serve } from '../support/server'

const PAGE = 4096

/** Damage that comes while the server runs: what needs the page is refused cleanly, all else goes on, and it is said. */
export const damagedRunning: Fault = {
  name: 'damaged-running',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, outcome } = seen()
      const { folder, keys } = await plantFolder()
      const path = databasePath(folder)
      const page = pageOf(path, 'qc_lot')
      const server = await serve(folder)
      undo(() => server.kill('SIGKILL'))
      const acknowledged = nothingYet()
      expect((await call(server, undefined, '//readyz')).http === 200, 'before, it is ready')
      const sound = readFileSync(path).subarray((page - 1) * PAGE, page * PAGE)
      overwrite(path, page, randomBytes(PAGE))

      const read = await call(server, keys.admin, '/qc/lot?lotNo=L')
      expect(
        read.http === 503 && read.code === 503 && read.msg !== '',
        'what needs the page is answered 503 with its envelope',
        [read.http, read.code],
      )
      expect((await call(server, keys.admin, '/role')).code === 200, 'other reads go on')
      const { code } = await makeRole(server, keys, acknowledged)
      expect(code === 200, 'other writes go on', code)
      const ready = await call(server, undefined, '//readyz')
      expect(
        ready.http === 503 && /damaged/.test(ready.msg),
        '/readyz says that the database is damaged',
        `${ready.http} ${ready.msg}`,
      )
      expect((await call(server, undefined, '//healthz')).http === 200, 'the process lives')
      await server.stop()
      expect(/"fault":"damaged"/.test(server.written.err), 'the log says so')
      note(`lots ${read.code} "${read.msg}", readyz ${ready.http}, all else went on`)
      overwrite(path, page, sound)
      const { lost, isSound, verdict } = missingFrom(folder, acknowledged)
      expect(isSound, 'apart from that page the database is sound', verdict)
      return outcome(`page ${page} (lots) overwritten under a running server`, lost)
    }),
}

function pageOf(path: string, table: string): number {
  const database = new Database(path, { readonly: true })
  const page = database
    .prepare<[string], number>('select rootpage from sqlite_schema where name = ?')
    .pluck()
    .get(table)
  database.close()
  if (page === undefined) throw new Error(`There is no table ${table}.`)
  return page
}
