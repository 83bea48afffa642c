import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { looks } from '../support/looks'
import { spawnServer, type Server } from '../support/server'
import { expect, test as base } from '../support/test'
import { forgetOrigin } from '../support/window'

const password = 'caliper-demo'
type Served = { captcha: 'always' | '2'; url: string }

/** Servers that ask for a captcha: one of the worker at every sign-in; one of the test, which has seen no failure, after two. */
const test = base.extend<Served, { strict: Server }>({
  captcha: ['always', { option: true }],
  strict: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await spawnServer({ CALIPER_CAPTCHA: 'always' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  url: async ({ page, strict, origins, captcha }, use) => {
    const server = captcha === 'always' ? strict : await spawnServer({ CALIPER_CAPTCHA: captcha })
    origins.push(server.url)
    await use(server.url)
    await forgetOrigin(page, server.url)
    if (server !== strict) await server.stop()
  },
})

const username = (page: Page) => page.getByRole('textbox', { name: /^(账号|User name)$/ })
const passwordField = (page: Page) => page.getByLabel(/^(密码|Password)$/)
const code = (page: Page) => page.getByRole('textbox', { name: /^(验证码|Captcha)$/ })
const prove = (page: Page) =>
  page.getByRole('button', { name: /^(看不清？由浏览器验证|Can't read it\? Let the browser prove it)$/ })
const proven = (page: Page) => page.getByText(/浏览器已验证，可以登录|Proven by the browser, you can sign in/)
const picture = (page: Page) =>
  page.getByRole('button', { name: /^(换一张验证码图片|Show another captcha)$/ }).locator('img')
const submit = (page: Page) => page.getByRole('button', { name: /^(登录|Sign in)$/ })
const complaint = (page: Page) => page.locator('form').getByRole('alert').last()

/** A million hashes take a second or two, longer while other tests run beside it. */
const untilProven = (page: Page) => expect(proven(page)).toBeVisible({ timeout: 30_000 })

async function enter(page: Page, secret = password) {
  await username(page).fill('viewer')
  await passwordField(page).fill(secret)
}

test.describe('a captcha at every sign-in', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('who cannot see signs in by keyboard alone: the browser proves itself, and says how far it is', async ({
    page,
    url,
  }) => {
    await page.goto(`${url}/login`)
    await expect(code(page)).toBeVisible()
    await expect(username(page)).toBeFocused()
    await page.keyboard.type('viewer')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await tabTo(page, prove(page))
    const progress = page.getByRole('status').filter({ hasText: /浏览器正在验证，已完成 \d+ %/ })
    const wasTold = progress.waitFor()
    await page.keyboard.press('Enter')
    await wasTold
    await expect(page.getByRole('button', { name: '改为看图片' })).toBeFocused() // the focus has a place to stay
    await untilProven(page)
    await tabTo(page, submit(page))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${url}/dashboard`)
  })

  test('sent while the browser proves itself, it waits; and each serves once (S25)', async ({ page, url }) => {
    const proving = Promise.withResolvers<void>() // else a quick browser has proved itself before it is interrupted
    await page.route('**/assets/prove-*.js', (route) => proving.promise.then(() => route.continue()))
    await page.goto(`${url}/login`)
    await enter(page)
    await prove(page).click()
    await submit(page).click()
    await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
    await page.getByRole('button', { name: '改为看图片' }).click() // it waits for nothing then
    await expect(submit(page)).not.toHaveAttribute('aria-busy')
    proving.resolve()
    await prove(page).click()
    const wasSent = page.waitForRequest('**/api/v1/login', { timeout: 30_000 })
    await passwordField(page).press('Enter')
    const sent = await wasSent
    await expect(page).toHaveURL(`${url}/dashboard`)
    const again = await page.request.post(`${url}/api/v1/login`, { data: sent.postDataJSON() })
    expect(await again.json()).toMatchObject({ code: 400, msg: '验证码错误' })
  })

  test('a wrong answer is said at its field, and another picture asks again', async ({ page, url }) => {
    await page.goto(`${url}/login`)
    await enter(page)
    const before = await picture(page).getAttribute('src')
    await code(page).fill('x')
    await page.keyboard.press('Enter')
    await expect(code(page)).toHaveAccessibleDescription('验证码错误')
    await expect(complaint(page)).toBeEmpty() // once is enough
    await expect(picture(page)).not.toHaveAttribute('src', before ?? '')
    await expect(code(page)).toHaveValue('')
    await expect(code(page)).toBeFocused()
    await expect(passwordField(page)).toHaveValue(password)
    const second = await picture(page).getAttribute('src')
    await page.getByRole('button', { name: '换一张验证码图片' }).click()
    await expect(picture(page)).not.toHaveAttribute('src', second ?? '')
  })

  test('nothing is sent without an answer; a demonstration promises no less', async ({ page, url }) => {
    const demo = JSON.stringify([{ username: 'viewer', password, label: 'viewer' }])
    await page.route('**/api/v1/app-config', (route) =>
      route.fulfill({ json: { requestId: '1', code: 200, msg: '', data: { demo_accounts: demo } } }),
    )
    let sent = 0
    page.on('request', (request) => void (sent += Number(request.url().endsWith('/api/v1/login'))))
    await page.goto(`${url}/login`)
    await expect(page.getByText('已填好，完成验证码后登录')).toBeVisible()
    await expect(passwordField(page)).toHaveValue(password)
    await expect(code(page)).toBeVisible()
    await submit(page).click()
    await expect(code(page)).toHaveAccessibleDescription('必填')
    await expect(code(page)).toBeFocused()
    expect(sent).toBe(0)
  })

  test('after a wrong password the browser proves itself again without being asked', async ({ page, url }) => {
    await page.goto(`${url}/login`)
    await enter(page, 'wrong')
    await prove(page).click()
    await untilProven(page)
    const next = Promise.withResolvers<void>()
    await page.route('**/api/v1/captcha*', (route) => next.promise.then(() => route.continue()))
    await submit(page).click()
    await expect(complaint(page)).toHaveText('账号或密码错误')
    await expect(proven(page)).toHaveCount(0) // what is used up proves nothing any more
    await passwordField(page).fill(password)
    await submit(page).click()
    next.resolve()
    await expect(page).toHaveURL(`${url}/dashboard`, { timeout: 30_000 })
  })

  test.describe('when the code of the proof cannot be fetched', () => {
    test.use({ expectedErrors: [/ERR_FAILED/] })

    test('that is said, what was entered stays, and the picture can be read instead', async ({ page, url }) => {
      await page.route('**/assets/prove-*.js', (route) => route.abort())
      await page.goto(`${url}/login`)
      await enter(page)
      await prove(page).click()
      await expect(page.getByText('服务器连接异常，请检查服务器！')).toBeVisible()
      await page.getByRole('button', { name: '改为看图片' }).click()
      await expect(code(page)).toBeVisible()
      await expect(passwordField(page)).toHaveValue(password)
    })
  })

  test('who changes their mind while the browser computes gets the picture back', async ({ page, url }) => {
    await page.goto(`${url}/login`)
    await prove(page).click()
    await page.getByRole('button', { name: '改为看图片' }).click()
    await expect(code(page)).toBeVisible()
    await expect(proven(page)).toHaveCount(0)
  })
})

test.describe('a captcha after two failures', () => {
  test.use({ captcha: '2', expectedErrors: [/status of 400/] })

  test('appears when it becomes needed, and not before', async ({ page, url }) => {
    await page.goto(`${url}/login`)
    await enter(page, 'wrong')
    for (const isAsked of [false, true]) {
      const asked = page.waitForResponse('**/api/v1/captcha')
      await page.keyboard.press('Enter')
      await expect(complaint(page)).toHaveText('账号或密码错误')
      await (await asked).finished()
      await expect(code(page)).toHaveCount(Number(isAsked))
      await expect(passwordField(page)).toBeFocused()
    }
    await passwordField(page).fill(password)
    await prove(page).click()
    await untilProven(page)
    await submit(page).click()
    await expect(page).toHaveURL(`${url}/dashboard`)
  })

  test('also for a page that was opened before: it is told what is missing', async ({ page, url, request }) => {
    await page.goto(`${url}/login`)
    await enter(page)
    for (let i = 0; i < 2; i += 1) {
      await request.post(`${url}/api/v1/login`, { data: { username: 'nobody', password: 'wrong' } })
    }
    await submit(page).click()
    await expect(code(page)).toHaveAccessibleDescription('请先完成验证码')
    await expect(code(page)).toBeFocused()
  })
})

for (const { name, viewport, isPhone, ...settings } of looks) {
  test.describe(`axe finds nothing, ${name}:`, () => {
    test.use({ viewport, hasTouch: isPhone })

    test('on the captcha, as a picture and proven', async ({ page, url }) => {
      await page.goto(`${url}/login`)
      await page.evaluate((text) => localStorage.setItem('settings', text), JSON.stringify(settings))
      await page.reload()
      await expect(code(page)).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', settings.themeMode)
      await expectAccessible(page)
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await page.setViewportSize(viewport)
      await prove(page).click()
      await expect(page.getByRole('progressbar')).toBeVisible()
      await untilProven(page)
      await expectAccessible(page)
    })
  })
}

/** Presses Tab until the focus is there, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}
