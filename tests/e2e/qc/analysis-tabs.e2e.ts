import { DAY_MS, HOUR_MS } from '#shared/durations'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { Page as Listed } from '#shared/list/page'
import { lineTime } from '#shared/format/line-time'
import { businessDay } from '#shared/qc/day'
import type { RecordDetail } from '#shared/qc/record/schema'
import type { Signal } from '#shared/qc/signal'
import type { TemplateDetail } from '#shared/qc/template/schema'
import { expectAccessible } from '../support/accessible'
import { uniqueKey } from '../support/api'
import { keepSettings, looks } from '../support/looks'
import { callAs, makeChart, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'
import { setTimeZone } from '../support/window'

/** Two pieces a record, the second always a little longer; one is beyond the upper limit. */
const readings = ['10.00', '10.02', '9.98', '10.01', '9.99', '10.00', '10.03', '9.97', '10.02', '11.20'] as const

/** A length with an upper limit alone, and a count of scratches, with ten records. */
async function measured(call: Call) {
  const { productId, code } = await makeLine(call, '轴')
  const head = { productId, code: 'SHAFT', name: `轴 ${code}`, nameEn: `Shaft ${code}`, stage: 'ipqc', signLevels: 1 }
  const length = {
    code: 'length',
    name: '长度',
    nameEn: 'Length',
    type: 'numeric',
    unit: 'mm',
    decimals: 2,
    sampleSize: 2,
    usl: '11.00',
    severity: 'major',
    spc: true,
  }
  const scratches = { code: 'scratch', name: '划痕', nameEn: 'Scratches', type: 'defects', usl: '9', severity: 'minor' }
  const templateId = await makeTemplate(call, head, [length, { ...scratches, decimals: 0, spc: true }])
  const keys = await publish(call, templateId)
  const records: RecordDetail[] = []
  for (const [index, raw] of readings.entries()) {
    const inspectedAt = new Date(Date.now() - (readings.length - index) * HOUR_MS).toISOString()
    const values = [
      { itemKey: keys['length'], sampleNo: 1, raw },
      { itemKey: keys['length'], sampleNo: 2, raw: (Number(raw) + 0.02).toFixed(2) },
      { itemKey: keys['scratch'], sampleNo: 1, raw: index === 4 ? '3' : '0', den: '1' },
    ]
    const body = { templateId, inspectedAt, values, remark: '试制' }
    const { qcValueBaseId, lockVersion } = await call<RecordDetail>('POST', '/qc/value-base', body)
    records.push(await call('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion }))
  }
  return { itemKey: keys['length']!, scratch: keys['scratch']!, records }
}

const words = {
  zh: {
    capability: '过程能力',
    oneSided: /^单侧规格：只有上限 11，/,
    noLower: '没有规格下限',
    few: /^只有 20 个值，10 个子组/,
    leftOut: /1 个未用于控制限的点不计入 Cp、Cpk 的均值和组内标准差/,
    distribution: '分布',
    compare: '对比',
    by: '对比方式',
    piece: '样本 2',
    pareto: '排列图',
    of: '统计',
    defects: /^划痕：3 次，100 %/,
    items: /^长度：1 次，100 %/,
    only: '只看所选项目不合格的',
    yield: '直通率',
    rate: /^直通率 90\.0 %：10 条记录中 9 条/,
    data: '数据',
    points: '图中的点',
  },
  en: {
    capability: 'Capability',
    oneSided: /^One-sided: upper limit 11 only/,
    noLower: 'No lower limit',
    few: /^Only 20 values in 10 subgroups/,
    leftOut: /Cp and Cpk omit 1 point excluded from the limits/,
    distribution: 'Distribution',
    compare: 'Compare',
    by: 'Compare by',
    piece: 'Sample 2',
    pareto: 'Pareto',
    of: 'Count',
    defects: /^Scratches: 3, 100 %/,
    items: /^Length: 1, 100 %/,
    only: 'Only records where the chosen item is NG',
    yield: 'First-pass yield',
    rate: /^First-pass yield 90\.0 %: 9 of 10/,
    data: 'Data',
    points: 'Points of the chart',
  },
}

const tab = (page: Page, name: string) => page.getByRole('main').getByRole('tab', { name, exact: true })

test('直通率: what is not judged yet is a grey part of its own, in chart, legend and sentence', async ({
  page,
  account,
}) => {
  const call = await callAs(page.request, account('admin'))
  const { itemKey, scratch, records } = await measured(call)
  const { templateId } = records[0]!
  const inspectedAt = new Date().toISOString()
  const values = [
    { itemKey, sampleNo: 1, raw: '10.00' },
    { itemKey, sampleNo: 2, state: 'missing', missingCode: 'damaged' },
    { itemKey: scratch, sampleNo: 1, raw: '0', den: '1' },
  ]
  const body = { templateId, inspectedAt, values, remark: '待补测' }
  const { qcValueBaseId, lockVersion } = await call<RecordDetail>('POST', '/qc/value-base', body)
  await call('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
  await beSignedIn(page, account('admin'))
  await page.goto(`/caliper/analy?itemKey=${itemKey}&range=7&tab=yield`)
  await expect(page.getByText(/^直通率 81\.8 %：11 条记录中 9 条首次提交即合格；另有 1 条待判。/)).toBeVisible()
  await expect(page.locator('.plot-legend')).toContainText('另有 1 条待判')
  await expect(page.locator('svg[data-chart="yield"] .plot-bar[data-tone="pending"]')).toHaveCount(1)
  await expect(page.locator('svg[data-chart="yield"] a [data-tip$="另有 1 条待判"]')).toHaveCount(1)
  await expectAccessible(page)
})

test('a day of the yield and a bar of the Pareto chart lead to as many records as they count (ux 5)', async ({
  page,
  account,
}) => {
  const call = await callAs(page.request, account('admin'))
  const { templateId, itemKey, recordBy } = await makeChart(call, Date.now() - HOUR_MS)
  const remark = { remark: '超差' }
  const values = [{ itemKey, sampleNo: 1, raw: '12' }]
  const first = await recordBy(call, '12', remark)
  const begun = await call<RecordDetail>('POST', `/qc/value-base/${first.qcValueBaseId}/retest`, {
    lockVersion: first.lockVersion,
  })
  const filled = { lockVersion: begun.lockVersion, values, ...remark }
  const { lockVersion } = await call<RecordDetail>('PUT', `/qc/value-base/${begun.qcValueBaseId}`, filled)
  const retest = await call<RecordDetail>('POST', `/qc/value-base/${begun.qcValueBaseId}/submit`, { lockVersion })
  await call('POST', '/qc/value-base', { templateId, values, ...remark }) // a draft
  const wrong = await recordBy(call, '12', remark)
  const voiding = { lockVersion: wrong.lockVersion, reason: '测错', password: account('admin').password }
  await call('POST', `/qc/value-base/${wrong.qcValueBaseId}/void`, voiding)
  await beSignedIn(page, account('admin'))
  const main = page.getByRole('main')
  const listed = page.locator('.record-number:visible')

  await page.goto(`/caliper/analy?itemKey=${itemKey}&tab=yield`)
  await main.locator('summary').last().click()
  const day = main.getByRole('row').filter({ has: page.getByRole('link') })
  await expect(day.getByRole('cell').first()).toHaveText('1')
  await day.getByRole('link').click()
  await expect(listed).toHaveText([first.recordNo])

  await page.goto(`/caliper/analy?itemKey=${itemKey}&tab=pareto`)
  const bar = main.getByRole('row').filter({ has: page.getByRole('link') })
  await expect(bar.getByRole('cell').first()).toHaveText('2') // with the retest
  await bar.getByRole('link').click()
  await expect(listed).toHaveText([retest.recordNo, first.recordNo])
  await expect(page.getByRole('button', { name: '提交过，未作废，含复检' })).toBeVisible()
})

test('a cause in the Pareto chart of a chosen period leads to as many signals as it counts (ux 5)', async ({
  page,
  account,
}) => {
  await setTimeZone(page, 'Asia/Shanghai')
  const call = await callAs(page.request, account('admin'))
  const { itemKey, recordBy } = await makeChart(call, Date.now() - 5 * DAY_MS)
  for (const daysAgo of [3, 2, 0]) {
    const { qcValueBaseId } = await recordBy(call, '10.05', {
      inspectedAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    })
    const { list } = await call<Listed<Signal>>('GET', `/qc/signal?qcValueBaseId=${qcValueBaseId}`)
    for (const { signalId, lockVersion } of list) {
      const ack = await call<Signal>('POST', `/qc/signal/${signalId}/ack`, { lockVersion, comment: '' })
      const close = { lockVersion: ack.lockVersion, causeCode: 'tool', actionCode: 'replace', comment: '' }
      await call('POST', `/qc/signal/${signalId}/close`, close)
    }
  }
  const dayOf = (daysAgo: number) =>
    businessDay(Date.now() - daysAgo * DAY_MS, { tz: 'Asia/Shanghai', dayStartMin: 480 })
  await beSignedIn(page, account('admin'))
  const main = page.getByRole('main')
  await page.goto(`/caliper/analy?itemKey=${itemKey}&from=${dayOf(3)}&to=${dayOf(2)}&kind=cause&tab=pareto`)
  const bar = main.getByRole('row').filter({ has: page.getByRole('link') })
  const counted = Number(await bar.getByRole('cell').first().textContent())
  await bar.getByRole('link').click()
  const listed = page.getByRole('table', { name: '异常信号' }).getByRole('row').filter({ hasText: '直径' })
  await expect(listed).toHaveCount(counted)
  await main.getByRole('button', { name: `检验时间 ${dayOf(3)} 08:00 – ${dayOf(1)} 07:59` }).click()
  await expect(listed).not.toHaveCount(counted)
  await main.getByRole('button', { name: '只看分析所选记录的' }).click()
  await main.getByRole('button', { name: '只看所选原因的' }).click()
  await expect(page).toHaveURL(/state=closed/)
  await expect(page).not.toHaveURL(/counted|causeCode|from=/)
})

/** A line whose days begin at midnight, and an instant by its clock on the day before yesterday. */
async function midnightLine(call: Call) {
  const code = uniqueKey().slice(0, 20)
  const line = { code, name: `线 ${code}`, nameEn: `Line ${code}`, tz: 'Asia/Shanghai', dayStartMin: 0, shifts: [] }
  const day = lineTime(Date.now() - 2 * DAY_MS, line.tz, '{y}-{m}-{d}')
  return {
    productId: await call<number>('POST', '/qc/product', line),
    code,
    day,
    at: (clock: string) => `${day}T${clock}+08:00`,
  }
}

test('a bar and a day of a chosen period lead to its records, of the same version and status, wherever the device stands', async ({
  page,
  account,
}) => {
  await setTimeZone(page, 'Asia/Shanghai') // the server is in UTC
  const call = await callAs(page.request, account('admin'))
  const { productId, code, day, at } = await midnightLine(call)
  const head = { productId, code: 'SHAFT', name: `轴 ${code}`, nameEn: `Shaft ${code}`, stage: 'ipqc', signLevels: 1 }
  const length = {
    code: 'length',
    name: '长度',
    nameEn: 'Length',
    type: 'numeric',
    decimals: 2,
    usl: '11.00',
    spc: true,
  }
  const templateId = await makeTemplate(call, head, [length])
  const { length: itemKey } = await publish(call, templateId)
  const recorded = async (clock: string) => {
    const values = [{ itemKey, sampleNo: 1, raw: '12' }]
    const body = { templateId, inspectedAt: at(clock), values, remark: '超差' }
    const { qcValueBaseId, lockVersion } = await call<RecordDetail>('POST', '/qc/value-base', body)
    return call<RecordDetail>('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
  }
  const old = await recorded('01:00:00')
  const { draft } = await call<TemplateDetail>('POST', `/qc/template/${templateId}/draft`)
  const items = [{ ...length, itemKey, usl: '11.50' }]
  await call('PUT', `/qc/template/${templateId}/draft`, { lockVersion: draft!.lockVersion, items })
  await publish(call, templateId)
  const night = await recorded('02:00:00')
  await beSignedIn(page, account('admin'))
  const main = page.getByRole('main')
  const listed = page.locator('.record-number:visible')
  const chosen = `itemKey=${itemKey}&from=${day}&to=${day}`

  await page.goto(`/caliper/analy?${chosen}&tab=pareto`)
  await main.getByRole('row').getByRole('link').click()
  await expect(listed).toHaveText([night.recordNo, old.recordNo])
  await expect(page.getByRole('button', { name: `${day} 00:00 – ${day} 23:59` })).toBeVisible()

  await page.goto(`/caliper/analy?${chosen}&versionNo=2&status=submitted&tab=pareto`)
  await main.getByRole('row').getByRole('link').click()
  await expect(listed).toHaveText([night.recordNo])
  await expect(page.getByRole('button', { name: '模板版本 v2' })).toBeVisible()

  await page.goto(`/caliper/analy?${chosen}&versionNo=1&tab=yield`)
  await main.locator('summary').last().click()
  await main.getByRole('row').getByRole('link').click()
  await expect(listed).toHaveText([old.recordNo])
})

test('the picture and the paper of the capability of an older version have the limits and indices of that version', async ({
  page,
  account,
}) => {
  const call = await callAs(page.request, account('admin'))
  const { productId } = await makeLine(call, '轴')
  const length = { code: 'length', name: '长度', type: 'numeric', decimals: 2, lsl: '9.00', usl: '11.00', spc: true }
  const head = { productId, code: 'SHAFT', name: '轴', stage: 'ipqc', signLevels: 0 }
  const templateId = await makeTemplate(call, head, [length])
  const { length: itemKey } = await publish(call, templateId)
  const measure = async (raws: readonly string[]) => {
    for (const raw of raws) {
      const body = { templateId, values: [{ itemKey, sampleNo: 1, raw }], remark: '试制' }
      const { qcValueBaseId, lockVersion } = await call<RecordDetail>('POST', '/qc/value-base', body)
      await call('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
    }
  }
  await measure(['9.90', '10.00', '10.10', '10.00'])
  const { draft } = await call<TemplateDetail>('POST', `/qc/template/${templateId}/draft`)
  const items = [{ ...length, itemKey, lsl: '9.50', nominal: '10.00', usl: '10.50' }]
  await call('PUT', `/qc/template/${templateId}/draft`, { lockVersion: draft!.lockVersion, items })
  await publish(call, templateId)
  await measure(['9.95', '10.00', '10.05'])
  await beSignedIn(page, account('admin'))
  const main = page.getByRole('main')
  const paper = page.getByRole('dialog', { name: '打印' })
  for (const [address, limits, others] of [
    ['&ofVersion=1', 'V1 (4 个值) · LSL 9 · USL 11', 'V2 ('],
    ['', 'V2 (3 个值) · LSL 9.5 · 目标 10 · USL 10.5', 'V1 ('],
  ] as const) {
    await page.goto(`/caliper/analy?itemKey=${itemKey}&range=7&tab=capability${address}`)
    await expect(page.locator('svg[data-chart="histogram"]')).toBeVisible()
    const index = await main.getByRole('row', { name: /^Cpk \/ Ppk/ }).innerText()

    await main.getByRole('button', { name: '导出', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'SVG' }).click()
    const drawing = (await readFile(await (await download).path())).toString()
    expect(drawing).toContain(`>${limits}<`)
    expect(drawing).not.toContain(others)

    await main.getByRole('button', { name: '导出', exact: true }).click()
    await page.getByRole('menuitem', { name: '打印' }).click()
    await expect(paper.getByRole('listitem').filter({ hasText: '模板版本' })).toHaveText(`模板版本：${limits}`)
    expect(await paper.getByRole('row', { name: /^Cpk \/ Ppk/ }).innerText()).toBe(index)
    await page.keyboard.press('Escape')
    await expect(paper).toBeHidden()
  }
})

for (const { name, viewport, locale, themeMode, isPhone } of looks) {
  test(`分析 ${name}: capability, distribution, groups, Pareto, yield and data of the same values (7.6)`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize(viewport)
    await keepSettings(page, { locale, themeMode })
    const call = await callAs(page.request, account('admin'))
    const { itemKey, records } = await measured(call)
    await beSignedIn(page, account('admin'))
    const say = words[locale]
    await page.goto(`/caliper/analy?itemKey=${itemKey}&range=7`)

    await tab(page, say.capability).click()
    await expect(page.getByText(say.oneSided)).toBeVisible()
    await expect(page.getByText(say.few)).toBeVisible()
    await expect(page.getByRole('row', { name: /^Cp \/ Pp/ })).toContainText(say.noLower)
    await expect(page.getByText(say.leftOut)).toBeHidden()
    await call('POST', '/qc/exclusion', { itemKey, qcValueBaseId: records.at(-1)!.qcValueBaseId, reason: '断刀' })
    await page.reload()
    await expect(page.getByText(say.leftOut)).toBeVisible()
    await expectAccessible(page)

    await tab(page, say.distribution).click()
    await expect(page.locator('svg[data-chart="probability"]')).toBeVisible()
    await expectAccessible(page)

    await tab(page, say.compare).click()
    await page.getByRole('combobox', { name: say.by }).selectOption('sample')
    await expect(page).toHaveURL(/by=sample/)
    await expect(page.getByRole('row', { name: new RegExp(`^${say.piece} 10`) })).toBeVisible()
    await expectAccessible(page)

    await tab(page, say.yield).click()
    await expect(page.getByText(say.rate)).toBeVisible()
    await expectAccessible(page)

    await tab(page, say.data).click()
    const table = isPhone
      ? page.getByRole('tabpanel', { name: say.data })
      : page.getByRole('table', { name: say.points })
    await expect(table.getByRole('link')).toHaveCount(readings.length)
    if (!isPhone) {
      const box = page.locator('.data-table-scroller')
      const isWithinItsCard = () =>
        box.evaluate(
          (one) => one.getBoundingClientRect().right <= one.closest('.analysis-tabs')!.getBoundingClientRect().right,
        )
      await page.setViewportSize({ width: 1180, height: 900 })
      await expect.poll(isWithinItsCard).toBe(true)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await expectAccessible(page)

    await tab(page, say.pareto).click()
    await page.getByRole('combobox', { name: say.of }).selectOption('defect')
    const bar = (tip: RegExp) => page.locator('svg[data-chart="pareto"]').getByLabel(tip)
    await expect(bar(say.defects)).toBeVisible()
    await page.getByRole('combobox', { name: say.of }).selectOption('item')
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    // each bar leads to what it counts
    await bar(say.items).click()
    await expect(page).toHaveURL(new RegExp(`/caliper/qc/value-base.*ngItem=${itemKey}`))
    await expect(page.getByText(records.at(-1)!.recordNo)).toBeVisible()
    await expect(page.getByText(records[0]!.recordNo)).toBeHidden()
    if (!isPhone) await page.getByRole('button', { name: say.only }).click()
    if (!isPhone) await expect(page.getByText(records[0]!.recordNo)).toBeVisible()
  })
}

test('verdict and tab tell of the same moment while readings come in, and nothing is asked twice while none do', async ({
  page,
  account,
}) => {
  const call = await callAs(page.request, account('admin'))
  const { itemKey, records } = await measured(call)
  await beSignedIn(page, account('admin'))
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/analysis\/(spc|capability|distribution)$/.test(pathname)) asked.push(pathname.split('/').at(-1)!)
  })
  await page.goto(`/caliper/analy?itemKey=${itemKey}&range=7`)
  const amount = page.locator('.analysis-facts')
  await expect(amount).toContainText('10 个点，20 个值')
  await expect(page.locator('section.analysis')).toHaveAttribute('aria-busy', 'false')
  asked.length = 0
  await tab(page, '过程能力').click()
  await expect(page.getByText(words.zh.few)).toBeVisible()
  await expect(page.locator('section.analysis')).toHaveAttribute('aria-busy', 'false')
  expect(asked).toEqual(['capability', 'distribution'])

  const { templateId, values } = records[0]!
  const again = values.map((value) => ({ ...value, den: value.den === null ? null : String(value.den) }))
  const body = { templateId, inspectedAt: new Date().toISOString(), values: again, remark: '试制' }
  const { qcValueBaseId, lockVersion } = await call<RecordDetail>('POST', '/qc/value-base', body)
  await call('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
  await tab(page, '对比').click()
  await page.getByRole('combobox', { name: words.zh.by }).selectOption('sample')
  await expect(page.getByRole('row', { name: new RegExp(`^${words.zh.piece} 11`) })).toBeVisible()
  await expect(amount).toContainText('11 个点，22 个值')
  expect(asked).toEqual(['capability', 'distribution', 'spc'])
})

test('the papers of groups and of Pareto say what is counted, in a sentence and in a table', async ({
  page,
  account,
}) => {
  const { itemKey } = await measured(await callAs(page.request, account('admin')))
  await beSignedIn(page, account('admin'))
  const main = page.getByRole('main')
  const paper = page.getByRole('dialog', { name: '打印' })
  async function print(chart: string) {
    await expect(page.locator(`svg[data-chart="${chart}"]`)).toBeVisible()
    await main.getByRole('button', { name: '导出', exact: true }).click()
    await page.getByRole('menuitem', { name: '打印' }).click()
    await expect(paper.getByRole('img')).toBeVisible()
  }

  await page.goto(`/caliper/analy?itemKey=${itemKey}&range=7&tab=compare&by=sample`)
  await print('compare')
  await expect(paper.getByRole('heading', { name: '按样本号对比' })).toBeVisible()
  await expect(paper).toContainText(/均值最低 .*最高 .*相差 .* 个组内标准差。/)
  const pieces = paper.getByRole('table', { name: '各组数据' }).getByRole('row')
  await expect(pieces).toHaveCount(3)
  await expect(pieces.last()).toContainText('样本 210')
  await expectAccessible(page, '.print')
  await page.keyboard.press('Escape')

  await page.goto(`/caliper/analy?itemKey=${itemKey}&range=7&tab=pareto`)
  await print('pareto')
  await expect(paper.getByRole('heading', { name: '不合格项目' })).toBeVisible()
  await expect(paper).toContainText('共 1，长度 占 100 %；前 1 项 (共 1 项) 达到 80 %。')
  await expect(paper.getByRole('table', { name: '不合格项目' }).getByRole('row').last()).toHaveText('长度1100 %100 %')
  await expect(paper.getByRole('link')).toHaveCount(0)
  await expectAccessible(page, '.print')
})

test('each chart on paper has its title, and the paper of the data has the points', async ({ page, account }) => {
  const { itemKey } = await measured(await callAs(page.request, account('admin')))
  await beSignedIn(page, account('admin'))
  const paper = page.getByRole('dialog', { name: '打印' })
  async function print(tabName: string, isDrawn: Locator) {
    await page.goto(`/caliper/analy?itemKey=${itemKey}&range=7&tab=${tabName}`)
    await expect(isDrawn).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: '导出', exact: true }).click()
    await page.getByRole('menuitem', { name: '打印' }).click()
    await expect(paper.locator('.analysis-print-verdict')).toBeVisible()
  }

  await print('workload', page.locator('svg[data-chart="workload-shifts"] .plot-bar').first())
  const picture = decodeURIComponent((await paper.getByRole('img').last().getAttribute('src'))!)
  expect([...picture.matchAll(/<text[^>]*>(每小时记录数|各班记录数)</g)].map(([, title]) => title)).toEqual([
    '每小时记录数',
    '各班记录数',
  ])

  const points = paper.getByRole('table', { name: '图中的点' }).getByRole('row')
  await print('data', page.getByRole('table', { name: '图中的点' }).getByRole('row').nth(10))
  await expect(points).toHaveCount(1 + readings.length)
  await expect(points.last()).toContainText(/^10\d{4}-\d\d-\d\d \d\d:\d\d/)
  await expect(points.last()).toContainText('11.21')
  await expect(paper.getByRole('link')).toHaveCount(0)
  await expectAccessible(page, '.print')

  await page.route('**/qc/analysis/spc?*', async (route) => {
    const answer = await (await route.fetch()).json()
    const [point] = answer.data.points
    answer.data.points = Array.from({ length: 600 }, (_, index) => ({ ...point, index }))
    await route.fulfill({ json: { ...answer, data: { ...answer.data, total: 600, drawn: 600 } } })
  })
  await print('data', page.getByRole('table', { name: '图中的点' }).getByRole('row').nth(10))
  await expect(points).toHaveCount(1 + 500)
  await expect(points.nth(1)).toContainText(/^101\d{4}-/)
  await expect(paper.getByText('600 个点中的最后 500 个；导出的表格有全部。')).toBeVisible()
})

test('what is shown is taken out as sheet, picture and paper (7.6, S66)', async ({ page, account }) => {
  const { itemKey } = await measured(await callAs(page.request, account('admin')))
  await beSignedIn(page, account('admin'))
  await page.route('**/api/v1/app-config', async (route) => {
    const config = await (await route.fetch()).text()
    await route.fulfill({ body: config.replace(/"sys_app_name":"[^"]*"/, '"sys_app_name":""') }) // they call it nothing
  })
  await page.goto(`/caliper/analy?itemKey=${itemKey}&range=7`)
  await expect(page.locator('svg[data-chart="control"]')).toBeVisible()
  const main = page.getByRole('main')
  async function taken(entry: string) {
    await main.getByRole('button', { name: '导出', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: entry }).click()
    const file = await download
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }

  const sheet = await taken('CSV')
  expect(sheet.name).toMatch(/^控制图数据-\d{4}-\d\d-\d\d\.csv$/)
  expect(sheet.content.toString().trim().split('\r\n')).toHaveLength(1 + 2 * readings.length)

  const svg = await taken('SVG')
  expect(svg.name).toMatch(/^length-.*\.svg$/)
  const drawing = svg.content.toString()
  expect(drawing).toContain('>长度 · 轴')
  expect(drawing).toContain('USL 11')
  expect(drawing).toContain('来源 Caliper')
  expect(drawing).toMatch(/stroke="rgb\(/)
  expect(drawing).not.toMatch(/class=|var\(--/)

  await tab(page, '过程能力').click()
  await expect(page.locator('svg[data-chart="histogram"]')).toBeVisible()
  const shown = await page.locator('svg[data-chart="histogram"]').evaluate((chart) => chart.clientWidth)
  const png = (await taken('PNG')).content
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.readUInt32BE(16)).toBe(2 * (Math.round(shown) + 32))

  await main.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('menuitem', { name: '打印' }).click()
  const paper = page.getByRole('dialog', { name: '打印' })
  await expect(paper.getByRole('heading', { name: '质检分析 长度 (mm)' })).toBeVisible()
  await expect(paper.locator('.print-brand')).toContainText('Caliper 质检')
  await expect(paper).toContainText(/产品线\s*轴/) // by its name
  await expect(paper.getByRole('img')).toBeVisible()
  await expect(paper.getByRole('row', { name: /^Cpk \/ Ppk/ })).toBeVisible()
  await expectAccessible(page, '.print')
  await page.keyboard.press('Escape')
  await expect(paper).toBeHidden()
})
