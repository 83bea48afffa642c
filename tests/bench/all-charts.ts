/**
 * `bun run bench:charts`: what 100 small control charts on one page cost against one chart, after a record with a value
 * for each has come in: processor time of the server, and of the browser from the address to the last drawn chart.
 */
import { chromium, type Page } from '@playwright/test'
import { bootstrap } from '#server/commands/bootstrap'
import { spawnServer } from '../e2e/support/server'
import { chromiumArgs, findChromium } from '../support/chromium'
import { signedInCaller } from './caller'
import { median, printFigures } from './figures'
import { cpuMicros } from './side'

const CHARTS = 100
const RECORDS = 60
/** The records are half an hour apart, over the days that may be entered later. */
const [APART_MS, AGO_MS] = [30 * 60_000, 6.9 * 86_400_000]
const REQUESTS = 60
const ROUNDS = 7
const LIMITS = { must: 20, aim: 10 }

await bootstrap({ client: 'current' })
const server = await spawnServer()
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
try {
  const { call, token } = await signedInCaller(server)
  const line = { code: 'bench', name: '轴', nameEn: 'Shaft', tz: 'Asia/Shanghai', dayStartMin: 0, shifts: [] }
  const productId = await call<number>('POST', '/qc/product', line)
  const head = { productId, code: 'OD', name: '外径巡检', nameEn: 'Diameter', stage: 'ipqc' }
  const at = `/qc/template/${await call<number>('POST', '/qc/template', head)}`
  const items = Array.from({ length: CHARTS }, (_, index) => ({
    code: `od${index}`,
    name: `外径 ${index}`,
    type: 'numeric',
    decimals: 3,
    sampleSize: 1,
    lsl: '24.9',
    usl: '25.1',
    spc: true,
  }))
  type Template = { templateId: number; draft: { lockVersion: number }; version: { items: { itemKey: string }[] } }
  const { draft } = await call<Template>('GET', at)
  const saved = await call<Template>('PUT', `${at}/draft`, { lockVersion: draft.lockVersion, items })
  const { lockVersion } = saved.draft
  const { templateId, version } = await call<Template>('POST', `${at}/publish`, { lockVersion, changeNote: 'bench' })
  const keys = version.items.map(({ itemKey }) => itemKey)

  let sent = 0
  /** A record with a value for each characteristic. */
  async function record() {
    sent += 1
    const raw = (index: number) => (25 + Math.sin(sent * (index + 1)) / 50).toFixed(3)
    const values = keys.map((itemKey, index) => ({ itemKey, sampleNo: 1, raw: raw(index) }))
    type Stored = { qcValueBaseId: number; lockVersion: number }
    const inspectedAt = new Date(Date.now() - AGO_MS + sent * APART_MS).toISOString()
    const made = await call<Stored>('POST', '/qc/value-base', { templateId, inspectedAt, values })
    await call('POST', `/qc/value-base/${made.qcValueBaseId}/submit`, { lockVersion: made.lockVersion })
  }
  for (let count = 0; count < RECORDS; count++) await record()

  /** Milliseconds of the server for some requests, each after a new record. */
  async function serverCost(path: string): Promise<number> {
    let micros = 0
    for (let round = 0; round < REQUESTS; round++) {
      await record()
      const before = cpuMicros(server.pid)
      await call('GET', path)
      micros += cpuMicros(server.pid) - before
    }
    return micros / REQUESTS / 1000
  }
  const one = `/qc/analysis/spc?itemKey=${keys[0]}`
  const all = '/qc/analysis/charts?product=bench'
  for (const path of [one, all]) await serverCost(path) // the program is compiled then
  const serverOne = await serverCost(one)
  const serverAll = await serverCost(all)

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'Admin-Token', value: token, url: server.url }])
  const page = await context.newPage()
  const pages = {
    one: () => browserCost(page, `/caliper/analy?itemKey=${keys[0]}`, '.spc-chart'),
    all: () => browserCost(page, '/caliper/analy?view=all&product=bench', `.all-charts > li:nth-child(${CHARTS})`),
  }
  const costs = { one: [] as number[], all: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    costs.one.push(await pages.one())
    costs.all.push(await pages.all())
  }
  const [browserOne, browserAll] = [median(costs.one), median(costs.all)]
  const isWithin = printFigures([
    { what: 'one chart after a record, server CPU', unit: 'ms', value: serverOne },
    { what: `${CHARTS} small charts after a record, server CPU`, unit: 'ms', value: serverAll },
    { what: 'of that one chart', unit: 'x', value: serverAll / serverOne, ...LIMITS },
    { what: 'page of one chart, browser CPU', unit: 'ms', value: browserOne },
    { what: `page of ${CHARTS} small charts, browser CPU`, unit: 'ms', value: browserAll },
    { what: 'of the page of one chart', unit: 'x', value: browserAll / browserOne, ...LIMITS },
  ])
  if (!isWithin) process.exitCode = 1
} finally {
  await browser.close()
  await server.stop()
}

/** Milliseconds of the main thread from the address in an open application to what is drawn last. */
async function browserCost(page: Page, address: string, last: string): Promise<number> {
  await page.goto(`${new URL(server.url).origin}/dashboard`)
  await page.locator('h1').waitFor()
  await page.waitForTimeout(4000) // what is fetched ahead of need has arrived
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const busy = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  const before = await busy()
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await page.locator(last).waitFor({ state: 'attached' })
  await page.waitForTimeout(1000)
  return (await busy()) - before
}
