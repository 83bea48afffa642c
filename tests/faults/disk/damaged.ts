import Database from 'better-sqlite3'
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { databasePath } from '#server/platform/store/sqlite/file'
import { seen, type Fault, type Seen } from '../support/fault'
import { plantFolder } from '../support/plant'
import { launch } from '../support/server'

const MOST_MS = 10_000
const PAGE = 4096

/** What is done to the file, by what it is then called. */
const damages: Record<string, (path: string) => void> = {
  'a page in the middle overwritten': (path) => overwrite(path, Math.floor(pagesOf(path) / 2), randomBytes(PAGE)),
  'a page full of zeroes': (path) => overwrite(path, 7, Buffer.alloc(PAGE)),
  'the first page overwritten after its header': (path) => overwriteAt(path, 100, randomBytes(PAGE - 100)),
  'cut in the middle of a page': (path) => truncateSync(path, statSync(path).size - PAGE * 3 - 1000),
  'cut at the end of a page': (path) => truncateSync(path, PAGE * 20),
  'cut to its header': (path) => truncateSync(path, 60),
  'an empty file': (path) => truncateSync(path, 0),
  'a text': (path) => writeFileSync(path, 'not a database\n'.repeat(1000)),
  'the database of another program': (path) => {
    truncateSync(path, 0)
    const foreign = new Database(path)
    foreign.exec('create table things (id integer primary key, name text)')
    foreign.close()
  },
}

/** S85: the start ends with a sentence that names file and remedy, and leaves the file alone. */
export const damaged: Fault = {
  name: 'damaged-file',
  async run() {
    const { note, expect, outcome } = seen()
    let longest = 0
    for (const [what, damage] of Object.entries(damages)) {
      const { folder } = await plantFolder()
      const path = databasePath(folder)
      damage(path)
      longest = Math.max(longest, await refused(folder, path, what, expect))
    }
    note(
      `each start ended with 1 and a sentence within ${Math.round(longest)} ms, each file stayed byte for byte, none was made anew`,
    )
    return outcome(`${Object.keys(damages).length} kinds of damage: ${Object.keys(damages).join(', ')}`)
  },
}

async function refused(folder: string, path: string, what: string, expect: Seen['expect']): Promise<number> {
  const before = readFileSync(path)
  const began = performance.now()
  const server = launch(folder)
  const late = setTimeout(() => server.kill('SIGKILL'), MOST_MS)
  const code = await server.ended()
  clearTimeout(late)
  const ms = performance.now() - began
  const said = server.written.err.trim()
  expect(code === 1, `${what}: the start ends with 1`, code)
  expect(said.includes(path) && /[Rr]estore|[Mm]ove it away/.test(said), `${what}: file and remedy are named`, said)
  expect(!/\n\s+at /.test(said), `${what}: there is no stack`, said)
  expect(before.equals(readFileSync(path)), `${what}: the file stays as it was`)
  const databases = readdirSync(folder).filter((name) => /\.sqlite(\.new|\.left.*)?$/.test(name))
  expect(databases.length === 1, `${what}: none is made anew`, databases)
  return ms
}

const pagesOf = (path: string) => statSync(path).size / PAGE

/** Writes over a page by its number, the first being 1. */
export const overwrite = (path: string, page: number, bytes: Uint8Array) => overwriteAt(path, (page - 1) * PAGE, bytes)

function overwriteAt(path: string, at: number, bytes: Uint8Array) {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}
