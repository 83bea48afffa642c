import { DAY_MS } from '#shared/durations'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { RecordDetail } from '#shared/qc/record/schema'
import { allAnswered } from '../support/answered'
import { expectAccessible } from '../support/accessible'
import { keepSettings, looks } from '../support/looks'
import { menuLink, openPage } from '../support/menu'
import { plotted } from '../support/plotted'
import { callAs, makeTemplate, publish, type Call } from '../support/qc'
import { uniqueKey } from '../support/api'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** Charts that Recharts draws: when its code is asked for, and that drawing, table and spoken text say the same. */
const LIBRARY = /\/assets\/RechartsPlot-[^/]+\.js$/

/** Single lengths and widths of six days, four records a day, some of them too long or too wide. */
async function measured(call: Call) {
  const code = uniqueKey().slice(0, 20)
  const shift = (letter: string, startMin: number, endMin: number) => ({
    code: letter,
    name: `${letter} 班`,
    nameEn: `Shift ${letter}`,
    startMin,
    endMin,
  })
  const productId = await call<number>('POST', '/qc/product', {
    code,
    name: `轴 ${code}`,
    nameEn: `Line ${code}`,
    tz: 'Asia/Shanghai',
    dayStartMin: 0,
    shifts: [shift('A', 0, 720), shift('B', 720, 0)],
  })
  const head = { productId, code: 'SHAFT', name: `轴 ${code}`, nameEn: `Shaft ${code}`, stage: 'ipqc', signLevels: 0 }
  const length = { code: 'length', name: '长度', nameEn: 'Length', type: 'numeric', unit: 'mm', decimals: 2 }
  const width = { ...length, code: 'width', name: '宽度', nameEn: 'Width', usl: '5.05', lsl: '4.95' }
  const templateId = await makeTemplate(call, head, [
    { ...length, nominal: '10.00', lsl: '9.90', usl: '10.10', severity: 'major', spc: true },
    { ...width, severity: 'major', required: 'never' },
  ])
  const keys = await publish(call, templateId)
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  for (let day = 6; day >= 1; day -= 1) {
    for (const hour of [1, 5, 7, 9]) {
      const at = today - day * DAY_MS + hour * (DAY_MS / 24)
      const off = ((day * 7 + hour * 3) % 13) - 6
      const isLong = day % 2 === 0 && hour === 9
      const values = [
        { itemKey: keys['length'], sampleNo: 1, raw: (isLong ? 10.2 : 10 + off / 100).toFixed(2) },
        { itemKey: keys['width'], sampleNo: 1, raw: day > 4 && hour === 7 ? '5.20' : '5.00' },
      ]
      const body = { templateId, inspectedAt: new Date(at).toISOString(), values, remark: '试制' }
      const { qcValueBaseId, lockVersion } = await call<RecordDetail>('POST', '/qc/value-base', body)
      await call('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
    }
  }
  return keys['length']!
}

/** The cells of a table, row by row, without its head. */
async function rowsOf(table: Locator): Promise<string[][]> {
  const rows = table.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  return rows.evaluateAll((all) =>
    all.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent ?? '')),
  )
}

/** The table below a chart, opened. */
async function tableBelow(page: Page, name: string): Promise<string[][]> {
  const figure = page.locator('figure').filter({ has: plot(page, name) })
  await figure.locator('summary').press('Enter') // a click may miss it while the table above still opens
  return rowsOf(figure.getByRole('table'))
}

const numberIn = (text: string | undefined) => Number((text ?? '').replace(/[,% ]/g, ''))

/** @param most so far a figure that is read off a drawing may be from the one in the table, which is rounded */
function expectSame(drawn: readonly number[], told: readonly number[], most: number) {
  const apart = told.filter((value, index) => !(Math.abs(drawn[index]! - value) <= most))
  expect({ count: drawn.length, apart }).toEqual({ count: told.length, apart: [] })
}

const plot = (page: Page, name: string) => page.locator(`svg[data-chart="${name}"]`)

test.describe('drawing and table', () => {
  let itemKey = ''
  /** The trend by days: on some days of the week all records are of one week, and a point alone is no line. */
  const open = async (page: Page, tab: string, more = '') => {
    await page.goto(`/caliper/analy?itemKey=${itemKey}&range=90&per=day&tab=${tab}${more}`)
  }
  test.beforeEach(async ({ page, account }) => {
    const call = await callAs(page.request, account('admin'))
    itemKey ||= await measured(call)
    await beSignedIn(page, account('admin'))
  })

  test('histogram: each bar is as high as its row says, parts beyond the limits in red', async ({ page }) => {
    await open(page, 'distribution')
    await expect(plot(page, 'histogram').locator('.plot-bar').first()).toBeVisible()
    const { bars } = await plotted(plot(page, 'histogram'), {})
    const heights = [...Map.groupBy(bars, ({ x }) => x)]
      .toSorted(([a], [b]) => a - b)
      .map(([, parts]) => parts.reduce((sum, { value }) => sum + value, 0))
    const rows = await tableBelow(page, 'histogram')
    expectSame(
      heights,
      rows.map(([, count]) => numberIn(count)),
      0.2,
    )
    expect(bars.filter(({ tone }) => tone === 'ng').reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(3, 0)
  })

  test('Pareto: bars are the counts, the line the cumulative share', async ({ page }) => {
    await open(page, 'pareto', '&kind=item')
    await expect(plot(page, 'pareto').locator('.plot-bar').first()).toBeVisible()
    const { bars } = await plotted(plot(page, 'pareto'), {})
    const { lines } = await plotted(plot(page, 'pareto'), { lines: 1 })
    const rows = await rowsOf(page.getByRole('table'))
    expect(rows.length).toBe(2)
    expectSame(bars.map(({ value }) => value), rows.map(([, count]) => numberIn(count)), 0.1) // prettier-ignore
    expectSame(lines[0]!, rows.map(([, , , cumulative]) => numberIn(cumulative)), 0.6) // prettier-ignore
  })

  test('first-pass yield: passed and failed stand on each other, the line is the share', async ({ page }) => {
    await open(page, 'yield')
    await expect(plot(page, 'yield').locator('.plot-bar').first()).toBeVisible()
    const { bars } = await plotted(plot(page, 'yield'), { bars: 1 })
    const { lines } = await plotted(plot(page, 'yield'), {})
    await page.getByText('显示为表格').click()
    const rows = (await rowsOf(page.getByRole('table'))).toReversed()
    const told = (column: number) => rows.map((row) => numberIn(row[column])).filter((count) => count > 0)
    const drawn = (tone: string) => bars.filter((bar) => bar.tone === tone).map(({ value }) => value)
    expectSame(drawn(''), told(2), 0.1)
    expectSame(drawn('ng'), told(3), 0.1)
    expectSame(lines[0]!, rows.map((row) => numberIn(row[6])), 0.6) // prettier-ignore
  })

  test('capability over time: the lines are Cpk and Ppk of each day', async ({ page }) => {
    await open(page, 'capability')
    const trend = plot(page, 'capability-trend')
    await expect(trend.locator('.recharts-curve')).toHaveCount(2)
    const { lines } = await plotted(trend, {})
    const rows = (await tableBelow(page, 'capability-trend')).toReversed()
    const told = (column: number) =>
      rows
        .map((row) => row[column]!)
        .filter((text) => text !== '-')
        .map(Number)
    expect(rows.length).toBe(6)
    expectSame(lines[0]!, told(2), 0.02)
    expectSame(lines[1]!, told(3), 0.02)
    await page.getByRole('combobox', { name: '时间单位' }).selectOption('month')
    await expect(page).toHaveURL(/per=month/)
    await expect(page.getByRole('table', { name: '能力趋势' }).getByRole('rowheader').first()).toHaveText(
      /^\d{4}-\d\d$/,
    )
  })

  test('workload: bars are the records of each hour and shift', async ({ page }) => {
    await open(page, 'workload')
    for (const name of ['workload-hours', 'workload-shifts']) {
      const chart = plot(page, name)
      await expect(chart.locator('.plot-bar')).toHaveCount(name === 'workload-hours' ? 4 : 2)
      const { bars } = await plotted(chart, {})
      const cells = (await tableBelow(page, name)).map((row) => row[1]!)
      expectSame(bars.map(({ value }) => value), cells.map(numberIn).filter((count) => count > 0), 0.5) // prettier-ignore
      expect(cells.map(numberIn).reduce((sum, count) => sum + count, 0)).toBe(24)
    }
    await page.getByRole('combobox', { name: '统计范围' }).selectOption('line')
    await expect(page).toHaveURL(/workOf=line/)
    await expect(plot(page, 'workload-shifts').locator('.plot-bar')).toHaveCount(2)
  })

  test('each of them is saved as a picture that needs no style sheet', async ({ page }) => {
    for (const [tab, name, marks] of [
      ['distribution', 'histogram', /<rect[^>]*fill="(rgb|oklab|color)/],
      ['pareto', 'pareto', />80 %</],
      ['yield', 'yield', /<rect[^>]*fill="(rgb|oklab|color)/],
      ['capability', 'capability-trend', />1\.33</],
      ['workload', 'workload-hours', />记录数</],
    ] as const) {
      await open(page, tab)
      await expect(plot(page, name).locator('.plot-bar, .recharts-curve').first()).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: '导出', exact: true }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: 'SVG' }).click()
      const drawing = await readFile(await (await download).path(), 'utf8')
      expect(drawing).toMatch(marks)
      expect(drawing).not.toMatch(/class=|var\(--|style=|data-tip/)
    }
  })

  test('the keys walk the marks and have them read out; Enter opens what is counted', async ({ page }) => {
    await open(page, 'pareto', '&kind=item')
    const chart = page.getByRole('application', { name: '不合格项目' })
    await expect(chart.locator('.plot-bar').first()).toBeVisible()
    await chart.focus()
    const spoken = page.locator('figure [aria-live="polite"]')
    await expect(spoken).toBeEmpty()
    await page.keyboard.press('ArrowRight')
    await expect(spoken).toHaveText(/^长度：3 次，60\.0 %，累计 60\.0 %$|^长度：\d+ 次/)
    await expect(page.locator('.plot-tip')).toBeVisible()
    await page.keyboard.press('End')
    await expect(spoken).toHaveText(/^宽度：/)
    await page.keyboard.press('ArrowLeft')
    await expect(spoken).toHaveText(/^长度：/)
    await page.keyboard.press('Escape')
    await expect(spoken).toBeEmpty()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/caliper\/qc\/value-base.*ngItem=/)
  })

  for (const { name, viewport, locale, themeMode } of looks) {
    test(`every chart ${name}: axe, and paper`, async ({ page }) => {
      await page.setViewportSize(viewport)
      await keepSettings(page, { locale, themeMode })
      for (const [tab, charts] of [
        ['distribution', ['histogram']],
        ['pareto', ['pareto']],
        ['yield', ['yield']],
        ['capability', ['histogram', 'capability-trend']],
        ['workload', ['workload-hours', 'workload-shifts']],
      ] as const) {
        await open(page, tab)
        for (const chart of charts) {
          await expect(plot(page, chart).locator('.plot-bar, .recharts-curve').first()).toBeVisible()
        }
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        await page.emulateMedia({ media: 'print' })
        for (const chart of charts) {
          const box = await plot(page, chart).boundingBox()
          expect(box && Math.min(box.width, box.height)).toBeGreaterThan(150)
        }
        await page.emulateMedia({ media: 'screen' })
      }
    })
  }
})

test('the server monitor draws what its table says', async ({ page, account }) => {
  const points = Array.from({ length: 120 }, (_, index) => ({
    at: new Date(Date.UTC(2026, 4, 20, 8, 0) + index * 120_000).toISOString(),
    cpuPercent: 20 + (index % 30),
    ownCpuPercent: index % 7,
    memoryPercent: 40,
    rss: 200 + index,
    loopMaxMs: index === 60 ? 180 : 12,
    perMinute: 30 + (index % 10),
    failedPerMinute: 0,
  }))
  await beSignedIn(page, account('admin'))
  await page.route('**/api/v1/server-monitor/trend?*', (route) =>
    route.fulfill({ json: { requestId: 'trend', code: 200, msg: '', data: points } }),
  )
  await page.goto('/sys-tools/monitor')
  await expect(plot(page, 'monitor-cpu').locator('.recharts-curve')).toHaveCount(2)
  await page.getByText('显示为表格').click()
  const rows = (await rowsOf(page.getByRole('table', { name: '运行趋势' }))).toReversed()
  let column = 1
  for (const [name, count] of [
    ['cpu', 2],
    ['memory', 1],
    ['loop', 1],
    ['requests', 2],
  ] as const) {
    const { lines } = await plotted(plot(page, `monitor-${name}`), {})
    expect(lines).toHaveLength(count)
    for (const line of lines) {
      expectSame(line, rows.map((row) => numberIn(row[column])), 1.5) // prettier-ignore
      column += 1
    }
  }
  const drawing = page.getByRole('application', { name: '处理器 (%)' })
  await expect(drawing).not.toHaveAccessibleDescription(/Enter/) // nothing opens
  await drawing.press('End')
  const spoken = page.locator('figure').filter({ has: drawing }).locator('[aria-live="polite"]')
  await expect(spoken).toHaveText(/处理器 \(%\)\s+整机: 49\s+本程序 \(单核\): 0$/)
  await expectAccessible(page)
})

test('the code of the library comes only to pages that draw with it, when they can be read already', async ({
  page,
  account,
}) => {
  const call = await callAs(page.request, account('admin'))
  const itemKey = await measured(call)
  const asked: string[] = []
  page.on('request', (request) => {
    if (LIBRARY.test(new URL(request.url()).pathname)) asked.push(page.url())
  })

  await page.goto('/login')
  await expect(page.locator('button[type="submit"]')).toBeVisible()
  await beSignedIn(page, account('admin'))
  await page.goto('/')
  await allAnswered(page)
  await openPage(page, '角色管理')
  await allAnswered(page)
  for (const path of [`/caliper/analy?itemKey=${itemKey}`, '/caliper/bigscreen', '/caliper/qc/value-base', '/']) {
    await page.goto(path)
    await allAnswered(page)
  }
  await menuLink(page, '服务监控', '系统运维').then((link) => link.hover()) // which fetches the code of the page
  await allAnswered(page)
  expect(asked).toEqual([])

  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(LIBRARY, async (route) => {
    await released
    await route.fallback()
  })
  await page.goto(`/caliper/analy?itemKey=${itemKey}&range=90&tab=yield`)
  await expect(page.getByText(/^直通率 \d+\.\d %：24 条记录中/)).toBeVisible()
  await page.getByText('显示为表格').click()
  await expect(page.getByRole('row', { name: /^\d{4}-\d\d-\d\d 4 / }).first()).toBeVisible()
  await expect.poll(() => asked.length).toBe(1)
  await expect(plot(page, 'yield')).toHaveCount(0)
  release()
  await expect(plot(page, 'yield').locator('.plot-bar').first()).toBeVisible()
})
