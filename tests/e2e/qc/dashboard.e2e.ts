import type { Page } from '@playwright/test'
import { HOUR_MS } from '#shared/durations'
import { lineTime } from '#shared/format/line-time'
import { expectAccessible } from '../support/accessible'
import { keepSettings } from '../support/looks'
import { callAs, calm, makeChart, type Call } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'
import { setTimeZone } from '../support/window'

/** A chart with limits in force, records of these values by an inspector, and what makes further ones. */
async function plantOf({ call, inspector }: { call: Call; inspector: Call }, entered: readonly string[]) {
  const chart = await makeChart(call, Date.now() - HOUR_MS)
  const recordBy = (caller: Call, raw: string) => chart.recordBy(caller, raw, { remark: '按规程' })
  const record = (raw: string) => recordBy(inspector, raw)
  for (const raw of entered) await record(raw)
  return { code: chart.product, record, recordBy }
}

const figure = (page: Page, label: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: label, exact: true }) })
async function numberOf(page: Page, label: string) {
  const value = figure(page, label).locator('.figure-value')
  await expect(value).toHaveText(/^\d+$/)
  return Number(await value.textContent())
}

test('every figure leads to the list that it counts, the chart to the analysis, what waits to its record (ux §5)', async ({
  page,
  account,
}) => {
  const inspector = await callAs(page.request, account('inspector'))
  const call = await callAs(page.request, account('admin'))
  const { code } = await plantOf({ call, inspector }, [...calm, '11.5'])
  await beSignedIn(page, account('admin'))
  for (const label of ['待我处理的记录', '超时未批', '未处理信号', '今日记录', '今日不合格记录']) {
    await page.goto('/dashboard')
    const count = await numberOf(page, label)
    await figure(page, label).getByRole('link').click()
    if (count > 0) await expect(page.getByRole('main')).toContainText(`共 ${count} 条`)
    else await expect(page.getByRole('main').getByRole('rowgroup').last().getByRole('link')).toHaveCount(0)
  }

  await page.goto('/dashboard')
  const waiting = page.getByRole('region', { name: '待我处理的记录' }).getByRole('listitem')
  const recordNo = (await waiting.first().getByRole('link').textContent()) ?? ''
  await expect(page.getByRole('img', { name: /^直径: / })).toBeVisible()
  await expect(page.getByRole('img', { name: /^直径: / })).toHaveAccessibleName(/最近 4 点 · [12] 个未处理信号$/)
  await expect(page.getByText(/^Nelson 1：\d{4}-\d\d-\d\d /)).toBeVisible()
  await page.getByText('为什么显示这张图？').click()
  await expect(page.getByText('显示最新的未处理信号所在的检验项目。')).toBeVisible()
  await expect(figure(page, '今日记录').getByRole('img', { name: /^最近 8 个业务日：.+/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: new RegExp(`^直径 轴径 ${code}$`) }).click()
  await expect(page).toHaveURL(/\/caliper\/analy\?itemKey=/)
  await page.goBack()
  await waiting.first().getByRole('link', { name: recordNo }).click()
  await expect(page.getByRole('heading', { name: new RegExp(recordNo) })).toBeVisible()
})

test.describe('on a small desk', () => {
  test.use({ viewport: { width: 1366, height: 768 } })

  test('in English each figure and its trend lie inside their tile', async ({ page, account }) => {
    const inspector = await callAs(page.request, account('inspector'))
    const call = await callAs(page.request, account('admin'))
    await plantOf({ call, inspector }, ['10.002', '11.5'])
    await keepSettings(page, { locale: 'en' })
    await beSignedIn(page, account('admin'))
    await page.goto('/dashboard')
    await expect(figure(page, 'Records today').getByRole('img')).toBeVisible()
    const beyond = await page.locator('.dashboard-quality > .figure').evaluateAll((tiles) =>
      tiles.flatMap((tile) => {
        const edge = tile.getBoundingClientRect().right - parseFloat(getComputedStyle(tile).paddingInlineEnd)
        const parts = [...tile.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > edge + 1)
        return parts.map((part) => `${tile.textContent}: ${part.className}`)
      }),
    )
    expect(beyond).toEqual([])
  })
})

test('the sentence of a signal has the clock of its chart, that of the product line, wherever the device stands', async ({
  page,
  account,
}) => {
  await setTimeZone(page, 'America/New_York')
  const call = await callAs(page.request, account('admin'))
  const chart = await makeChart(call, Date.now() - HOUR_MS)
  const { inspectedAt } = await chart.recordBy(call, '10.9', { remark: '按规程' })
  const on = (pattern?: string) => lineTime(inspectedAt, 'Asia/Shanghai', pattern)
  await beSignedIn(page, account('admin'))
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: new RegExp(`轴径 ${chart.product}$`) })).toBeVisible()
  await expect(page.locator('.dashboard-chart svg text').last()).toContainText(on('{h}:{i}'))
  await expect(page.locator('.dashboard-reason')).toContainText(on())
})

/** Makes the server say that this is a demonstration. */
const offerDemo = (page: Page) =>
  page.route('**/api/v1/app-config', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const accounts = [{ username: 'viewer', password: 'caliper-demo', label: 'viewer' }]
    Object.assign(answer.data, { demo_accounts: JSON.stringify(accounts) })
    await route.fulfill({ response, json: answer })
  })

test('the space of the five things is there after a reload before the server says that this is a demonstration', async ({
  page,
  account,
}) => {
  await offerDemo(page)
  await beSignedIn(page, account('admin'))
  await page.goto('/dashboard')
  await expect(page.locator('.dashboard-tour')).toBeVisible()
  await page.route('**/api/v1/app-config', () => {}) // not answered any more
  await page.reload()
  await expect(page.locator('.dashboard-tour')).toBeVisible()
})

test.describe('without readings', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('while readings fail and the live feed goes on, the figures have their time, until a reading succeeds (ux §9)', async ({
    page,
    account,
  }) => {
    const inspector = await callAs(page.request, account('inspector'))
    const call = await callAs(page.request, account('admin'))
    const { record } = await plantOf({ call, inspector }, calm)
    await beSignedIn(page, account('admin'))
    await page.clock.install()
    const connected = page.waitForResponse('**/api/v1/qc/stream*')
    await page.goto('/dashboard')
    await connected
    const before = await numberOf(page, '今日记录')

    const overview = '**/api/v1/overview*'
    await page.route(overview, (route) => route.fulfill({ status: 500, json: { requestId: '1', code: 500, msg: 'x' } }))
    for (let round = 0; round < 4; round += 1) {
      const failed = page.waitForResponse(overview)
      await record('10.001')
      await failed
      await page.clock.fastForward(20_000)
    }
    await expect(page.getByText(/^数据截至 /)).toBeVisible()
    await page.unroute(overview)
    await page.clock.fastForward(60_000)
    await expect(page.getByText(/^数据截至 /)).toHaveCount(0)
    expect(await numberOf(page, '今日记录')).toBe(before + 4)
  })
})

test.describe('on a phone, in the dark, in English', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a record that somebody else submits moves the figures; the five things are ticked off and sent away (ux §13)', async ({
    page,
    account,
  }) => {
    const inspector = await callAs(page.request, account('inspector'))
    const call = await callAs(page.request, account('admin'))
    const { record, recordBy } = await plantOf({ call, inspector }, calm)
    await offerDemo(page)
    await keepSettings(page, { themeMode: 'dark', locale: 'en' })
    await beSignedIn(page, account('admin'))
    await page.goto('/dashboard')
    const things = page.getByRole('list', { name: /^Five things to try/ })
    await expect(things.getByRole('listitem')).toHaveCount(5)
    await expect(things.getByRole('checkbox', { name: 'Enter a reading by QR code' })).not.toBeChecked()

    const before = await numberOf(page, 'Records today')
    const signals = await numberOf(page, 'Open signals')
    const waiting = await numberOf(page, 'Records waiting for me')
    await record('10.032') // of somebody else, in another window
    await expect(figure(page, 'Records today').locator('.figure-value')).toHaveText(String(before + 1))
    await expect(figure(page, 'Open signals').locator('.figure-value')).toHaveText(String(signals + 1))
    await expect(figure(page, 'Records waiting for me').locator('.figure-value')).toHaveText(String(waiting + 1))
    await expect(page.getByRole('img', { name: /^Diameter: / })).toHaveAccessibleName(/Last 4 points · 1 open signal$/)
    await expect(things.getByRole('checkbox', { name: 'Watch it arrive' })).not.toBeChecked()
    await recordBy(call, '10.001') // the visitor's own, as if on a phone
    await expect(things.getByRole('checkbox', { name: 'Watch it arrive' })).toBeChecked()
    await expect(things.getByRole('checkbox', { name: 'Enter a reading by QR code' })).toBeChecked()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    const other = await page.context().newPage()
    await other.goto('/logo.svg')
    await other.evaluate(() => localStorage.setItem('five_things', `${localStorage.getItem('five_things')},search`))
    const search = things.getByRole('listitem').nth(1).getByRole('checkbox')
    await expect(search).toBeChecked() // as it was ticked in another window
    await things.getByRole('listitem').nth(4).getByRole('checkbox').check()
    expect(await other.evaluate(() => localStorage.getItem('five_things'))).toMatch(/search.*viewer/)
    await other.close()

    await page.getByRole('button', { name: 'Don’t show again' }).click()
    await expect(things).toHaveCount(0)
    await page.reload()
    await expect(figure(page, 'Records today')).toBeVisible()
    await expect(page.locator('.dashboard-tour')).toHaveCount(0)
  })
})
