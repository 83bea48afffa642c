/**
 * `bun run bench:table`: the table of the product without a pager, in Chromium with a processor slowed down four times:
 * first rows, scrolling, sorting and resizing of 10 and of 200 columns, of 100 and of 10,000 rows, by turns. With
 * `--beside DIR` also pages of other tables: files `NAME.html` that answer `window.__table` as `table-page.tsx` does.
 */
import { chromium, type Browser } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromiumArgs, findChromium } from '../support/chromium'
import { median, printFigures, type Figure } from './figures'

const { values: flags } = parseArgs({
  options: { beside: { type: 'string', multiple: true, default: [] }, runs: { type: 'string', default: '5' } },
})

const SLOWED = 4
const FRAMES = 40
const STEP_PX = 400
const MOVES = 30

type Case = { page: string; columns: number; rows: number }
const own = 'product'
const cases: Case[] = [
  { page: own, columns: 10, rows: 100 },
  { page: own, columns: 10, rows: 10_000 },
  { page: own, columns: 200, rows: 100 },
  { page: own, columns: 200, rows: 10_000 },
]

const folder = await mkdtemp(join(tmpdir(), 'caliper-bench-table-'))
const built = await Bun.build({
  entrypoints: [join(import.meta.dir, 'table-page.tsx')],
  outdir: folder,
  minify: true,
  splitting: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  naming: { entry: `${own}.[ext]`, chunk: '[name]-[hash].[ext]' },
})
if (!built.success) throw new AggregateError(built.logs, 'The page could not be built.')
await Bun.write(
  join(folder, `${own}.html`),
  `<!doctype html><link rel="stylesheet" href="/${own}.css"><script type="module" src="/${own}.js"></script>`,
)
const others = await Promise.all(flags.beside.map(async (of) => Array.fromAsync(new Bun.Glob('*.html').scan(of))))
cases.push(...others.flat().map((name) => ({ page: name.replace('.html', ''), columns: 10, rows: 10_000 })))

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch({ url }) {
    const name = decodeURIComponent(new URL(url).pathname.slice(1))
    for (const of of [folder, ...flags.beside]) {
      const file = Bun.file(join(of, name))
      if (await file.exists()) return new Response(file)
    }
    return new Response(null, { status: 404 })
  },
})

type Times = { first: number; p95: number; blank: number; sort: number; resize: number | undefined }

async function run(browser: Browser, { page: name, columns, rows }: Case): Promise<Times> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await page.goto(`${server.url}${name}.html?rows=${rows}&columns=${columns}`)
    await page.waitForFunction(() => '__table' in globalThis)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    const first = await page.evaluate(() => globalThis.__table.render())
    const frames = rows > 100 ? FRAMES : Math.min(FRAMES, 8)
    const { p95, blank } = await page.evaluate(([count, step]) => globalThis.__table.scroll(count, step), [
      frames,
      STEP_PX,
    ] as const)
    const sort = await page.evaluate(() => globalThis.__table.sort())
    const resize = await page.evaluate((moves) => globalThis.__table.resize?.(moves), MOVES)
    return { first, p95, blank, sort, resize }
  } finally {
    await context.close()
  }
}

const times = new Map<Case, Times[]>(cases.map((one) => [one, []]))
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
try {
  for (let round = 0; round < Number(flags.runs); round += 1) {
    for (const one of cases) {
      console.error(`round ${round + 1}: ${one.page}, ${one.columns} × ${one.rows}`)
      times.get(one)!.push(await run(browser, one))
    }
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

const of = (one: Case, part: keyof Times) => median(times.get(one)!.map((run) => run[part] ?? 0))
const figures = cases.flatMap((one): Figure[] => {
  const name = `${one.page}, ${one.columns} × ${one.rows}`
  return [
    { what: `${name}: first rows`, unit: 'ms', value: of(one, 'first') },
    { what: `${name}: frame while scrolling, 95th of 100`, unit: 'ms', value: of(one, 'p95') },
    { what: `${name}: frames without rows`, unit: '%', value: of(one, 'blank') * 100 },
    { what: `${name}: sort`, unit: 'ms', value: of(one, 'sort') },
    ...(times.get(one)!.some(({ resize }) => resize !== undefined)
      ? [{ what: `${name}: move of a resize`, unit: 'ms', value: of(one, 'resize') } as const]
      : []),
  ]
})
const [, , few, many] = cases
const isGood = printFigures([
  ...figures,
  {
    what: 'first rows of 200 columns: 10,000 rows against 100',
    unit: 'x',
    value: of(many!, 'first') / of(few!, 'first'),
    must: 2,
    aim: 1.2,
  },
  {
    what: 'frame of 200 columns: 10,000 rows against 100',
    unit: 'x',
    value: of(many!, 'p95') / of(few!, 'p95'),
    must: 2,
    aim: 1.2,
  },
])
process.exitCode = isGood ? 0 : 1
