/**
 * Opens a data folder and is killed at the statement of that number, counted over all migrations.
 *   bun tests/support/programs/upgrade-killed.ts DATA_DIR NUMBER
 */
import Database from 'better-sqlite3'
import { openStore } from '#server/platform/store/index'

const [dataDir, last] = process.argv.slice(2)
const { exec } = Database.prototype
let statements = -1 // the first makes the journal, if there is none
Database.prototype.exec = function (sql) {
  if (++statements === Number(last)) process.kill(process.pid, 'SIGKILL')
  return exec.call(this, sql)
}
await (await openStore({ dataDir: dataDir!, databaseUrl: undefined })).close()
