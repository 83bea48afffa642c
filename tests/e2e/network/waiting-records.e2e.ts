import type { Page, Route } from '@playwright/test'
import type { Page as List } from '#shared/list/page'
import type { QrLabel } from '#shared/qc/label/schema'
import type { RecordRow } from '#shared/qc/record/schema'
import type { TemplateDetail } from '#shared/qc/template/schema'
import { expectAccessible } from '../support/accessible'
import { allAnswered, noteAsked } from '../support/answered'
import { holdAnswers, isCall } from '../support/held'
import { twoColours } from '../support/picture'
import { callAs, callWith, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 4\d\d/],
})

const diameter = { code: 'od', name: '外径', nameEn: 'Diameter', type: 'numeric', decimals: 3, lsl: '24', usl: '26' }

/** A template of its own with one value, and its label. */
async function plantOf(call: Call, item: object = diameter) {
  const { productId, code } = await makeLine(call)
  const head = { productId, code: 'OD', name: `轴承 ${code}`, nameEn: `Bearing ${code}`, stage: 'ipqc', signLevels: 1 }
  const templateId = await makeTemplate(call, head, [item])
  const keys = await publish(call, templateId)
  const [label] = await call<QrLabel[]>('POST', '/qc/qr', { kind: 'template', ids: [templateId] })
  const address = `/caliper/qr-code-info?code=${label!.code}`
  const records = async () => (await call<List<RecordRow>>('GET', `/qc/value-base?templateId=${templateId}`)).list
  const statuses = async () => (await records()).map(({ status }) => status)
  return { productId, templateId, keys, address, records, statuses }
}

const [records, submissions] = ['**/api/v1/qc/value-base', '**/api/v1/qc/value-base/*/submit']
const badge = (page: Page) => page.getByRole('button', { name: /条未发送的记录/ })
const waits = (page: Page) => page.getByText('已保存在这台设备上，恢复网络后自动发送')
const retry = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))
const lose = async (route: Route) => void (await route.fetch().then(() => route.abort()))

/** The remarks of the drafts on the device. */
const storedRemarks = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('caliper-drafts')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading: IDBRequest<{ remark: string }[]> = opening.result
      .transaction('drafts')
      .objectStore('drafts')
      .getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    return reading.result.map(({ remark }) => remark)
  })

async function begin(page: Page, address: string) {
  await page.goto(address)
  await page.getByRole('main').getByRole('button', { name: '开始检验' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始检验' }).click()
}

async function submit(page: Page, value: string) {
  await page.getByLabel('外径', { exact: true }).fill(value)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '提交' }).click()
}

test('a sign-in page of the network, or a proxy, refuses no record: it waits, and is sent once the server answers', async ({
  page,
  request,
  account,
}) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await begin(page, plant.address)
  const statuses = [200, 401, 403, 404, 408]
  let asked = 0
  await page.route(records, (route) => route.fulfill({ status: statuses[asked++ % 5]!, body: '<html>Wi-Fi</html>' }))
  await submit(page, '25.001')
  for (const count of statuses.keys()) {
    await expect.poll(() => asked).toBeGreaterThan(count)
    await expect(waits(page)).toBeVisible()
    await retry(page)
  }
  await page.unroute(records)
  await retry(page)
  await expect(page).toHaveURL(/value-info\/\d+$/)
  expect(await plant.statuses()).toEqual(['submitted'])
})

const returns: [what: string, by: string, action: string, status: string, shown: string][] = [
  ['was rejected', 'approver', 'reject', 'rejected', '已驳回'],
  ['was withdrawn on another device', 'inspector', 'withdraw', 'draft', '草稿'],
]
for (const [what, by, action, status, shown] of returns) {
  test(`a record whose answer was lost and that ${what} since is not submitted again by itself; its page is shown`, async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await begin(page, plant.address)
    await page.route(submissions, lose, { times: 1 })
    await submit(page, '25.001')
    await expect(waits(page)).toBeVisible()
    await page.context().setOffline(true)
    const { qcValueBaseId, lockVersion } = (await plant.records())[0]!
    const call = await callAs(request, account(by))
    const { password } = account(by)
    const step = { lockVersion, ...(action === 'reject' && { reason: '量具用错，请复测', password }) }
    await call('POST', `/qc/value-base/${qcValueBaseId}/${action}`, step)

    await page.context().setOffline(false)
    await retry(page)
    await expect(page.getByRole('alert').filter({ hasText: `没有再次提交` })).toContainText(`“${shown}”`)
    await expect(page).toHaveURL(new RegExp(`value-info/${qcValueBaseId}$`))
    if (action === 'reject') await expect(page.getByRole('main')).toContainText('量具用错，请复测')
    await expect(badge(page)).toBeHidden()
    expect(await plant.statuses()).toEqual([status])
  })
}

test('who signs out reads which records stay on the device and which are sent, also right after a page has loaded', async ({
  page,
  request,
  account,
}) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await page.route(records, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await begin(page, plant.address)
  await submit(page, '25.000')
  await expect(waits(page)).toBeVisible()
  await begin(page, plant.address)
  await page.getByLabel('外径', { exact: true }).fill('25.001')
  await badge(page).click()
  await expect(page.getByRole('dialog')).toContainText('等待发送的在恢复网络后自动发送，其余的请继续填写并提交')
  await page.keyboard.press('Escape')

  const database = '**/every-page-*' // it is counted late
  await page.route(database, () => {})
  await page.goto('/profile/index')
  await page.getByRole('button', { name: /检验员小李/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 条未完成的记录留在这台设备上，再次登录后可继续填写')
  await expect(question).toContainText('1 条记录等待发送，也留在这台设备上')
  await question.getByRole('button', { name: '取消' }).click()
})

test('"Send all" sends the oldest first, and not what its operator must confirm, which its page says', async ({
  page,
  request,
  account,
}) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await page.route(records, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  async function enter(value: string) {
    await begin(page, plant.address)
    await submit(page, value)
    await expect(waits(page)).toBeVisible()
  }
  await enter('25.000')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('session'))
  await page.goto('/login')
  await signIn(page, account('inspector'))
  const values = ['25.001', '25.002', '25.003']
  for (const value of values) await enter(value)

  const sent: string[] = []
  await page.unroute(records)
  page.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/qc/value-base')) sent.push(one.postDataJSON().values[0].raw)
  })
  await badge(page).click()
  await page.getByRole('dialog').getByRole('button', { name: '全部发送' }).click()
  await expect(badge(page)).toHaveText('1')
  await expect(page.getByRole('dialog')).toContainText('待你确认')
  expect(sent).toEqual(values)
  expect(await plant.statuses()).toEqual(values.map(() => 'submitted'))

  const left = page.getByRole('dialog').locator('.draft-line-text')
  expect((await left.boundingBox())!.width).toBeGreaterThan(160) // beside the buttons it would be a letter wide
  await left.getByRole('button').click()
  await expect(page.getByText('请核对后再提交')).toBeVisible()
  await expect(waits(page)).toHaveCount(0)
})

const places = [
  { place: 'on a phone', viewport: { width: 390, height: 844 } },
  { place: 'at a desk', viewport: { width: 1440, height: 900 } },
]
for (const { place, viewport } of places) {
  test.describe(`a session that ends before a record is sent, ${place}`, () => {
    test.use({ viewport })

    test('is what the record waits for; after signing in on the spot its operator confirms it', async ({
      page,
      request,
      account,
    }) => {
      const plant = await plantOf(await callAs(request, account('admin')))
      const token = await beSignedIn(page, account('inspector'))
      await begin(page, plant.address)
      await page.getByRole('textbox', { name: '外径', exact: true }).fill('25.001')
      await page.keyboard.press('Enter')
      let isOver = false
      await page.route(records, async (route) => {
        if (route.request().method() === 'POST' && !isOver) {
          isOver = true
          await callWith(request, token)('POST', '/logout').catch(() => {}) // answers nothing
        }
        await route.fallback()
      })
      const main = page.getByRole('main')
      await main.getByRole('button', { name: '提交', exact: true }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('登录后会继续刚才的 1 项操作')
      await question.getByRole('button', { name: '取消' }).click()
      await expect(main.getByText('请重新登录，登录后再确认提交').first()).toBeVisible()
      await expect(waits(page)).toHaveCount(0)

      await page.getByRole('status').getByRole('button', { name: '重新登录' }).click()
      await question.getByRole('button', { name: '重新登录' }).click()
      await question.getByLabel('密码', { exact: true }).fill(account('inspector').password)
      await page.keyboard.press('Enter')
      await expect(main.getByText('请核对后再提交')).toBeVisible()
      await expect(waits(page)).toHaveCount(0)
      await retry(page)
      await allAnswered(page)
      expect(await plant.statuses()).toEqual([])
      await expectAccessible(page)
      await main.getByRole('button', { name: '确认提交' }).click()
      await expect(page).toHaveURL(/value-info\/\d+$/)
      expect(await plant.statuses()).toEqual(['submitted'])
    })
  })
}

test('the list says what was inspected more than seven days ago and is too late for the server', async ({
  page,
  request,
  account,
}) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await begin(page, plant.address)
  await page.getByLabel('外径', { exact: true }).fill('25.001')
  await page.keyboard.press('Enter')
  const tooLate = page.getByRole('dialog').getByText('检验时间已超过 7 天')
  for (const [days, count] of [
    [6, 0],
    [8, 1],
  ] as const) {
    const inspectedAt = new Date(Date.now() - days * 24 * 60 * 60_000)
    await page.getByLabel('检验时间').fill(inspectedAt.toISOString().slice(0, 16))
    await badge(page).click()
    await expect(page.getByRole('dialog')).toContainText('填写中')
    await expect(tooLate).toHaveCount(count)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('检验时间不能早于 7 天前').first()).toBeVisible()
})

test('a photo that does not get through holds back only its own record', async ({ page, request, account }) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await page.route('**/api/v1/qc/photo', (route) => route.abort())
  await page.route(records, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await begin(page, plant.address)
  const buffer = await twoColours(page, { width: 320, height: 240 })
  await page.locator('input[type=file][capture]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('list', { name: '外径的照片' }).locator('img')).toHaveCount(1)
  await submit(page, '25.001')
  await expect(waits(page)).toBeVisible()
  await begin(page, plant.address)
  await submit(page, '25.002')
  await expect(waits(page)).toBeVisible()

  await page.unroute(records)
  await retry(page)
  await expect.poll(plant.statuses).toEqual(['submitted'])
  await expect(badge(page)).toHaveText('1')
  await page.unroute('**/api/v1/qc/photo')
  await retry(page)
  await expect.poll(plant.statuses).toEqual(['submitted', 'submitted'])
})

test('a record begun without network from a version that was replaced meanwhile is continued with the new one', async ({
  page,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const plant = await plantOf(call)
  await beSignedIn(page, account('inspector'))
  await page.goto(plant.address)
  await allAnswered(page) // the template is on the device by then
  const context = page.context()
  await context.setOffline(true)
  const at = `/qc/template/${plant.templateId}`
  await call('POST', `${at}/draft`, {})
  const { draft } = await call<TemplateDetail>('GET', at)
  const length = { ...diameter, code: 'len', name: '长度', nameEn: 'Length' }
  const items = [{ ...diameter, itemKey: plant.keys['od'], usl: '25.005' }, length]
  await call('PUT', `${at}/draft`, { lockVersion: draft!.lockVersion, items })
  await publish(call, plant.templateId)
  await page.getByRole('main').getByRole('button', { name: '开始检验' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始检验' }).click()
  await submit(page, '25.01')
  await expect(waits(page)).toBeVisible()

  await context.setOffline(false)
  await retry(page)
  await expect(page.getByRole('alert').filter({ hasText: '已被新版本取代' })).toBeVisible()
  await page.getByRole('button', { name: '改用新版本继续' }).click()
  await expectAccessible(page, '[role=alertdialog]')
  await page.getByRole('button', { name: '改用新版本', exact: true }).click()
  const line = page.getByRole('button', { name: /^外径/ })
  await expect(line).toContainText('25.005') // the new limit
  await expect(line).toContainText('25.01')
  await expect(line).toContainText('不合格')
  await page.getByRole('button', { name: /^长度/ }).click()
  await page.getByLabel('长度', { exact: true }).fill('25')
  await page.keyboard.press('Enter')
  await page.getByLabel('备注').fill('按新限值超差')
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page).toHaveURL(/value-info\/\d+$/)
  expect(await plant.records()).toMatchObject([{ status: 'submitted', versionNo: 2, judgement: 'NG' }])
})

/** Pages of plain HTTP have no locks: their windows know of each other only what the device stores. */
const withoutLocks = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }))

/** A record that waits in `page`, while `other`, which sends it, has no answer to its creation yet. */
async function sentByAnother(page: Page, address: string, isWithLocks: boolean) {
  const other = await page.context().newPage()
  if (!isWithLocks) for (const window of [page, other]) await withoutLocks(window)
  await page.route(records, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await begin(page, address)
  await submit(page, '25.001')
  await expect(waits(page)).toBeVisible()
  const creation = await holdAnswers(other, isCall('POST', '/qc/value-base'))
  await other.goto('/dashboard')
  await creation.asked()
  return { other, creation }
}

const photo = async (page: Page) => ({
  name: 'a.jpg',
  mimeType: 'image/jpeg',
  buffer: await twoColours(page, { width: 320, height: 240 }),
})
const photosOfRecord = (page: Page) => page.getByRole('list', { name: '质检记录的照片' }).getByRole('button')
const changedMeanwhile = (page: Page) => page.getByText('发送期间有改动，没有提交')

test('a record that another window sends cannot be changed or discarded, and is submitted', async ({
  page,
  request,
  account,
}) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  const { creation } = await sentByAnother(page, plant.address, true)
  await expect(page.getByRole('button', { name: '正在发送，请稍候' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByLabel('备注')).toHaveJSProperty('readOnly', true)
  await badge(page).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: '丢弃' })).toBeDisabled()
  await creation.release()
  await expect(page).toHaveURL(/value-info\/\d+$/)
  expect(await plant.statuses()).toEqual(['submitted'])
})

test('a window that closes while it sends leaves the record to the others', async ({ page, request, account }) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  const { other } = await sentByAnother(page, plant.address, true)
  await expect(page.getByRole('button', { name: '正在发送，请稍候' })).toBeVisible()
  await other.close()
  await expect(waits(page)).toBeVisible()
  await page.unroute(records)
  await retry(page)
  await expect(page).toHaveURL(/value-info\/\d+$/)
  expect(await plant.statuses()).toEqual(['submitted'])
})

const changes: [what: string, change: (page: Page) => Promise<void>, value: string, photos: number][] = [
  ['a value', async (page) => page.getByLabel('外径', { exact: true }).fill('25.009'), '25.009', 0],
  ['a photo', async (page) => page.locator('input[type=file][capture]').setInputFiles(await photo(page)), '25.001', 1],
]
for (const [what, change, value, photos] of changes) {
  test(`${what} that is entered while another window sends the record is kept, and the record not submitted without it`, async ({
    page,
    request,
    account,
  }) => {
    const call = await callAs(request, account('admin'))
    const plant = await plantOf(call)
    await beSignedIn(page, account('inspector'))
    const { creation, other } = await sentByAnother(page, plant.address, false)
    await page.getByRole('button', { name: '返回' }).click()
    await change(page)
    await page.getByRole('button', { name: '核对' }).click()
    await creation.release()
    await expect(changedMeanwhile(page)).toBeVisible()
    expect(await plant.statuses()).toEqual(['draft'])
    await other.close()
    await page.unroute(records)
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page).toHaveURL(/value-info\/\d+$/)
    const [row] = await plant.records()
    expect(await call('GET', `/qc/value-base/${row!.qcValueBaseId}`)).toMatchObject({
      status: 'submitted',
      values: [{ raw: value }],
      photos: Array.from({ length: photos }, () => ({ itemKey: plant.keys['od'] })),
    })
  })
}

test('what is entered while the submission is under way stays on the device, and leads to the record', async ({
  page,
  request,
  account,
}) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  const { creation, other } = await sentByAnother(page, plant.address, false)
  const submission = await holdAnswers(other, isCall('POST', '/submit'))
  await creation.release()
  await submission.asked()
  await page.getByLabel('备注').fill('量具已换')
  await expect.poll(() => storedRemarks(page)).toEqual(['量具已换'])
  await submission.release()
  await expect(page.getByRole('alert').filter({ hasText: '已提交，之后的改动没有随它提交' })).toBeVisible()
  await expect(page.getByLabel('备注')).toHaveValue('量具已换')
  expect(await plant.statuses()).toEqual(['submitted'])
})

test('what the full device has no place for is not submitted without it by another window', async ({
  page,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const plant = await plantOf(call)
  await beSignedIn(page, account('inspector'))
  await page.route(records, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await begin(page, plant.address)
  await submit(page, '25.001')
  await expect(waits(page)).toBeVisible()
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.getByLabel('备注').fill('量具已换')
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('量具已换')
  const other = await page.context().newPage()
  noteAsked(other)
  await other.goto('/dashboard')
  await badge(other).click()
  await expect(other.getByRole('dialog')).toContainText('填写中')
  await retry(other)
  await allAnswered(other)
  expect(await plant.statuses()).toEqual([])
  await other.close()
  await page.unroute(records)
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page).toHaveURL(/value-info\/\d+$/)
  const [row] = await plant.records()
  expect(await call('GET', `/qc/value-base/${row!.qcValueBaseId}`)).toMatchObject({
    status: 'submitted',
    remark: '量具已换',
  })
})

test('what was changed here, and another window submitted before, is told at once', async ({
  page,
  request,
  account,
}) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function limited(key, text) {
      if (key.startsWith('draft ')) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, text)
    }
  })
  const { creation } = await sentByAnother(page, plant.address, false)
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.getByLabel('备注').fill('量具已换')
  await creation.release()
  await expect.poll(plant.statuses).toEqual(['submitted'])
  await expect(page.getByRole('alert').filter({ hasText: '已提交，之后的改动没有随它提交' })).toBeVisible()
  await expect(page.getByLabel('备注')).toHaveValue('量具已换')
  await page.getByRole('button', { name: '打开该记录' }).click()
  await expect(page).toHaveURL(/value-info\/\d+$/)
})

test('a window whose record another one submits meanwhile does not say that it was saved as a draft', async ({
  page,
  request,
  account,
}) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  const other = await page.context().newPage()
  for (const window of [page, other]) await withoutLocks(window)
  await begin(page, plant.address)
  await page.getByLabel('外径', { exact: true }).fill('25.001')
  await page.keyboard.press('Enter')
  await other.goto(page.url())
  await other.getByRole('button', { name: '全部项目' }).click()
  await other.getByRole('button', { name: '核对' }).click()
  const creation = await holdAnswers(page, isCall('POST', '/qc/value-base'))
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.body.textContent.includes('已保存为草稿')) document.body.dataset['said'] = 'saved' // a toast goes by itself
    })
    observer.observe(document.body, { subtree: true, childList: true })
  })
  await page.getByRole('button', { name: '存为草稿' }).click()
  await creation.asked()
  await other.getByRole('button', { name: /^(提交|立即发送)$/ }).click()
  await expect(other).toHaveURL(/value-info\/\d+$/)
  await creation.release()
  await expect(page).toHaveURL(/value-info\/\d+$/)
  await allAnswered(page)
  await expect(page.locator('body')).not.toHaveAttribute('data-said')
  expect(await plant.statuses()).toEqual(['submitted'])
})

test('a record that is discarded while another window sends it is not submitted', async ({
  page,
  request,
  account,
}) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  const { creation, other } = await sentByAnother(page, plant.address, false)
  await badge(page).click()
  await page.getByRole('dialog').getByRole('button', { name: '丢弃' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '丢弃记录' }).click()
  await expect(page.getByText('你在这台设备上没有这条记录', { exact: false })).toBeVisible()
  await creation.release()
  await expect(other.getByText(/记录 .+ 已保存为草稿/)).toBeVisible()
  expect(await plant.statuses()).toEqual(['draft'])
  await expect(badge(other)).toBeHidden()
})

test('a record is not sent by itself while its camera is open, and is submitted with the photo', async ({
  page,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const plant = await plantOf(call)
  await beSignedIn(page, account('inspector'))
  await begin(page, plant.address)
  await page.context().setOffline(true)
  await submit(page, '25.001')
  await expect(waits(page)).toBeVisible()
  const [camera] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '拍照' }).click(),
  ])
  const creation = await holdAnswers(page, isCall('POST', '/qc/value-base'))
  await page.context().setOffline(false)
  await retry(page)
  await camera.setFiles(await photo(page))
  await expect(photosOfRecord(page)).toHaveCount(1)
  await creation.release()
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page).toHaveURL(/value-info\/\d+$/)
  const [row] = await plant.records()
  const { qcValueBaseId } = row!
  expect(await call('GET', `/qc/value-base/${qcValueBaseId}`)).toMatchObject({
    status: 'submitted',
    photos: [{ itemKey: null }],
  })
})

test('a record is sent by itself after its camera was closed without a photo', async ({ page, request, account }) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await begin(page, plant.address)
  await page.context().setOffline(true)
  await submit(page, '25.001')
  await expect(waits(page)).toBeVisible()
  await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: '拍照' }).click()])
  await page.locator('input[type=file][capture]').dispatchEvent('cancel')
  await page.context().setOffline(false)
  await retry(page)
  await expect(page).toHaveURL(/value-info\/\d+$/)
  expect(await plant.statuses()).toEqual(['submitted'])
})

test('a photo cannot be removed while its record is being sent, which its dialog says', async ({
  page,
  request,
  account,
}) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await begin(page, plant.address)
  await page.getByLabel('外径', { exact: true }).fill('25.001')
  await page.keyboard.press('Enter')
  await page.locator('input[type=file][capture]').setInputFiles(await photo(page))
  await expect(photosOfRecord(page)).toHaveCount(1)
  await page.route(records, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: '提交' }).click()
  await expect(waits(page)).toBeVisible()
  await photosOfRecord(page).click()
  const remove = page.getByRole('dialog').getByRole('button', { name: '移除照片' })
  await expect(remove).toBeEnabled()
  await page.unroute(records)
  const creation = await holdAnswers(page, isCall('POST', '/qc/value-base'))
  await retry(page)
  await creation.asked()
  await expect(remove).toBeDisabled()
  await expect(page.getByRole('dialog')).toContainText('记录正在发送，照片不能移除')
  await expectAccessible(page, '[role=dialog]')
  await creation.release()
  await expect.poll(plant.statuses).toEqual(['submitted'])
})

test('a record that was changed elsewhere leads to that record, and its draft can be discarded there', async ({
  page,
  request,
  account,
}) => {
  const plant = await plantOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await begin(page, plant.address)
  await page.getByLabel('外径', { exact: true }).fill('25.001')
  await page.keyboard.press('Enter')
  await page.route(records, lose, { times: 1 })
  await page.getByRole('button', { name: '存为草稿' }).click()
  await expect(waits(page)).toBeVisible()
  const { qcValueBaseId, lockVersion } = (await plant.records())[0]!
  const inspector = await callAs(request, account('inspector'))
  const values = [{ itemKey: plant.keys['od'], sampleNo: 1, raw: '25.005' }]
  await inspector('PUT', `/qc/value-base/${qcValueBaseId}`, { lockVersion, values })

  await retry(page)
  await expect(page.getByRole('alert').filter({ hasText: '已在别处被修改或提交' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '打开该记录' }).click()
  await expect(page).toHaveURL(new RegExp(`value-info/${qcValueBaseId}$`))
  await badge(page).click()
  await page.getByRole('dialog').getByRole('button', { name: '丢弃这条草稿' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '丢弃记录' }).click()
  await expect(badge(page)).toBeHidden()
  expect(await plant.statuses()).toEqual(['draft'])
})

test('a gauge that was taken out of use before the record was sent is named at its item, and no longer offered', async ({
  page,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const plant = await plantOf(call, { ...diameter, gaugeKind: 'micrometer' })
  const gauge = { productId: plant.productId, code: 'MIC', name: '千分尺甲', nameEn: 'Micrometer A', kind: 'gauge' }
  const equipmentId = await call<number>('POST', '/qc/equipment', gauge)
  await beSignedIn(page, account('inspector'))
  await page.route(records, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await begin(page, plant.address)
  const chosen = page.getByLabel('量具', { exact: true })
  await chosen.click()
  await page.getByRole('option', { name: /千分尺甲/ }).click()
  await submit(page, '25.001')
  await expect(waits(page)).toBeVisible()
  const present = await call<object>('GET', `/qc/equipment/${equipmentId}`)
  await call('PUT', `/qc/equipment/${equipmentId}`, { ...present, status: '1' })

  await page.unroute(records)
  await retry(page)
  await expect(page.getByRole('alert').filter({ hasText: '量具 千分尺甲 已停用' })).toBeVisible()
  const line = page.getByRole('button', { name: /^外径/ })
  await expect(line).toContainText('量具 千分尺甲 已停用')
  await line.click()
  await expect(page.locator('.phone-verdict')).toContainText('量具 千分尺甲 已停用')
  await chosen.click()
  await expect(page.getByText('没有匹配的选项')).toBeVisible()
  await expect(page.getByRole('option', { name: /千分尺甲/ })).toHaveCount(0)
})
