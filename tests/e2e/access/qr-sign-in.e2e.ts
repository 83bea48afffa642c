import type { Page } from '@playwright/test'
import { APP_INFO_KEY } from '#shared/constants'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { keepSettings, looks } from '../support/looks'
import { beSignedIn } from '../support/sign-in'
import { expect, test as base } from '../support/test'

/** A phone beside the desk: a browser of its own, of a phone's size, that is touched. */
const test = base.extend<{ phone: Page }>({
  phone: async ({ otherPage }, use) => {
    await otherPage.setViewportSize({ width: 390, height: 844 })
    const emulation = await otherPage.context().newCDPSession(otherPage)
    await emulation.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await use(otherPage)
  },
})

const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const byCode = /^(扫码登录|By QR code)$/
const drawing = (page: Page) => page.getByRole('img', { name: /^(二维码|QR code)$/ })
const complaint = (page: Page) => page.getByRole('tabpanel').getByRole('alert')
const renew = (page: Page) => page.getByRole('button', { name: /^(刷新二维码|Refresh the code)$/ })
const colleague = (page: Page, name: string) => page.getByRole('button', { name })

/** What the code on the screen holds, as a camera would read it. */
async function shownBy(page: Page, show: () => Promise<unknown>): Promise<{ url: string; state: string }> {
  const [answer] = await Promise.all([page.waitForResponse(/\/(wechat|messenger)\/crop-qrcode$/), show()])
  const { data }: { data: { url: string; state: string } } = await answer.json()
  await expect(drawing(page)).toBeVisible()
  return data
}

/** Opens the QR tab of the login page. */
async function openCode(page: Page, address = '/login') {
  await page.goto(address)
  return shownBy(page, () => tab(page, byCode).click())
}

/** Scans with the phone and says which colleague it belongs to. */
async function scan(phone: Page, url: string, name = '管理员') {
  await phone.goto(url)
  await colleague(phone, name).click()
  await expect(phone).toHaveURL(/\/auth-redirect\?/)
}

test.describe('signing in by a QR code that WeCom scans (spec §1, S9)', () => {
  test('the desktop signs in by itself once the phone has agreed, and goes where it was going', async ({
    page,
    phone,
  }) => {
    const { url } = await openCode(page, '/login?redirect=%2Fadmin%2Fsys-role%3Fstatus%3D2')
    await expect(page.getByText('请用企业微信扫码')).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^[23]:\d\d 后失效$/)
    await scan(phone, url)
    await expect(phone.getByRole('heading', { level: 1, name: '在电脑上登录？' })).toBeFocused()
    await expect(phone.getByRole('definition')).toHaveText([/^Chrome \d+ · Windows$/, '127.0.0.1', '刚刚'])
    await expect(page).toHaveURL(/\/login/) // nobody has agreed yet
    await phone.getByRole('button', { name: '确认登录' }).click()
    await expect(phone.getByRole('heading', { level: 1, name: '已确认' })).toBeVisible()
    await expect(page).toHaveURL('/admin/sys-role?status=2')
    await expect(page.getByRole('heading', { level: 1, name: '角色管理' })).toBeVisible()
    expect(await phone.context().cookies()).toEqual([]) // the phone gets no session
  })

  test('the tabs are chosen by arrow keys, and what was typed is still there', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('textbox', { name: '账号' }).fill('zhang')
    await tab(page, /^账号密码$/).focus()
    await shownBy(page, () => page.keyboard.press('ArrowRight'))
    await expect(tab(page, byCode)).toBeFocused()
    await expect(tab(page, byCode)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel', { name: '扫码登录' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: '账号' })).toBeHidden()
    await page.keyboard.press('Home')
    await expect(tab(page, /^账号密码$/)).toBeFocused()
    await expect(page.getByRole('textbox', { name: '账号' })).toHaveValue('zhang')
  })

  test('the way chosen last is there after a reload; who is typing already is left alone', async ({ page }) => {
    await openCode(page)
    await shownBy(page, () => page.reload())
    await expect(tab(page, byCode)).toHaveAttribute('aria-selected', 'true')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/app-config', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.addInitScript((key) => localStorage.removeItem(key), APP_INFO_KEY) // what was known is forgotten
    await page.reload()
    await expect(page.getByRole('textbox', { name: '账号' })).toBeFocused()
    held.resolve()
    await expect(tab(page, /^账号密码$/)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('textbox', { name: '账号' })).toBeFocused()
  })

  test('refused on the phone: both say so, and another code signs in', async ({ page, phone }) => {
    const first = await openCode(page)
    await scan(phone, first.url)
    await phone.getByRole('button', { name: '不是我' }).click()
    await expect(phone.getByRole('heading', { level: 1, name: '已拒绝' })).toBeVisible()
    await expect(complaint(page)).toHaveText(/手机上已拒绝/)
    const second = await shownBy(page, () => renew(page).click())
    expect(second.state).not.toBe(first.state)
    await scan(phone, second.url)
    await phone.getByRole('button', { name: '确认登录' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test.describe('a colleague without an account', () => {
    test.use({ expectedErrors: [/status of 400/] })

    test('is told why and what to do, and gets no account', async ({ page, phone }) => {
      const { url } = await openCode(page)
      await scan(phone, url, '新同事小陈')
      await phone.getByRole('button', { name: '确认登录' }).click()
      await expect(phone.getByText('结果见电脑')).toBeVisible() // which need not be a good one
      await expect(complaint(page)).toHaveText(/还没有绑定账号：请先用密码登录，在个人中心绑定，或请管理员绑定/)
      await expect(page).toHaveURL(/\/login/)
      await shownBy(page, () => renew(page).click())
      await expect(page.getByText('请用企业微信扫码')).toBeVisible()
    })

    test('a stranger who knows code and state cannot use them, and spoils nothing', async ({
      page,
      phone,
      request,
    }) => {
      const { url, state } = await openCode(page)
      await scan(phone, url, '访客')
      const code = new URL(phone.url()).searchParams.get('code')
      const stolen = await request.post('/api/v1/wechat/crop-qrcode/login', { data: { code, state } })
      expect(stolen.status()).toBe(400)
      expect(await stolen.json()).not.toHaveProperty('token')
      await phone.getByRole('button', { name: '确认登录' }).click()
      await expect(phone.getByRole('heading', { name: '已确认' })).toBeVisible()
      const seen = await (await request.get(`/api/v1/wechat/crop-qrcode/${state}`)).json()
      expect(seen.data.code ?? null).toBe(null)
      await expect(page).toHaveURL('/dashboard')
    })
  })

  test('a code whose time has run out says so and offers another', async ({ page }) => {
    await page.clock.install()
    const first = await openCode(page)
    await page.clock.fastForward('02:30')
    await expect(page.getByRole('timer')).toHaveText(/^0:[23]\d 后失效$/)
    await renew(page).focus()
    await page.clock.fastForward('00:31')
    await expect(page.getByRole('status').filter({ hasText: '二维码已失效' })).toBeVisible()
    await expect(page.getByRole('timer')).toHaveCount(0)
    await expect(renew(page)).toBeFocused()
    const second = await shownBy(page, () => page.keyboard.press('Enter'))
    expect(second.state).not.toBe(first.state)
    await expect(renew(page)).toBeFocused()
    await expect(page.getByRole('timer')).toHaveText(/^[23]:\d\d 后失效$/)
  })

  test('nothing is asked while nobody can see the page', async ({ page, phone }) => {
    const { url } = await openCode(page)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    let asked = 0
    page.on('request', (request) => void (asked += Number(request.url().includes('/crop-qrcode/'))))
    await scan(phone, url)
    await phone.getByRole('button', { name: '确认登录' }).click()
    await expect(phone.getByRole('heading', { name: '已确认' })).toBeVisible()
    expect(asked).toBe(0)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect(page).toHaveURL('/dashboard')
  })

  test.describe('while the server cannot be reached', () => {
    test.use({ expectedErrors: [/net::ERR_FAILED/] })

    test('it keeps trying', async ({ page, phone }) => {
      const { url } = await openCode(page)
      await page.route('**/crop-qrcode/*', (route) => route.abort())
      await expect(page.getByText('连接中断，正在重试')).toBeVisible()
      await page.unroute('**/crop-qrcode/*')
      await expect(page.getByText('请用企业微信扫码')).toBeVisible()
      await scan(phone, url)
      await phone.getByRole('button', { name: '确认登录' }).click()
      await expect(page).toHaveURL('/dashboard')
    })
  })
})

test.describe('/auth-redirect', () => {
  test("signs in the window that left for WeCom's own page, and leads on with the query", async ({ page }) => {
    await openCode(page, '/login?redirect=%2Fadmin%2Fsys-role%3Fstatus%3D2%26roleSortOrder%3Ddesc')
    await page.getByRole('link', { name: '在企业微信网页登录' }).click()
    await colleague(page, '管理员').click()
    await expect(page).toHaveURL('/admin/sys-role?status=2&roleSortOrder=desc')
    await expect(page.getByRole('heading', { level: 1, name: '角色管理' })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('way-back'))).toBe(null)
  })

  test('in a demo a second tab of the same browser is the phone', async ({ page, context, account }) => {
    const offered = [{ ...account('viewer'), label: '访客' }]
    await page.route('**/api/v1/app-config', async (route) => {
      const answer = await route.fetch()
      const { data, ...envelope } = await answer.json()
      const demo = { ...data, demo_accounts: JSON.stringify(offered) }
      await route.fulfill({ response: answer, json: { ...envelope, data: demo } })
    })
    await openCode(page)
    await page.getByRole('button', { name: 'Switch to English' }).click() // the phone speaks it as well
    const [phone] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open the simulated phone in a new tab' }).click(),
    ])
    await expect(phone.getByRole('heading', { level: 1, name: 'WeCom simulator' })).toBeVisible()
    await phone.getByRole('link', { name: '切换到中文' }).click()
    await expect(phone.getByRole('heading', { level: 1, name: '企业微信模拟器' })).toBeVisible()
    await colleague(phone, '访客').click()
    await phone.getByRole('button', { name: 'Confirm sign-in' }).click()
    await expect(phone.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })

  const unknown = `/auth-redirect?code=x&state=${'0'.repeat(48)}`
  test('says on the phone what to do about a code that is gone', async ({ page }) => {
    await page.goto(unknown)
    await expect(page.getByRole('heading', { level: 1, name: '二维码已失效' })).toBeFocused()
    await expect(page.getByText('在电脑上刷新二维码，再扫一次。')).toBeVisible()
  })

  test('asked again after the answer, it tells what was answered', async ({ page, phone }) => {
    const { url } = await openCode(page)
    await scan(phone, url)
    await phone.getByRole('button', { name: '不是我' }).click()
    await expect(phone.getByRole('heading', { name: '已拒绝' })).toBeVisible()
    await phone.reload()
    await expect(phone.getByRole('heading', { name: '已拒绝' })).toBeVisible()
  })

  test('without a code it leads to the login page, and back from there', async ({ page }) => {
    await page.goto('/auth-redirect?redirect=%2Fadmin%2Fsys-role%3Fstatus%3D2')
    await expect(page).toHaveURL('/login?redirect=%2Fadmin%2Fsys-role%3Fstatus%3D2')
  })

  test.describe('when the server has a fault', () => {
    test.use({ expectedErrors: [/status of 500/] })
    test('says so, and asks again when told to', async ({ page }) => {
      const fault = { requestId: 'r1', code: 500, msg: '服务器内部错误，请求编号 r1' }
      await page.route('**/crop-qrcode/*', (route) => route.fulfill({ status: 500, json: fault }))
      await page.goto(unknown)
      await expect(page.getByRole('heading', { name: '没有完成' })).toBeVisible()
      await expect(page.getByText('请求编号 r1')).toBeVisible()
      await page.unroute('**/crop-qrcode/*')
      await page.getByRole('button', { name: '重试' }).click()
      await expect(page.getByRole('heading', { name: '二维码已失效' })).toBeVisible()
    })
  })
})

test.describe('binding on the profile page', () => {
  test.use({ expectedErrors: [/status of (400|403)/] })

  test('unbinds, binds another time, and signs in with it; whoever else confirms is shown and not bound', async ({
    page,
    phone,
    start,
    origins,
  }) => {
    const server = start(['server/commands/caliper.ts', 'serve', '--ephemeral'])
    const [line] = await server.says(/^\{.*\}$/)
    const { url, accounts }: { url: string; accounts: { username: string; password: string; roles: string[] }[] } =
      JSON.parse(line)
    origins.push(url)
    const viewer = accounts.find(({ username }) => username === 'viewer')!
    const card = page.getByRole('region', { name: '企业微信' })
    const dialog = page.getByRole('dialog')

    await signInAt(page, url, viewer)
    await page.goto(`${url}/profile/index`)
    await expect(card.getByText('fang.ke')).toBeVisible()
    await card.getByRole('button', { name: '解除绑定' }).click()
    await expect(dialog.getByLabel('密码', { exact: true })).toBeFocused()
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('密码', { exact: true })).toHaveAccessibleDescription(/密码不正确/)
    await dialog.getByLabel('密码', { exact: true }).fill(viewer.password)
    await dialog.getByRole('button', { name: '解除绑定' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card.getByText('还没有绑定企业微信。')).toBeVisible()

    // Somebody else saw the code on the screen and confirms: the operator is shown who that is, and does not agree.
    const code = await shownBy(page, () => card.getByRole('button', { name: '绑定企业微信' }).click())
    await scan(phone, code.url, '新同事小陈')
    await expect(phone.getByRole('heading', { level: 1, name: '绑定企业微信？' })).toBeVisible()
    await expect(phone.getByRole('definition').first()).toHaveText('访客 (viewer)')
    await phone.getByRole('button', { name: '确认绑定' }).click()
    await expect(dialog.getByRole('heading', { name: '这是你的企业微信吗？' })).toBeFocused()
    await expect(dialog.getByRole('definition')).toHaveText(['xin.ren', 'viewer'])
    const second = await shownBy(page, () => dialog.getByRole('button', { name: '不是我，重新扫码' }).click())

    await scan(phone, second.url, '访客')
    await phone.getByRole('button', { name: '确认绑定' }).click()
    await expect(dialog.getByRole('definition')).toHaveText(['fang.ke', 'viewer'])
    await expect(dialog.getByRole('heading', { name: '这是你的企业微信吗？' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('密码', { exact: true })).toHaveAccessibleDescription(/密码不正确/)
    await dialog.getByLabel('密码', { exact: true }).fill(viewer.password) // no further scan is needed
    await dialog.getByRole('button', { name: '绑定', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card.getByText('fang.ke')).toBeVisible()

    await page.context().clearCookies()
    const signIn = await openCode(page, `${url}/login`)
    await scan(phone, signIn.url, '访客')
    await phone.getByRole('button', { name: '确认登录' }).click()
    await expect(page.getByText('访客，你好')).toBeVisible()
  })
})

async function signInAt(page: Page, url: string, { username, password }: { username: string; password: string }) {
  const answer = await page.request.post(`${url}/api/v1/login`, { data: { username, password } })
  const { token }: { token: string } = await answer.json()
  await page.context().addCookies([{ name: 'Admin-Token', value: token, url }])
}

const words = {
  zh: {
    confirm: '确认登录',
    confirmBind: '确认绑定',
    bind: '绑定企业微信',
    agree: '绑定',
    bound: /已绑定企业微信/,
    renew: '刷新二维码',
    password: '密码',
    unbind: '解除绑定',
    over: '二维码已失效',
  },
  en: {
    confirm: 'Confirm sign-in',
    confirmBind: 'Confirm binding',
    bind: 'Bind WeCom',
    agree: 'Bind',
    bound: /is already bound to WeCom/,
    renew: 'Refresh the code',
    password: 'Password',
    unbind: 'Unbind',
    over: 'This code has expired',
  },
} as const

test.describe('in the question whether to sign in again (spec §8)', () => {
  test.use({ expectedErrors: [/status of 401/] })
  const whoComes: [who: string, colleague: string, isSame: boolean][] = [
    ['the same operator goes on with what was typed', '管理员', true],
    ['somebody else is told of it, begins anew, and sees nothing of it', '检验员小李', false],
  ]
  for (const [who, name, isSame] of whoComes) {
    test(who, async ({ page, phone, account }) => {
      await openCode(page) // as the session was begun
      const token = await beSignedIn(page, account('admin'))
      await page.goto('/admin/sys-role')
      await page.getByRole('button', { name: '新建角色' }).click()
      const typed = page.getByRole('dialog', { name: '新建角色' }).getByLabel('角色名称')
      await typed.fill('half')
      await page.getByRole('dialog').getByLabel('权限字符').fill(`half-${Date.now()}`)
      await allAnswered(page)
      // It ends while the form is sent: the live feed, which is closed then, asks as well and would cover the button.
      await page.route(
        '/api/v1/role',
        async (route) => {
          await page.request.post('/api/v1/logout', { headers: { authorization: `Bearer ${token}` } })
          await route.continue()
        },
        { times: 1 },
      )
      await page.getByRole('button', { name: '创建角色' }).click()
      const question = page.getByRole('alertdialog', { name: '系统提示' })
      const { url } = await shownBy(page, () => question.getByRole('button', { name: '重新登录' }).click())
      await expect(tab(page, byCode)).toBeFocused()
      await expect(question.getByRole('link', { name: '在企业微信网页登录' })).toHaveCount(0)
      await scan(phone, url, name)
      await phone.getByRole('button', { name: '确认登录' }).click()
      if (!isSame) await page.getByRole('button', { name: `以 ${name} 继续` }).click()
      await expect(question).toHaveCount(0)
      if (isSame) await expect(page.getByRole('table').getByText('half', { exact: true })).toBeVisible()
      else await expect(page.getByRole('button', { name })).toBeVisible()
      await expect(typed).toHaveCount(0)
    })
  }
})

for (const { name, viewport, isPhone, ...settings } of looks) {
  const word = words[settings.locale]

  test.describe(`axe finds nothing, ${name}:`, () => {
    test.use({ viewport, hasTouch: isPhone, expectedErrors: [/status of 409/] })

    test('on the QR tab, and on the phone that scans it', async ({ page, otherPage }) => {
      for (const one of [page, otherPage]) await keepSettings(one, settings)
      await otherPage.setViewportSize({ width: 360, height: 640 })
      await page.clock.install()
      const { url } = await openCode(page)
      await expect(page.locator('html')).toHaveAttribute('data-theme', settings.themeMode)
      await expectAccessible(page)
      await otherPage.goto(url)
      await otherPage.getByRole('button', { name: '访客' }).click()
      const confirm = otherPage.getByRole('button', { name: word.confirm })
      await expect(confirm).toBeInViewport({ ratio: 1 })
      expect((await confirm.boundingBox())?.height).toBeGreaterThanOrEqual(48)
      await expectAccessible(otherPage)
      await page.clock.fastForward('03:01')
      await expect(page.getByText(word.over)).toBeVisible()
      await expectAccessible(page)
      await confirm.click()
      await expect(otherPage.locator('[data-outcome=done]')).toBeVisible()
      await expectAccessible(otherPage)
      await otherPage.goto(`/auth-redirect?code=x&state=${'0'.repeat(48)}`)
      await expect(otherPage.locator('[data-outcome=gone]')).toBeVisible()
      await expectAccessible(otherPage)
    })

    test('on the question which member to bind, and on the phone that names the account', async ({
      page,
      otherPage,
      account,
    }) => {
      for (const one of [page, otherPage]) await keepSettings(one, settings)
      await otherPage.setViewportSize({ width: 360, height: 640 })
      await beSignedIn(page, account('inspector'))
      // The demo's accounts are all bound; here this one is not.
      await page.route('**/api/v1/user/messenger', (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ json: { code: 200, data: { isEnabled: true, memberId: null, boundAt: null } } })
          : route.continue(),
      )
      await page.goto('/profile/index')
      const { url } = await shownBy(page, () => page.getByRole('button', { name: word.bind }).click())
      await otherPage.goto(url)
      await otherPage.getByRole('button', { name: '访客' }).click()
      const confirm = otherPage.getByRole('button', { name: word.confirmBind })
      await expect(confirm).toBeInViewport({ ratio: 1 })
      await expectAccessible(otherPage)
      await confirm.click()
      const dialog = page.getByRole('dialog', { name: word.bind })
      await expect(dialog.getByRole('definition').first()).toHaveText('fang.ke')
      await expectAccessible(page)
      await dialog.getByLabel(word.password, { exact: true }).fill(account('inspector').password)
      await dialog.getByRole('button', { name: word.agree, exact: true }).click()
      await expect(dialog.getByRole('alert')).toHaveText(word.bound) // the demo has bound it
      await expectAccessible(page)
      await shownBy(page, () => dialog.getByRole('button', { name: word.renew }).click())
    })

    test('on the dialog that unbinds', async ({ page, account }) => {
      await keepSettings(page, settings)
      await beSignedIn(page, account('inspector'))
      await page.goto('/profile/index')
      await page.getByRole('button', { name: word.unbind }).click()
      await expect(page.getByRole('dialog', { name: word.unbind })).toBeVisible()
      await expectAccessible(page)
    })
  })
}
