/**
 * `bun run bench:sheets`: what a million rows of twelve columns cost as CSV and as XLSX, read page by page from a database,
 * each in a process of its own. The values of records have more than twice as many columns: see `bench:records`.
 */
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { yieldToEventLoop } from '#server/platform/chunks/yield-to-event-loop'
import type { Cell } from '#server/platform/sheets/cell'
import { csvOf } from '#server/platform/sheets/csv'
import { xlsxOf } from '#server/platform/sheets/xlsx'
import { median, printFigures, type Figure } from './figures'

const ROWS = 1_000_000
const PAGE = 2000
const ROUNDS = 3
const limits = {
  csv: { cpu: { must: 4000, aim: 2000 }, memory: { must: 80, aim: 55 } },
  xlsx: { cpu: { must: 6000, aim: 4000 }, memory: { must: 120, aim: 100 } },
}
type Format = keyof typeof limits
type Measured = { cpuMs: number; memory: number; bytes: number }

const [format, path] = process.argv.slice(2)
if (format && path) console.log(JSON.stringify(await measure(format as Format, path)))
else process.exitCode = (await compare()) ? 0 : 1

async function compare(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'caliper-bench-sheets-'))
  try {
    const file = join(folder, 'rows.sqlite')
    fill(file)
    const figures = (['csv', 'xlsx'] as const).flatMap((format) => figuresOf(format, file))
    return printFigures(figures)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function figuresOf(format: Format, file: string): Figure[] {
  const rounds = Array.from({ length: ROUNDS }, (): Measured => {
    const { stdout } = Bun.spawnSync([process.execPath, import.meta.path, format, file], { stderr: 'inherit' })
    return JSON.parse(stdout.toString())
  })
  const name = `${format.toUpperCase()} of a million rows, ${(rounds[0]!.bytes / 1e6).toFixed(0)} MB`
  const { cpu, memory } = limits[format]
  return [
    { what: `${name}: CPU time`, unit: 'ms', value: median(rounds.map(({ cpuMs }) => cpuMs)), ...cpu },
    { what: `${name}: growth of memory`, unit: 'MiB', value: median(rounds.map((one) => one.memory)), ...memory },
  ]
}

function fill(file: string) {
  const database = new Database(file)
  database.pragma('journal_mode = off')
  database.exec(`create table sheet (id integer primary key, code text, template integer, product text, line text,
    status integer, verdict text, operator integer, lot text, remark text, made_at integer, changed_at integer)`)
  const insert = database.prepare(`insert into sheet values (${Array(12).fill('?').join()})`)
  const of = (words: readonly string[], n: number) => words[n % words.length]!
  const products = ['电池盖', 'Gehäuse, links', 'tab "A"', '极片']
  database.transaction(() => {
    for (let n = 1; n <= ROWS; n++) {
      const at = 1_700_000_000_000 + n * 31_000
      const remark = n % 7 === 0 ? `=checked again, ${n}` : null
      const names = [of(products, n), `line ${n % 5}`]
      const code = `R-2026-${String(n).padStart(8, '0')}`
      const lot = `L-${String(n >> 5).padStart(6, '0')}`
      insert.run(n, code, n % 40, ...names, n % 6, of(['OK', 'NG'], n >> 3), n % 30, lot, remark, at, at + 60_000)
    }
  })()
  database.close()
}

async function measure(format: Format, file: string): Promise<Measured> {
  const database = new Database(file, { readonly: true })
  const page = database.prepare<[number], Cell[]>(`select * from sheet where id > ? order by id limit ${PAGE}`).raw()
  async function* slices() {
    for (let last = 0; last < ROWS; last += PAGE) {
      yield page.all(last)
      await yieldToEventLoop()
    }
  }
  const header = Array.from({ length: 12 }, (_, index) => `column ${index + 1}`)
  const before = process.memoryUsage.rss()
  const begun = process.cpuUsage()
  let [bytes, most] = [0, before]
  const pieces = (format === 'csv' ? csvOf : xlsxOf)({ title: 'rows', header, slices: slices() })
  for await (const piece of pieces) {
    bytes += piece.length
    most = Math.max(most, process.memoryUsage.rss())
  }
  const { user, system } = process.cpuUsage(begun)
  return { cpuMs: (user + system) / 1000, memory: (most - before) / 2 ** 20, bytes }
}
