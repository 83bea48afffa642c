/**
 * `bun run bench:wall`: the heap of a wall before and after 2,000 events of its line have come in, garbage collected, in the
 * production build. It must not grow: a wall hangs for weeks.
 */
import { chromium, type CDPSession } from '@playwright/test'
import { bootstrap } from '#server/commands/bootstrap'
import { spawnServer } from '../e2e/support/server'
import { chromiumArgs, findChromium } from '../support/chromium'
import { signedInCaller } from './caller'
import { printFigures } from './figures'

const EVENTS = 2000
/** What the first readings bring along stays for good: code that was compiled, formats of dates. */
const WARM_UP = 200
const PER_SECOND = 100

async function heapOf(cdp: CDPSession): Promise<number> {
  for (let times = 0; times < 3; times += 1) await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6
}

await bootstrap({ client: 'current' })
const server = await spawnServer()
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
try {
  const { call } = await signedInCaller(server)
  const line = { code: 'bench', name: '轴', nameEn: 'Shaft', tz: 'Asia/Shanghai', dayStartMin: 0, shifts: [] }
  const productId = await call<number>('POST', '/qc/product', line)
  const head = { productId, code: 'OD', name: '外径巡检', nameEn: 'Diameter', stage: 'ipqc' }
  const at = `/qc/template/${await call<number>('POST', '/qc/template', head)}`
  const item = {
    code: 'od',
    name: '外径',
    type: 'numeric',
    decimals: 3,
    sampleSize: 1,
    lsl: '24.9',
    usl: '25.1',
    spc: true,
  }
  type Template = {
    templateId: number
    draft: { lockVersion: number }
    version: { items: { itemKey: string }[] }
  }
  const { draft } = await call<Template>('GET', at)
  const saved = await call<Template>('PUT', `${at}/draft`, { lockVersion: draft.lockVersion, items: [item] })
  const { lockVersion } = saved.draft
  const { templateId, version } = await call<Template>('POST', `${at}/publish`, { lockVersion, changeNote: 'bench' })
  const { itemKey } = version.items[0]!

  let sent = 0
  /** Readings, each of which tells the wall; every tenth is not in order. */
  async function readings(count: number) {
    for (let left = count; left > 0; left -= 1) {
      const began = performance.now()
      const raw = sent % 10 === 9 ? '25.2' : (25 + Math.sin(sent) / 100).toFixed(3)
      sent += 1
      const record = await call<{ qcValueBaseId: number; lockVersion: number }>('POST', '/qc/value-base', {
        templateId,
        remark: '-',
        values: [{ itemKey, sampleNo: 1, raw }],
      })
      const { qcValueBaseId } = record
      await call('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion: record.lockVersion })
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1000 / PER_SECOND - (performance.now() - began))))
    }
  }

  const { token: display } = await call<{ token: string }>('POST', '/qc/display', { name: 'bench', productId })
  const page = await (await browser.newContext({ viewport: { width: 1920, height: 1080 } })).newPage()
  await page.goto(`${server.url}/wall#${display}`)
  await page.locator('.wall-grid').waitFor()
  const cdp = await page.context().newCDPSession(page)
  const settled = () =>
    page.waitForFunction((count) => document.querySelector('.wall-figure')?.textContent === count, String(sent))

  await readings(WARM_UP)
  await settled()
  const [before, nodesBefore] = [await heapOf(cdp), await page.evaluate(() => document.querySelectorAll('*').length)]
  await readings(EVENTS)
  await settled()
  const [after, nodesAfter] = [await heapOf(cdp), await page.evaluate(() => document.querySelectorAll('*').length)]

  const isFlat = printFigures([
    { what: `wall: heap after ${WARM_UP} events, garbage collected`, unit: 'MB', value: before },
    { what: `wall: growth of the heap by ${EVENTS} events more`, unit: 'MB', value: after - before, must: 1 },
    { what: 'wall: elements', unit: 'nodes', value: nodesBefore },
    { what: 'wall: more of them afterwards', unit: 'nodes', value: nodesAfter - nodesBefore, must: 200 },
  ])
  if (!isFlat) process.exitCode = 1
} finally {
  await browser.close()
  await server.stop()
}
