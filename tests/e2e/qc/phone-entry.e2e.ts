import type { Page, Route } from '@playwright/test'
import { spokenCode } from '#shared/qc/label/sizes'
import type { Page as List } from '#shared/list/page'
import type { QrLabel } from '#shared/qc/label/schema'
import type { RecordDetail, RecordRow } from '#shared/qc/record/schema'
import { expectAccessible } from '../support/accessible'
import { hearAlarms } from '../support/alarms'
import { allAnswered } from '../support/answered'
import { typeReading } from '../support/gauge'
import { holdAnswers, isCall } from '../support/held'
import { keepSettings } from '../support/looks'
import { printedPages } from '../support/paper'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const items = [
  {
    code: 'od',
    name: '外径',
    nameEn: 'Diameter',
    type: 'numeric',
    unit: 'mm',
    decimals: 3,
    sampleSize: 2,
    lsl: '24.990',
    usl: '25.010',
    plausLow: '20',
    plausHigh: '30',
  },
  {
    code: 'look',
    name: '外观',
    nameEn: 'Look',
    type: 'choice',
    choices: [
      { code: 'ok', name: '良好', nameEn: 'Fine', judgement: 'OK' },
      { code: 'crack', name: '裂纹', nameEn: 'Crack', judgement: 'NG' },
    ],
  },
  { code: 'burr', name: '毛刺', nameEn: 'Burrs', type: 'defectives', decimals: 3, usl: '0.02', required: 'never' },
  {
    code: 'where',
    name: '裂纹位置',
    nameEn: 'Where',
    type: 'text',
    severity: 'info',
    visibleWhen: 'look == 2',
    required: 'never',
  },
]

/** A product line of its own with two lots and a published template, and the labels of the template and of a lot. */
async function plantOf(call: Call, name = '轴承外径') {
  const { productId, code } = await makeLine(call)
  const lotId = await call<number>('POST', '/qc/lot', { productId, lotNo: `${code}-1` })
  await call<number>('POST', '/qc/lot', { productId, lotNo: `${code}-2` })
  const head = { productId, code: 'OD', name: `${name} ${code}`, nameEn: `Diameter ${code}`, stage: 'ipqc' }
  const templateId = await makeTemplate(call, head, items)
  await publish(call, templateId)
  const label = async (kind: string, id: number) => (await call<QrLabel[]>('POST', '/qc/qr', { kind, ids: [id] }))[0]!
  const records = async () => (await call<List<RecordRow>>('GET', `/qc/value-base?templateId=${templateId}`)).list
  const ofTemplate = await label('template', templateId)
  const ofLot = await label('lot', lotId)
  return { code, lotId, templateId, ofTemplate, ofLot, label, records, call }
}

const addressOf = ({ code }: QrLabel) => `/caliper/qr-code-info?code=${code}`
const badge = (page: Page) => page.getByRole('button', { name: /条未发送的记录/ })
const start = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '开始检验' })
const asked = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('button') })
const next = (page: Page, name = '下一项') => page.getByRole('button', { name, exact: true })

/** Nothing of the page lies beyond its right edge, in the window or in the pane that scrolls. */
async function expectNoSidewaysScroll(page: Page) {
  const beyond = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.page-pane:not([aria-hidden])')].map(
      (element) => element.scrollWidth - element.clientWidth,
    ),
  )
  expect(beyond.every((pixels) => pixels <= 0)).toBe(true)
}

/** The device has no space left: what it has can be read, and nothing is added. */
const fillDevice = (page: Page) =>
  page.addInitScript(() => {
    function refuse(): never {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function set(key, text) {
      if (key.startsWith('draft ')) refuse()
      setItem.call(this, key, text)
    }
    IDBObjectStore.prototype.put = refuse
  })

/** The values of the drafts on the device, as its database has them. */
const storedValues = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('caliper-drafts')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading: IDBRequest<{ values: { raw: string }[] }[]> = opening.result
      .transaction('drafts')
      .objectStore('drafts')
      .getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    return reading.result.flatMap(({ values }) => values.map(({ raw }) => raw))
  })

/** The page is seen again, and has read what other windows wrote meanwhile. */
async function unlock(page: Page) {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await storedValues(page)
}

/** What is entered, and how it is judged, lies neither behind the buttons at the thumb nor beyond the window. */
async function expectFieldInSight(page: Page) {
  const [given, bar] = [page.locator('.phone-number'), page.locator('.phone-entry .phone-bar')]
  await expect(async () => {
    const [field, verdict, buttons] = [
      (await given.boundingBox())!,
      (await page.locator('.phone-verdict').boundingBox())!,
      (await bar.boundingBox())!,
    ]
    expect(field.y).toBeGreaterThanOrEqual(0)
    expect(verdict.y + verdict.height).toBeLessThanOrEqual(buttons.y)
    expect(buttons.y + buttons.height).toBeLessThanOrEqual(page.viewportSize()!.height)
  }).toPass()
}

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of (409|429|503)/],
  })

  for (const { locale, themeMode, ...said } of [
    {
      locale: 'zh',
      themeMode: 'light',
      start: '开始检验',
      gauge: '量具',
      name: '千分尺',
      sample: (no: number) => `外径 样本 ${no}`,
      check: '核对',
      save: '存为草稿',
    },
    {
      locale: 'en',
      themeMode: 'dark',
      start: 'Start inspection',
      gauge: 'Gauge',
      name: 'Micrometer',
      sample: (no: number) => `Diameter, sample ${no}`,
      check: 'Check and send',
      save: 'Save as draft',
    },
  ] as const) {
    test(`the values of an item name their gauge, ${locale} ${themeMode}`, async ({ page, request, account }) => {
      await keepSettings(page, { locale, themeMode })
      const call = await callAs(request, account('admin'))
      const { productId, code } = await makeLine(call)
      const gauge = { productId, code: `G-${code}`, name: '千分尺', nameEn: 'Micrometer', kind: 'gauge' }
      const gaugeId = await call<number>('POST', '/qc/equipment', gauge)
      const head = { productId, code: 'OD', name: `轴承外径 ${code}`, nameEn: `Diameter ${code}`, stage: 'ipqc' }
      const [diameter, , burr] = items
      const templateId = await makeTemplate(call, head, [{ ...diameter, gaugeKind: 'micrometer' }, burr!])
      await publish(call, templateId)
      const [label] = await call<QrLabel[]>('POST', '/qc/qr', { kind: 'template', ids: [templateId] })
      await signIn(page, account('inspector'))
      await page.goto(addressOf(label!))
      await page.getByRole('button', { name: said.start }).click()
      await page.getByRole('dialog').getByRole('button', { name: said.start }).click()
      const chosen = page.getByLabel(said.gauge, { exact: true })
      await expect(chosen).toHaveAccessibleDescription('micrometer')
      await chosen.click()
      await page.getByRole('option', { name: said.name }).click()
      await expect(chosen).toContainText(said.name)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      for (const no of [1, 2]) {
        await page.getByLabel(said.sample(no)).fill('25.001')
        await expectFieldInSight(page)
        await expect(chosen).toContainText(said.name)
        await page.keyboard.press('Enter')
      }
      await expect(chosen).toHaveCount(0) // the next item asks for none
      await page.getByRole('button', { name: said.check }).click()
      await page.getByRole('button', { name: said.save }).click()
      await expect(async () => {
        const { list } = await call<List<RecordRow>>('GET', `/qc/value-base?templateId=${templateId}`)
        const { values } = await call<RecordDetail>('GET', `/qc/value-base/${list[0]!.qcValueBaseId}`)
        expect(values.map((value) => [value.raw, value.gaugeId])).toEqual([
          ['25.001', gaugeId],
          ['25.001', gaugeId],
        ])
      }).toPass()
    })
  }

  test('a number is announced as not OK or as wrong when it is left, not while it is typed', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await page.goto(addressOf(plant.ofTemplate))
    await page.getByRole('main').getByRole('button', { name: '开始检验' }).click()
    await start(page).click()
    const field = page.getByLabel('外径 样本 1')
    await expect(field).toBeFocused()
    const alarms = await hearAlarms(page)

    await page.keyboard.type('25.001')
    await expect(page.locator('.phone-verdict')).toHaveAttribute('data-judgement', 'OK')
    expect(await alarms()).toEqual([]) // 2 is not OK
    await field.fill('')
    await page.keyboard.type('25.0011')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(await alarms()).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(alarms).toEqual([expect.stringContaining('小数')])

    await page.keyboard.type('25.02') // in place of what is wrong
    await expect(page.locator('.phone-verdict')).toHaveAttribute('data-judgement', 'NG')
    expect(await alarms()).toHaveLength(1)
    await page.keyboard.press('Shift+Tab') // Tab goes on, as Enter does
    await expect.poll(async () => (await alarms()).at(-1)).toContain('不合格')
    await next(page, '下一个样本').click()
    await expect(asked(page)).toContainText('25.02')
  })

  test('a gauge may end its readings with Tab; what it types when no field has the focus replaces a value only with an undo', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await page.goto(addressOf(plant.ofTemplate))
    await page.getByRole('main').getByRole('button', { name: '开始检验' }).click()
    await start(page).click()
    const field = (no: number) => page.getByLabel(`外径 样本 ${no}`)
    await expect(field(1)).toBeFocused()

    await typeReading(page, '25.001\t')
    await expect(field(2)).toBeFocused()
    await typeReading(page, '25.002\t')
    await expect(page.getByRole('radio', { name: '良好' })).toBeFocused()
    await typeReading(page, '25.003\n')
    await expect(page.getByRole('status').filter({ hasText: '读数 25.003 未录入' })).toBeVisible()
    await expect(page.getByRole('radio', { name: '良好' })).toBeFocused() // an answer is not left out by it
    await page.getByRole('button', { name: '上一项' }).click()
    await expect(field(2)).toHaveValue('25.002')
    await page.keyboard.press('Tab') // by itself
    await expect(field(2)).not.toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(field(2)).toBeFocused()
    await page.keyboard.press('Tab')

    await typeReading(page, '25.009\t')
    const said = page.getByRole('status').filter({ hasText: '外径 样本 2' })
    await expect(said).toContainText('25.002')
    await said.getByRole('button', { name: '撤销' }).click()
    await page.getByRole('button', { name: '上一项' }).click()
    await expect(field(2)).toHaveValue('25.002')
    await page.getByRole('button', { name: /^样本 1/ }).click()
    await expect(field(1)).toHaveValue('25.001')
  })

  test('what is measured again after a question replaces the value asked about', async ({ page, request, account }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await page.goto(addressOf(plant.ofTemplate))
    await page.getByRole('main').getByRole('button', { name: '开始检验' }).click()
    await start(page).click()
    const field = page.getByLabel('外径 样本 1')
    await expect(field).toBeFocused()

    await typeReading(page, '25.02\n')
    await expect(asked(page)).toContainText('25.02 · 高于上限')
    await typeReading(page, '25.03\n')
    await expect(asked(page)).toContainText('25.03 · 高于上限')
    await expect(field).toHaveValue('25.03')
    await typeReading(page, '250\n')
    await expect(asked(page)).toContainText('确认是 250')
    await typeReading(page, '25.04\n')
    await expect(asked(page)).toContainText('25.04 · 高于上限')
    await page.keyboard.press('Enter') // it is true: the question comes once
    await expect(page.getByLabel('外径 样本 2')).toBeFocused()
  })

  test('the dialog that begins a record of a template with a long name does not scroll sideways (ux §12.7)', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')), 'Outer ring raceway roundness and taper')
    await beSignedIn(page, account('inspector'))
    await page.goto(addressOf(plant.ofTemplate))
    await page.getByRole('main').getByRole('button', { name: '开始检验' }).click()
    await expect(start(page)).toBeVisible()
    const dialog = page.getByRole('dialog')
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  test('who scans without being signed in comes back to the code; a check entered offline outlives the page and is sent once', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await page.goto(addressOf(plant.ofTemplate))
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(addressOf(plant.ofTemplate))}`)
    await signIn(page, account('inspector'))
    await expect(page).toHaveURL(addressOf(plant.ofTemplate))
    await expect(page.getByRole('heading', { name: plant.ofTemplate.lines[0]! })).toBeVisible()
    await allAnswered(page) // what a check needs is on the device by then

    const context = page.context()
    await context.setOffline(true)
    await page.getByRole('button', { name: '开始检验' }).click()
    await start(page).click()
    await page.getByLabel('外径 样本 1').pressSequentially('25 001')
    await expect(page.getByText(/^请输入数字/)).toBeVisible()
    await page.getByLabel('外径 样本 1').fill('')
    await page.getByLabel('外径 样本 1').pressSequentially('25,001') // as phones with a decimal comma type it
    await expect(page.getByText('合格', { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.getByLabel('外径 样本 2').fill('250.12')
    await page.keyboard.press('Enter')
    await expect(asked(page)).toContainText('确认是 250.12')
    await page.getByRole('button', { name: '修改' }).click()
    await page.getByLabel('外径 样本 2').fill('25.012')
    await expect(page.getByText('高于上限 0.002')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(asked(page)).toContainText('如实记录即可') // out of tolerance asks once, and never blocks
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: '裂纹' }).check()
    await next(page).click()
    await expect(asked(page)).toContainText('选择了“裂纹”，判为不合格') // by its name, not by its code
    await next(page).click()
    await page.getByRole('button', { name: '未检' }).click()
    await page.getByRole('button', { name: '量具不可用' }).click()
    await next(page).click()
    await page.getByLabel('裂纹位置').fill('端面') // asked only because of the crack
    await expect(page.locator('.phone-verdict')).toBeEmpty() // free text is recorded, not judged
    await next(page, '核对').click()
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page.getByText('不合格的记录须填写备注').first()).toBeVisible()
    await expect(page.getByLabel('备注')).toBeFocused()
    await page.getByLabel('备注').fill('复测仍超差')
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page.getByText('已保存在这台设备上，恢复网络后自动发送')).toBeVisible()
    await badge(page).click()
    await expect(page.getByRole('dialog', { name: /条未发送的记录/ })).toContainText('等待发送')
    expect(await plant.records()).toEqual([])
    await page.close()

    const [again, twin] = [await context.newPage(), await context.newPage()]
    await context.setOffline(false)
    // The first answer is lost on the way: the server has the record, and the device does not know it.
    const lose = async (route: Route) => void (await route.fetch().then(() => route.abort()))
    await context.route('**/api/v1/qc/value-base/*/submit', lose, { times: 1 })
    await Promise.all([again.goto('/dashboard'), twin.goto('/dashboard')])
    await expect
      // It is sent once the pages have nothing else to do, which takes long on a busy machine.
      .poll(async () => (await plant.records()).map(({ status }) => status), { timeout: 30_000 })
      .toEqual(['submitted'])
    await expect(async () => {
      await again.evaluate(() => dispatchEvent(new Event('online'))) // sooner than it would be tried again by itself
      await expect(badge(again)).toBeHidden({ timeout: 1000 })
    }).toPass()
    const [record] = await plant.records()
    expect(record).toMatchObject({ source: 'offline', judgement: 'NG', operatorName: '检验员小李 (inspector)' })
    await again.goto(addressOf(await plant.label('record', record!.qcValueBaseId)))
    await expect(again.getByRole('article')).toContainText('25.012 mm')
    await expectAccessible(again)
    await twin.close()
    await again.close()
  })

  test('a record that no longer fits on the device says so until the server has it', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await fillDevice(page)
    await beSignedIn(page, account('inspector'))
    await page.goto(addressOf(plant.ofTemplate))
    await page.getByRole('button', { name: '开始检验' }).click()
    await start(page).click()
    const warning = page.getByRole('alert').filter({ hasText: '关闭页面前请先发送' })
    await expect(warning).toBeVisible()
    await unlock(page)
    await expect(warning).toBeVisible()
    for (const sample of [1, 2]) {
      await page.getByLabel(`外径 样本 ${sample}`).fill('25.001')
      await page.keyboard.press('Enter')
    }
    await page.getByText('良好').click()
    await page.getByRole('button', { name: '全部项目' }).click()
    await page.getByRole('button', { name: '核对' }).click()
    await unlock(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page.getByText('在此之前请勿关闭页面')).toBeVisible()
    await expect(warning).toBeVisible()
    await page.context().setOffline(false)
    await expect(page).toHaveURL(/value-info\/\d+$/)
    expect(await plant.records()).toMatchObject([{ status: 'submitted', judgement: 'OK' }])
  })

  test('what is entered after the clock of the phone was put back is kept, in another window and as the page closes', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await page.goto(addressOf(plant.ofTemplate))
    const sample = (no: number, window = page) => window.getByLabel(`外径 样本 ${no}`)
    const hour = 60 * 60_000
    await page.clock.setFixedTime(Date.now() + 2 * hour)
    await page.getByRole('button', { name: '开始检验' }).click()
    await start(page).click()
    await sample(1).fill('25.001')
    await page.keyboard.press('Enter')
    await expect.poll(() => storedValues(page)).toEqual(['25.001'])

    await page.clock.setFixedTime(Date.now())
    const other = await page.context().newPage()
    await other.goto(page.url())
    await sample(2, other).fill('25.002')
    await expect(sample(2)).toHaveValue('25.002')
    await page.keyboard.press('Enter')
    await page.getByText('良好').click()
    await expect.poll(() => storedValues(page)).toEqual(['25.001', '25.002', 'ok'])
    await other.close()

    await page.clock.setFixedTime(Date.now() - hour)
    await next(page).click()
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('closing', 'AbortError') // a closing page has no time for a database
      }
    })
    await page.getByLabel('不合格品数').fill('1')
    await page.reload()
    await expect.poll(() => storedValues(page)).toEqual(['25.001', '25.002', 'ok', '1'])
  })

  test('the buttons of the summary, and the field that is typed in, lie above the on-screen keyboard', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    const keyboard = 360
    await page.addInitScript((height) => {
      let taken = 0
      const view = window.visualViewport!
      Object.defineProperty(view, 'height', { get: () => window.innerHeight - taken })
      addEventListener('focusin', ({ target }) => {
        taken = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? height : 0
        view.dispatchEvent(new Event('resize'))
      })
    }, keyboard)
    await beSignedIn(page, account('inspector'))
    await page.goto(addressOf(plant.ofTemplate))
    await page.getByRole('button', { name: '开始检验' }).click()
    await start(page).click()
    await page.getByRole('button', { name: '全部项目' }).click()
    await page.getByRole('button', { name: '核对' }).click()
    const buttons = page.locator('.phone-entry > .phone-bar')
    for (const name of ['备注', '检验时间']) {
      const field = page.getByLabel(name)
      await field.focus()
      await expect(async () => {
        const [given, bar] = [(await field.boundingBox())!, (await buttons.boundingBox())!]
        expect(bar.y + bar.height).toBeLessThanOrEqual(page.viewportSize()!.height - keyboard)
        expect(given.y).toBeGreaterThanOrEqual(0)
        expect(given.y + given.height).toBeLessThanOrEqual(bar.y)
      }).toPass()
    }
    await buttons.getByRole('button', { name: '返回' }).focus()
    await expect(buttons).toHaveCSS('bottom', '-16px') // down again
  })

  test('a record whose page closed while the device was full is there at each next start', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await page.goto(addressOf(plant.ofTemplate))
    await page.getByRole('button', { name: '开始检验' }).click()
    await start(page).click()
    await page.getByLabel('外径 样本 1').fill('25.001')
    await expect.poll(() => storedValues(page)).toEqual(['25.001'])
    function refuse() {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    }
    await page.addInitScript(refuse)
    await page.evaluate(refuse)
    await page.keyboard.press('Enter')
    await page.getByLabel('外径 样本 2').fill('25.002')
    for (const _start of [1, 2]) {
      await page.reload()
      await page.getByRole('button', { name: '全部项目' }).click()
      await expect(page.getByRole('button', { name: '外径' })).toContainText('25.001, 25.002')
    }
  })

  test('who sends a record that another window is sending is told so', async ({ page, request, account }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await page.goto(addressOf(plant.ofTemplate))
    await page.getByRole('button', { name: '开始检验' }).click()
    await start(page).click()
    await page.getByRole('button', { name: '全部项目' }).click()
    await page.getByRole('button', { name: '核对' }).click()
    await page.evaluate(async () => {
      const name = `draft ${/[0-9a-f]{32}/.exec(location.href)?.[0]}`
      await new Promise<void>((resolve) => {
        void navigator.locks.request(name, () => {
          resolve()
          return new Promise(() => {}) // it is never done
        })
      })
    })
    await page.getByRole('button', { name: '存为草稿' }).click()
    await expect(page.getByText('另一个窗口正在发送这条记录')).toBeVisible()
    expect(await plant.records()).toEqual([])
  })

  test('what waits from before a sign-in is submitted only when its operator says so (S73)', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await page.goto(addressOf(plant.ofTemplate))
    await page.getByRole('button', { name: '开始检验' }).click()
    await start(page).click()
    for (const sample of [1, 2]) {
      await page.getByLabel(`外径 样本 ${sample}`).fill('25.001')
      await page.keyboard.press('Enter')
    }
    await page.getByText('良好').click()
    await page.getByRole('button', { name: '全部项目' }).click()
    await page.getByRole('button', { name: '核对' }).click()
    const refusals: number[] = []
    await page.route('**/api/v1/qc/value-base', async (route) => {
      const code = refusals.length === 0 ? 429 : 503
      await route.fulfill({ status: code, json: { code, msg: '' } })
      refusals.push(code)
    })
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page.getByText('已保存在这台设备上，恢复网络后自动发送')).toBeVisible()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => refusals.length).toBeGreaterThan(1)

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.removeItem('session'))
    await page.goto(addressOf(plant.ofLot))
    await page.unroute('**/api/v1/qc/value-base') // until it is left, the page before may try again with what it remembers
    await signIn(page, account('inspector'))
    await badge(page).click()
    const queue = page.getByRole('dialog')
    await expect(queue).toContainText('待你确认')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await allAnswered(page)
    expect(await plant.records()).toEqual([])
    await expectAccessible(page)
    await queue.getByRole('button', { name: '确认提交' }).click()
    await expect.poll(async () => (await plant.records()).map(({ status }) => status)).toEqual(['submitted'])
  })

  test('a record that the server refuses stays on the device with its reason, is mended and sent; pages fit 320 px', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await keepSettings(page, { themeMode: 'dark' })
    await beSignedIn(page, account('inspector'))
    await page.goto('/caliper/qr-code-info')
    await page.getByLabel('标签编号').fill(`${plant.ofLot.code.slice(0, 9)}U`)
    await page.keyboard.press('Enter')
    await expect(page.getByText('标签编号不完整或输入有误', { exact: false })).toBeVisible()
    await page.getByRole('heading', { name: '扫码' }).click()
    await page.keyboard.type(plant.ofLot.url) // a scanner types wherever the focus is
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article')).toContainText(`${plant.code}-1`)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: '开始检验' }).click()
    await page.getByLabel('质检模板').selectOption(String(plant.templateId))
    await page.setViewportSize({ width: 740, height: 360 }) // held sideways
    await start(page).click()
    await expectFieldInSight(page)
    await page.getByLabel('外径 样本 1').fill('25.012')
    await page.keyboard.press('Enter')
    await expect(asked(page)).toContainText('25.012 · 高于上限 0.002')
    await expectFieldInSight(page)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const sample of [1, 2]) {
      await page.getByLabel(`外径 样本 ${sample}`).fill('25.001')
      await page.keyboard.press('Enter')
    }
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByText('良好').click()
    await page.getByRole('button', { name: '全部项目' }).click()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: '外径' }).click()
    await page.getByRole('button', { name: '样本 1' }).click()
    await page.getByLabel('外径 样本 1').fill('')
    await page.getByRole('button', { name: '全部项目' }).click()
    await page.getByRole('button', { name: '核对' }).click()
    await page.getByRole('button', { name: '提交' }).click() // leads to what is missing, and says so
    await expect(page.getByRole('alert').filter({ hasText: '有必检项目未填写' })).toBeVisible()
    await expect(page.getByLabel('外径 样本 1')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('外径 样本 1').fill('25.001')
    await expect(page.getByText('有必检项目未填写', { exact: false })).toHaveCount(0)
    await page.getByRole('button', { name: '全部项目' }).click()
    await page.getByRole('button', { name: '核对' }).click()

    const { lotId, code } = plant
    await plant.call('PUT', `/qc/lot/${lotId}`, { lotNo: `${code}-1`, status: 'closed' })
    const sending = await holdAnswers(page, isCall('POST', '/qc/value-base'))
    await page.getByRole('button', { name: '提交' }).click()
    await sending.asked()
    const lot = page.getByRole('combobox', { name: '批次' })
    await lot.dispatchEvent('click') // what is on its way takes nothing more
    await lot.press('ArrowDown')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(page.getByLabel('检验时间')).toHaveJSProperty('readOnly', true)
    await sending.release()
    await expect(page.getByRole('alert').filter({ hasText: '已关闭' }).first()).toBeVisible()
    await expect(page.getByLabel('检验时间')).toHaveJSProperty('readOnly', false)
    await page.reload()
    await expect(page.getByText(`批次 ${code}-1 已关闭`).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('combobox', { name: '批次' }).click()
    await page.getByRole('option', { name: `${code}-2` }).click()
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page).toHaveURL(/value-info\/\d+$/)
    await expect(badge(page)).toBeHidden()
    expect(await plant.records()).toMatchObject([{ status: 'submitted', judgement: 'OK', lotNo: `${code}-2` }])
  })
})

test.describe('at a desk', () => {
  test.use({ expectedErrors: [/status of (404|409)|ERR_FAILED/] })

  test('what is entered after an answer was lost is sent after it; a draft that is sent while its tab is hidden leads to its record', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await page.goto(addressOf(plant.ofTemplate))
    await page.getByRole('button', { name: '开始检验' }).click()
    await start(page).click()
    const sample = (no: number) => page.getByRole('textbox', { name: `外径 样本 ${no}`, exact: true })
    const click = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
    const waits = page.locator('.record-notice').filter({ hasText: '恢复网络后自动发送' })
    const [records, oneRecord] = ['**/api/v1/qc/value-base', '**/api/v1/qc/value-base/*']
    const lose = async (route: Route) => void (await route.fetch().then(() => route.abort()))

    await sample(1).fill('25.001')
    await page.route(records, lose)
    await click('存为草稿')
    await expect(waits).toBeVisible()
    await sample(1).fill('25.002') // whoever goes on entering says again when it is done
    await expect(waits).toHaveCount(0)
    await page.unroute(records)
    await page.route(oneRecord, lose)
    await click('存为草稿')
    await expect(waits).toBeVisible()
    await sample(1).fill('25.003')
    await sample(2).fill('25.004')
    await page.getByRole('button', { name: '良好' }).click()
    await page.route(records, (route) => route.abort())
    await click('提交')
    await expect(waits).toBeVisible()

    await page.getByRole('link', { name: '返回质检记录' }).click()
    await expect(page).toHaveURL(/value-base$/)
    await page.unroute(oneRecord)
    await page.unroute(records)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(async () => (await plant.records()).map(({ status }) => status)).toEqual(['submitted'])
    await expect(badge(page)).toBeHidden()
    await page.getByRole('tab', { name: `轴承外径 ${plant.code}` }).click()
    await expect(page).toHaveURL(/value-info\/\d+$/)
    await expect(page.getByRole('row').filter({ hasText: '外径' }).first()).toContainText('25.003')
  })

  test('what waits is not sent by the token of another operator who signs in in another window', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await page.goto(addressOf(plant.ofTemplate))
    await page.getByRole('button', { name: '开始检验' }).click()
    await start(page).click()
    await page.getByRole('textbox', { name: '外径 样本 1', exact: true }).fill('25.001')
    const records = '**/api/v1/qc/value-base'
    const users: (string | undefined)[] = []
    await page.route(records, (route) => {
      const headers = route.request().headers()
      users.push(headers['x-user'])
      return route.continue({ headers: { ...headers, 'x-user': '1' } }) // as if another had the token
    })
    await page.getByRole('main').getByRole('button', { name: '存为草稿', exact: true }).click()
    await expect(page.locator('.record-notice').filter({ hasText: '恢复网络后自动发送' })).toBeVisible()
    expect(Number(users[0])).toBeGreaterThan(1)
    await page.unroute(records)

    const sent: string[] = []
    page.on('request', (one) => {
      if (one.method() === 'POST' && one.url().endsWith('/qc/value-base')) sent.push(one.url())
    })
    const other = await page.context().newPage()
    await beSignedIn(other, account('admin')) // its page has no code of the product, which would sign in anew
    await other.goto('/logo.svg')
    const asked = page.waitForRequest('**/api/v1/getinfo')
    await page.route('**/api/v1/getinfo', () => {}) // who that is, is not known for as long as this test looks
    await other.evaluate(() => localStorage.setItem('session', JSON.stringify({ signIn: 'other', refreshAt: 1e15 })))
    await asked
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(async () => (await page.evaluate(() => fetch('/healthz'))) && sent).toEqual([])
    expect(await plant.records()).toEqual([])
    await page.goto('/logo.svg') // once it is told who has signed in, the page begins anew by itself
  })

  test('codes are listed; labels are printed on sheets without anything around them; a revoked one leads nowhere', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await page.addInitScript(() => {
      window.print = () => void (document.documentElement.dataset['printed'] = 'yes')
    })
    await beSignedIn(page, account('admin'))
    await page.goto(`/caliper/qr?keyword=${plant.code}-1`)
    const rows = page.getByRole('table').locator('tbody').getByRole('row')
    await expect(rows).toHaveCount(1)
    await page.goto(`/caliper/qr?product=${plant.code}`)
    await expect(rows).toHaveCount(2)
    await expectAccessible(page)
    for (const row of await rows.all()) await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: '打印 2 张标签' }).click()
    const dialog = page.getByRole('dialog', { name: '打印 2 张标签' })
    await expect(dialog.getByRole('img', { name: `${plant.code}-1 的标签` })).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByLabel('跳过已用的格数').fill('44') // the second label goes onto a sheet of its own
    await dialog.getByRole('button', { name: '打印', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.label-print > svg')).toHaveCount(2)
    await expect(page.locator('.label-print')).toBeVisible()
    await expect(page.locator('#root')).toBeHidden()
    expect(await printedPages(page)).toEqual(['210 × 297', '210 × 297'])
    await dialog.getByRole('combobox', { name: '标签尺寸' }).selectOption({ label: '60 × 45 毫米' })
    await expect(dialog).toContainText('每页 18 张')
    await expect(dialog.getByLabel('跳过已用的格数')).toHaveValue('17') // there are no more
    await dialog.getByRole('button', { name: '取消' }).click()

    await test.step('a roll printer gets one label a page, of the size of the label; the device remembers it', async () => {
      for (const size of ['40 × 30', '60 × 45', '80 × 60']) {
        await page.getByRole('button', { name: '打印 2 张标签' }).click()
        await dialog.getByRole('combobox', { name: '纸张' }).selectOption({ label: '标签卷纸，每页一张' })
        await dialog.getByRole('combobox', { name: '标签尺寸' }).selectOption({ label: `${size} 毫米` })
        await expect(dialog).toContainText(`${size} 毫米的纸张`)
        expect(await printedPages(page)).toEqual([size, size])
        await dialog.getByRole('button', { name: '打印', exact: true }).click()
        await dialog.getByRole('button', { name: '取消' }).click()
      }
      await page.goto(`/caliper/qr?product=${plant.code}&lang=en-US`)
      await expect(rows).toHaveCount(2)
      for (const row of await rows.all()) await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Print 2 labels' }).click()
      await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Paper' })).toHaveValue('roll')
      await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Label size' })).toHaveValue('80x60')
      await expectAccessible(page, '[role=dialog]')
      await page.goto(`/caliper/qr?product=${plant.code}&lang=zh-CN`)
    })

    const lot = rows.filter({ hasText: '批次' })
    await lot.getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: '作废' }).click()
    await page.getByRole('button', { name: '作废这个标签编号' }).click()
    await expect(page.getByText('必填')).toBeVisible()
    await page.getByLabel('原因').fill('标签破损')
    await page.getByRole('button', { name: '作废这个标签编号' }).click()
    await expect(lot).toContainText('已作废')
    await lot.getByRole('button', { name: spokenCode(plant.ofLot.code) }).click()
    await expect(page.getByText('这张标签已作废', { exact: false })).toBeVisible()
  })
})
