import { expectAccessible } from '../support/accessible'
import { apiOf, uniqueKey } from '../support/api'
import { keepSettings, looks } from '../support/looks'
import { callAs, makeLine } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** The words of the page in the languages of the looks. */
const words = {
  zh: {
    filters: '筛选',
    kind: '对象类型',
    product: '产品线',
    verify: '核对审计链',
    whole: /^审计链完整：\d+ 条审计记录/,
    created: (name: string) => `管理员 (admin) 新建了产品线 ${name}`,
    anchor: { open: '用锚点核对', field: '锚点', verify: '按锚点核对', fits: /^锚点相符：条目 \d+ 未被改动。$/ },
  },
  en: {
    filters: 'Filters',
    kind: 'Type',
    product: 'product line',
    verify: 'Verify the audit trail',
    whole: /^The audit trail is whole: \d+ entries/,
    created: (name: string) => `管理员 (admin) created product line ${name}`,
    anchor: {
      open: 'Verify with an anchor',
      field: 'Anchor',
      verify: 'Verify with this anchor',
      fits: /^The anchor matches: entry \d+ is unchanged\.$/,
    },
  },
}

for (const { name, viewport, locale, themeMode, isPhone } of looks) {
  test(`质检审计 ${name}: an entry is found, read and opened with its hashes, and the trail verified (S71, S74)`, async ({
    page,
    request,
    account,
  }) => {
    await page.setViewportSize(viewport)
    await keepSettings(page, { locale, themeMode })
    const api = apiOf(request, await beSignedIn(page, account('admin')))
    const code = uniqueKey().slice(0, 20)
    const line = { code, name: '试验线', tz: 'Asia/Shanghai', dayStartMin: 480, shifts: [] }
    const made = await api.call<number>('POST', '/qc/product', line)
    expect(made.code).toBe(200)

    const { filters, kind, product, verify, whole, created, anchor } = words[locale]
    await page.goto('/caliper/audit')
    if (isPhone) await page.getByRole('button', { name: filters, exact: true }).click()
    await page.getByRole('combobox', { name: kind }).selectOption({ label: product })
    await expect(page).toHaveURL('/caliper/audit?entity=product')
    const sentence = page.getByRole('button', { name: created(`${code} 试验线`) })
    await sentence.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Asia/Shanghai')
    await dialog.locator('summary').click()
    await expect(dialog.getByText(/^[0-9a-f]{64}$/).last()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sentence).toBeFocused()

    await page.getByRole('button', { name: verify }).click()
    await expect(page.getByRole('status').filter({ hasText: whole })).toBeVisible()
    await expectAccessible(page)

    const kept = await page.getByText(/^\d+:[0-9a-f]{64}$/).textContent()
    await page.getByText(anchor.open, { exact: true }).click()
    const field = page.getByLabel(anchor.field, { exact: true })
    await field.fill('1204')
    await page.getByRole('button', { name: anchor.verify }).click()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await field.fill(kept!)
    await page.getByRole('button', { name: anchor.verify }).click()
    await expect(page.getByText(anchor.fits)).toBeVisible()
    await field.fill(kept!.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: kept!.split(':')[1]! })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
}

test('质检审计: the reason of an entry is redacted in its dialog, with a reason, and says so from then on (S71)', async ({
  page,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const { productId } = await makeLine(call)
  const lotNo = `R-${uniqueKey().slice(0, 12)}`
  const lotId = await call<number>('POST', '/qc/lot', { productId, lotNo })
  const secret = `电话 ${uniqueKey()}`
  await call('POST', `/qc/lot/${lotId}/hold`, { reason: secret })

  await beSignedIn(page, account('admin'))
  await page.goto('/caliper/audit?entity=lot&action=hold')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: new RegExp(lotNo) }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(secret)
  await dialog.locator('summary', { hasText: '遮盖' }).click()
  const redact = dialog.getByRole('button', { name: '遮盖文字' })
  await redact.click()
  const reason = dialog.getByRole('textbox')
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await reason.fill('个人信息')
  await expectAccessible(page)
  await redact.click()
  await expect(dialog).toHaveCount(0)
  await expect(main.getByText('██████').first()).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)

  await main.getByRole('button', { name: new RegExp(lotNo) }).click()
  await expect(dialog).toContainText('██████')
  await expect(dialog.locator('summary', { hasText: '遮盖' })).toHaveCount(0) // there is nothing left to redact
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '核对审计链' }).click()
  await expect(page.getByRole('status').filter({ hasText: words.zh.whole })).toBeVisible()
})

test('质检审计: the anchor of a printed record is scanned where the browser reads codes, and checked', async ({
  page,
  request,
  account,
}) => {
  const api = apiOf(request, await beSignedIn(page, account('admin')))
  const { data = { headId: 0, headHash: '' } } = await api.call<{ headId: number; headHash: string }>(
    'GET',
    '/qc/audit/verify',
  )
  // a camera that sees a code
  await page.addInitScript((text: string) => {
    class Detector {
      static getSupportedFormats = () => Promise.resolve(['qr_code'])
      detect = () => Promise.resolve([{ rawValue: text }])
    }
    Object.assign(globalThis, { BarcodeDetector: Detector })
    const stream = () => Promise.resolve(document.createElement('canvas').captureStream())
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: stream } })
    HTMLMediaElement.prototype.play = () => Promise.resolve()
  }, `${data.headId}:${data.headHash}`)
  await page.goto('/caliper/audit')
  await page.getByText('用锚点核对', { exact: true }).click()
  await page.getByRole('button', { name: '扫描二维码' }).click()
  await expect(page.getByText(`锚点相符：条目 ${data.headId} 未被改动。`)).toBeVisible()
})
