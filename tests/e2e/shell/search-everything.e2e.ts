import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import type { RecordDetail } from '#shared/qc/record/schema'
import { newAdministrator, uniqueKey } from '../support/api'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { keepSettings } from '../support/looks'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const palette = (page: Page) =>
  page.getByRole('dialog', { name: /^(搜索记录、页面和操作|Search records, pages and actions)$/ })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')
const active = (page: Page) => palette(page).getByRole('option', { selected: true })
const group = (page: Page, name: string) => palette(page).getByRole('group', { name, exact: true })
const status = (page: Page) => palette(page).getByRole('status')
const startAt = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: /./ }).waitFor()
}
const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}
/** Types a text and waits until the server has answered to it. */
async function find(page: Page, typed: string) {
  await field(page).fill(typed)
  await expect(field(page)).toHaveAttribute('aria-busy', 'false')
}

type Plant = Awaited<ReturnType<typeof makePlant>>

/** A product line with names that nothing else of the demo has. */
async function makePlant(call: Call) {
  const { productId, code } = await makeLine(call, '蜗杆线')
  const lotNo = `WG-${code}`
  const lotId = await call<number>('POST', '/qc/lot', { productId, lotNo, supplier: `瓯海铸造 ${code}` })
  const machine = {
    productId,
    code: `WM-${code}`,
    name: `蜗杆磨床 ${code}`,
    nameEn: `Worm grinder ${code}`,
    kind: 'machine',
  }
  await call('POST', '/qc/equipment', machine)
  const named = { name: `蜗杆齿廓巡检 ${code}`, nameEn: `Worm profile ${code}` }
  const item = {
    code: 'profile',
    name: '齿廓偏差',
    nameEn: 'Profile deviation',
    type: 'numeric',
    decimals: 3,
    usl: '0.05',
  }
  const templateId = await makeTemplate(
    call,
    { productId, code: `T-${code}`, ...named, stage: 'ipqc', signLevels: 1 },
    [{ ...item, spc: true }],
  )
  const keys = await publish(call, templateId)
  const values = [{ itemKey: keys['profile'], sampleNo: 1, raw: '0.010' }]
  const records: RecordDetail[] = []
  const began = Date.now() - 3 * 86_400_000
  for (let n = 0; n < 7; n++) {
    const body = { templateId, lotId, values, inspectedAt: new Date(began + n * 60_000).toISOString() }
    records.push(await call<RecordDetail>('POST', '/qc/value-base', body))
  }
  const username = uniqueKey()
  await call('POST', '/sys-user', { username, nickName: '司徒青岚', password: 'a password of my own', roleIds: [] })
  const { qcValueBaseId, recordNo } = records[2]!
  return { code, lotNo, machine: machine.code, templateName: named.name, username, qcValueBaseId, recordNo }
}

let made: Promise<Plant> | undefined
/** Made once for all tests of a worker, by the first that needs it. */
const plantOf = (page: Page, admin: { username: string; password: string }): Promise<Plant> =>
  (made ??= callAs(page.request, admin).then(makePlant))

test('twenty searches, each with what it finds first, and where that leads', async ({ page, account }) => {
  const plant = await plantOf(page, account('admin'))
  await beSignedIn(page, account('admin'))
  const { code, recordNo, lotNo, machine, username, templateName, qcValueBaseId } = plant
  const [, day, serial] = recordNo.match(/(\d{6})-(\d{4})$/)!
  const record = /\/caliper\/qc\/value-info\/\d+$/
  const itself = new RegExp(`/caliper/qc/value-info/${qcValueBaseId}$`)
  const template = /\/caliper\/qc\/info-list\/\d+$/
  const chart = /\/caliper\/analy\?itemKey=/
  const list = (path: string, keyword: string) => new RegExp(`${path}\\?keyword=${encodeURIComponent(keyword)}$`)
  const searches: [how: string, typed: string, group: string, first: string, leadsTo: RegExp][] = [
    ['a record by its number', recordNo, '记录', recordNo, itself],
    ['by its number in small letters', recordNo.toLowerCase(), '记录', recordNo, itself],
    ['by its day and serial', `${day}-${serial}`, '记录', `${day}-${serial}`, record],
    ['by its last digits', serial!, '记录', serial!, record],
    ['by its day', day!, '记录', day!, record],
    ['by its lot', lotNo, '记录', templateName, record],
    ['by its template', '蜗杆齿廓', '记录', templateName, record],
    ['a lot by its number', lotNo, '批次', lotNo, list('/caliper/lot', lotNo)],
    ['a lot by its supplier', '瓯海铸造', '批次', lotNo, list('/caliper/lot', lotNo)],
    ['a template by its name', '蜗杆齿廓', '模板', templateName, template],
    ['a template by its initials', 'wgckxj', '模板', templateName, template],
    ['a template by its English name', 'worm profile', '模板', templateName, template],
    ['a characteristic by its name', '齿廓偏差', '检验项目', '齿廓偏差', chart],
    ['a characteristic by its pinyin', 'chikuopiancha', '检验项目', '齿廓偏差', chart],
    ['a characteristic with its template', '蜗杆 偏差', '检验项目', '齿廓偏差', chart],
    ['equipment by its code', machine, '设备', '蜗杆磨床', list('/caliper/equipment', machine)],
    ['equipment by its initials', 'wgmc', '设备', '蜗杆磨床', list('/caliper/equipment', machine)],
    ['a product line by its initials', 'wgx', '产品线', '蜗杆线', list('/caliper/product', code)],
    ['a user by their name', '司徒青岚', '用户', '司徒青岚', list('/admin/sys-user', username)],
    ['a user by their initials', 'stql', '用户', '司徒青岚', list('/admin/sys-user', username)],
  ]
  await startAt(page, '/401')
  for (const [how, typed, name, first, leadsTo] of searches) {
    await test.step(`${how}: ${typed}`, async () => {
      await openPalette(page)
      await find(page, typed)
      const hit = group(page, name).getByRole('option').first()
      await expect(hit).toContainText(first)
      await hit.click()
      await expect(palette(page)).toHaveCount(0)
      await expect(page).toHaveURL(leadsTo)
    })
  }
})

test.describe('the server’s answers', () => {
  test.beforeEach(async ({ page, account }) => {
    await plantOf(page, account('admin'))
    await beSignedIn(page, account('admin'))
    await startAt(page, '/401')
    await openPalette(page)
  })

  test('come below what this device knows, which stays where it is', async ({ page }) => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/v1/search?*', async (route) => {
      await held
      await route.continue()
    })
    await field(page).fill('模板')
    await expect(active(page)).toContainText('质检模板')
    const before = await group(page, '菜单').boundingBox()
    await page.keyboard.press('ArrowDown')
    const marked = await active(page).textContent()
    answer()
    await expect(field(page)).toHaveAttribute('aria-busy', 'false')
    expect(await group(page, '菜单').boundingBox()).toEqual(before)
    await expect(active(page)).toHaveText(marked!)
    await page.unroute('**/api/v1/search?*')
  })

  test('to an older text are not shown when they come late', async ({ page }) => {
    const late: (() => void)[] = []
    await page.route('**/api/v1/search?q=%E9%BD%BF%E5%BB%93*', async (route) => {
      await new Promise<void>((resolve) => late.push(resolve))
      await route.continue().catch(() => {}) // it has been given up
    })
    await field(page).fill('齿廓')
    await expect.poll(() => late.length).toBe(1)
    await find(page, '蜗杆磨床')
    await expect(group(page, '设备').getByRole('option').first()).toContainText('蜗杆磨床')
    late.forEach((go) => go())
    await page.unrouteAll({ behavior: 'wait' })
    await expect(group(page, '设备').getByRole('option').first()).toContainText('蜗杆磨床')
    await expect(palette(page)).not.toContainText('齿廓')
  })

  test('are waited for by Enter, where nothing on this device is called so', async ({ page, account }) => {
    const { recordNo, qcValueBaseId } = await plantOf(page, account('admin'))
    await page.keyboard.insertText(recordNo)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/caliper/qc/value-info/${qcValueBaseId}`)
    await expect(palette(page)).toHaveCount(0)
  })

  test.describe('that fail', () => {
    test.use({ expectedErrors: [/50[03]/] })
    test('are told in their place; what this device knows can be opened, and the search tried again', async ({
      page,
    }) => {
      const body = JSON.stringify({ code: 500, msg: '服务器内部错误', data: null, requestId: 'test' })
      await page.route('**/api/v1/search?*', (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body }),
      )
      await field(page).fill('角色')
      await expect(palette(page).getByRole('alert')).toContainText('服务器没有返回搜索结果：服务器内部错误')
      await expect(active(page)).toContainText('角色管理')
      await expectAccessible(page)
      await page.unroute('**/api/v1/search?*')
      await palette(page).getByRole('button', { name: '重试' }).click()
      await expect(palette(page).getByRole('alert')).toHaveCount(0)
      await field(page).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/admin/sys-role')
    })
  })
})

test.describe('one kind alone', () => {
  test.beforeEach(async ({ page, account }) => {
    await plantOf(page, account('admin'))
    await beSignedIn(page, account('admin'))
    await startAt(page, '/401')
    await openPalette(page)
  })

  test('> finds actions: what is there is shown at once, and the server is not asked', async ({ page }) => {
    let asked = 0
    await page.route('**/api/v1/search?*', (route) => {
      asked += 1
      return route.continue()
    })
    await field(page).fill('>')
    await expect(palette(page).getByRole('group')).toHaveCount(1)
    await expect(group(page, '操作').getByRole('option', { name: '页面设置' })).toBeVisible()
    await field(page).fill('>审批')
    await expect(options(page)).toHaveText(['审批：等待处理的记录'])
    await field(page).fill('>蜗杆齿廓')
    await expect(options(page)).toHaveText([/^新建记录：蜗杆齿廓巡检/])
    await field(page).fill('>没有这样的操作')
    await expect(status(page)).toHaveText('没有名为“没有这样的操作”的操作。')
    expect(asked).toBe(0)
    await page.unroute('**/api/v1/search?*')
  })

  test('# finds records', async ({ page }) => {
    await field(page).fill('#')
    await expect(status(page)).toContainText('输入记录编号的开头或末几位')
    await find(page, '#蜗杆齿廓')
    await expect(palette(page).getByRole('group')).toHaveCount(1)
    await expect(group(page, '记录').getByRole('option')).toHaveCount(6)
    await find(page, '#没有这样的记录')
    await expect(status(page)).toContainText('没有找到记录“没有这样的记录”。')
    await expect(options(page)).toHaveCount(0)
  })
})

test.describe('actions', () => {
  test('begin a record of a template, and open what waits for a signature', async ({ page, account }) => {
    await plantOf(page, account('admin'))
    await beSignedIn(page, account('admin'))
    await startAt(page, '/401')
    await openPalette(page)
    await find(page, '蜗杆齿廓')
    await expect(group(page, '操作')).toContainText('新建记录：蜗杆齿廓巡检')
    await expect(active(page)).toHaveAttribute(
      'id',
      (await group(page, '记录').getByRole('option').first().getAttribute('id'))!,
    )
    await field(page).fill('>新建 蜗杆')
    await expect(options(page)).toHaveText([/^新建记录：蜗杆齿廓巡检/])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/caliper\/qc\/value-info\/new\?uid=/)
    await expect(page.getByText('蜗杆齿廓巡检').first()).toBeVisible()
    await openPalette(page)
    await field(page).fill('>spdd')
    await expect(active(page)).toHaveText('审批：等待处理的记录')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/caliper/inbox')
  })

  test('print and export are there where the page can do it', async ({ page, account }) => {
    const { qcValueBaseId } = await plantOf(page, account('admin'))
    await beSignedIn(page, account('admin'))
    await startAt(page, '/401')
    await openPalette(page)
    await field(page).fill('>导出')
    await expect(options(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await startAt(page, '/caliper/qc/value-base')
    await expect(page.getByRole('main').getByRole('button', { name: '导出' })).toBeVisible()
    await openPalette(page)
    await field(page).fill('>导出')
    await expect(options(page)).toHaveText(['导出'])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu', { name: '导出' })).toBeVisible()
    await startAt(page, `/caliper/qc/value-info/${qcValueBaseId}`)
    await expect(page.getByRole('main').getByRole('button', { name: '打印' })).toBeVisible()
    await openPalette(page)
    await field(page).fill('>打印')
    await expect(options(page)).toHaveText(['打印'])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/print=1/)
  })

  test('only those that are permitted: who looks on begins and approves nothing', async ({ page, account }) => {
    await plantOf(page, account('admin'))
    await beSignedIn(page, account('viewer'))
    await startAt(page, '/dashboard')
    await openPalette(page)
    await find(page, '齿廓')
    await expect(group(page, '检验项目').getByRole('option').first()).toContainText('齿廓偏差')
    await expect(palette(page)).not.toContainText('新建记录')
    await expect(group(page, '用户')).toHaveCount(0)
    await field(page).fill('>审批')
    await expect(options(page)).toHaveCount(0)
  })
})

test('what was opened is offered again on this device, and is gone for the next operator', async ({
  page,
  account,
}) => {
  await plantOf(page, account('admin'))
  const own = await newAdministrator(page.request, await beSignedIn(page, account('admin')))
  await beSignedIn(page, own)
  await startAt(page, '/401')
  await openPalette(page)
  await find(page, '蜗杆磨床')
  await group(page, '设备').getByRole('option').first().click()
  await expect(page).toHaveURL(/\/caliper\/equipment\?keyword=WM-/)
  await startAt(page, '/dashboard')
  await openPalette(page)
  await expect(group(page, '最近')).toContainText('蜗杆磨床')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: own.username }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recent-items')))).toEqual(
    [],
  )
  await signIn(page, account('viewer'))
  await page.getByRole('button', { name: '搜索…' }).click()
  await expect(field(page)).toBeFocused()
  await expect(options(page).first()).toBeVisible()
  await expect(palette(page)).not.toContainText('蜗杆磨床')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  for (const settings of [
    { themeMode: 'light', locale: 'zh' },
    { themeMode: 'dark', locale: 'en' },
  ] as const) {
    test(`a button opens it over the whole screen, and so it is closed: ${settings.locale}`, async ({
      page,
      account,
    }) => {
      await plantOf(page, account('admin'))
      await beSignedIn(page, account('admin'))
      await keepSettings(page, settings)
      await startAt(page, '/caliper/qc/value-base')
      await page.getByRole('button', { name: /^(搜索…|Search…)$/ }).tap()
      await expect(field(page)).toBeFocused()
      expect(await palette(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
      await find(page, 'wgckxj')
      const hit = group(page, settings.locale === 'zh' ? '模板' : 'Templates')
        .getByRole('option')
        .first()
      await expect(hit).toContainText(settings.locale === 'zh' ? '蜗杆齿廓巡检' : 'Worm profile')
      await expectAccessible(page)
      await palette(page)
        .getByRole('button', { name: /^(关闭|close)$/ })
        .tap()
      await expect(palette(page)).toHaveCount(0)
      await page.getByRole('button', { name: /^(搜索…|Search…)$/ }).tap()
      await find(page, 'wgckxj')
      await hit.tap()
      await expect(page).toHaveURL(/\/caliper\/qc\/info-list\/\d+$/)
    })
  }
})
