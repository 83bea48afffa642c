/** A program of its own, run by `backup.ts` on the copy of a database: exit code 0 when it is sound. */
import Database from 'better-sqlite3'

const copy = new Database(process.argv[2]!, { fileMustExist: true })
copy.pragma('journal_mode = delete') // a copy is one file, with nothing beside it
const faults = copy.pragma('integrity_check(5)', { simple: false }) as { integrity_check: string }[]
const dangling = copy.pragma('foreign_key_check') as unknown[]
const said = faults.map((fault) => fault.integrity_check).join('; ')
if (said !== 'ok' || dangling.length > 0) {
  console.log(`${said}; ${dangling.length} rows point nowhere`)
  process.exit(1)
}
copy.close()
