/**
 * `bun run bench:browser`: what somebody waits for in the browser, from the sign-in page to the fifth page and a reload:
 * the production build with the demo's year beside an empty React page on the same machine, by turns, a fresh browser each
 * time; on a slow computer and network, which counts, and as they are. `--runs N` (5) of each, `--only slow` or `--only
 * fast`. Exit code 1 when a figure is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrap } from '#server/commands/bootstrap'
import { spawnProgram } from '../../e2e/support/server'
import { quickFolder } from '../../support/database/memory-folder'
import { median, printFigures, type Figure } from '../figures'
import { startSide } from '../side'
import { floor, htmlFloor, product, type App } from './apps'
import { visit, type Visit } from './visit'

/** A time of less than a frame counts as one: a ratio to less would say nothing. */
const FRAME_MS = 16

const modes = ['slow', 'fast'] as const
const { values: flags } = parseArgs({ options: { runs: { type: 'string', default: '5' }, only: { type: 'string' } } })

await bootstrap({ client: 'current' })
const folder = mkdtempSync(join(quickFolder(), 'caliper-bench-browser-'))
const demo = spawnProgram(['server/commands/caliper.ts', 'demo', '--still', '--port', '0'], {
  CALIPER_DATA_DIR: folder,
})
const [, productUrl = ''] = await demo.says(/Open\s+(http\S+)/)
await demo.says(/✓ {2}ready/)
const side = await startSide('browser/floor-server.ts', 'floor')
const urls = new Map<App, string>([
  [floor, side.url],
  [htmlFloor, side.url],
  [product, productUrl.replace('localhost', '127.0.0.1')],
])

let isGood = true
try {
  for (const mode of modes.filter((name) => !flags.only || name === flags.only)) {
    const isSlow = mode === 'slow'
    const visits = new Map<App, Visit[]>([...urls.keys()].map((app) => [app, []]))
    for (let round = 0; round < Number(flags.runs); round += 1) {
      const apps = [...urls]
      // Another goes first each time, so that none always has the same neighbour.
      for (const [app, url] of [...apps.slice(round % 3), ...apps.slice(0, round % 3)]) {
        console.error(`${mode}, round ${round + 1}: ${app.name}; load of the machine ${loadavg()[0]!.toFixed(1)}`)
        visits.get(app)!.push(await visit(app, url, { isSlow, closesTabs: app === product && !isSlow && round === 0 }))
      }
    }
    console.log(isSlow ? '\nProcessor slowed 4 times, fast 4G:' : '\nAs the machine is:')
    const holds = printFigures(figuresOf(visits, isSlow))
    isGood &&= holds
  }
} finally {
  await Promise.all([demo.stop(), side.stop()])
  rmSync(folder, { recursive: true })
}
process.exitCode = isGood ? 0 : 1

/** Limits are those of the slow computer; on the fast one, only what does not depend on that is held to them. */
function figuresOf(visits: ReadonlyMap<App, Visit[]>, isSlow: boolean): Figure[] {
  type Read = (visit: Visit) => number
  const of = (app: App, read: Read) => median(visits.get(app)!.map(read))
  const worst = (read: Read) => Math.max(...visits.get(product)!.map(read))
  const figure = (what: string, unit: Figure['unit'], value: number, must?: number, aim?: number): Figure => ({
    what,
    unit,
    value,
    ...(must !== undefined && { must }),
    ...(aim !== undefined && { aim }),
  })
  const limits = (must: number, aim: number) => (isSlow ? [must, aim] : [])
  const ms = (what: string, read: Read, ...limited: number[]) => figure(what, 'ms', of(product, read), ...limited)

  function ratio(name: string, read: Read, must: number, aim: number): Figure {
    const [own = 0, low = 0, html] = [product, floor, htmlFloor].map((app) => Math.round(of(app, read)))
    const times = Math.max(own, FRAME_MS) / Math.max(low, FRAME_MS)
    return figure(`${name}: ${own} ms; floor ${low}, ${html}`, 'x', times, ...limits(must, aim))
  }

  for (const error of new Set(visits.get(product)!.flatMap(({ errors }) => errors))) console.log(`console: ${error}`)
  return [
    figure(
      'sign-in page: before it can be clicked',
      'requests',
      of(product, ({ login }) => login.requests),
      3,
      2,
    ),
    figure('sign-in page: bytes before that', 'kB', of(product, ({ login }) => login.bytes) / 1000, 20, 15),
    ratio('sign-in page clickable', ({ login }) => login.clickable, 1.25, 0.6),
    ratio('blocking time to it', ({ login }) => login.blocking, 1.5, 1),
    ratio('sign-in → dashboard with data', ({ signIn }) => signIn.home, 2, 1.4),
    ms('longest task on the way', ({ signIn }) => signIn.longestTask, ...limits(100, 50)),
    ms('blocking time on the way', ({ signIn }) => signIn.blocking, ...limits(200, 100)),
    ms('blocking time until nothing more happens', ({ signIn }) => signIn.blockingUntilQuiet),
    ratio('reload of the dashboard', ({ reload }) => reload.home, 1.4, 1.1),
    ms('blocking time to it', ({ reload }) => reload.blocking, ...limits(80, 50)),
    ms('blocking time until nothing more happens', ({ reload }) => reload.blockingUntilQuiet),
    ratio('page, first visit: heading', ({ first }) => first.heading, 3, 1.5),
    ratio('page, first visit: ten rows', ({ first }) => first.rows, 3, 1.5),
    ratio('page, second visit: heading', ({ second }) => second.heading, 1.6, 1.1),
    ratio('page, second visit: ten rows', ({ second }) => second.rows, 1.6, 1.1),
    ms('longest input delay on pages', ({ longestInput }) => longestInput, ...limits(200, 100)),
    figure('heap after five pages', 'MB', of(product, ({ heap }) => heap) / 1e6, 12, 8),
    ...(isSlow
      ? []
      : [
          figure(
            'heap after opening and closing 50 tabs',
            'x',
            worst(({ heapOfTabs = 0 }) => heapOfTabs),
            1.1,
          ),
        ]),
    figure(
      'layout shift',
      'score',
      worst(({ shift }) => shift),
      0.02,
      0,
    ),
    figure(
      'to other origins',
      'requests',
      worst(({ foreign }) => foreign),
      0,
    ),
    figure(
      'violations of the content security policy',
      'errors',
      worst(({ violations }) => violations),
      0,
    ),
    figure(
      'errors in the console',
      'errors',
      worst(({ errors }) => errors.length),
      0,
    ),
  ]
}
