import { HOUR_MS } from '#shared/durations'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { lineTime } from '#shared/format/line-time'
import type { Page as Listed } from '#shared/list/page'
import { businessDay } from '#shared/qc/day'
import type { LimitSet } from '#shared/qc/limit'
import { recordItemPath } from '#shared/qc/paths'
import type { RecordDetail } from '#shared/qc/record/schema'
import type { TemplateDetail } from '#shared/qc/template/schema'
import { allAnswered } from '../support/answered'
import { uniqueKey } from '../support/api'
import { expectAccessible } from '../support/accessible'
import { keepSettings, looks } from '../support/looks'
import { callAs, calm, makeChart, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { setTimeZone } from '../support/window'
import { expect, test } from '../support/test'

/** Fourteen readings that differ by little, and one that lies far above. */
const readings = [...Array.from({ length: 14 }, (_, index) => (index % 2 === 0 ? '10.00' : '10.02')), '10.30']

/** A characteristic of single values with those readings, an hour apart, behind one that has none. */
async function charted(call: Call) {
  const { productId, code } = await makeLine(call, '轴')
  const head = { productId, code: 'SHAFT', name: `轴 ${code}`, nameEn: `Shaft ${code}`, stage: 'ipqc', signLevels: 1 }
  const length = { code: 'length', name: '长度', nameEn: 'Length', type: 'numeric', required: 'never', spc: true }
  const item = {
    code: 'diameter',
    name: `外径 ${code}`,
    nameEn: `Diameter ${code}`,
    type: 'numeric',
    unit: 'mm',
    decimals: 2,
    sampleSize: 1,
    nominal: '10.00',
    lsl: '9.50',
    usl: '10.50',
    severity: 'major',
    spc: true,
    chart: 'imr',
  }
  const templateId = await makeTemplate(call, head, [{ ...length, severity: 'info', sampleSize: 1 }, item])
  const keys = await publish(call, templateId)
  const itemKey = keys['diameter']!
  async function record(raw: string, hoursAgo = 0) {
    const inspectedAt = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString()
    const values = [{ itemKey, sampleNo: 1, raw }]
    const made = await call<RecordDetail>('POST', '/qc/value-base', { templateId, inspectedAt, values })
    const { qcValueBaseId, lockVersion } = made
    return call<RecordDetail>('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
  }
  const records: RecordDetail[] = []
  for (const [index, raw] of readings.entries()) records.push(await record(raw, readings.length - index))
  return { product: code, itemKey, zh: item.name, en: item.nameEn, records, record }
}

const words = {
  zh: {
    item: '检验项目',
    chart: (name: string) => `${name}，单值-移动极差图`,
    none: '还没有检测值。',
    verdict: /^过程失控：\d+ 个点违反判异准则。$/,
    far: /^第 15 点，共 15 点；.*单值 \(mm\) 10\.300；.*违反 Nelson 1/,
    next: /^第 14 点，共 15 点；/,
    point: '所选的点',
    export: '导出',
    print: '打印',
    annotations: '批注',
    annotate: '添加批注',
    text: '内容',
    required: '必填',
    remove: (no: number) => `删除批注 ${no}`,
    confirmed: '删除',
    all: '全部控制图',
    badge: '判异 1',
    onlyNeed: '只看违反判异准则的',
    small: (points: number) => new RegExp(`^最近 ${points} 个点，最后一点 10\\.\\d+ mm，[1-9]\\d* 个点违反判异准则$`),
    sentence: /的点高于控制上限，很可能有特殊原因/,
  },
  en: {
    item: 'Characteristic',
    chart: (name: string) => `${name}, I-MR chart`,
    none: 'There are no values yet.',
    verdict: /^The process is out of control: \d+ points? breaks? a rule\.$/,
    far: /^Point 15 of 15; .*Single values \(mm\) 10\.300; .*breaks Nelson 1/,
    next: /^Point 14 of 15; /,
    point: 'Selected point',
    export: 'Export',
    print: 'Print',
    annotations: 'Annotations',
    annotate: 'Annotate',
    text: 'Text',
    required: 'Required',
    remove: (no: number) => `Remove annotation ${no}`,
    confirmed: 'Delete',
    all: 'All charts',
    badge: 'Rule 1',
    onlyNeed: 'Only those that broke a rule',
    small: (points: number) =>
      new RegExp(`^The last ${points} points; the last one is 10\\.\\d+ mm; [1-9]\\d* broke a rule$`),
    sentence: /is above the upper control limit/,
  },
}

const chart = (page: Page) => page.getByRole('application')
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

for (const { name, viewport, locale, themeMode } of looks) {
  test(`分析 ${name}: a characteristic is chosen, its verdict read, its points walked by keyboard to the record (7.6)`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize(viewport)
    await keepSettings(page, { locale, themeMode })
    const call = await callAs(page.request, account('admin'))
    const made = await charted(call)
    await beSignedIn(page, account('admin'))
    const say = words[locale]

    await page.goto(`/caliper/analy?product=${made.product}`)
    await expect(page.getByText(say.none)).toBeVisible()
    await page.getByRole('main').getByRole('combobox', { name: say.item }).click()
    await dialog(page).getByRole('combobox').fill(made[locale])
    await page.getByRole('option', { name: made[locale] }).click()
    await expect(page).toHaveURL(new RegExp(`itemKey=${made.itemKey}`))
    await expect(page.getByText(say.verdict)).toBeVisible()
    await expect(chart(page)).toHaveAccessibleName(say.chart(made[locale]))
    await expectAccessible(page)

    await chart(page).focus()
    await page.keyboard.press('End')
    await expect(page.getByText(say.far)).toBeAttached() // read out
    await expect(chart(page).getByText('10.300')).toBeVisible() // beside the point, though its card lies further down
    const card = page.getByRole('region', { name: say.point })
    await expect(card).toContainText(say.sentence)
    await expect(card.getByRole('link', { name: made.records.at(-1)!.recordNo })).toBeVisible()
    await page.keyboard.press('[')
    await expect(page.getByText(say.next)).toBeAttached()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/caliper/qc/value-info/${made.records.at(-1)!.qcValueBaseId}`)
  })
}

for (const { name, viewport, locale, themeMode } of looks) {
  test(`全部控制图 ${name}: small charts say what broke a rule, follow new records, and lead to the whole chart`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize(viewport)
    await keepSettings(page, { locale, themeMode })
    const call = await callAs(page.request, account('admin'))
    const made = await charted(call)
    await beSignedIn(page, account('admin'))
    const say = words[locale]

    await page.goto(`/caliper/analy?product=${made.product}`)
    await page.getByRole('button', { name: say.all }).click()
    const card = page.getByRole('main').getByRole('link', { name: made[locale] })
    await expect(card).toContainText(say.badge)
    await expect(card.getByRole('img')).toHaveAccessibleName(say.small(readings.length))
    await expectAccessible(page)
    await made.record('10.01')
    await expect(card.getByRole('img')).toHaveAccessibleName(say.small(readings.length + 1))
    await page.getByRole('checkbox', { name: say.onlyNeed }).check()
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await card.click()
    await expect(page).toHaveURL(`/caliper/analy?itemKey=${made.itemKey}`)
    await expect(chart(page)).toHaveAccessibleName(say.chart(made[locale]))
  })
}

test('a characteristic that its template no longer has is chosen last, marked as such, and filtered like others', async ({
  page,
  account,
}) => {
  await keepSettings(page, { locale: 'en', themeMode: 'light' })
  const call = await callAs(page.request, account('admin'))
  const { product, templateId, itemKey, recordBy } = await makeChart(call, Date.now())
  const { qcValueBaseId } = await recordBy(call, calm[0]!)
  const { draft } = await call<TemplateDetail>('POST', `/qc/template/${templateId}/draft`, {})
  const width = { code: 'width', name: '宽度', nameEn: 'Width', type: 'numeric', decimals: 3, severity: 'info' }
  await call('PUT', `/qc/template/${templateId}/draft`, { lockVersion: draft!.lockVersion, items: [width] })
  await publish(call, templateId)
  await beSignedIn(page, account('admin'))

  await page.goto(`/caliper/analy?product=${product}`)
  const choice = page.getByRole('main').getByRole('combobox', { name: 'Characteristic' })
  await choice.click()
  const options = dialog(page).getByRole('option')
  await expect(options).toHaveText([/^Width/, /^Diameter · no longer in the template/])
  await options.last().click()
  await expect(page).toHaveURL(new RegExp(`itemKey=${itemKey}`))
  await expect(choice).toHaveText(/Diameter · no longer in the template/)
  await expect(page.getByRole('main').getByRole('combobox', { name: 'Status' })).toBeVisible()

  await page.goto(recordItemPath(qcValueBaseId, itemKey))
  await page.getByRole('link', { name: 'Control chart' }).click()
  await expect(page).toHaveURL(`/caliper/analy?itemKey=${itemKey}`)
  await expect(page.getByRole('main').getByRole('combobox', { name: 'Status' })).toBeVisible()
  await page.goto(`/caliper/analy?view=all&product=${product}`)
  await expect(page.getByRole('main').getByRole('link', { name: /^Diameter/ })).toContainText(
    'no longer in the template',
  )
})

for (const width of [390, 1440]) {
  test(`what a characteristic is, and where it is measured, is read whole in the list of them, ${width} px`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await keepSettings(page, { locale: 'en', themeMode: 'light' })
    const call = await callAs(page.request, account('admin'))
    const { productId, code } = await makeLine(call, '轴')
    const name = '辊压后厚度'
    const nameEn = `Calendering, thickness and mass ${code}`
    const head = { productId, code: 'LONG', name, nameEn, stage: 'ipqc', signLevels: 1 }
    const item = { code: 'thick', name, nameEn: 'Thickness on the drive side', type: 'numeric', severity: 'info' }
    await publish(call, await makeTemplate(call, head, [{ ...item, decimals: 2, required: 'never', spc: true }]))
    await beSignedIn(page, account('admin'))
    await page.goto(`/caliper/analy?product=${code}`)
    await page.getByRole('main').getByRole('combobox', { name: 'Characteristic' }).click()
    const option = dialog(page).getByRole('option').first()
    await expect(option).toContainText(nameEn)
    const cut = await option.evaluate((entry) => {
      const { left, right } = entry.getBoundingClientRect()
      return [...entry.children].filter((part) => {
        const box = part.getBoundingClientRect()
        return part.scrollWidth > part.clientWidth || box.left < left || box.right > right
      }).length
    })
    expect(cut).toBe(0)
  })
}

test('two periods stand in one chart, each with its own limits and n', async ({ page, account }) => {
  await keepSettings(page, { locale: 'en' })
  const call = await callAs(page.request, account('admin'))
  const made = await charted(call)
  const dayAt = (hoursAgo: number) =>
    businessDay(Date.now() - hoursAgo * HOUR_MS, { tz: 'Asia/Shanghai', dayStartMin: 480 })
  const before = [72, 71.9, 71.8, 71.7]
  for (const [index, hoursAgo] of before.entries()) await made.record(index % 2 === 0 ? '9.80' : '9.82', hoursAgo)
  await beSignedIn(page, account('admin'))
  const period = `vsFrom=${dayAt(before[0]!)}&vsTo=${dayAt(before.at(-1)!)}`
  await page.goto(`/caliper/analy?itemKey=${made.itemKey}&from=${dayAt(16)}&to=${dayAt(0)}&${period}`)
  const periods = page.getByRole('list', { name: 'Compared periods' }).getByRole('listitem')
  await expect(periods).toHaveCount(2)
  await expect(periods.first()).toContainText(/: 4 points, n = 4, CL 9\.810, LCL 9\.757, UCL 9\.863$/) // 9.81 ± 2.66 × 0.02
  await expect(periods.last()).toContainText(/: 15 points, n = 15, CL 10\.029/)
  await expect(page.locator('.spc-boundary-period')).toHaveCount(1)
  await chart(page).focus()
  await page.keyboard.press('Home')
  await expect(page.getByText(/^Point 1 of 19;/)).toBeAttached()
  await page.keyboard.press('End')
  await expect(page.getByText(/^Point 19 of 19;.*10\.300/)).toBeAttached()
  await expectAccessible(page)
})

test('today, in a period of one’s own, is the business day of the product line, wherever the device stands', async ({
  page,
  account,
}) => {
  await setTimeZone(page, 'Pacific/Kiritimati') // always a day ahead of the line
  await keepSettings(page, { locale: 'en' })
  const call = await callAs(page.request, account('admin'))
  const clock = { tz: 'Pacific/Pago_Pago', dayStartMin: 480 }
  const code = uniqueKey().slice(0, 20)
  const line = { code, name: `线 ${code}`, nameEn: `Line ${code}`, ...clock, shifts: [] }
  const productId = await call<number>('POST', '/qc/product', line)
  const head = { productId, code: 'ROD', name: `杆 ${code}`, nameEn: `Rod ${code}`, stage: 'ipqc', signLevels: 1 }
  const templateId = await makeTemplate(call, head, [
    { code: 'length', name: '长度', nameEn: 'Length', type: 'numeric', usl: '11', spc: true },
  ])
  const { length: itemKey } = await publish(call, templateId)
  await beSignedIn(page, account('admin'))
  const today = businessDay(Date.now(), clock)
  for (const [label, from, to] of [
    ['Choose dates', 'from', 'to'],
    ['Compare with', 'vsFrom', 'vsTo'],
  ] as const) {
    await page.goto(`/caliper/analy?itemKey=${itemKey}`)
    await allAnswered(page)
    await page.getByRole('button', { name: label }).click()
    await page.getByRole('dialog', { name: label }).getByRole('button', { name: 'Today' }).click()
    await expect(page).toHaveURL(new RegExp(`&${from}=${today}&${to}=${today}$`))
  }
})

test('what is visible of the chart is kept in the address: a link shows the same points', async ({ page, account }) => {
  await keepSettings(page, { locale: 'en' })
  const call = await callAs(page.request, account('admin'))
  const made = await charted(call)
  await beSignedIn(page, account('admin'))
  await page.goto(`/caliper/analy?itemKey=${made.itemKey}`)
  const showAll = page.getByRole('button', { name: 'Show all' })
  await chart(page).focus()
  await page.keyboard.press('+')
  await expect(showAll).toBeVisible()
  const [first, last] = [made.records[3]!, made.records[11]!].map(({ qcValueBaseId }) => qcValueBaseId)
  await expect(page).toHaveURL(new RegExp(`itemKey=${made.itemKey}&zoom=${first}\\.3-${last}\\.11$`))
  const drawn = await page.locator('.spc-line').first().getAttribute('d')
  await page.reload()
  await expect(page.locator('.spc-line').first()).toHaveAttribute('d', drawn!)
  await showAll.click()
  await expect(page).toHaveURL(`/caliper/analy?itemKey=${made.itemKey}`)
})

test('the paper and the picture of a part of the chart say which part is drawn', async ({ page, account }) => {
  await keepSettings(page, { locale: 'en' })
  const call = await callAs(page.request, account('admin'))
  const made = await charted(call)
  const [first, last] = [made.records[3]!, made.records[11]!]
  const zoom = `${first.qcValueBaseId}.3-${last.qcValueBaseId}.11`
  const at = ({ inspectedAt }: RecordDetail) => lineTime(inspectedAt, 'Asia/Shanghai')
  const part = `Drawn: ${at(first)} – ${at(last)}, 9 of 15 points`
  await beSignedIn(page, account('admin'))
  const told = dialog(page).getByRole('listitem').filter({ hasText: 'Drawn: ' })
  for (const [address, isPart] of [
    [`&zoom=${zoom}`, true],
    ['', false],
    [`&zoom=${zoom}&tab=capability`, false],
  ] as const) {
    await page.goto(`/caliper/analy?itemKey=${made.itemKey}${address}`)
    await expect(page.locator('svg[data-chart]').first()).toBeVisible()
    await button(page, 'Export').click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'SVG' }).click()
    const drawing = (await readFile(await (await download).path())).toString()
    expect(drawing.includes(`>${part}<`)).toBe(isPart)
    expect(drawing.includes('Drawn: ')).toBe(isPart)

    await button(page, 'Export').click()
    await page.getByRole('menuitem', { name: words.en.print }).click()
    await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Asia/Shanghai' })).toBeVisible()
    await expect(told).toHaveText(isPart ? [part] : [])
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  }
})

for (const { name, viewport, locale, themeMode } of looks) {
  test(`批注 ${name}: a remark is written at a point and at a time, stands on the chart, is printed, and is taken off`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize(viewport)
    await keepSettings(page, { locale, themeMode })
    const call = await callAs(page.request, account('admin'))
    const made = await charted(call)
    await beSignedIn(page, account('admin'))
    const say = words[locale]
    await page.goto(`/caliper/analy?itemKey=${made.itemKey}`)
    await chart(page).focus()
    await page.keyboard.press('End')
    const annotations = page.getByRole('region', { name: say.annotations })
    const marks = page.locator('.spc-annotation')

    await annotations.getByRole('button', { name: say.annotate }).click()
    await dialog(page).getByRole('button', { name: say.annotate }).click()
    await expect(dialog(page).getByText(say.required)).toBeVisible()
    await dialog(page).getByLabel(say.text).fill('Tool 7 changed')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: say.annotate }).click()
    await expect(annotations.getByRole('listitem')).toContainText('Tool 7 changed')
    await expect(marks.locator('text')).toHaveText(['1'])

    await page.keyboard.press('Escape') // no point is selected any more
    await call('POST', '/qc/annotation', { itemKey: made.itemKey, at: made.records[2]!.inspectedAt, text: 'Oil' })
    await page.reload()
    await expect(annotations.getByRole('listitem')).toContainText(['Oil', 'Tool 7 changed'])
    await expect(marks.locator('title')).toHaveText(['Oil', 'Tool 7 changed'])
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: say.export, exact: true }).click()
    await page.getByRole('menuitem', { name: say.print }).click()
    await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Tool 7 changed' })).toContainText(/^2 · /)
    await page.keyboard.press('Escape')
    await annotations.getByRole('button', { name: say.remove(1) }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: say.confirmed }).click()
    await expect(annotations.getByRole('listitem')).toHaveCount(1)
    await expect(marks).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
}

test('the name of a limit does not stand on that of the axis', async ({ page, account }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await keepSettings(page, { locale: 'en' })
  const { itemKey } = await charted(await callAs(page.request, account('admin')))
  await beSignedIn(page, account('admin'))
  await page.goto(`/caliper/analy?itemKey=${itemKey}&tab=capability`)
  const histogram = page.locator('svg[data-chart="histogram"]')
  const boxOf = async (text: RegExp) => (await histogram.getByText(text).boundingBox())!
  const [axis, limit] = [await boxOf(/^Frequency$/), await boxOf(/^LSL 9\.5/)]
  expect(axis.y + axis.height <= limit.y || axis.x + axis.width <= limit.x).toBe(true)
})

test.describe('a lost network leaves its mark on the console', () => {
  test.use({ expectedErrors: [/ERR_FAILED.*analysis.spc/] })

  test('a point is left out with its cause, limits are frozen with a reason, rules have their price (2.7, 2.8, S71)', async ({
    page,
    account,
  }) => {
    const call = await callAs(page.request, account('admin'))
    const { itemKey, records } = await charted(call)
    await beSignedIn(page, account('admin'))
    await page.goto(`/caliper/analy?itemKey=${itemKey}`)
    await expect(page.getByText(/^试用控制限：只有 15 个点，建议至少 30 个点/)).toBeVisible()

    await chart(page).focus()
    await page.keyboard.press('End')
    await button(page, '从控制限中排除').click()
    await dialog(page).getByRole('button', { name: '从控制限中排除' }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible() // no reason was given
    await dialog(page).getByRole('textbox', { name: '理由' }).fill('量具未归零')
    await dialog(page).getByRole('button', { name: '从控制限中排除' }).click()
    await expect(dialog(page)).toBeHidden()
    const card = page.getByRole('region', { name: '所选的点' })
    await expect(card).toContainText(/未用于计算控制限：量具未归零 \(.+ \d{4}-/)
    await button(page, '365 天').click() // in another time it is the same record, or none
    await expect(page).toHaveURL(/range=/)
    await expect(card.getByRole('link', { name: records.at(-1)!.recordNo })).toBeVisible()
    await chart(page).press('Home')
    await expect(card).toContainText('单值 (mm)')
    await expect(card).not.toContainText('控制限 -') // the first moving range has none
    await expect(chart(page).getByText('估计', { exact: true })).toBeVisible()

    await button(page, '冻结控制限').click()
    await dialog(page).getByRole('combobox', { name: '生效' }).selectOption('shown')
    await dialog(page).getByRole('button', { name: '冻结控制限' }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: '理由' }).fill('试制 15 件后冻结')
    await expectAccessible(page, '.dialog')
    await dialog(page).getByRole('button', { name: '冻结控制限' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText(/^试用控制限/)).toBeHidden()
    await expect(chart(page).getByText(/^冻结 \d{4}-\d\d-\d\d$/)).toBeVisible()
    await expect(page.getByText(/^自 .+ 冻结 \(#\d+，.+\)：试制 15 件后冻结$/)).toBeVisible()
    const { list } = await call<Listed<LimitSet>>('GET', `/qc/limit-set?itemKey=${itemKey}`)
    expect(list).toMatchObject([
      { status: 'active', reason: '试制 15 件后冻结', points: 14, excluded: [records.at(-1)!.qcValueBaseId] },
    ])

    await button(page, '图表设置').click()
    const settings = page.getByRole('dialog', { name: '图表设置' })
    await settings.getByRole('button', { name: 'Nelson 全部' }).click()
    await expect(settings.getByRole('status')).toHaveText('约每 73 个点误报一次；1σ 的偏移约在 10 个点后发现。')
    await expect(page).toHaveURL(/rules=1,2,3,4,5,6,7,8/)
    await expect(settings.getByText(/^这里的选择只改变本页的图/)).toBeVisible()
    await settings.getByRole('combobox', { name: '图形' }).selectOption('cusum')
    await expect(chart(page)).toHaveAccessibleName(/，CUSUM 图$/)
    await expect(chart(page).getByText(/^−h -5/)).toBeVisible()
    await expectAccessible(page, '.analysis-settings')
    await page.keyboard.press('Escape')
    await expect(button(page, '图表设置')).toBeFocused()

    await button(page, '控制限').click()
    await page.getByRole('menuitem', { name: '控制限方案' }).click()
    await dialog(page).getByRole('button', { name: '停用' }).click()
    await dialog(page).getByRole('textbox', { name: '理由' }).fill('改用新工装')
    await dialog(page).getByRole('button', { name: '停用' }).click()
    await expect(dialog(page).getByText('试制 15 件后冻结')).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: '停用' })).toBeHidden()
    await page.keyboard.press('Escape')

    await page.route(/analysis\/spc/, (route) => route.abort()) // the network is lost
    await button(page, '30 天').click()
    await expect(page.getByText(/^读取失败，图中仍是 \d{4}-.+ 读到的数据：/)).toBeVisible()
    await expect(chart(page)).toBeVisible()
  })
})

test('limits entered by hand take a decimal comma (2.7)', async ({ page, account }) => {
  const call = await callAs(page.request, account('admin'))
  const { itemKey } = await charted(call)
  await beSignedIn(page, account('admin'))
  await page.goto(`/caliper/analy?itemKey=${itemKey}`)
  await button(page, '冻结控制限').click()
  await dialog(page).getByRole('combobox', { name: '控制限来自' }).selectOption('hand')
  await dialog(page).getByRole('textbox', { name: '中心线' }).fill('10,5')
  await dialog(page).getByRole('textbox', { name: '单值的 σ' }).fill('0,03')
  await dialog(page).getByRole('textbox', { name: '理由' }).fill('按图纸')
  await dialog(page).getByRole('button', { name: '冻结控制限' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: /^控制限已冻结，自 .+ 起生效$/ })).toBeVisible()
  await expect(page.getByText(/^控制限已冻结，自 .+ 起生效；图中的点早于此。$/)).toBeVisible()
  const { list } = await call<Listed<LimitSet>>('GET', `/qc/limit-set?itemKey=${itemKey}`)
  expect(list).toMatchObject([{ centre: 10.5, sigma: 0.03 }])
})

test('the sections below the chart are apart, and their texts begin at one left edge', async ({ page, account }) => {
  const call = await callAs(page.request, account('admin'))
  const { itemKey, recordBy } = await makeChart(call, Date.now() - HOUR_MS)
  for (const raw of ['10.2', '9.8', '10.2', '9.8', '10.2', '9.8']) await recordBy(call, raw, { remark: '按规程' })
  await beSignedIn(page, account('admin'))
  await page.goto(`/caliper/analy?itemKey=${itemKey}`)
  await expect(page.locator('.analysis-hits > button')).toBeVisible()
  const { gaps, edges } = await page.evaluate(() => {
    const sections = ['.analysis-phases', '.annotations', '.analysis-hits'].map((of) => document.querySelector(of)!)
    const boxes = sections.map((section) => section.getBoundingClientRect())
    const leftOf = (element: Element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return Math.round(text.getBoundingClientRect().left)
    }
    return {
      gaps: [boxes[1]!.top - boxes[0]!.bottom, boxes[2]!.top - boxes[1]!.bottom],
      edges: [...document.querySelectorAll('.annotations h2, .analysis-hits > :is(h2, p, button)')].map(leftOf),
    }
  })
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(16)
  expect(edges).toHaveLength(4)
  expect(new Set(edges).size).toBe(1)
})
