import type { Page } from '@playwright/test'
import { keptByDevice, phoneOf } from '../support/device'
import { proxyOf } from '../support/proxy'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const newVersion = (page: Page) => page.getByRole('status').filter({ hasText: '有新版本' })
const buildOf = (page: Page) => page.evaluate(() => document.head.outerHTML.match(/index-[\w-]+\.js/)![0])
const look = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
/** The names of caches, and whether another worker waits to take over. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return { caches: (await caches.keys()).length, isWaiting: registration?.waiting !== null }
  })

test.describe('a service worker', () => {
  test.setTimeout(120_000)

  test('offers a new version and never forces it: what the old one needs stays until no window has it', async ({
    browser,
    server,
    account,
  }) => {
    await using proxy = await proxyOf(server.url)
    await using phone = await phoneOf(browser, proxy.url)
    const { context, page } = phone
    await beSignedIn(page, account('inspector'))
    await page.goto('/caliper/qr-code-info')
    await keptByDevice(page)
    const before = await buildOf(page)
    await page.getByLabel('标签编号').fill('ABC')

    proxy.serveOtherBuild()
    const second = await context.newPage()
    await second.goto('/dashboard')
    expect(await buildOf(second)).not.toBe(before)
    await expect.poll(() => kept(second), { timeout: 45_000 }).toEqual({ caches: 2, isWaiting: true })
    await look(page)
    await expect(newVersion(page)).toBeVisible()
    expect(await buildOf(page)).toBe(before)
    await expect(page.getByLabel('标签编号')).toHaveValue('ABC')

    await newVersion(page).getByRole('button', { name: '刷新' }).click()
    await expect.poll(() => buildOf(page)).toBe(await buildOf(second))
    await expect.poll(() => kept(page), { timeout: 45_000 }).toEqual({ caches: 1, isWaiting: false })
    await context.setOffline(true)
    await page.reload()
    await expect(page.locator('.shell')).toBeVisible()
    expect(await buildOf(page)).not.toBe(before)
  })

  test('answers with the kept page when the network is there in name only', async ({ browser, server, account }) => {
    await using proxy = await proxyOf(server.url)
    await using phone = await phoneOf(browser, proxy.url)
    const { page } = phone
    await beSignedIn(page, account('inspector'))
    await page.goto('/dashboard')
    await keptByDevice(page)
    const letGo = proxy.holdPages()
    await page.goto('/caliper/qr-code-info')
    await expect(page.locator('.shell')).toBeVisible()
    letGo()
  })
})
