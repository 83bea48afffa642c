import type { Page, Route } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { apiOf, uniqueKey } from '../support/api'
import { sessionOver } from '../support/ended'
import { beSignedIn } from '../support/sign-in'
import { keepSettings } from '../support/looks'
import { answerWith } from '../support/menu'
import { expect, test } from '../support/test'

/** What the tests here bring about: refusals, no network, a thrown error. */
test.use({
  expectedErrors: [
    /status of (400|401|403|404|409|429|500|502)|ERR_(FAILED|INTERNET_DISCONNECTED)|by the test|Minified React error|dynamically imported module|style sheet|^thrown: $/,
  ],
})

const LIST = '/admin/sys-role'
const rows = (page: Page) => page.getByRole('table', { name: '角色管理' }).locator('tbody').getByRole('row')
const dialog = (page: Page) => page.getByRole('dialog')
const noticed = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

const refuse =
  (status: number, body: object = {}) =>
  (route: Route) =>
    route.fulfill({ status, json: { requestId: 'request-of-the-test', code: status, msg: '', ...body } })

/** Throws on the page as a fault of ours would: outside of anything that could catch it. */
const throwOnPage = (page: Page, message: string) =>
  page.evaluate((words) => {
    setTimeout(() => {
      throw new Error(`${words}, made by the test`)
    })
  }, message)

test.beforeEach(async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
})

test.describe('a session that is over (spec §8)', () => {
  const ends: [what: string, status: number, code: number][] = [
    ['401', 401, 401],
    ['6401 with status 200', 200, 6401],
  ]
  for (const [what, status, code] of ends) {
    test(`${what} while saving: what was typed survives the question and Cancel`, async ({ page }) => {
      await page.goto(LIST)
      await page.getByRole('button', { name: '新建角色' }).click()
      await dialog(page).getByLabel('角色名称').fill('还没有保存')
      await dialog(page).getByLabel('权限字符').fill(uniqueKey())
      await dialog(page).getByLabel('备注', { exact: true }).fill('写了很久的备注')
      await page.route('**/api/v1/role', refuse(status, { code, msg: '登录状态已过期' }))
      await dialog(page).getByRole('button', { name: '创建角色' }).click()
      await expect(sessionOver(page)).toHaveAccessibleDescription('登录状态已过期，可以继续留在此页面，或重新登录')
      await sessionOver(page).getByRole('button', { name: '取消' }).click()
      await expect(sessionOver(page)).toHaveCount(0)
      await expect(dialog(page).getByLabel('角色名称')).toHaveValue('还没有保存')
      await expect(dialog(page).getByLabel('备注', { exact: true })).toHaveValue('写了很久的备注')
      await expect(page).toHaveURL(LIST)
    })
  }

  test('a 401 while the login page is shown resets the token and reloads', async ({ page }) => {
    await page.goto(LIST)
    await expect(rows(page).first()).toBeVisible()
    await page.route('**/api/v1/role', refuse(401))
    const reloaded = page.waitForEvent('load')
    await page
      .getByRole('main')
      .getByRole('button', { name: '刷新' })
      .evaluate((button: HTMLButtonElement) => {
        button.click()
        History.prototype.pushState.call(history, null, '', '/login') // behind the back of the router
      })
    await reloaded
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled()
    expect(await page.context().cookies()).toEqual([])
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  test('without a token there is nothing to reset, and no reloading for ever', async ({ page }) => {
    await page.context().clearCookies()
    let loads = 0
    page.on('load', () => (loads += 1))
    const asked = page.waitForResponse('**/api/v1/captcha')
    await page.route('**/api/v1/captcha', refuse(401))
    await page.goto('/login')
    await asked
    await allAnswered(page)
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    expect(loads).toBe(1)
  })
})

test.describe('messages of refusals stay for five seconds (spec §8)', () => {
  const refusals: [what: string, respond: (route: Route) => unknown, message: string][] = [
    ['403', refuse(403, { msg: '没有操作权限：x' }), '没有操作权限：x'],
    ['another code', refuse(409, { msg: '已被占用' }), '已被占用'],
    ['an HTTP error', (route) => route.fulfill({ status: 502, body: '<html>' }), '请求失败（HTTP 502）'],
    ['no network', (route) => route.abort(), '服务器连接异常，请检查服务器！'],
  ]
  for (const [what, respond, message] of refusals) {
    test(what, async ({ page }) => {
      await page.clock.install()
      await page.goto(`${LIST}?roleKey=viewer`) // not the administrator's, which cannot be disabled
      await page.route('**/api/v1/role-status', respond)
      await rows(page)
        .last()
        .getByRole('button', { name: /的更多操作/ })
        .click()
      await page.getByRole('menuitem', { name: '停用' }).click()
      const told = page.getByRole('alert').getByText(message, { exact: true })
      await expect(told).toBeVisible()
      await page.clock.fastForward(4000)
      await expect(told).toBeVisible()
      await page.clock.fastForward(1500)
      await expect(told).toHaveCount(0)
    })
  }
})

test.describe('/auth-redirect leads on to where the sign-in was going (spec §2)', () => {
  const ways: [what: string, search: string, signedIn: string, signedOut: string][] = [
    [
      'with its query',
      '?redirect=%2Fadmin%2Fsys-role%3Fstatus%3D2',
      '/admin/sys-role?status=2',
      '/login?redirect=%2Fadmin%2Fsys-role%3Fstatus%3D2',
    ],
    ['home without one', '', '/dashboard', '/login'],
    ['home from a foreign address (S57)', '?redirect=https%3A%2F%2Fevil.example%2F', '/dashboard', '/login'],
    ['home from itself', '?redirect=%2Fauth-redirect', '/dashboard', '/login?redirect=%2Fauth-redirect'],
  ]
  for (const [what, search, signedIn, signedOut] of ways) {
    test(what, async ({ page }) => {
      await page.goto(`/auth-redirect${search}`)
      await expect(page).toHaveURL(signedIn)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.context().clearCookies()
      await page.goto(`/auth-redirect${search}`)
      await expect(page).toHaveURL(signedOut)
    })
  }
})

test.describe('run-time errors are kept in a list and written to the server’s log (spec §8)', () => {
  const bug = (page: Page) => page.getByRole('button', { name: /^错误记录，/ })
  const list = (page: Page) => dialog(page).getByRole('list', { name: '错误记录' })

  test('the badge counts, the list has the latest first with its repeats, each is sent once', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const reports: { message: string; path: string; version: string }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/error-log')) reports.push(request.postDataJSON())
    })
    await page.goto(`${LIST}?roleName=secret`)
    await expect(rows(page).or(page.getByText('没有符合条件的记录')).first()).toBeVisible()
    await expect(bug(page)).toHaveCount(0)

    await throwOnPage(page, 'first')
    await expect(bug(page)).toHaveAccessibleName('错误记录，1 条')
    await page.evaluate(() => void Promise.reject(new Error('second, made by the test')))
    await expect(bug(page)).toHaveAccessibleName('错误记录，2 条')
    await throwOnPage(page, 'first')
    await bug(page).click()
    await expect(list(page).getByRole('listitem')).toContainText([/first.*2 次/, /second/])
    await expect(list(page).getByRole('listitem').first()).toContainText('刚刚')
    await expect(list(page).getByRole('listitem').first()).toContainText(LIST)
    await expectAccessible(page)

    await list(page)
      .getByRole('button', { name: /复制详情.*first/ })
      .click()
    await expect(page.getByText('已复制')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('first, made by the test')
    expect(copied).toContain(`page: ${LIST}`)

    await dialog(page).getByRole('button', { name: '全部清除' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(bug(page)).toHaveCount(0)
    expect(reports.map(({ message }) => message)).toEqual([
      'Error: first, made by the test',
      'Error: second, made by the test',
    ])
    expect(reports[0]).toMatchObject({ path: LIST, version: expect.stringMatching(/^index-\w+\.js$/) })
    expect(JSON.stringify(reports)).not.toContain('secret')
  })

  test('a page that fails says so in its place; the error is noted, the other pages go on', async ({ page }) => {
    await page.route('**/api/v1/start', (route) =>
      answerWith(route, (start: object) => ({ ...start, overview: { ownSessions: { made: 'by the test' } } })),
    )
    await page.goto('/dashboard')
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expect(bug(page)).toHaveAccessibleName('错误记录，1 条')
    await page.goto(LIST)
    await expect(rows(page).first()).toBeVisible()
  })

  test('what the API refuses is no run-time error, nor is what was called off', async ({ page }) => {
    await page.route('**/api/v1/role?*', refuse(500, { msg: '服务器内部错误' }))
    await page.goto('/dashboard')
    await page.evaluate(() => void Promise.reject(new DOMException('made by the test', 'AbortError')))
    await page.goto(`${LIST}?roleName=x`)
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expect(bug(page)).toHaveCount(0)
  })

  test('at most twenty are sent, fifty kept, and a report that fails is no error of its own', async ({ page }) => {
    let reports = 0
    await page.route('**/api/v1/error-log', (route) => {
      reports += 1
      return refuse(500)(route)
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => {
      for (let number = 1; number <= 60; number += 1) {
        setTimeout(() => {
          throw new Error(`number ${number}, made by the test`)
        })
      }
    })
    await expect(bug(page)).toHaveAccessibleName('错误记录，50 条')
    await expect.poll(() => reports).toBe(20)
    await allAnswered(page)
    expect(reports).toBe(20)
    await bug(page).click()
    await expect(list(page).getByRole('listitem')).toHaveCount(50)
    await expect(list(page).getByRole('listitem').first()).toContainText('number 60')
  })
})

test.describe('without a network', () => {
  const TEXT = '已离线。等待发送的检验记录会自动发送。 其他更改请恢复后再保存。'

  test('a strip says so until the server answers again; the page can be read on', async ({ page, context }) => {
    await page.goto(LIST)
    await expect(rows(page).first()).toBeVisible()
    await context.setOffline(true)
    await expect(noticed(page, TEXT)).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(noticed(page, TEXT)).toHaveCount(0)
  })

  test('a server that is away is noticed by the first call without an answer, and asked until it is back', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto(LIST)
    await expect(rows(page).first()).toBeVisible()
    await page.route(/\/(api|healthz)/, (route) => route.abort())
    await page.getByRole('main').getByRole('button', { name: '刷新' }).click()
    await expect(noticed(page, TEXT)).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await page.clock.fastForward(5000)
    await expect(noticed(page, TEXT)).toBeVisible()
    await page.unrouteAll()
    await page.clock.fastForward(5000)
    await expect(noticed(page, TEXT)).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0) // what had failed was asked for again
    await expect(rows(page).first()).toBeVisible()
  })

  test('a part of a page that cannot be fetched meanwhile is no error of the product', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('list', { name: '概况' })).toBeVisible()
    await allAnswered(page)
    await page.route(/\/(api|healthz|assets)\b/, (route) => route.abort())
    await page.evaluate(() => history.pushState(null, '', '/profile/index'))
    await expect(page.getByRole('main').getByRole('alert')).toContainText('页面文件没有取到')
    await expect(noticed(page, TEXT)).toBeVisible()
    await expect(page.getByRole('button', { name: /^错误记录，/ })).toHaveCount(0)
  })

  test('it can be asked at once, in English', async ({ page }) => {
    await keepSettings(page, { locale: 'en' })
    await page.clock.install()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000) // the page asks only when the button is pressed
    await page.route(/\/(api|healthz)/, (route) => route.abort())
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    const strip = noticed(page, 'Offline. Inspection records waiting to be sent are sent automatically.')
    await expect(strip).toBeVisible()
    const { promise: pressed, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/healthz', async (route) => {
      await pressed // other calls that fail ask too: their answer would remove the button before it is pressed
      await route.continue()
    })
    await strip.getByRole('button', { name: 'Retry' }).click()
    answer()
    await expect(strip).toHaveCount(0)
  })

  test('a browser without a network is not taken for a server that is away', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('list', { name: '概况' })).toBeVisible()
    const asked = page.waitForResponse('**/healthz')
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await asked
    await expect(noticed(page, TEXT)).toHaveCount(0)
  })
})

test.describe('a new version', () => {
  const serveAnother = (page: Page) =>
    page.route(
      ({ pathname }) => pathname === '/',
      (route) => route.fulfill({ contentType: 'text/html', body: '<script src="/assets/index-another.js"></script>' }),
    )
  const strip = (page: Page) => noticed(page, '有新版本')
  const seenAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

  test('is told when the window is seen again, and fetched by 刷新', async ({ page }) => {
    await page.goto(LIST)
    await expect(rows(page).first()).toBeVisible()
    const asked = page.waitForResponse(({ url }) => new URL(url()).pathname === '/').catch(() => {})
    await seenAgain(page)
    await asked
    await expect(strip(page)).toHaveCount(0)
    await serveAnother(page)
    await seenAgain(page)
    await expect(strip(page)).toBeVisible()
    await expectAccessible(page)
    const reloaded = page.waitForEvent('load')
    await strip(page).getByRole('button', { name: '刷新' }).click()
    await reloaded
    await expect(rows(page).first()).toBeVisible()
    await expect(strip(page)).toHaveCount(0)
  })

  test('is looked for every ten minutes', async ({ page }) => {
    await page.clock.install()
    await page.goto('/dashboard')
    await expect(page.getByRole('list', { name: '概况' })).toBeVisible()
    await serveAnother(page)
    await page.clock.fastForward(9 * 60_000)
    await expect(strip(page)).toHaveCount(0)
    await page.clock.fastForward(2 * 60_000)
    await expect(strip(page)).toBeVisible()
  })

  test('is looked for when a part of the old one is gone', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('list', { name: '概况' })).toBeVisible()
    await allAnswered(page)
    await serveAnother(page)
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }))
    await page.evaluate(() => history.pushState(null, '', '/profile/index'))
    await expect(page.getByRole('main').getByRole('alert')).toContainText('页面文件没有取到') // not in the browser's words
    await expect(strip(page)).toBeVisible()
  })

  test('is never fetched while something is unsaved without asking', async ({ page }) => {
    await page.goto(LIST)
    await page.getByRole('button', { name: '新建角色' }).click()
    await dialog(page).getByLabel('备注', { exact: true }).fill('x')
    await serveAnother(page)
    await seenAgain(page)
    const refresh = page.locator('.notice', { hasText: '有新版本' }).getByText('刷新')
    await expect(refresh).toBeVisible()
    const asked = page.waitForEvent('dialog')
    await refresh.evaluate((button: HTMLElement) => setTimeout(() => button.click())) // the form's own dialog lies over it
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await expect(dialog(page).getByLabel('备注', { exact: true })).toHaveValue('x')
  })
})

test.describe('the pager (spec §9)', () => {
  const prefix = uniqueKey()
  const pager = (page: Page) => page.getByRole('navigation', { name: '分页' })
  const current = (page: Page) => pager(page).locator('[aria-current=page]')

  test.beforeEach(async ({ page, request, account }) => {
    const api = apiOf(request, await beSignedIn(page, account('admin')))
    const { data } = await api.call<{ count: number }>('GET', `/role?roleName=${prefix}`)
    for (let made = data?.count ?? 0; made < 45; made += 1) {
      await api.createRole({ roleName: `${prefix} ${uniqueKey()}` })
    }
  })

  test('has total, sizes, previous, pages, next and the jumper, in this order, 20 a page', async ({ page }) => {
    await page.goto(`${LIST}?roleName=${prefix}`)
    await expect(pager(page)).toBeVisible()
    const order = await pager(page)
      .locator('.pager-total, select, button, input')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label') ?? part.textContent))
    expect(order).toEqual([
      '共 45 条',
      '每页条数',
      '上一页',
      '第 1 页',
      '第 2 页',
      '第 3 页',
      '下一页',
      '前往第几页，共 3 页',
    ])
    const size = pager(page).getByLabel('每页条数')
    await expect(size).toHaveValue('20')
    await expect(size.locator('option')).toHaveText(['10 条/页', '20 条/页', '30 条/页', '50 条/页'])
    await expect(rows(page)).toHaveCount(20)
  })

  const jumps: [typed: string, page: string][] = [
    ['2', '2'],
    ['3', '3'],
    ['99', '3'],
    ['99999999999999999999', '3'],
    ['0', '1'],
    ['', '2'],
    ['x', '2'],
    ['-3', '3'],
  ]
  test('the jumper leads from page 2 to the page that was typed, or to the nearest there is', async ({ page }) => {
    await page.goto(`${LIST}?roleName=${prefix}&pageIndex=2`)
    const jumper = pager(page).getByLabel('前往第几页')
    for (const [typed, expected] of jumps) {
      await test.step(`"${typed}": ${expected}`, async () => {
        await pager(page).getByRole('button', { name: '第 2 页' }).click()
        await expect(current(page)).toHaveText('2')
        await jumper.fill(typed)
        await jumper.press('Enter')
        await expect(current(page)).toHaveText(expected)
        await expect(jumper).toHaveValue(expected)
        await expect(pager(page).getByRole('button', { name: '上一页' })).toBeEnabled({ enabled: expected !== '1' })
        await expect(pager(page).getByRole('button', { name: '下一页' })).toBeEnabled({ enabled: expected !== '3' })
      })
    }
  })

  test('another page begins at its top, after a way of 800 ms', async ({ page }) => {
    await page.goto(`${LIST}?roleName=${prefix}`)
    await expect(rows(page)).toHaveCount(20)
    const pane = page.locator('.page-pane:not([aria-hidden])')
    const top = () => pane.evaluate(({ scrollTop }) => scrollTop)
    await pager(page).getByRole('button', { name: '第 2 页' }).scrollIntoViewIfNeeded()
    expect(await top()).toBeGreaterThan(100)
    await pager(page).getByRole('button', { name: '第 2 页' }).click()
    await expect.poll(top).toBe(0)
    await expect(current(page)).toHaveText('2')
  })

  test('at once for those who want less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${LIST}?roleName=${prefix}`)
    await expect(rows(page)).toHaveCount(20)
    const next = pager(page).getByRole('button', { name: '下一页' })
    await next.scrollIntoViewIfNeeded()
    const [before, after] = await next.evaluate((button: HTMLElement) => {
      const pane = button.closest('.page-pane')
      const first = pane?.scrollTop
      button.click()
      return [first, pane?.scrollTop]
    })
    expect(before).toBeGreaterThan(100)
    expect(after).toBe(0)
  })

  test('a long page has a way back to its top after one screen', async ({ page }) => {
    await page.goto(`${LIST}?roleName=${prefix}&pageSize=50`)
    await expect(rows(page)).toHaveCount(45)
    const pane = page.locator('.page-pane:not([aria-hidden])')
    const up = page.getByRole('button', { name: '回到顶部' })
    await expect(up).toHaveCount(0)
    await pane.evaluate((element) => element.scrollTo(0, element.clientHeight - 10))
    await expect(up).toHaveCount(0)
    await pane.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(up).toBeVisible()
    // Nothing of the page lies below it.
    const [button, last] = [await up.boundingBox(), await pager(page).boundingBox()]
    expect(button?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0))
    await up.click()
    await expect.poll(() => pane.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
    await expect(up).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test.describe('the action gate (spec §6)', () => {
  test('leaves out what the operator may not do; *:*:* has it all', async ({ page, account }) => {
    const create = page.getByRole('button', { name: '新建角色' })
    await page.goto(LIST)
    await expect(create).toBeVisible()
    await beSignedIn(page, account('viewer'))
    await page.goto(LIST)
    await expect(rows(page).first()).toBeVisible()
    await expect(create).toHaveCount(0)
    await beSignedIn(page, account('approver'))
    await page.goto(LIST)
    await expect(create).toBeVisible()
  })
})
