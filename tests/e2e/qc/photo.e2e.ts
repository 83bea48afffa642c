import type { APIRequestContext, Page } from '@playwright/test'
import type { Page as List } from '#shared/list/page'
import type { QrLabel } from '#shared/qc/label/schema'
import { recordPath } from '#shared/qc/paths'
import type { RecordDetail, RecordRow } from '#shared/qc/record/schema'
import { expectAccessible } from '../support/accessible'
import { keptByDevice, phoneOf } from '../support/device'
import { holdAnswers, isCall } from '../support/held'
import { grainy, heldSideways, twoColours } from '../support/picture'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** Twelve samples of a diameter, and one of a length: thirteen values. */
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

async function plantOf(call: Call, measured = items) {
  const { productId, code } = await makeLine(call)
  const head = { productId, code: 'OD', name: `轴承 ${code}`, nameEn: `Bearing ${code}`, stage: 'ipqc', signLevels: 1 }
  const templateId = await makeTemplate(call, head, measured)
  const keys = await publish(call, templateId)
  const [label] = await call<QrLabel[]>('POST', '/qc/qr', { kind: 'template', ids: [templateId] })
  const records = async () => (await call<List<RecordRow>>('GET', `/qc/value-base?templateId=${templateId}`)).list
  const record = async (id: number) => call<RecordDetail>('GET', `/qc/value-base/${id}`)
  return { templateId, keys, address: `/caliper/qr-code-info?code=${label!.code}`, records, record, call }
}

const photosOf = (page: Page, name: string) => page.getByRole('list', { name: `${name}的照片` })
const thumbnails = (page: Page, name: string) => photosOf(page, name).getByRole('button')

async function signOut(page: Page, name: RegExp) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/login/)
}

async function begin(page: Page) {
  await page.getByRole('button', { name: '开始检验' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '开始检验' }).click()
}

/** A photo as a camera stores it that was held sideways, with the place where it was taken; larger than is kept. */
async function taken(page: Page) {
  const jpeg = heldSideways(await twoColours(page, { width: 2400, height: 1200 }))
  const place = Buffer.from('GPS 51.4779 N')
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, place.length + 2]), place])
  const buffer = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
  return { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer }
}

/** Photos are made smaller only when what is returned is called. */
async function slowPhotos(page: Page) {
  await page.addInitScript(() => {
    const { prototype } = HTMLCanvasElement
    const { toBlob } = prototype
    const released = new Promise((resolve) => addEventListener('release', resolve, { once: true }))
    prototype.toBlob = function held(...given) {
      void released.then(() => toBlob.apply(this, given)) // also where it is released before
    }
  })
  return () => page.evaluate(() => dispatchEvent(new Event('release')))
}

/** What a record can be sent for, the button beside it, and what it is then. */
const goals = [
  { goal: '提交', other: '存为草稿', status: 'submitted' },
  { goal: '存为草稿', other: '提交', status: 'draft' },
]

/** Sends a photo as its inspector; answers by what it is attached. */
async function uploaded(request: APIRequestContext, account: object, file: Awaited<ReturnType<typeof taken>>) {
  const { token }: { token: string } = await (await request.post('/api/v1/login', { data: account })).json()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.post('/api/v1/qc/photo', { headers, multipart: { file } })
  const { data }: { data: { sha256: string } } = await answer.json()
  return data.sha256
}

async function photoBytes(request: APIRequestContext, account: object, photoId: number) {
  const { token }: { token: string } = await (await request.post('/api/v1/login', { data: account })).json()
  const headers = { authorization: `Bearer ${token}` }
  return (await request.get(`/api/v1/qc/photo/${photoId}`, { headers })).body()
}

test.describe('on a phone without a network', () => {
  test('thirteen values and two photos are entered over a reload, and arrive once', async ({
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
    await begin(page)
    await expect(page.getByLabel('外径 样本 1', { exact: true })).toBeFocused()
    await page.locator('input[type=file][capture]').setInputFiles(await taken(page))
    await expect(thumbnails(page, '外径').locator('img')).toHaveCount(1)
    await expectAccessible(page)
    await page.getByLabel('外径 样本 1', { exact: true }).focus()
    for (let sample = 1; sample <= 6; sample++) await page.keyboard.type(`25.00${sample}\n`)
    await expect(page.getByLabel('外径 样本 7', { exact: true })).toBeFocused()
    await page.reload()
    await expect(thumbnails(page, '外径').locator('img')).toHaveCount(1)
    for (let sample = 7; sample <= 12; sample++) {
      await page.getByLabel(`外径 样本 ${sample}`, { exact: true }).pressSequentially(`25.0${sample + 10}`)
      await page.keyboard.press('Enter')
    }
    await page.getByLabel('长度').pressSequentially('80.5')
    await page.keyboard.press('Enter')
    await page.locator('input[type=file][capture]').setInputFiles(await taken(page))
    await expect(thumbnails(page, '质检记录').locator('img')).toHaveCount(1)
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page.getByText('已保存在这台设备上，恢复网络后自动发送')).toBeVisible()
    await expectAccessible(page)
    expect(await plant.records()).toEqual([])

    // the answer to the first upload is lost on the way
    await context.route('**/api/v1/qc/photo', async (route) => void (await route.fetch().then(() => route.abort())), {
      times: 1,
    })
    await context.setOffline(false)
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online'))) // sooner than it would be tried again by itself
      expect((await plant.records()).map(({ status, source }) => [status, source])).toEqual([['submitted', 'offline']])
    }).toPass()
    await expect(page).toHaveURL(/value-info\/\d+/)
    const [{ qcValueBaseId } = { qcValueBaseId: 0 }] = await plant.records()
    const { values, photos } = await plant.record(qcValueBaseId)
    expect(values).toHaveLength(13)
    expect(photos.map(({ itemKey, mediaType, width, height }) => [itemKey, mediaType, width, height])).toEqual([
      [plant.keys['od'], 'image/jpeg', 800, 1600], // upright, and no larger than is needed
      [null, 'image/jpeg', 800, 1600],
    ])
    for (const { photoId } of photos) {
      const bytes = await photoBytes(request, account('admin'), photoId)
      expect([bytes.includes('GPS'), bytes.includes('Exif')]).toEqual([false, false])
    }
    await expect(thumbnails(page, '外径').locator('img')).toHaveCount(1)
    await expectAccessible(page)
  })
})

test.describe('on a phone of an installation with limits for photos', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  /** Sets the limits until it is disposed. */
  async function limited(request: APIRequestContext, account: object, limits: Record<string, string>) {
    const { token }: { token: string } = await (await request.post('/api/v1/login', { data: account })).json()
    const headers = { authorization: `Bearer ${token}` }
    async function set(valueOf: (limit: string) => string) {
      const data = Object.entries(limits).map(([configKey, limit]) => ({ configKey, configValue: valueOf(limit) }))
      expect((await request.put('/api/v1/set-config', { headers, data })).ok()).toBe(true)
    }
    await set((limit) => limit)
    return { [Symbol.asyncDispose]: () => set(() => '') }
  }
  const camera = (page: Page) => page.locator('input[type=file][capture]')

  test('a photo is made so small that it fits, and the camera is offered up to the last photo', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')), items.slice(1))
    await using _limits = await limited(request, account('admin'), { qc_photoKilobytes: '50', qc_photosPerRecord: '1' })
    await beSignedIn(page, account('inspector'))
    await page.goto(plant.address)
    await begin(page)
    await camera(page).setInputFiles({ ...(await taken(page)), buffer: await grainy(page) })
    await expect(thumbnails(page, '长度').locator('img')).toHaveCount(1)
    await expect(camera(page)).toHaveCount(0)
    await page.getByLabel('长度', { exact: true }).pressSequentially('80.5')
    await page.keyboard.press('Enter')
    await expect(page.getByText('一条记录最多 1 张照片')).toBeVisible()
    await expect(camera(page)).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page).toHaveURL(/value-info\/\d+/)
    const [{ qcValueBaseId } = { qcValueBaseId: 0 }] = await plant.records()
    const { photos } = await plant.record(qcValueBaseId)
    expect(photos).toHaveLength(1)
    const bytes = await photoBytes(request, account('admin'), photos[0]!.photoId)
    expect(bytes.length).toBeLessThanOrEqual(50 * 1024)
    expect(bytes.length).toBeGreaterThan(20 * 1024)
  })

  test('no camera is offered where no photos are allowed', async ({ page, request, account }) => {
    const plant = await plantOf(await callAs(request, account('admin')), items.slice(1))
    await using _limits = await limited(request, account('admin'), { qc_photosPerRecord: '0' })
    await beSignedIn(page, account('inspector'))
    await page.goto(plant.address)
    await begin(page)
    await page.getByLabel('长度').pressSequentially('80.5')
    await expect(camera(page)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: '提交' })).toBeVisible()
    await expect(camera(page)).toHaveCount(0)
    await expect(page.getByRole('group', { name: '照片' })).toHaveCount(0)
  })
})

test.describe('photos that do not fit on the device', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('are told as long as they are not sent or removed, and are sent with their record', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')), items.slice(1))
    await page.addInitScript(() => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function limited(...given) {
        if (this.name === 'photos') throw new DOMException('full', 'QuotaExceededError')
        return put.apply(this, given)
      }
    })
    await beSignedIn(page, account('inspector'))
    await page.goto(plant.address)
    await begin(page)
    const warning = page.getByRole('alert').filter({ hasText: '有内容没有存到这台设备上' })
    const camera = page.locator('input[type=file][capture]')
    await camera.setInputFiles(await taken(page))
    await expect(page.getByText('照片没有存到这台设备上')).toBeVisible()
    await expect(warning).toBeVisible()
    await thumbnails(page, '长度').click()
    await page.getByRole('button', { name: '移除照片' }).click()
    await expect(warning).toBeHidden()
    await camera.setInputFiles(await taken(page))
    await expect(warning).toBeVisible()
    await page.getByRole('textbox', { name: '长度' }).fill('80.5')
    await expect(warning).toBeVisible()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page).toHaveURL(/value-info\/\d+/)
    const [row] = await plant.records()
    expect(await plant.record(row!.qcValueBaseId)).toMatchObject({ photos: [{ itemKey: plant.keys['len'] }] })
  })
})

test.describe('photos of somebody who has used the phone before', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('are seen by nobody else, and are there when that person comes back', async ({ page, request, account }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await page.goto(plant.address)
    await begin(page)
    await page.locator('input[type=file][capture]').setInputFiles(await taken(page))
    await expect(thumbnails(page, '外径').locator('img')).toHaveCount(1)
    const draft = page.url()

    await signOut(page, /检验员小李/)
    await signIn(page, account('approver'))
    await page.goto(draft)
    await expect(page.getByText('你在这台设备上没有这条记录', { exact: false })).toBeVisible()
    await expect(page.locator('.photo-thumb')).toHaveCount(0)

    await signOut(page, /批准人老王/)
    await signIn(page, account('inspector'))
    await page.goto(draft)
    await expect(thumbnails(page, '外径').locator('img')).toHaveCount(1)
    await thumbnails(page, '外径').click()
    await page.getByRole('button', { name: '移除照片' }).click()
    await expect(thumbnails(page, '外径')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: '拍照' })).toBeVisible()
    await expect(thumbnails(page, '外径')).toHaveCount(0)
  })
})

test.describe('a phone that takes its time', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('submits a photo that was still being made smaller when the record was sent', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')), items.slice(1))
    const release = await slowPhotos(page)
    await beSignedIn(page, account('inspector'))
    await page.goto(plant.address)
    await begin(page)
    await page.locator('input[type=file][capture]').setInputFiles(await taken(page))
    await page.getByLabel('长度').pressSequentially('80.5')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '提交' }).click()
    expect(await plant.records()).toEqual([])
    await release()
    await expect(page).toHaveURL(/value-info\/\d+/)
    const [{ qcValueBaseId } = { qcValueBaseId: 0 }] = await plant.records()
    expect((await plant.record(qcValueBaseId)).photos).toMatchObject([{ itemKey: plant.keys['len'] }])
  })

  for (const { goal, other, status } of goals) {
    test(`sends for "${goal}" alone what waits for its photo, and says so from the press on`, async ({
      page,
      request,
      account,
    }) => {
      const plant = await plantOf(await callAs(request, account('admin')), items.slice(1))
      const release = await slowPhotos(page)
      await beSignedIn(page, account('inspector'))
      await page.goto(plant.address)
      await begin(page)
      await page.locator('input[type=file][capture]').setInputFiles(await taken(page))
      await page.getByLabel('长度').pressSequentially('80.5')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: goal, exact: true }).click()
      const sending = page.getByRole('button', { name: '正在发送，请稍候' })
      await expect(sending).toHaveAttribute('aria-busy', 'true')
      const locked = other === '提交' ? sending : page.getByRole('button', { name: other, exact: true })
      await expect(locked).toHaveAttribute('aria-disabled', 'true')
      expect(await plant.records()).toEqual([])
      await release()
      await expect(page).toHaveURL(/value-info\/\d+/)
      expect(await plant.records()).toMatchObject([{ status }])
    })
  }
})

test.describe('at a desk', () => {
  for (const { goal, other, status } of goals) {
    test(`a new record whose photo is still being made smaller is sent for "${goal}" alone`, async ({
      page,
      request,
      account,
    }) => {
      const plant = await plantOf(await callAs(request, account('admin')), items.slice(1))
      const release = await slowPhotos(page)
      await page.setViewportSize({ width: 1440, height: 900 })
      await beSignedIn(page, account('inspector'))
      await page.goto(plant.address)
      await begin(page)
      const main = page.getByRole('main')
      await main.getByRole('textbox', { name: '长度', exact: true }).fill('80.5')
      await main
        .getByRole('row', { name: /长度/ })
        .locator('input[type=file]')
        .setInputFiles(await taken(page))
      await main.getByRole('button', { name: goal, exact: true }).click()
      await expect(main.getByRole('button', { name: goal, exact: true })).toHaveAttribute('aria-busy', 'true')
      await expect(main.getByRole('button', { name: other, exact: true })).toBeDisabled()
      expect(await plant.records()).toEqual([])
      await release()
      await expect(page).toHaveURL(/value-info\/\d+/)
      expect(await plant.records()).toMatchObject([{ status }])
    })
  }

  test('the photos of a submitted record are seen in the review, large, in the inbox and on paper', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')), items.slice(1))
    const inspector = await callAs(request, account('inspector'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await beSignedIn(page, account('approver'))
    await page.goto('/caliper/inbox')
    const sha256 = await uploaded(request, account('inspector'), await taken(page))
    const { qcValueBaseId, lockVersion } = await inspector<RecordDetail>('POST', '/qc/value-base', {
      templateId: plant.templateId,
      values: [{ itemKey: plant.keys['len'], sampleNo: 1, raw: '80.5' }],
      photos: [{ itemKey: plant.keys['len'], sha256 }, { sha256 }],
    })
    await inspector('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
    const { photos } = await plant.record(qcValueBaseId)

    await page.goto(recordPath(qcValueBaseId))
    for (const name of ['长度', '质检记录']) await expect(thumbnails(page, name).locator('img')).toHaveCount(1)
    await expectAccessible(page)
    await thumbnails(page, '长度').click()
    const large = page.getByRole('dialog', { name: '长度 照片 1' })
    await expect(large.getByRole('img', { name: '长度 照片 1' })).toHaveJSProperty('naturalHeight', 2400)
    await expectAccessible(page)
    await large.getByRole('button', { name: '关闭' }).last().click()
    await page.goto(`${recordPath(qcValueBaseId)}?print=1`)
    await expect(page.locator('.print-photos img')).toHaveCount(2)
    await expect(page.locator('.print-photos')).toContainText(photos[0]!.sha256)
    await expect(page.locator('.print-photos figcaption').first()).toContainText(/\d\d:\d\d:\d\d \+08:00/)
    await page.goto('/caliper/inbox')
    const { recordNo } = await plant.record(qcValueBaseId)
    await page
      .getByRole('list', { name: '待办' })
      .getByRole('link', { name: new RegExp(recordNo) })
      .click()
    await expect(thumbnails(page, '长度').locator('img')).toHaveCount(1)
  })

  test('a record is submitted with a photo that was still being made smaller', async ({ page, request, account }) => {
    const plant = await plantOf(await callAs(request, account('admin')), items.slice(1))
    const inspector = await callAs(request, account('inspector'))
    const values = [{ itemKey: plant.keys['len'], sampleNo: 1, raw: '80.5' }]
    const { qcValueBaseId: id } = await inspector<RecordDetail>('POST', '/qc/value-base', {
      templateId: plant.templateId,
      values,
    })
    const release = await slowPhotos(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await beSignedIn(page, account('inspector'))
    await page.goto(recordPath(id))
    await page
      .getByRole('row', { name: /长度/ })
      .locator('input[type=file]')
      .setInputFiles(await taken(page))
    const submit = page.getByRole('button', { name: '提交', exact: true })
    await submit.click()
    await expect(submit).toHaveAttribute('aria-busy', 'true')
    expect(await plant.record(id)).toMatchObject({ status: 'draft', photos: [] })
    await release()
    await expect
      .poll(() => plant.record(id))
      .toMatchObject({
        status: 'submitted',
        photos: [{ itemKey: plant.keys['len'] }],
      })
    await expect(page.getByText('有未保存的更改')).toHaveCount(0)
  })

  test('a photo that is removed during a save is saved before, and removed by the next save', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')), items.slice(1))
    const inspector = await callAs(request, account('inspector'))
    const input = { templateId: plant.templateId }
    const { qcValueBaseId: id } = await inspector<RecordDetail>('POST', '/qc/value-base', input)
    await page.setViewportSize({ width: 1440, height: 900 })
    await beSignedIn(page, account('inspector'))
    await page.goto(recordPath(id))
    const files = page.getByRole('row', { name: /长度/ }).locator('input[type=file]')
    const other = { ...(await taken(page)), buffer: await twoColours(page, { width: 320, height: 240 }) }
    await files.setInputFiles([await taken(page), other])
    await expect(thumbnails(page, '长度').locator('img')).toHaveCount(2)
    const upload = await holdAnswers(page, isCall('POST', '/qc/photo'))
    const save = page.getByRole('button', { name: '保存', exact: true })
    await save.click()
    await upload.asked()
    await thumbnails(page, '长度').nth(1).click()
    await page.getByRole('button', { name: '移除照片' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
    await upload.release()
    await expect.poll(async () => (await plant.record(id)).photos.length).toBe(2)
    await save.click()
    await expect.poll(async () => (await plant.record(id)).photos.length).toBe(1)
    await expect(thumbnails(page, '长度')).toHaveCount(1)
  })

  test('a photo that is no longer on the device is named, so that it can be removed', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')), items.slice(1))
    const inspector = await callAs(request, account('inspector'))
    const input = { templateId: plant.templateId }
    const { qcValueBaseId: id } = await inspector<RecordDetail>('POST', '/qc/value-base', input)
    await page.setViewportSize({ width: 1440, height: 900 })
    await beSignedIn(page, account('inspector'))
    await page.goto(recordPath(id))
    await page
      .getByRole('row', { name: /长度/ })
      .locator('input[type=file]')
      .setInputFiles(await taken(page))
    await expect(thumbnails(page, '长度').locator('img')).toHaveCount(1)
    await page.evaluate(async () => {
      const opening = indexedDB.open('caliper-photos')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const emptied = opening.result.transaction('photos', 'readwrite')
      emptied.objectStore('photos').clear()
      await new Promise((resolve) => emptied.addEventListener('complete', resolve))
      opening.result.close()
    })
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('本机上已没有“长度 照片 1”').first()).toBeVisible()
  })

  test('a photo is saved with its record though the browser keeps nothing', async ({ page, request, account }) => {
    const plant = await plantOf(await callAs(request, account('admin')), items.slice(1))
    const inspector = await callAs(request, account('inspector'))
    const { qcValueBaseId: id } = await inspector<RecordDetail>('POST', '/qc/value-base', {
      templateId: plant.templateId,
    })
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    })
    await page.setViewportSize({ width: 1440, height: 900 })
    await beSignedIn(page, account('inspector'))
    await page.goto(recordPath(id))
    const row = page.getByRole('row', { name: /长度/ })
    await row.locator('input[type=file]').setInputFiles(await taken(page))
    await expect(thumbnails(page, '长度').locator('img')).toHaveCount(1)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect.poll(() => plant.record(id)).toMatchObject({ photos: [{ itemKey: plant.keys['len'] }] })
  })

  test('a photo of a rejected record is replaced with a reason, and the former one stays to be seen', async ({
    page,
    request,
    account,
  }) => {
    const plant = await plantOf(await callAs(request, account('admin')))
    await page.setViewportSize({ width: 1440, height: 900 })
    await beSignedIn(page, account('inspector'))
    const inspector = await callAs(request, account('inspector'))
    const values = Array.from({ length: 12 }, (_, at) => ({ itemKey: plant.keys['od'], sampleNo: at + 1, raw: '25' }))
    const length = { itemKey: plant.keys['len'], sampleNo: 1, raw: '80.5' }
    const input = { templateId: plant.templateId, values: [...values, length] }
    const { qcValueBaseId: id } = await inspector<RecordDetail>('POST', '/qc/value-base', input)
    await page.goto(recordPath(id))
    await page
      .getByRole('row', { name: /外径/ })
      .locator('input[type=file]')
      .setInputFiles(await taken(page))
    await expect(thumbnails(page, '外径').locator('img')).toHaveCount(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: '提交', exact: true }).click()
    await expect.poll(async () => (await plant.record(id)).status).toBe('submitted')
    const [photo] = (await plant.record(id)).photos
    expect(photo).toMatchObject({ itemKey: plant.keys['od'], width: 800, height: 1600 })

    const approver = await callAs(request, account('approver'))
    const { lockVersion } = await plant.record(id)
    const rejection = { lockVersion, reason: '照片模糊', password: account('approver').password }
    await approver('POST', `/qc/value-base/${id}/reject`, rejection)
    await page.reload()
    await thumbnails(page, '外径').click()
    await page.getByRole('button', { name: '移除照片' }).click()
    await page
      .getByRole('row', { name: /长度/ })
      .locator('input[type=file]')
      .setInputFiles(await taken(page))
    await expect(thumbnails(page, '长度').locator('img')).toHaveCount(1)
    await page.getByRole('button', { name: '提交', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: '原因' }).selectOption('typing')
    await dialog.getByRole('button', { name: '提交' }).click()
    await expect.poll(async () => (await plant.record(id)).status).toBe('submitted')
    const { photos, removedPhotos } = await plant.record(id)
    expect([photos.map(({ itemKey }) => itemKey), removedPhotos]).toEqual([[plant.keys['len']], [photo]])
    await expect(page.getByRole('list', { name: '已被更正移除的照片' }).locator('img')).toHaveCount(1)
    await expectAccessible(page)
  })
})
