import { chromium, type Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QrLabel } from '#shared/qc/label/schema'
import type { RecordRow } from '#shared/qc/record/schema'
import type { Page as List } from '#shared/list/page'
import { allAnswered } from '../support/answered'
import { expectAccessible } from '../support/accessible'
import { keptByDevice, keptPaths, phoneOf } from '../support/device'
import { callAs, callWith, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'
import { chromiumArgs, findChromium } from '../../support/chromium'

/** Twelve samples of a diameter, and one of a length. */
const items = [
  {
    code: 'od',
    name: '外径',
    nameEn: 'Diameter',
    type: 'numeric',
    unit: 'mm',
    decimals: 3,
    lsl: '24.9',
    usl: '25.1',
    sampleSize: 12,
  },
  { code: 'len', name: '长度', nameEn: 'Length', type: 'numeric', unit: 'mm', decimals: 1, lsl: '80', usl: '81' },
]

async function plantOf(call: Call) {
  const { productId, code } = await makeLine(call)
  const head = { productId, code: 'OD', name: `轴承 ${code}`, nameEn: `Bearing ${code}`, stage: 'ipqc' }
  const templateId = await makeTemplate(call, head, items)
  await publish(call, templateId)
  const [label] = await call<QrLabel[]>('POST', '/qc/qr', { kind: 'template', ids: [templateId] })
  const records = async () => (await call<List<RecordRow>>('GET', `/qc/value-base?templateId=${templateId}`)).list
  return { name: head.name, address: `/caliper/qr-code-info?code=${label!.code}`, records }
}

const offlineStrip = (page: Page) => page.getByRole('status').filter({ hasText: '已离线' })
const isKeptOperator = (page: Page) => page.evaluate(() => localStorage.getItem('kept-operator'))
/** Whose templates, reasons and recent points are on the device. */
const keptReadings = (page: Page) =>
  page.evaluate(async () => {
    const keys: string[] = []
    for (const name of ['seen', 'reasons', 'recent']) {
      const opening = indexedDB.open(`caliper-${name}`)
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(name))
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const reading = opening.result.transaction(name).objectStore(name).getAllKeys()
      await new Promise((resolve) => reading.addEventListener('success', resolve))
      opening.result.close()
      keys.push(...reading.result.map((key) => `${name} ${String(key)}`))
    }
    return keys
  })
const shell = (page: Page) => page.locator('.shell')

test.describe('without a network', () => {
  test.setTimeout(120_000)

  test('a record is begun after a start, entered over a reload, submitted, and arrives once when there is a network again', async ({
    browser,
    server,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await using phone = await phoneOf(browser, server.url)
    const { context, page } = phone
    await page.goto(plant.address)
    await signIn(page, account('inspector'))
    await expect(page.getByRole('button', { name: '开始检验' })).toBeVisible()
    await keptByDevice(page)

    await context.setOffline(true)
    await page.goto('/')
    await expect(shell(page)).toBeVisible()
    await expect(offlineStrip(page)).toBeVisible()
    await page.goto(plant.address)
    await expect(page.getByRole('article')).toContainText(plant.name)
    await page.getByRole('button', { name: '开始检验' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '开始检验' }).click()
    await expect(page.getByLabel('外径 样本 1', { exact: true })).toBeFocused()
    for (let sample = 1; sample <= 6; sample++) await page.keyboard.type(`25.00${sample}\n`) // as a gauge does
    await expect(page.getByLabel('外径 样本 7', { exact: true })).toBeFocused()
    await page.reload()
    for (let sample = 7; sample <= 12; sample++) {
      await page.getByLabel(`外径 样本 ${sample}`, { exact: true }).pressSequentially(`25.0${sample + 10}`)
      await page.keyboard.press('Enter')
    }
    await page.getByLabel('长度').pressSequentially('80.5')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page.getByText('已保存在这台设备上，恢复网络后自动发送')).toBeVisible()
    expect(await plant.records()).toEqual([])

    await context.setOffline(false)
    await expect
      .poll(async () => (await plant.records()).map(({ status, source }) => [status, source]), { timeout: 30_000 })
      .toEqual([['submitted', 'offline']])
    await expect(page.getByRole('button', { name: /条未发送的记录/ })).toBeHidden()
    await expect(page).toHaveURL(/value-info\/\d+/)
    for (const value of ['25.001', '25.022', '80.5']) await expect(page.getByText(value).first()).toBeVisible()
    expect(await plant.records()).toHaveLength(1)

    await page.getByRole('button', { name: '再录一条' }).click()
    await expect(page.getByLabel('外径 样本 1', { exact: true })).toHaveValue('')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await page.keyboard.type('25.0012\n') // more decimals than the template has: said, and replaced by what comes next
    await page.keyboard.type('25.001\n')
    await expect(page.getByLabel('外径 样本 2', { exact: true })).toBeFocused()
    await page.getByLabel('外径 样本 2', { exact: true }).press('Enter')
    await page.keyboard.type('25.2\n\n') // NG, asked about once
    await page.getByRole('button', { name: '全部项目' }).click()
    const line = page.getByRole('listitem').filter({ hasText: '外径' }).getByRole('button')
    await expect(line).toContainText('25.001, 未填, 25.2')
    await line.click()
    await expect(page.getByLabel('外径 样本 2', { exact: true })).toBeVisible() // the missing one, not the NG one
  })

  test('lot and equipment of what was begun keep their names after a start', async ({
    browser,
    server,
    request,
    account,
  }) => {
    const call = await callAs(request, account('admin'))
    const { productId, code } = await makeLine(call)
    const head = { productId, code: 'OD', name: `轴承 ${code}`, nameEn: `Bearing ${code}`, stage: 'ipqc' }
    const templateId = await makeTemplate(call, head, items)
    await publish(call, templateId)
    const machine = { productId, code: 'M1', name: '车床甲', nameEn: 'Lathe A', kind: 'machine' }
    await call('POST', '/qc/equipment', machine)
    const lotId = await call<number>('POST', '/qc/lot', { productId, lotNo: `${code}-7` })
    const [label] = await call<QrLabel[]>('POST', '/qc/qr', { kind: 'lot', ids: [lotId] })
    await using phone = await phoneOf(browser, server.url)
    const { context, page } = phone
    await page.goto(`/caliper/qr-code-info?code=${label!.code}`)
    await signIn(page, account('inspector'))
    await page.getByRole('button', { name: '开始检验' }).click()
    await page.getByLabel('质检模板').selectOption(String(templateId))
    await page.getByRole('dialog').getByLabel('设备').click()
    await page.getByRole('option', { name: /车床甲/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '开始检验' }).click()
    await expect(page.getByLabel('外径 样本 1', { exact: true })).toBeVisible()
    await keptByDevice(page)
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('button', { name: '全部项目' }).click()
    await page.getByRole('button', { name: '核对' }).click()
    const summary = page.locator('.phone-summary')
    await expect(summary).toContainText(`${code}-7`)
    await expect(summary).toContainText('车床甲')
    await context.setOffline(false)
  })

  test('a browser that was closed shows the application and what was begun', async ({ server, request, account }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    const folder = await mkdtemp(join(tmpdir(), 'caliper-phone-'))
    const executablePath = await findChromium()
    async function open() {
      const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'zh-CN' }
      const context = await chromium.launchPersistentContext(folder, {
        ...phone,
        serviceWorkers: 'allow',
        baseURL: server.url,
        executablePath,
        args: chromiumArgs,
      })
      return { context, page: context.pages()[0] ?? (await context.newPage()) }
    }
    try {
      const before = await open()
      await before.page.goto(plant.address)
      await before.page.getByLabel('关闭浏览器后仍保持登录').check()
      await signIn(before.page, account('inspector'))
      await expect(before.page.getByRole('button', { name: '开始检验' })).toBeVisible()
      await keptByDevice(before.page)
      await before.context.setOffline(true)
      await before.page.getByRole('button', { name: '开始检验' }).click()
      await before.page.getByRole('dialog').getByRole('button', { name: '开始检验' }).click()
      await before.page.getByLabel('外径 样本 1', { exact: true }).pressSequentially('25.001')
      await before.page.keyboard.press('Enter')
      await before.page.goto('about:blank') // a browser that is ended by force keeps all but the last quarter of a second
      await before.context.close()

      const after = await open()
      await after.context.setOffline(true)
      await after.page.goto('/')
      await after.page.getByRole('button', { name: /1 条未发送的记录/ }).click()
      await after.page.getByRole('dialog').getByRole('button', { name: plant.name }).click()
      await expect(after.page.getByLabel('外径 样本 2', { exact: true })).toBeVisible()
      await after.context.close()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('after the end of the session by the clock of the device, the page says why it is empty; what was entered is kept', async ({
    browser,
    server,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await using phone = await phoneOf(browser, server.url)
    const { context, page } = phone
    await page.goto(plant.address)
    await signIn(page, account('inspector'))
    await keptByDevice(page)
    await page.getByRole('button', { name: '开始检验' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '开始检验' }).click()
    await page.getByLabel('外径 样本 1', { exact: true }).fill('25.001')
    await page.keyboard.press('Enter')
    await allAnswered(page)
    const entry = page.url()

    await context.setOffline(true)
    const reason = page.getByRole('status').filter({ hasText: '无法确认你的登录' })
    await page.clock.setFixedTime(Date.now() + 13 * 60 * 60_000) // a session lasts twelve
    await page.goto('/') // a reload within a minute shows what was there
    await expect(reason).toContainText('已填写的内容仍保存在这台设备上')
    await expect(shell(page)).toBeHidden()
    await expectAccessible(page)
    await page.clock.setFixedTime(Date.now())
    await page.goto(entry)
    await expect(reason).toBeVisible()
    expect(await isKeptOperator(page)).toBeNull()

    await context.setOffline(false)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByLabel('外径 样本 2', { exact: true })).toBeVisible()
    await expect(reason).toBeHidden()
  })

  test('the page is that of whoever opens it: the sign-in page without a session, the application with one (S21)', async ({
    browser,
    server,
    account,
  }) => {
    await using phone = await phoneOf(browser, server.url)
    const { context, page } = phone
    await page.goto('/')
    await signIn(page, account('inspector'))
    await keptByDevice(page)
    await allAnswered(page)

    await context.setOffline(true)
    await page.goto('/login?redirect=%2Fcaliper%2Fqr-code-info') // the address of the sign-in page, signed in
    await expect(page).toHaveURL('/caliper/qr-code-info')
    await expect(shell(page)).toBeVisible()
    const { headers } = await page.evaluate(async () => {
      const kept = await caches.match('/index.html', { ignoreVary: true })
      return { headers: Object.fromEntries(kept!.headers) }
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'") // offline pages are bound as others (S52)

    await context.clearCookies()
    await page.goto('/caliper/qr-code-info')
    await expect(page).toHaveURL('/login?redirect=%2Fcaliper%2Fqr-code-info')
    await expect(page.getByRole('textbox', { name: '密码' })).toBeVisible()
    await expect(shell(page)).toBeHidden()
  })

  test('nothing of an operator is left for the next: signing out, another sign-in and an ended session remove it (S14, S21)', async ({
    browser,
    server,
    request,
    account,
  }) => {
    await using phone = await phoneOf(browser, server.url, /status of 401/)
    const { context, page } = phone
    await page.goto('/')
    await signIn(page, account('inspector'))
    await keptByDevice(page)
    expect(await isKeptOperator(page)).toContain('inspector')
    expect(await isKeptOperator(page)).not.toContain(
      (await context.cookies()).find(({ name }) => name === 'Admin-Token')!.value,
    )

    await page.getByRole('button', { name: /检验员小李/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await isKeptOperator(page)).toBeNull()
    await context.setOffline(true)
    await page.goto('/')
    await expect(page.getByRole('textbox', { name: '密码' })).toBeVisible()
    await context.setOffline(false)

    await page.goto('/')
    await signIn(page, account('viewer'))
    await expect(shell(page)).toBeVisible()
    await expect.poll(() => isKeptOperator(page)).toContain('viewer')
    expect(await isKeptOperator(page)).not.toContain('inspector')
    await context.setOffline(true)
    await page.reload()
    await expect(shell(page)).toBeVisible()
    await expect(page.getByText('检验员小李')).toBeHidden()
    await context.setOffline(false)

    const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')!.value
    await callWith(request, token)('POST', '/logout').catch(() => {}) // answers nothing
    // The page may have been told already, and be on its way to the sign-in page.
    await page.goto('/caliper/qr-code-info').catch(() => {})
    await expect(page).toHaveURL(/\/login/)
    expect(await isKeptOperator(page)).toBeNull()
  })

  test('what an operator has read for work without a network goes when they sign out, also from a page that never read it, or when another signs in (S21)', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    async function readAll() {
      await page.goto(plant.address)
      await page.getByRole('button', { name: '开始检验' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect.poll(() => keptReadings(page)).toContainEqual(expect.stringContaining('seen'))
      await expect.poll(() => keptReadings(page)).toContainEqual(expect.stringContaining('reasons'))
    }
    await page.goto('/')
    await signIn(page, account('inspector'))
    await readAll()
    await page.goto('/dashboard')
    await page.getByRole('button', { name: /检验员小李/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await keptReadings(page)).toEqual([])

    await signIn(page, account('inspector'))
    await readAll()
    await page.context().clearCookies()
    await page.goto('/login')
    await signIn(page, account('viewer'))
    await expect(shell(page)).toBeVisible()
    await expect.poll(() => keptReadings(page)).toEqual([])
  })

  test('what another role might do is not kept beside the present one (S31)', async ({ browser, server, account }) => {
    await using phone = await phoneOf(browser, server.url)
    const { context, page } = phone
    await page.goto('/')
    await signIn(page, account('approver'))
    await keptByDevice(page)
    expect(await isKeptOperator(page)).toContain('admin:sysRole:list')
    await expect(page.getByRole('button', { name: /^异常信号：/ })).toBeVisible() // the last that a page asks for by itself
    await allAnswered(page)
    await page.getByRole('button', { name: '批准人老王' }).click()
    await page.getByRole('menuitemradio', { name: '身份：检验员' }).click()
    await expect(page.getByRole('button', { name: '批准人老王' })).toContainText('检验员')
    await expect.poll(() => isKeptOperator(page)).toContain('qc:record:add')
    expect(await isKeptOperator(page)).not.toContain('admin:sysRole:list')
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('button', { name: '展开菜单' }).click()
    await expect(page.locator('#sidebar').getByRole('link', { name: '扫码' })).toBeVisible()
    await expect(page.getByText('系统管理')).toHaveCount(0)
  })

  test('no cache holds an answer of the API, or anything but files of the build (S21)', async ({
    browser,
    server,
    account,
  }) => {
    await using phone = await phoneOf(browser, server.url)
    const { page } = phone
    await beSignedIn(page, account('inspector'))
    await page.goto('/dashboard')
    await keptByDevice(page)
    await page.goto('/caliper/qc/value-base')
    await allAnswered(page)
    const paths = await keptPaths(page)
    const others = paths.filter((path) => !path.startsWith('/assets/'))
    expect(others.toSorted()).toEqual(['/index.html', '/logo.svg', '/sign-in.en.html', '/sign-in.zh.html'])
    expect(paths.length).toBeGreaterThan(50)
    expect(paths.filter((path) => /RechartsPlot|UserPage|AnalysisPage/.test(path))).toEqual([])
  })
})

test('browsers can install it: the manifest, its icons and the worker are what they ask for', async ({
  browser,
  server,
}) => {
  await using phone = await phoneOf(browser, server.url)
  const { context, page } = phone
  await page.goto('/login')
  const cdp = await context.newCDPSession(page)
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { errors, data } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { icons }: { icons: { src: string; sizes: string; purpose?: string }[] } = JSON.parse(data!)
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (address) => {
      const picture = new Image()
      picture.src = address
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, src)
    expect(size).toBe(sizes)
  }
})
