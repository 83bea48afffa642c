import type { APIRequestContext, BrowserContext, Page, Request, Response } from '@playwright/test'
import type { LoginLogEntry } from '#shared/admin/sign-in-log'
import { HOUR_MS } from '#shared/durations'
import type { RecordDetail } from '#shared/qc/record/schema'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { apiOf, uniqueKey } from '../support/api'
import { holdAnswers, isCall } from '../support/held'
import { keepSettings, looks } from '../support/looks'
import { menuLink } from '../support/menu'
import { comeBackTo, pressOrBeTold } from '../support/ended'
import { callAs, makeChart } from '../support/qc'
import type { Account } from '../support/server'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.use({ expectedErrors: [/status of (400|401|409)|ERR_FAILED/] })

const LIST = '/admin/sys-role'
const question = (page: Page) => page.getByRole('alertdialog', { name: /^(系统提示|System prompt)$/ })
const reSignIn = (page: Page) => question(page).getByRole('button', { name: '重新登录' })

/** Signs in within the question. */
async function signInThere(page: Page, password: string) {
  await reSignIn(page).click()
  await question(page).getByLabel('密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Fills the form of a new role, short of saving it. */
async function typeRole(page: Page, roleName: string) {
  await page.goto(LIST)
  await expect(page.getByRole('button', { name: /^异常信号：/ })).toBeVisible() // the last that a page asks for by itself
  await page.getByRole('button', { name: '新建角色' }).click()
  const dialog = page.getByRole('dialog', { name: '新建角色' })
  await dialog.getByLabel('角色名称').fill(roleName)
  await dialog.getByLabel('权限字符').fill(uniqueKey())
  return dialog
}

test.describe('a session that ends while something is typed (spec §8)', () => {
  test('the form stays; signing in on the spot saves it, once', async ({ page, request, account }) => {
    const admin = account('admin')
    const token = await beSignedIn(page, admin)
    const roleName = uniqueKey()
    const dialog = await typeRole(page, roleName)
    await allAnswered(page)
    await apiOf(request, token).call('POST', '/logout')
    const sent: Request[] = []
    page.on('request', (one) => one.method() === 'POST' && one.url().endsWith('/api/v1/role') && sent.push(one))
    await dialog.getByRole('button', { name: '创建角色' }).click()
    await expect(question(page)).toContainText('登录后会继续刚才的 1 项操作')
    await signInThere(page, 'not the password')
    await expect(question(page).getByRole('alert')).toHaveText('账号或密码错误')
    await page.route('**/api/v1/getinfo', (route) => route.abort(), { times: 1 }) // a gap in the network
    await question(page).getByLabel('密码', { exact: true }).fill(admin.password)
    await page.keyboard.press('Enter')
    await expect(question(page)).toHaveCount(0)
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(LIST)
    await page.getByRole('textbox', { name: '角色名称' }).fill(roleName) // others may fill the first page
    await expect(page.getByRole('table')).toContainText(roleName)
    const fresh = await beSignedIn(page, admin)
    expect(await apiOf(request, fresh).roles(roleName)).toHaveLength(1)
    expect(sent).toHaveLength(2)
    const keys = await Promise.all(sent.map((one) => one.headerValue('idempotency-key')))
    expect(keys[0]).toMatch(/^\d+-\d+-\d+-\d+$/)
    expect(keys[1]).toBe(keys[0])
  })

  test('what is refused while the question is asked already is saved by signing in as well', async ({
    page,
    request,
    account,
  }) => {
    const token = await beSignedIn(page, account('admin'))
    const roleName = uniqueKey()
    const dialog = await typeRole(page, roleName)
    await allAnswered(page)
    await apiOf(request, token).call('POST', '/logout')
    const asked = Promise.withResolvers<void>()
    const isRole = (url: URL) => url.pathname === '/api/v1/role'
    await page.route(isRole, (route) => asked.promise.then(() => route.continue()), { times: 1 })
    const refused = page.waitForResponse((one) => isRole(new URL(one.url())) && one.status() === 401)
    await dialog.getByRole('button', { name: '创建角色' }).click()
    await comeBackTo(page)
    asked.resolve()
    await refused
    await signInThere(page, account('admin').password)
    await expect(question(page)).toHaveCount(0)
    await expect(dialog).toHaveCount(0)
    const fresh = await beSignedIn(page, account('admin'))
    expect(await apiOf(request, fresh).roles(roleName)).toHaveLength(1)
  })

  test('who would rather read on keeps the form; saving asks again', async ({ page, request, account }) => {
    const token = await beSignedIn(page, account('admin'))
    const roleName = uniqueKey()
    const dialog = await typeRole(page, roleName)
    await allAnswered(page)
    await apiOf(request, token).call('POST', '/logout')
    for (let round = 1; round <= 2; round += 1) {
      await dialog.getByRole('button', { name: '创建角色' }).click()
      await question(page).getByRole('button', { name: '取消' }).click()
      await expect(question(page)).toHaveCount(0)
      await expect(dialog.getByLabel('角色名称')).toHaveValue(roleName)
    }
    await page.keyboard.press('Escape') // leaves the form, which asks
    await page.getByRole('alertdialog').getByRole('button', { name: '放弃更改' }).click()
    const strip = page.getByRole('status').filter({ hasText: '登录已过期' })
    await strip.getByRole('button', { name: '重新登录' }).click()
    await signInThere(page, account('admin').password)
    await expect(strip).toHaveCount(0)
  })

  test('values under entry stay in sight, and signing in on the spot leads back to their cell (ux §12.5)', async ({
    page,
    request,
    account,
  }) => {
    const inspector = account('inspector')
    const { templateId, itemKey } = await makeChart(await callAs(request, account('admin')), Date.now() - HOUR_MS)
    const values = [{ itemKey, sampleNo: 1, raw: '10.002' }]
    const call = await callAs(request, inspector)
    const { qcValueBaseId } = await call<RecordDetail>('POST', '/qc/value-base', { templateId, values })
    const token = await beSignedIn(page, inspector)
    await page.goto(`/caliper/qc/value-info/${qcValueBaseId}`)
    const cell = page.getByRole('main').getByRole('textbox', { name: '直径' })
    await cell.fill('10.001')
    await allAnswered(page)
    await apiOf(request, token).call('POST', '/logout')
    await comeBackTo(page)
    await question(page).getByRole('button', { name: '取消' }).click()
    await expect(cell).toHaveValue('10.001')
    await expect(cell).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await signInThere(page, inspector.password)
    await expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible()
    await expect(cell).toBeFocused()
  })

  test('somebody else begins from the login page', async ({ page, request, account }) => {
    const token = await beSignedIn(page, account('approver'))
    await page.goto(LIST)
    await expect(page.getByRole('heading', { name: '角色管理' })).toBeVisible()
    await allAnswered(page)
    await apiOf(request, token).call('POST', '/logout')
    await pressOrBeTold(page.getByRole('button', { name: '刷新' }))
    await reSignIn(page).click()
    await expect(question(page)).toContainText('approver')
    await question(page).getByRole('button', { name: '换个账号登录' }).click()
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await signIn(page, account('viewer'))
    await expect(page).toHaveURL(LIST)
    await expect(page.getByRole('button', { name: '访客' })).toBeVisible()
  })
})

test.describe('windows of one browser share the session', () => {
  /** Two windows in which the same operator works. */
  async function twoWindows(context: BrowserContext, page: Page) {
    const other = await context.newPage()
    for (const window of [page, other]) {
      await window.clock.install({ time: Date.now() })
      await window.goto(LIST)
      await expect(window.getByRole('heading', { name: '角色管理' })).toBeVisible()
    }
    return [page, other] as const
  }

  for (const hasLocks of [true, false]) {
    test(`both swap the token at the same time and stay signed in${hasLocks ? '' : ', without locks, as on plain HTTP'}`, async ({
      page,
      context,
      account,
    }) => {
      if (!hasLocks) await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
      await page.goto('/login')
      await signIn(page, account('viewer'))
      const tokenOf = async () => (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value
      const before = await tokenOf()
      const expected = hasLocks ? 1 : 2
      const asking = new Set<Page>()
      const keys = new Set<string | undefined>()
      const isSpread = Promise.withResolvers<void>()
      await context.route('**/refreshtoken', async (route) => {
        asking.add(route.request().frame().page())
        keys.add(route.request().headers()['x-swap-key'])
        await isSpread.promise // an answer would end the key that is looked for
        await expect.poll(() => asking.size).toBe(expected) // they reach the server together
        await route.continue()
      })
      const windows = await twoWindows(context, page)
      await context.clock.fastForward('16:00')
      await Promise.all(windows.map((window) => window.keyboard.press('Shift')))
      await context.clock.fastForward('00:15') // the key
      const keyIn = (window: Page) =>
        window.evaluate(() => {
          const { nextSwapKey, swapKey } = JSON.parse(localStorage.getItem('session')!)
          return nextSwapKey ?? swapKey // one may already be swapping
        })
      await expect.poll(() => keyIn(page)).toBeTruthy()
      await expect.poll(async () => (await keyIn(page)) === (await keyIn(windows[1]))).toBe(true)
      isSpread.resolve()
      await context.clock.fastForward('00:15') // the swap
      await expect.poll(tokenOf).not.toBe(before)
      for (const window of windows) {
        const answer = window.waitForResponse((one) => one.url().endsWith('/api/v1/role') && one.status() === 200)
        await window.getByRole('button', { name: '刷新' }).click()
        await answer
        await expect(question(window)).toHaveCount(0)
      }
      expect(asking.size).toBe(expected)
      expect([...keys]).toEqual([expect.any(String)]) // of one key: with two, the server refuses the second window
    })
  }

  test('the token is swapped although the storage of the browser is full', async ({ page, context, account }) => {
    await page.goto('/login')
    await signIn(page, account('viewer'))
    await context.clock.install({ time: Date.now() })
    await page.goto(LIST)
    await expect(page.getByRole('heading', { name: '角色管理' })).toBeVisible()
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    const asked = page.waitForRequest('**/refreshtoken')
    await context.clock.fastForward('16:00')
    await page.keyboard.press('Shift')
    await context.clock.fastForward('00:15')
    await asked
  })

  test('nobody at work, the token is left to end', async ({ page, context, account }) => {
    await page.goto('/login')
    await signIn(page, account('viewer'))
    const asked: string[] = []
    page.on('request', (one) => void asked.push(new URL(one.url()).pathname))
    const [window] = await twoWindows(context, page)
    await window.clock.fastForward('16:00')
    await window.clock.fastForward('00:15')
    await window.getByRole('button', { name: '刷新' }).click()
    await expect.poll(() => asked.filter((path) => path === '/api/v1/role').length).toBeGreaterThan(1)
    expect(asked).not.toContain('/refreshtoken')
  })

  test('signing in and out in one is followed by the other', async ({ page, context, account }) => {
    await page.goto('/login')
    const other = await context.newPage()
    await other.goto('/admin/sys-role?status=2')
    await expect(other).toHaveURL(/^[^?]*\/login\?redirect=/)
    await signIn(page, account('admin'))
    await expect(other).toHaveURL('/admin/sys-role?status=2')
    await expect(other.getByRole('heading', { name: '角色管理' })).toBeVisible()
    await other.getByRole('button', { name: '新建角色' }).click()
    await other.getByRole('dialog').getByLabel('角色名称').fill('half')
    const third = await context.newPage()
    await third.goto('/dashboard')
    await page.getByRole('button', { name: '管理员' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await expect(page).toHaveURL('/login?redirect=%2Fdashboard')
    await expect(third).toHaveURL('/login?redirect=%2Fdashboard')
    await expect(question(other)).toBeVisible()
    await signInThere(other, account('admin').password)
    await expect(question(other)).toHaveCount(0)
    await expect(other.getByRole('dialog').getByLabel('角色名称')).toHaveValue('half')
    await expect(page).toHaveURL('/dashboard')
  })
})

test('who signs out asks for nothing more in the session that ends, and leaves no token if no answer comes', async ({
  page,
  account,
}) => {
  const { promise: isDue, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/assets/every-page-*.js', async (route) => {
    await isDue
    await route.continue()
  })
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await beSignedIn(page, account('admin'))
  await page.goto('/profile')
  const held = await holdAnswers(page, isCall('POST', '/logout'))
  await page.getByRole('button', { name: '管理员' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await held.asked()
  const tokens = async () => (await page.context().cookies()).filter(({ name }) => name === 'Admin-Token')
  await expect.poll(tokens).toEqual([])
  send()
  await expect(page.getByRole('button', { name: '异常信号' })).toBeVisible()
  expect(asked).not.toContain('/api/v1/qc/signal/bell')
  await held.release()
  await expect(page).toHaveURL(/\/login/)
})

test.describe('another operator signs in, in another window', () => {
  test('what is typed is neither saved in their name nor lost: its author signs in again, and it is saved', async ({
    page,
    context,
    account,
  }) => {
    await page.goto('/login')
    await signIn(page, account('admin'))
    const roleName = uniqueKey()
    const dialog = await typeRole(page, roleName)
    const other = await context.newPage()
    await other.goto('/dashboard')
    await other.getByRole('button', { name: '管理员' }).click()
    await other.getByRole('menuitem', { name: '退出登录' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await question(page).getByRole('button', { name: '取消' }).click()
    await other.waitForURL(/\/login/)
    await signIn(other, account('approver'))
    const theirs = page.getByRole('alertdialog', { name: '登录的是 批准人老王' })
    await theirs.getByRole('button', { name: '继续编辑' }).click()
    await expect(theirs).toHaveCount(0)
    await expect(question(page)).toHaveCount(0)

    const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value
    const sent: Request[] = []
    page.on('request', (one) => one.headers()['authorization'] === `Bearer ${token}` && sent.push(one))
    await dialog.getByRole('button', { name: '创建角色' }).click()
    await expect(question(page)).toContainText('登录后会继续刚才的 1 项操作')
    await question(page).getByRole('button', { name: '取消' }).click()
    await other.evaluate(() => {
      const life = localStorage.getItem('session') ?? '{}'
      localStorage.setItem('session', JSON.stringify({ ...JSON.parse(life), refreshAt: 1e15 })) // as by a swap of the token
    })
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await dialog.getByRole('button', { name: '创建角色' }).click()
    await expect(question(page)).toContainText('登录后会继续刚才的 1 项操作')
    await expect(theirs).toHaveCount(0)
    expect(sent.map((one) => one.url())).toEqual([])
    await signInThere(page, account('admin').password)
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: '管理员', exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: '角色名称' }).fill(roleName)
    await expect(page.getByRole('table')).toContainText(roleName)
    await expect(other.getByRole('button', { name: '管理员', exact: true })).toBeVisible() // it shows who is signed in now
  })

  test('a window that was not told of it sends nothing in their name', async ({ page, account }) => {
    await beSignedIn(page, account('viewer'))
    await page.goto(LIST)
    await expect(page.getByRole('button', { name: '访客' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^异常信号：/ })).toBeVisible() // the last that a page asks for by itself
    await allAnswered(page)
    await beSignedIn(page, account('approver'))
    const refused = page.waitForResponse((one) => one.url().includes('/api/v1/role') && one.status() === 409)
    await page.getByRole('button', { name: '刷新' }).click()
    await refused
    await expect(page.getByRole('button', { name: '批准人老王' })).toBeVisible()
  })
})

test.describe('a swap of the token whose answer gets lost', () => {
  const tokenIn = async (context: BrowserContext) =>
    (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value
  const isList = (answer: Response, status: number) =>
    answer.url().endsWith('/api/v1/role') && answer.status() === status

  /** Has the page swap its token. The swap is done by the server, and its answer lost until `heard` resolves. */
  async function swapUnheard(page: Page, { username, password }: Account, heard: Promise<unknown>) {
    await page.goto('/login')
    await signIn(page, { username, password })
    await page.clock.install({ time: Date.now() })
    await page.goto(LIST)
    await expect(page.getByRole('heading', { name: '角色管理' })).toBeVisible()
    await allAnswered(page)
    const lost = Promise.withResolvers<void>()
    let isHeard = false
    void heard.then(() => (isHeard = true))
    await page.context().route('**/refreshtoken', async (route) => {
      const response = await route.fetch()
      if (isHeard) return route.fulfill({ response })
      await route.abort()
      lost.resolve()
    })
    await page.clock.fastForward('16:00')
    await page.keyboard.press('Shift')
    await page.clock.fastForward('00:15') // the key
    await page.clock.fastForward('00:15') // the swap
    await lost.promise
  }

  /** What the sign-in log has of an operator whose token was replayed. */
  async function replaysOf(request: APIRequestContext, admin: Account, { username }: Account) {
    const { token } = await (await request.post('/api/v1/login', { data: admin })).json()
    const log = apiOf(request, token).call<{ list: LoginLogEntry[] }>('GET', `/sys-login-log?username=${username}`)
    return (await log).data!.list.filter(({ event }) => event === 'replay')
  }

  test('is sent again; what was refused under the old token waits for it, and nobody is signed out', async ({
    page,
    request,
    context,
    account,
  }) => {
    const refused = page.waitForResponse((answer) => isList(answer, 401))
    await swapUnheard(page, account('approver'), refused)
    const before = await tokenIn(context)
    const answered = page.waitForResponse((answer) => isList(answer, 200))
    await page.getByRole('button', { name: '刷新' }).click()
    await answered
    expect(await tokenIn(context)).not.toBe(before)
    await expect(question(page)).toHaveCount(0)
    await expect(page.getByRole('table')).toBeVisible()
    expect(await replaysOf(request, account('admin'), account('approver'))).toEqual([])
  })

  test('is sent again by a page that is loaded anew, and by another window', async ({ page, context, account }) => {
    const other = await context.newPage()
    await other.goto('/login')
    const asked = Promise.withResolvers<void>()
    await swapUnheard(page, account('approver'), asked.promise)
    const before = await tokenIn(context)
    await page.close()
    const lostAgain = other.waitForEvent('requestfailed', (one) => one.url().endsWith('/refreshtoken'))
    await other.goto(LIST)
    await lostAgain
    asked.resolve()
    await expect(other.getByRole('heading', { name: '角色管理' })).toBeVisible()
    await expect.poll(() => tokenIn(context)).not.toBe(before)
    await expect(question(other)).toHaveCount(0)
  })
})

test('tabs that stay keep their order when the role is changed on another page', async ({ page, account }) => {
  await beSignedIn(page, account('approver'))
  await page.goto(LIST)
  await expect(page.getByRole('tab')).toHaveText([/首页/, /质检分析/, /角色管理/])
  await page.getByRole('button', { name: '批准人老王' }).click()
  await page.getByRole('menuitemradio', { name: '身份：检验员' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('tab')).toHaveText([/首页/, /质检分析/])
})

test('an operator with several roles acts as one of them, in all windows; tabs close (spec §4)', async ({
  page,
  context,
  account,
  request,
}) => {
  const token = await beSignedIn(page, account('approver'))
  await page.goto(LIST)
  await expect(page.getByRole('tab')).toHaveText([/首页/, /质检分析/, /角色管理/])
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(await menuLink(other, '角色管理')).toBeVisible()
  const choose = async (name: string) => {
    await page.getByRole('button', { name: '批准人老王' }).click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  await page.goto('/dashboard')
  const roleFigure = page.getByRole('list', { name: '概况' }).getByRole('link', { name: '角色' })
  await expect(roleFigure).toBeVisible()
  const third = await context.newPage()
  await third.goto(LIST)
  await third.getByRole('button', { name: '新建角色' }).click()
  await third.getByRole('dialog').getByLabel('角色名称').fill('half')
  await choose('身份：检验员')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('tab')).toHaveText([/首页/, /质检分析/])
  await expect(page.getByText('我的会话')).toBeVisible()
  await expect(roleFigure).toHaveCount(0) // what the other role could see
  await expect(page.getByRole('button', { name: '批准人老王' })).toContainText('检验员')
  await expect(third.getByText('已在另一个窗口切换身份')).toBeVisible()
  await expect(third.getByRole('dialog').getByLabel('角色名称')).toHaveValue('half')
  for (const window of [page, other]) {
    await expect(window.getByRole('link', { name: '角色管理' })).toHaveCount(0)
    await expect(window.getByText('系统管理')).toHaveCount(0)
  }
  expect((await apiOf(request, token).ask('GET', '/getinfo')).code).toBe(401)
  await page.reload()
  await expect(page.getByText('系统管理')).toHaveCount(0)
  await choose('身份：全部角色')
  await expect(await menuLink(page, '角色管理')).toBeVisible()
})

for (const { name, viewport, isPhone, ...settings } of looks) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: isPhone })
    test('axe finds nothing on the question whether to sign in again', async ({ page, request, account }) => {
      await keepSettings(page, settings)
      const token = await beSignedIn(page, account('viewer'))
      await page.goto(LIST)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (isPhone) await page.getByRole('button', { name: /^(筛选|Filters)$/ }).click()
      await allAnswered(page)
      await apiOf(request, token).call('POST', '/logout')
      await pressOrBeTold(page.getByRole('button', { name: /^(刷新|Refresh)$/ }))
      await expect(question(page)).toBeVisible()
      await expectAccessible(page, '[role=alertdialog]') // the list under it waits, dimmed
      await question(page)
        .getByRole('button', { name: /^(重新登录|Re-login)$/ })
        .click()
      await expect(question(page).getByLabel(/^(密码|Password)$/)).toBeVisible()
      await expectAccessible(page, '[role=alertdialog]')
    })
  })
}
