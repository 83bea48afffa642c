import type { Page } from '@playwright/test'
import { allAnswered } from '../support/answered'
import { keepSettings } from '../support/looks'
import { signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const SCRIPTS = '**/assets/*.js'
const DELAY_MS = 5000

const username = (page: Page) => page.getByRole('textbox', { name: '账号' })
const password = (page: Page) => page.getByLabel('密码', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: '登录', exact: true })
const late = (page: Page) => page.getByText('页面还在加载，登录按钮稍后可用。')
const menu = (page: Page) => page.getByRole('navigation', { name: /^(主菜单|Main menu)$/ })

test('the form stands in the HTML of every page, for who has no token', async ({ request }) => {
  for (const path of ['/', '/login', '/dashboard', '/admin/sys-role?status=2', '/caliper/qc/value-info/1']) {
    const html = await (await request.get(path)).text()
    expect(html).toMatch(/<form class="login-form" method="post"/)
    expect(html).toMatch(/<button type="submit"[^>]* disabled>/)
    expect(html.match(/<script /g)).toHaveLength(1)
  }
  const html = await (await request.get('/dashboard', { headers: { cookie: 'Admin-Token=anything' } })).text()
  expect(html).not.toContain('<form')
})

test.describe('while the script has not come', () => {
  test('name and password can be typed, the button waits, and it is said why; then all of it is there', async ({
    page,
    account,
  }) => {
    const { username: name, password: secret } = account('viewer')
    const held = Promise.withResolvers<void>()
    await page.route(SCRIPTS, (route) => held.promise.then(() => route.continue()))
    await page.goto('/admin/sys-role', { waitUntil: 'commit' })
    await username(page).fill(name)
    await password(page).fill(secret)
    await expect(submit(page)).toBeDisabled()
    await expect(late(page)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/sys-role') // nothing was sent, and nothing stands in the address
    held.resolve()
    await expect(late(page)).toHaveCount(0)
    await expect(page).toHaveURL('/login?redirect=%2Fadmin%2Fsys-role')
    await expect(username(page)).toHaveValue(name)
    await submit(page).click()
    await expect(page).toHaveURL('/admin/sys-role')
    await expect(page.getByRole('heading', { name: '角色管理' })).toBeVisible()
  })

  const looks = [
    ['dark', { themeMode: 'dark', locale: 'zh' }, 'light', 'rgb(19, 21, 25)'],
    ['light', { themeMode: 'light', locale: 'zh' }, 'dark', 'rgb(245, 247, 250)'],
    ['as the system has it', { themeMode: 'system', locale: 'zh' }, 'dark', 'rgb(19, 21, 25)'],
  ] as const
  for (const [what, settings, system, colour] of looks) {
    test(`it is ${what} already`, async ({ page }) => {
      await page.goto('/login')
      await keepSettings(page, settings)
      await page.emulateMedia({ colorScheme: system })
      await page.context().addCookies([{ name: 'look', value: `${settings.themeMode}.14.zh`, url: page.url() }])
      await page.route(SCRIPTS, () => {})
      await page.goto('/login', { waitUntil: 'commit' })
      await expect(submit(page)).toBeDisabled()
      await expect(page.locator('html')).toHaveCSS('background-color', colour)
    })
  }

  test('it speaks the language that was chosen', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.route(SCRIPTS, () => {})
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('where scripts are switched off nothing can be sent, and the page says why', async ({
  browser,
  baseURL,
  request,
}) => {
  const html = await (await request.get('/login')).text()
  expect(html).toMatch(/<noscript><p[^>]*>登录需要 JavaScript，请在浏览器中启用。<\/p><\/noscript>/)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/login`)
  await password(page).fill('secret')
  await page.keyboard.press('Enter')
  await expect(submit(page)).toBeDisabled()
  await expect(page).toHaveURL(`${baseURL}/login`)
  await context.close()
})

test('a press in the first frame in which the button can be pressed signs in, before the application is there', async ({
  page,
  account,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!sign-in-)[^/]*\.js$/, (route) => held.promise.then(() => route.continue()))
  await page.addInitScript(({ username, password }) => {
    function look() {
      const button = document.querySelector<HTMLButtonElement>('.login-submit')
      if (!button || button.disabled) return requestAnimationFrame(look)
      document.querySelector<HTMLInputElement>('[name=username]')!.value = username
      document.querySelector<HTMLInputElement>('[name=password]')!.value = password
      button.click()
    }
    requestAnimationFrame(look)
  }, account('viewer'))
  const sent = page.waitForResponse('**/api/v1/login')
  await page.goto('/login')
  expect((await sent).status()).toBe(200)
  held.resolve()
  await expect(page).toHaveURL('/dashboard')
  await expect(menu(page)).toBeVisible()
})

type Journey = [what: string, walk: (page: Page, viewer: { username: string; password: string }) => Promise<void>]

const journeys: Journey[] = [
  [
    'a press of the button',
    async (page, viewer) => {
      await signIn(page, viewer)
      await expect(page).toHaveURL('/dashboard')
    },
  ],
  [
    'Enter in the second field',
    async (page, { username: name, password: secret }) => {
      await page.goto('/login')
      await username(page).fill(name)
      await password(page).fill(secret)
      await expect(submit(page)).toBeEnabled()
      await password(page).press('Enter')
      await expect(page).toHaveURL('/dashboard')
    },
  ],
  [
    'a deep link',
    async (page, viewer) => {
      await page.goto('/admin/sys-role?status=2')
      await expect(page).toHaveURL('/login?redirect=%2Fadmin%2Fsys-role%3Fstatus%3D2')
      await signIn(page, viewer)
      await expect(page).toHaveURL('/admin/sys-role?status=2')
      await expect(page.getByRole('heading', { name: '角色管理' })).toBeVisible()
    },
  ],
  [
    'a wrong password, and then the right one',
    async (page, viewer) => {
      await page.goto('/login')
      await username(page).fill(viewer.username)
      await password(page).fill('wrong horse')
      await submit(page).click()
      await expect(page.locator('form').getByRole('alert')).toHaveText('账号或密码错误')
      await signIn(page, viewer)
      await expect(page).toHaveURL('/dashboard')
    },
  ],
  [
    'nothing entered',
    async (page) => {
      await page.goto('/login')
      await submit(page).click()
      await expect(username(page)).toHaveAccessibleDescription('必填')
    },
  ],
  [
    'staying signed in',
    async (page, viewer) => {
      await page.goto('/login')
      await page.getByRole('checkbox', { name: '关闭浏览器后仍保持登录' }).check()
      await signIn(page, viewer)
      const cookies = await page.context().cookies()
      expect(cookies.find(({ name }) => name === 'Admin-Token')?.expires).toBeGreaterThan(0)
    },
  ],
  [
    'a password that is looked at',
    async (page, viewer) => {
      await page.goto('/login')
      await password(page).fill(viewer.password)
      await expect(submit(page)).toBeEnabled()
      await page.getByRole('button', { name: '显示密码' }).click()
      await expect(password(page)).toHaveAttribute('type', 'text')
    },
  ],
  [
    'English',
    async (page, viewer) => {
      await page.goto('/login')
      await expect(submit(page)).toBeEnabled()
      await page.getByRole('button', { name: 'Switch to English' }).click()
      await signIn(page, viewer)
      await expect(menu(page).getByRole('listitem').first()).toHaveText('Home')
    },
  ],
  [
    'dark colours',
    async (page) => {
      await page.goto('/login')
      await expect(submit(page)).toBeEnabled()
      await page.getByRole('button', { name: '切换到深色' }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    },
  ],
  [
    'the QR code',
    async (page) => {
      await page.goto('/login')
      await expect(submit(page)).toBeEnabled()
      await page.getByRole('tab', { name: '扫码登录' }).click()
      await expect(page.getByRole('img', { name: '二维码' })).toBeVisible()
    },
  ],
]

test.describe('with each script delayed by five seconds', () => {
  test.use({ expectedErrors: [/status of 400/] })
  for (const [what, walk] of journeys) {
    test(`the page works: ${what}`, async ({ page, account }) => {
      test.slow()
      await page.route(SCRIPTS, async (route) => {
        await new Promise((later) => setTimeout(later, DELAY_MS))
        await route.continue().catch(() => {}) // the page has been left
      })
      await walk(page, account('viewer'))
    })
  }
})

test.describe('with scripts that fail', () => {
  test.use({ expectedErrors: [/ERR_FAILED|status of 400/] })
  for (const [what, walk] of journeys) {
    test(`it is said, and after a reload the page works: ${what}`, async ({ page, account }) => {
      await page.route(SCRIPTS, (route) => route.abort())
      await page.goto('/login')
      await username(page).fill('somebody')
      await expect(submit(page)).toBeDisabled()
      await expect(late(page)).toBeVisible()
      await page.unroute(SCRIPTS)
      await page.reload()
      await walk(page, account('viewer'))
      await allAnswered(page)
    })
  }

  test('when the application alone fails, the browser asks for the page after the sign-in', async ({
    page,
    account,
  }) => {
    const application = /\/assets\/(?!sign-in-)[^/]*\.js$/
    await page.route(application, (route) => route.abort())
    await page.goto('/login')
    await username(page).fill(account('viewer').username)
    await password(page).fill(account('viewer').password)
    const navigated = page.waitForRequest((request) => request.isNavigationRequest())
    await submit(page).click()
    await navigated
    await page.unroute(application)
    await page.goto('/dashboard')
    await expect(menu(page)).toBeVisible()
  })
})
