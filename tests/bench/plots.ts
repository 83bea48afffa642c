/**
 * `bun run bench:plots`: how long 300 and 1,200 points take to draw again, by Recharts and by our SVG, by turns in one
 * browser; and what the heap of a page gains by 2,000 drawings of a day by hours, garbage collected. The first decides
 * who draws the control chart, the second who draws a wall (ADR 74).
 */
import { chromium } from '@playwright/test'
import { join } from 'node:path'
import { chromiumArgs, findChromium } from '../support/chromium'
import { median, printFigures, type Figure } from './figures'
import type { Kind } from './programs/plots'

const ROUNDS = 5
const TIMES = 12
const HOURS = 24
const DRAWINGS = 2000
/** As the small computers are that drive wall screens. */
const SLOW = 20

const { outputs } = await Bun.build({
  entrypoints: [join(import.meta.dir, 'programs/plots.tsx')],
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"' },
})
const script = await outputs.find(({ path }) => path.endsWith('.js'))!.text()
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addScriptTag({ content: script, type: 'module' })
  await page.waitForFunction(() => 'redraw' in globalThis)
  const redraw = (kind: Kind, points: number, times = TIMES) =>
    page.evaluate(([of, count, rounds]) => globalThis.redraw(of, count, rounds), [kind, points, times] as const)

  const figures: Figure[] = []
  for (const points of [300, 1200]) {
    const took: Record<Kind, number[]> = { library: [], own: [] }
    for (let round = 0; round < ROUNDS; round++) {
      for (const kind of ['library', 'own'] as const) took[kind].push(...(await redraw(kind, points)))
    }
    const [library, own] = [median(took.library), median(took.own)]
    figures.push(
      { what: `${points} points, Recharts`, unit: 'ms', value: library },
      { what: `${points} points, our SVG`, unit: 'ms', value: own },
      { what: `${points} points, Recharts against our SVG`, unit: 'x', value: library / own },
    )
  }
  const cdp = await page.context().newCDPSession(page)
  async function heap(): Promise<number> {
    for (let times = 0; times < 3; times += 1) await cdp.send('HeapProfiler.collectGarbage')
    return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  for (const kind of ['library', 'own'] as const) {
    const took = await redraw(kind, HOURS)
    figures.push({ what: `24 points, ${kind}, processor ${SLOW} times slower`, unit: 'ms', value: median(took) })
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  for (const [kind, name] of [
    ['library', 'Recharts'],
    ['own', 'our SVG'],
  ] as const) {
    await redraw(kind, HOURS, 200)
    let before = await heap()
    for (const which of ['the first', 'the next']) {
      const took = await redraw(kind, HOURS, DRAWINGS)
      const after = await heap()
      figures.push(
        { what: `24 points, ${name}`, unit: 'ms', value: median(took) },
        { what: `heap gained by ${which} 2,000 drawings, ${name}`, unit: 'MB', value: after - before },
      )
      before = after
    }
  }
  printFigures(figures)
} finally {
  await browser.close()
}
