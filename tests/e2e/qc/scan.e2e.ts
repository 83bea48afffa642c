import { chromium, type Browser } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QrLabel } from '#shared/qc/label/schema'
import { qrPath } from '#shared/qr-path'
import { expectAccessible } from '../support/accessible'
import { watch } from '../support/device'
import { typeReading } from '../support/gauge'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'
import { chromiumArgs, findChromium } from '../../support/chromium'

async function labelOf(call: Call) {
  const { productId, code } = await makeLine(call)
  const head = { productId, code: 'OD', name: `轴承 ${code}`, nameEn: `Bearing ${code}`, stage: 'ipqc' }
  const templateId = await makeTemplate(call, head, [
    { code: 'od', name: '外径', nameEn: 'Diameter', type: 'numeric', lsl: '1' },
  ])
  await publish(call, templateId)
  const [label] = await call<QrLabel[]>('POST', '/qc/qr', { kind: 'template', ids: [templateId] })
  return { name: head.name, code: label!.code, content: label!.url }
}

/** A label on a machine: small, aslant, not quite in focus, and compressed as phones do. */
async function photoOf(browser: Browser, content: string): Promise<Buffer> {
  const { size, path } = qrPath(content)
  const page = await browser.newPage({ viewport: { width: 1280, height: 960 } })
  await page.setContent(`
    <body style="margin:0;background:linear-gradient(120deg,#667,#bba);perspective:900px">
      <div style="position:absolute;left:420px;top:300px;padding:30px;background:#eee;filter:blur(0.8px);
        transform:rotate(14deg) rotateX(22deg) rotateY(-12deg)">
        <svg width="240" height="240" viewBox="0 0 ${size} ${size}"><path d="${path}" fill="#222"/></svg>
      </div>`)
  const photo = await page.screenshot({ type: 'jpeg', quality: 55 })
  await page.close()
  return photo
}

/** A browser of its own, started with these flags. */
async function launched(args: string[], expected = /^$/) {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: [...chromiumArgs, ...args] })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'zh-CN' })
  const faults = watch(context)
  const page = await context.newPage()
  return {
    page,
    async [Symbol.asyncDispose]() {
      await browser.close()
      expect(faults.filter((fault) => !expected.test(fault))).toEqual([])
    },
  }
}

test('the camera reads a label in a browser that knows no codes by itself', async ({
  browser,
  server,
  request,
  account,
}) => {
  const label = await labelOf(await callAs(request, account('admin')))
  const folder = await mkdtemp(join(tmpdir(), 'caliper-camera-'))
  const film = join(folder, 'label.mjpeg')
  await Bun.write(film, await photoOf(browser, label.content))
  try {
    await using phone = await launched([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ])
    const { page } = phone
    await page.goto(`${server.url}/caliper/qr-code-info`)
    await signIn(page, account('inspector'))
    expect(await page.evaluate(() => 'BarcodeDetector' in globalThis)).toBe(false)
    await page.getByRole('button', { name: '用相机扫描' }).click()
    await expect(page).toHaveURL(new RegExp(`code=${label.code}$`))
    await expect(page.getByRole('article')).toContainText(label.name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('over plain HTTP, where there is no camera, the page says what is missing, and a photo of a label is read', async ({
  browser,
  server,
  request,
  account,
}) => {
  const label = await labelOf(await callAs(request, account('admin')))
  await using phone = await launched(
    ['--host-resolver-rules=MAP plant.example 127.0.0.1'],
    /^The Cross-Origin-Opener-Policy header/,
  )
  const { page } = phone
  await page.goto(`http://plant.example:${new URL(server.url).port}/caliper/qr-code-info`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await signIn(page, account('inspector'))
  await expect(page.getByText('页面内扫码需要 HTTPS')).toBeVisible()
  await expect(page.getByRole('button', { name: '用相机扫描' })).toBeHidden()
  await expectAccessible(page)

  const choose = async (photo: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: '从照片识别' }).click()
    await (await chooser).setFiles({ name: 'label.jpg', mimeType: 'image/jpeg', buffer: photo })
  }
  await choose(await page.screenshot({ type: 'jpeg' }))
  await expect(page.getByText('照片中没有可识别的二维码')).toBeVisible()
  await choose(await photoOf(browser, label.content))
  await expect(page).toHaveURL(new RegExp(`code=${label.code}$`))
  await expect(page.getByRole('article')).toContainText(label.name)
})

test('a photo without a label is no longer complained about once a label is scanned', async ({
  page,
  request,
  account,
}) => {
  const label = await labelOf(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await page.goto('/caliper/qr-code-info')
  const photo = { name: 'wall.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await page.locator('input[type=file]').setInputFiles(photo)
  const complaint = page.getByText('照片中没有可识别的二维码')
  await expect(complaint).toBeVisible()

  await typeReading(page, `${label.code}\n`)
  await expect(page.getByRole('article')).toContainText(label.name)
  await expect(complaint).toHaveCount(0)
})
