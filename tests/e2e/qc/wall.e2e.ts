import type { Page } from '@playwright/test'
import type { QrLabel } from '#shared/qc/label/schema'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { newUser } from '../support/api'
import { keepSettings } from '../support/looks'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** The people of the demo's plant, whose password is that of the accounts. */
const password = 'caliper-demo'
const admin = { username: 'admin', password }
const inspector = { username: 'inspector', password }
const manager = { username: 'approver', password }

const TV = { viewport: { width: 1920, height: 1080 }, locale: 'zh-CN' }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'zh-CN' }

const API = '**/api/v1/**'
const READING = '**/api/v1/qc/bigscreen*'
const fault = { requestId: '1', code: 500, msg: '系统异常' }
/** What a Wi-Fi network without a sign-in answers; read as a stream, it has several messages. */
const ownPage = {
  contentType: 'text/html',
  body: '<!doctype html>\n\n<html>\n\n<p>Sign in to the Wi-Fi</p>\n\n</html>\n',
}

const items = [
  {
    code: 'od',
    name: '外径',
    nameEn: 'Diameter',
    unit: 'mm',
    type: 'numeric',
    decimals: 3,
    sampleSize: 2,
    lsl: '24.900',
    usl: '25.100',
    spc: true,
  },
]

/** A line whose only item has limits that were frozen by hand: 25.000 ± 0.0064 of two. */
async function plantOf(call: Call) {
  const { productId, code } = await makeLine(call)
  const head = { productId, code: 'OD', name: '外径巡检', nameEn: 'Diameter', stage: 'ipqc' }
  const templateId = await makeTemplate(call, head, items)
  const keys = await publish(call, templateId)
  const itemKey = keys['od']!
  await call('POST', '/qc/limit-set', {
    itemKey,
    chart: 'xbar-r',
    centre: 25,
    sigma: 0.003,
    validFrom: new Date(Date.now() - 3_600_000).toISOString(),
    reason: '能力研究',
  })
  const [label] = await call<QrLabel[]>('POST', '/qc/qr', { kind: 'template', ids: [templateId] })
  let sent = 0
  /** A reading that comes in past the browser. */
  async function reading(...values: string[]) {
    const record = await call<Draft>('POST', '/qc/value-base', {
      templateId,
      clientUid: `wall-${code}-${++sent}`,
      remark: '见图',
      values: values.map((raw, index) => ({ itemKey, sampleNo: index + 1, raw })),
    })
    const { qcValueBaseId, lockVersion } = record
    await call('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
    return record
  }
  /** The token of a display of the line. */
  const link = async () => (await call<{ token: string }>('POST', '/qc/display', { name: '大屏', productId })).token
  return { productId, code, label: label!, reading, link }
}

type Draft = { qcValueBaseId: number; lockVersion: number; recordNo: string }
type Values = { values: { itemKey: string; sampleNo: number }[] }

const tile = (page: Page, name: string) =>
  page
    .locator('.wall-tile')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .locator('.wall-figure')

/** Notes in the page when its tile of open signals first shows `figure`. */
const noteSignal = (page: Page, figure: string) =>
  page.evaluate((awaited) => {
    const shown = () => document.querySelectorAll('.wall-figure')[3]?.textContent === awaited
    const watcher = new MutationObserver(() => {
      if (!shown()) return
      watcher.disconnect()
      document.body.dataset['signalAt'] = String(Date.now())
    })
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
  }, figure)
const notedAt = async (page: Page) => Number(await page.locator('body').getAttribute('data-signal-at'))

test.describe('the wall', () => {
  test.use({
    expectedErrors: [
      /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED|FAILED)|status of (400|401|403|404|500|503)/,
    ],
  })

  test('a reading entered on a phone that breaks frozen limits is on the wall within a second; after a restart of the server nothing is missed (qc-domain 6, 7.7)', async ({
    browser,
    page,
    request,
    origins,
    start,
  }, info) => {
    test.setTimeout(120_000)
    const folder = info.outputPath('data')
    const first = start(['tests/e2e/support/kept-server.ts', folder])
    const [url] = await first.says(/^http\S+/)
    origins.push(url)
    const plant = await plantOf(await callAs(request, admin, url))
    await plant.reading('25.001', '24.999')

    // The wall, in the window of somebody who leads the shop floor.
    const room = await browser.newContext(TV)
    const wall = await room.newPage()
    await wall.goto(`${url}/login`)
    await signIn(wall, admin)
    await wall.goto(`${url}/caliper/bigscreen?product=${plant.code}&kiosk=1`)
    await expect(tile(wall, '今日记录')).toHaveText('1')
    await expect(tile(wall, '未处理信号')).toHaveText('0')
    await expect(wall.getByText('实时', { exact: true })).toBeVisible()
    await expect(wall.getByRole('navigation')).toHaveCount(0)
    await expectAccessible(wall)

    // The manager, at a desk.
    await page.goto(`${url}/login`)
    await signIn(page, manager)

    // The inspector, at the machine.
    const pocket = await browser.newContext(PHONE)
    const phone = await pocket.newPage()
    await phone.goto(`${url}/login`)
    await signIn(phone, inspector)
    await phone.goto(`${url}/caliper/qr-code-info?code=${plant.label.code}`)
    await phone.getByRole('main').getByRole('button', { name: '开始检验' }).click()
    await phone.getByRole('dialog').getByRole('button', { name: '开始检验' }).click()
    for (const [index, value] of ['25.040', '25.042'].entries()) {
      await phone.getByLabel(`外径 样本 ${index + 1}`).fill(value)
      await phone.keyboard.press('Enter')
    }
    await noteSignal(wall, '1')
    const submit = phone.getByRole('button', { name: '提交' })
    await submit.evaluate((element) =>
      element.addEventListener('click', () => void (document.body.dataset['sentAt'] = String(Date.now())), true),
    )
    await submit.click()
    await expect(tile(wall, '未处理信号')).toHaveText('1')
    await expect(tile(wall, '今日记录')).toHaveText('2')
    await expect(wall.getByText(/Nelson 1/)).toBeVisible()
    const took = (await notedAt(wall)) - Number(await phone.locator('body').getAttribute('data-sent-at'))
    console.log(`from the thumb on the phone to the wall: ${took} ms`)
    expect(took).toBeLessThan(3000)

    await test.step('the bell of the manager rings', async () => {
      const bell = page.getByRole('banner').getByRole('button', { name: /异常信号/ })
      await expect(bell).toHaveAccessibleName(/1 个未处理/)
    })

    // The server ends and begins again; meanwhile the wall says that it is not live.
    await first.stop()
    await expect(wall.getByText('正在连接…')).toBeVisible()
    const second = start(['tests/e2e/support/kept-server.ts', folder, new URL(url).port])
    await second.says(/^http\S+/)
    await plant.reading('25.000', '25.001') // before the wall has found its way back
    await expect(wall.getByText('实时', { exact: true })).toBeVisible({ timeout: 20_000 })
    await expect(tile(wall, '今日记录')).toHaveText('3')
    await room.close()
    await pocket.close()
  })

  test('a display link opens its line without sign-in, survives a reload, and goes dark when it is revoked', async ({
    browser,
    page,
    request,
    account,
    baseURL,
  }) => {
    const call = await callAs(request, account('admin'))
    const plant = await plantOf(call)
    await makeLine(call, '另一条线')
    await plant.reading('25.001', '24.999')
    await page.goto('/login')
    await signIn(page, account('admin'))

    // Without a line in the address one is chosen, and remembered.
    await page.goto('/caliper/bigscreen')
    await allAnswered(page)
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(plant.code) })
      .click()
    await expect(tile(page, '今日记录')).toHaveText('1')
    await page.goto('/caliper/bigscreen')
    await expect(page).toHaveURL(`/caliper/bigscreen?product=${plant.code}`)
    await expect(tile(page, '今日记录')).toHaveText('1')
    await expectAccessible(page)

    await page.getByRole('button', { name: '显示链接' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '新建链接' }).click()
    await expect(dialog.getByText('必填').first()).toBeVisible()
    await dialog.getByLabel('屏幕名称').fill('入口大屏')
    await dialog.getByLabel('产品线').selectOption({ label: `轴 ${plant.code}` })
    await dialog.getByLabel('有效期至').fill('2020-01-01')
    await dialog.getByRole('button', { name: '新建链接' }).click()
    await expect(dialog.getByLabel('有效期至')).toHaveAccessibleDescription(/到期日须在今天之后或今天/)
    await dialog.getByLabel('有效期至').fill('2099-12-31')
    await dialog.getByRole('button', { name: '新建链接' }).click()
    const link = await dialog.getByLabel('显示链接地址').inputValue()
    expect(link).toMatch(new RegExp(`^${baseURL}/wall#.{20,}`))
    await expectAccessible(page, '[role=dialog]')

    const room = await browser.newContext(TV)
    const tv = await room.newPage()
    await tv.goto(link)
    await expect(tile(tv, '今日记录')).toHaveText('1')
    expect(tv.url()).toBe(`${baseURL}/wall`)
    await plant.reading('25.200', '24.999')
    await expect(tile(tv, '今日不合格记录')).toHaveText('1')
    await expect(tv.locator('.wall-record-list li').first()).toContainText('不合格')
    await expect(tv.locator('p[aria-live=assertive]')).toContainText('不合格')
    await tv.setViewportSize({ width: 1080, height: 1920 })
    await tv.reload()
    await expect(tile(tv, '今日记录')).toHaveText('2')
    expect(await tv.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1080)
    await tv.goto(`${baseURL}/wall?lang=en`)
    await expect(tile(tv, 'Records today')).toHaveText('2')
    await expectAccessible(tv)

    await dialog.getByRole('button', { name: '我已保存' }).click()
    await dialog.getByRole('button', { name: '作废链接 入口大屏' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '作废链接' }).click()
    await expect(dialog.getByText('已作废')).toBeVisible()
    await expect(
      tv.getByRole('heading', { name: 'This display link is not valid, was revoked or has expired' }),
    ).toBeVisible()
    await expectAccessible(tv)
    await tv.reload()
    await expect(
      tv.getByRole('heading', { name: 'This display link is not valid, was revoked or has expired' }),
    ).toBeVisible()
    await room.close()
  })

  test('kiosk: nothing but the wall, through a reload; Esc and the button in the corner lead back; after 30 seconds of silence it says how old it is', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await plant.reading('25.001', '24.999')
    await page.goto('/login')
    await signIn(page, account('admin'))
    const kiosk = `/caliper/bigscreen?product=${plant.code}&kiosk=1`
    await page.clock.install()
    await page.goto(kiosk)
    await expect(tile(page, '今日记录')).toHaveText('1')
    await page.reload()
    await expect(tile(page, '今日记录')).toHaveText('1')
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.locator('.wall-corner')).toHaveCSS('opacity', '0')

    await page.route('**/api/v1/qc/**', (route) => route.abort())
    await page.clock.fastForward(46_000)
    await expect(page.getByText(/连接中断，数据截至/)).toBeVisible()
    await page.clock.fastForward(5 * 60_000)
    await expect(page.locator('.wall-grid')).toHaveAttribute('data-freshness', 'old')
    await page.unroute('**/api/v1/qc/**')
    await page.clock.fastForward(60_000)
    await expect(page.locator('.wall-grid')).toHaveAttribute('data-freshness', 'live')

    await page.mouse.move(300, 300)
    await page.mouse.move(320, 320)
    await page.getByRole('button', { name: '退出大屏' }).click()
    await expect(page).toHaveURL(`/caliper/bigscreen?product=${plant.code}`)
    await page.goto('/caliper/bigscreen?product=none&kiosk=1')
    await expect(page.getByRole('heading', { name: '没有这条产品线' })).toBeVisible()
    await page.goto(kiosk)
    await expect(tile(page, '今日记录')).toHaveText('1')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`/caliper/bigscreen?product=${plant.code}`)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: '车间大屏' })).toBeVisible() // as the menu calls it
  })

  test('in English what stands below a figure is not cut off', async ({ page, request, account }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await plant.reading('25.001', '24.999')
    const item = { name: '毛刺高度', nameEn: 'Burr height', templateName: '分切毛刺', templateNameEn: 'Slitting, burr' }
    const lowest = { ...item, index: 'ppkPercentile', value: 0.8, isStable: false }
    await page.route(READING, async (route) => {
      const { data, ...rest } = await (await route.fetch()).json()
      const kpi = {
        ...data.kpi,
        undecidedToday: 1,
        yieldWeek: 0.973,
        lowestIndex: { ...data.kpi.lowestIndex, ...lowest },
      }
      await route.fulfill({ json: { ...rest, data: { ...data, kpi } } })
    })
    await page.setViewportSize(TV.viewport)
    await keepSettings(page, { locale: 'en' })
    await page.goto(`/wall#${await plant.link()}`)
    const notes = page.locator('.wall-tile > p:last-child')
    await expect(notes.filter({ hasText: '1 more pending · 7 days 97 %' })).toBeVisible()
    await expect(notes.filter({ hasText: 'unstable · Burr height · Slitting, burr' })).toBeVisible()
    const cut = await notes.evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > 1.5 * one.clientHeight)
        .map((one) => one.textContent),
    )
    expect(cut).toEqual([])
  })

  test('a retest stands as one among the last records', async ({ page, request, account }) => {
    const call = await callAs(request, account('admin'))
    const plant = await plantOf(call)
    const { qcValueBaseId } = await plant.reading('25.040', '24.999')
    const { lockVersion, values: measured } = await call<Draft & Values>('GET', `/qc/value-base/${qcValueBaseId}`)
    const again = await call<Draft>('POST', `/qc/value-base/${qcValueBaseId}/retest`, { lockVersion })
    const values = measured.map(({ itemKey, sampleNo }) => ({ itemKey, sampleNo, raw: '25.000' }))
    const saved = await call<Draft>('PUT', `/qc/value-base/${again.qcValueBaseId}`, {
      lockVersion: again.lockVersion,
      values,
    })
    await call('POST', `/qc/value-base/${again.qcValueBaseId}/submit`, { lockVersion: saved.lockVersion })
    await page.setViewportSize(TV.viewport)
    await keepSettings(page, { locale: 'en' })
    await page.goto(`/wall#${await plant.link()}`)
    await expect(tile(page, 'Records today')).toHaveText('1')
    const rows = page.locator('.wall-record-list li')
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: 'Retest' })).toHaveCount(1)
    await expect(rows.first()).toContainText(/DiameterRetest/)
    await expectAccessible(page)
  })

  test('limits on trial from a single point give no verdict, and are drawn from end to end', async ({
    page,
    request,
    account,
  }) => {
    const call = await callAs(request, account('admin'))
    const { productId, code } = await makeLine(call)
    const head = { productId, code: 'OD', name: '外径巡检', nameEn: 'Diameter', stage: 'ipqc' }
    const templateId = await makeTemplate(call, head, items)
    const itemKey = (await publish(call, templateId))['od']!
    const values = ['25.001', '24.999'].map((raw, index) => ({ itemKey, sampleNo: index + 1, raw }))
    const record = { templateId, clientUid: `wall-${code}-single`, values }
    const { qcValueBaseId, lockVersion } = await call<Draft>('POST', '/qc/value-base', record)
    await call('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
    const { token } = await call<{ token: string }>('POST', '/qc/display', { name: '大屏', productId })
    await page.setViewportSize(TV.viewport)
    await page.goto(`/wall#${token}`)
    await expect(page.locator('.wall-words')).toContainText(
      '点数不足，无法判断是否受控：试用控制限只有 1 个点，建议至少 20 个点。',
    )
    await expect(page.getByText(/受控：最近/)).toHaveCount(0)
    const chart = page.locator('.wall-carousel .wall-chart')
    const [whole, line, dot] = await Promise.all(
      [chart, chart.locator('.wall-center'), chart.locator('.wall-dot')].map((part) => part.boundingBox()),
    )
    expect(line!.width).toBeGreaterThan(0.75 * whole!.width)
    expect(dot!.x + dot!.width / 2).toBeCloseTo(line!.x + line!.width / 2, 0)
  })

  test('while readings fail and the live feed goes on, it says how old its figures are', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await plant.reading('25.001', '24.999')
    await page.clock.install()
    await page.goto(`/wall#${await plant.link()}`)
    await expect(tile(page, '今日记录')).toHaveText('1')
    await expect(page.getByText('实时', { exact: true })).toBeVisible()

    await page.route(READING, (route) => route.fulfill({ status: 500, json: fault }))
    for (const count of [2, 3]) {
      await plant.reading('25.200', '24.999')
      await expect(tile(page, '今日记录')).toHaveText(String(count)) // the figures of the feed still come
      await page.clock.fastForward(20_000)
    }
    await expect(page.getByText(/读取失败，数据截至/)).toBeVisible()
    await expect(page.locator('.wall-grid')).toHaveAttribute('data-freshness', 'late')
    await page.unroute(READING)
    await page.clock.fastForward(10_000)
    await expect(page.locator('.wall-record-list li')).toHaveCount(3)
    await expect(page.locator('.wall-grid')).toHaveAttribute('data-freshness', 'live')
  })

  test('in a network that answers everything with its own page, it says how old its figures are', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    const link = await plant.link()
    await page.clock.install()
    await page.goto(`/wall#${link}`)
    await expect(page.getByText('实时', { exact: true })).toBeVisible()
    await page.route(API, (route) => route.fulfill(ownPage))
    await page.clock.fastForward(31_000) // the feed is silent, and connects again
    await expect(page.getByText(/连接中断，数据截至/)).toBeVisible()
    for (let minute = 0; minute < 6; minute += 1) await page.clock.runFor(60_000)
    await expect(page.locator('.wall-grid')).toHaveAttribute('data-freshness', 'old')
  })

  for (const { status, body } of [
    { status: 404, body: 'default backend - 404' },
    { status: 403, body: '<html>403 Forbidden</html>' },
    { status: 401, body: '<html>401 Authorization Required</html>' },
  ]) {
    test(`a page of a proxy (${status}) ends neither a display nor the wall of an operator`, async ({
      browser,
      page,
      request,
      account,
      baseURL,
    }) => {
      const plant = await plantOf(await callAs(request, account('admin')))
      const room = await browser.newContext(TV)
      const tv = await room.newPage()
      await tv.goto(`${baseURL}/wall#${await plant.link()}`)
      await beSignedIn(page, account('admin'))
      await page.goto(`/caliper/bigscreen?product=${plant.code}&kiosk=1`)
      for (const wall of [tv, page]) {
        await expect(wall.getByText('实时', { exact: true })).toBeVisible()
        await wall.route(READING, (route) => route.fulfill({ status, contentType: 'text/html', body }), { times: 1 })
      }
      const refused = [tv, page].map((wall) => wall.waitForResponse((response) => response.status() === status))
      await plant.reading('25.001', '24.999')
      await Promise.all(refused)
      for (const wall of [tv, page]) await expect(wall.locator('.wall-record-list li')).toHaveCount(1)
      await tv.reload()
      await expect(tile(tv, '今日记录')).toHaveText('1')
      await room.close()
    })
  }

  test('a display goes dark while the account of its creator is disabled, and continues by itself', async ({
    page,
    request,
    account,
  }) => {
    const call = await callAs(request, account('admin'))
    const { token } = await (await request.post('/api/v1/login', { data: account('admin') })).json()
    const creator = await newUser(request, token, '系统管理员')
    const { productId } = await makeLine(call)
    const display = { name: '大屏', productId }
    const made = await (await callAs(request, creator))<{ token: string }>('POST', '/qc/display', display)
    await page.clock.install()
    await page.goto(`/wall#${made.token}`)
    await expect(page.getByText('实时', { exact: true })).toBeVisible()

    await call('PUT', '/user/status', { userId: creator.userId, status: '1' })
    await expect(page.getByRole('heading', { name: '显示链接暂不可用' })).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByRole('heading', { name: '显示链接暂不可用' })).toBeVisible()
    await call('PUT', '/user/status', { userId: creator.userId, status: '2' })
    await page.clock.fastForward(60_000)
    await expect(page.getByText('实时', { exact: true })).toBeVisible()
  })

  test('a page of a proxy in place of the live feed does not keep it from connecting', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    const link = await plant.link()
    const notFound = { status: 404, contentType: 'text/html', body: 'default backend - 404' }
    await page.route('**/api/v1/qc/stream*', (route) => route.fulfill(notFound), { times: 1 })
    await page.goto(`/wall#${link}`)
    await expect(page.getByText('实时', { exact: true })).toBeVisible()
  })
})
