import type { BrowserContext } from '@playwright/test'

/** What the monitor shows of the machine, of which no two moments are alike. */
const machine = {
  os: {
    goOs: 'linux',
    arch: 'x64',
    version: '6.1',
    compiler: 'Bun',
    ip: '192.0.2.2',
    projectDir: 'data',
    hostName: 'vm',
  },
  mem: { used: 4072, total: 24106, percent: 16.9 },
  swap: { used: 0, total: 0 },
  cpu: { cpuInfo: [{ modelName: 'CPU', mhz: 0 }], percent: 41.5, cpuNum: 1 },
  disk: {
    total: 252,
    used: 174.8,
    percent: 69.4,
    diskList: [{ path: '/data', total: 258_020, used: 179_015, usedPercent: 69.4 }],
  },
  net: { in: 468_495, out: 810 },
  bootTime: 0.8,
}

/** Every figure becomes one that depends on nothing but its place; words, times and what is absent stay. */
function figuresByPlace(value: unknown, place = 7): unknown {
  if (typeof value === 'number') return place % 100
  if (Array.isArray(value)) return value.map((one, index) => figuresByPlace(one, place + 3 * (index + 1)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one], index) => [name, figuresByPlace(one, place * 3 + index)]),
  )
}

/** Two hours of the server, a point in two minutes. */
const trend = Array.from({ length: 60 }, (_, index) => ({
  at: new Date(Date.UTC(2026, 4, 20, 8) + index * 120_000).toISOString(),
  cpuPercent: 20 + (index % 10),
  ownCpuPercent: index % 4,
  memoryPercent: 40,
  rss: 180 + (index % 7),
  loopMaxMs: 12 + (index % 5),
  perMinute: 30 + (index % 9),
  failedPerMinute: 0,
}))

/** The number of a record that does not exist. */
export const NO_RECORD = 999_999

/** A code to scan holds a random state; this one is drawn instead, and nobody ever scans it. */
const STATE = 'A'.repeat(43)

/**
 * Answers in place of the server where its answer is different each time: the figures of the machine, the state of a code
 * for signing in, the number of a request that is shown with its refusal, the time that a check of the audit trail took. Nothing is changed on the server: a write is
 * refused here, and an export, which is logged with the time that it took, is a file of one word.
 */
export async function answerWhatChanges(context: BrowserContext) {
  await context.route('**/api/v1/**', async (route) => {
    const request = route.request()
    if (request.method() === 'GET') return route.fallback()
    const json = { requestId: '', code: 400, msg: '——', status: 'error', data: null }
    await route.fulfill({ status: 200, json })
  })
  await context.route(/\/api\/v1\/.*\/(export|file)(\?|$)/, async (route) => {
    await route.fulfill({ body: 'nothing', headers: { 'content-disposition': 'attachment; filename=export.csv' } })
  })
  await context.route('**/api/v1/server-monitor', async (route) => {
    const response = await route.fetch()
    const { requestId, code, msg, data, os, process, database, ...rest } = await response.json()
    const live = figuresByPlace({ process, database, ...rest })
    await route.fulfill({
      response,
      json: { requestId, code, msg, data, ...Object(live), ...machine, os: { ...machine.os, time: os?.time } },
    })
  })
  await context.route(`**/api/v1/**/${NO_RECORD}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), requestId: 'fixed' } })
  })
  await context.route('**/api/v1/qc/audit/verify', async (route) => {
    const response = await route.fetch({ timeout: 0 })
    const text = await response.text()
    await route.fulfill({ response, body: text.replace(/"tookMs":\d+/, '"tookMs":1234') })
  })
  await context.route('**/api/v1/server-monitor/trend?*', async (route) => {
    await route.fulfill({ json: { requestId: '', code: 200, msg: '', data: trend } })
  })
  await context.route('**/api/v1/server-monitor/notice', async (route) => {
    await route.fulfill({ json: { requestId: '', code: 200, msg: '', data: [] } })
  })
  await context.route(/\/api\/v1\/(wechat|user\/messenger)\/crop-qrcode$/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const { data } = JSON.parse(text)
    const state: unknown = data?.state
    await route.fulfill({ response, body: typeof state === 'string' ? text.replaceAll(state, STATE) : text })
  })
}
