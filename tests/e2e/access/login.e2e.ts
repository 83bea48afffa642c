import type { Page } from '@playwright/test'
import { allAnswered } from '../support/answered'
import { uniqueKey } from '../support/api'
import { openPage, topLevel } from '../support/menu'
import { beSignedIn, holdToken, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** How far things have moved by themselves, as browsers count it. */
declare global {
  var moved: number | undefined
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).getByRole('listitem')

test.describe('each demo account signs in and sees the menu of its role', () => {
  const everyone: [username: string, menu: string[]][] = [
    ['admin', topLevel],
    ['inspector', ['首页', '扫码', '质量管理']],
    ['approver', ['首页', '扫码', '质量管理', '角色管理']],
    ['viewer', ['首页', '扫码', '质量管理', '角色管理']],
  ]
  for (const [username, menu] of everyone) {
    test(`${username}: ${menu.join(', ')}`, async ({ page, account }) => {
      await signIn(page, account(username))
      await expect(page).toHaveURL('/dashboard')
      await expect(sidebar(page)).toHaveText(menu)
      await expect(page.getByRole('heading', { name: '首页' })).toBeVisible()
    })
  }
})

test.describe('after signing in', () => {
  const ways: [what: string, from: string, to: string][] = [
    ['leads to the first page', '/login', '/dashboard'],
    ['leads back to a page', '/login?redirect=%2Fadmin%2Fsys-role', '/admin/sys-role'],
    ['leads back with the query', '/login?redirect=%2Fadmin%2Fsys-role%3FroleName%3Dx', '/admin/sys-role?roleName=x'],
    ['never leads to //evil', '/login?redirect=//evil.example/x', '/dashboard'],
    ['never leads to /\\evil, encoded', '/login?redirect=%2F%5Cevil.example', '/dashboard'],
    ['does not lead to signing in again', '/login?redirect=%2Flogin%3Fredirect%3D%2Flogin', '/dashboard'],
  ]
  for (const [what, from, to] of ways) {
    test(`the application ${what}`, async ({ page, account }) => {
      await page.goto(from)
      await signIn(page, account('viewer'))
      await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
      await expect(page).toHaveURL(to)
    })
  }

  test('a deep link that was opened before is there', async ({ page, account }) => {
    await page.goto('/admin/sys-role?status=2&roleSortOrder=desc')
    await expect(page).toHaveURL('/login?redirect=%2Fadmin%2Fsys-role%3Fstatus%3D2%26roleSortOrder%3Ddesc')
    await signIn(page, account('admin'))
    await expect(page).toHaveURL('/admin/sys-role?status=2&roleSortOrder=desc')
    await expect(page.getByRole('heading', { name: '角色管理' })).toBeVisible()
  })

  test('the login page leads to the first page', async ({ page, account }) => {
    await beSignedIn(page, account('viewer'))
    await page.goto('/login?redirect=%2Fadmin%2Fsys-role')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: '首页' })).toBeVisible()
  })

  test('the title is page - application, on each page', async ({ page, account }) => {
    await page.goto('/login')
    await expect(page).toHaveTitle('登录 - Caliper 质检')
    await signIn(page, account('admin'))
    await expect(page).toHaveTitle('首页 - Caliper 质检')
    await openPage(page, '角色管理')
    await expect(page).toHaveTitle('角色管理 - Caliper 质检')
  })
})

test.describe('the form', () => {
  test.use({ expectedErrors: [/status of (400|429)/] })

  test('is sent by Enter, from either field', async ({ page, account }) => {
    const { username, password } = account('viewer')
    await page.goto('/login')
    await expect(page.getByRole('textbox', { name: '账号' })).toBeFocused()
    await page.keyboard.type(username)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('密码', { exact: true })).toBeFocused()
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
  })

  test('nothing on it moves when the server tells which ways there are to sign in', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript(() => {
      globalThis.moved = 0
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
          globalThis.moved! += shift.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000) // however slow this machine is, the form waits for what it is told
    await page.goto('/login')
    await expect(page.getByRole('tab', { name: /企业微信|扫码/ })).toBeVisible()
    await allAnswered(page)
    expect(await page.evaluate(() => globalThis.moved)).toBeLessThan(0.005)
  })

  test('its footer is at the bottom before the styles of the application arrive', async ({ page }) => {
    await page.route(/\/assets\/app-\w+\.css/, () => {}) // never answered
    await page.goto('/login', { waitUntil: 'domcontentloaded' })
    const footer = await page.getByRole('contentinfo').boundingBox()
    expect(page.viewportSize()!.height - (footer!.y + footer!.height)).toBeLessThan(16)
  })

  test('marks what is missing, and sends nothing', async ({ page }) => {
    let sent = 0
    page.on('request', (request) => void (sent += Number(request.url().endsWith('/api/v1/login'))))
    await page.goto('/login')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByRole('textbox', { name: '账号' })).toHaveAccessibleDescription('必填')
    await expect(page.getByLabel('密码', { exact: true })).toHaveAccessibleDescription('必填')
    await expect(page.getByRole('textbox', { name: '账号' })).toBeFocused()
    expect(sent).toBe(0)
  })

  test('says under it what the server says of a wrong password, which stands selected', async ({ page, account }) => {
    await page.goto('/login')
    await page.getByRole('textbox', { name: '账号' }).fill(account('viewer').username)
    await page.getByLabel('密码', { exact: true }).fill('wrong horse')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.locator('form').getByRole('alert')).toHaveText('账号或密码错误')
    const field = page.getByLabel('密码', { exact: true })
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('wrong horse')
    const selected = () => field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])
    await expect.poll(selected).toEqual([0, 'wrong horse'.length])
    await page.keyboard.type(account('viewer').password) // over the wrong one
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
  })

  test('says in English how long to wait after five wrong passwords, for that user name', async ({ page, request }) => {
    await page.clock.install()
    const username = uniqueKey()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await page.getByLabel('User name').fill(username)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.clock.pauseAt(Date.now() + 60_000)
    for (let round = 1; round <= 5; round += 1) {
      const answer = await request.post('/api/v1/login', { data: { username, password: 'wrong' } })
      expect(answer.status()).toBe(400)
    }
    await page.keyboard.press('Enter')
    const told = page.locator('form').getByRole('alert')
    const button = page.locator('form').getByRole('button', { name: /^Sign in/ })
    await expect(told).toHaveText('Too many attempts, try again when the countdown ends')
    await expect(button).toHaveText(/^Sign in · [23]\d s$/)
    await expect(button).toBeDisabled()
    await page.clock.fastForward('00:11')
    await expect(button).toHaveText(/^Sign in · 1\d s$/)
    await page.getByLabel('User name').fill('somebody.else')
    await expect(button).toHaveText('Sign in')
    await expect(button).toBeEnabled()
    await expect(told).toBeEmpty()
    await page.getByLabel('User name').fill(` ${username.toUpperCase()}`)
    await expect(button).toHaveText(/^Sign in · 1\d s$/)
    await expect(button).toBeDisabled()
    await page.clock.fastForward('00:20')
    await expect(button).toHaveText('Sign in')
    await expect(button).toBeEnabled()
    await expect(told).toBeEmpty()
  })

  test('shows and hides the password, and notices caps lock', async ({ page }) => {
    await page.goto('/login')
    const field = page.getByLabel('密码', { exact: true })
    await field.fill('secret')
    await expect(field).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: '显示密码' }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: '隐藏密码' }).click()
    await expect(field).toHaveAttribute('type', 'password')
    await field.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
    await expect(page.getByText('大写锁定已打开')).toBeVisible()
  })

  test('keeps an operator signed in after the browser is closed, when told to', async ({ page, account }) => {
    const { username, password } = account('viewer')
    for (const isKept of [false, true]) {
      await page.goto('/login')
      await page.getByRole('textbox', { name: '账号' }).fill(username)
      await page.getByLabel('密码', { exact: true }).fill(password)
      await page.getByRole('checkbox', { name: '关闭浏览器后仍保持登录' }).setChecked(isKept)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/dashboard')
      const cookie = (await page.context().cookies()).find(({ name }) => name === 'Admin-Token')
      expect(cookie?.expires === -1).toBe(!isKept) // -1 goes with the browser
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.clear())
    }
  })

  test('is filled in by a demonstration, so that Enter signs in', async ({ page, account }) => {
    const offered = ['admin', 'viewer'].map((name) => ({ ...account(name), label: name }))
    await page.route('**/api/v1/app-config', (route) =>
      route.fulfill({
        json: { requestId: '1', code: 200, msg: '', data: { demo_accounts: JSON.stringify(offered) } },
      }),
    )
    await page.goto('/login')
    await expect(page.getByRole('textbox', { name: '账号' })).toHaveValue('admin')
    await page.getByRole('region', { name: '演示账号' }).getByRole('button', { name: 'viewer' }).click()
    await expect(page.getByRole('textbox', { name: '账号' })).toHaveValue('viewer')
    await page.keyboard.press('Enter')
    await expect(page.getByText('访客，你好')).toBeVisible()
  })
})

test.describe('a token that the server does not know', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('is asked about once, then leads to the login page and is forgotten', async ({ page, server }) => {
    const asked: string[] = []
    page.on(
      'request',
      (request) => void (request.url().includes('/api/v1/') && asked.push(new URL(request.url()).pathname)),
    )
    await holdToken(page, server.url, 'stale')
    await page.goto('/admin/sys-role?roleName=x')
    await expect(page).toHaveURL('/login?redirect=%2Fadmin%2Fsys-role%3FroleName%3Dx')
    await expect(page.getByRole('textbox', { name: '账号' })).toBeVisible()
    await allAnswered(page)
    expect(asked.filter((one) => one === '/api/v1/getinfo')).toHaveLength(1)
    expect(asked.filter((one) => one === '/api/v1/menurole').length).toBeLessThanOrEqual(1)
    expect(await page.context().cookies()).toEqual([])
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
})

test.describe('language and theme', () => {
  test('the language changes at once, stays after a reload, and goes along into the application', async ({
    page,
    account,
  }) => {
    const html = page.locator('html')
    await page.goto('/login')
    await expect(html).toHaveAttribute('lang', 'zh-CN')
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(html).toHaveAttribute('lang', 'en')
    await expect(page).toHaveTitle('Sign in - Caliper 质检')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(html).toHaveAttribute('lang', 'en')
    await signIn(page, account('viewer'))
    await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('listitem')).toHaveText([
      'Home',
      'Scan a code',
      'Quality',
      'Roles',
    ])
    await page.getByRole('button', { name: '切换到中文' }).click()
    await expect(sidebar(page)).toHaveText(['首页', '扫码', '质量管理', '角色管理'])
    await expect(html).toHaveAttribute('lang', 'zh-CN')
  })

  test('the theme changes at once, and a reload begins in it', async ({ page }) => {
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await page.goto('/login')
    const light = await background()
    await page.getByRole('button', { name: '切换到深色' }).click()
    await expect.poll(background).not.toBe(light)
    const dark = await background()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await background()).toBe(dark)
    await page.getByRole('button', { name: '切换到浅色' }).click()
    await expect.poll(background).toBe(light)
  })
})
