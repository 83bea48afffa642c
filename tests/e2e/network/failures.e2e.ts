import type { Page, Route } from '@playwright/test'
import { allAnswered } from '../support/answered'
import { apiOf, uniqueKey } from '../support/api'
import { calm, callAs, makeChart } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { pressOrBeTold, sessionOver } from '../support/ended'
import { keepSettings } from '../support/looks'
import { expect, test } from '../support/test'

test.use({ expectedErrors: [/status of (400|401|403|409|500|502|503)|ERR_(FAILED|INTERNET_DISCONNECTED)/] })

const LIST = '/admin/sys-role?status=2'
const requestId = 'request-of-the-test'

/** Answers `path` of the API, whatever its query, in place of the server. */
const answer = (page: Page, path: string, respond: (route: Route) => unknown) =>
  page.route(({ pathname }) => pathname === `/api/v1${path}`, respond)

const refuse =
  (status: number, body: object = {}) =>
  (route: Route) =>
    route.fulfill({ status, json: { requestId, code: status, msg: '', ...body } })

const rows = (page: Page) => page.getByRole('table', { name: '角色管理' }).locator('tbody').getByRole('row')
const reloading = (page: Page) => page.getByRole('button', { name: '刷新' })

/** Disables the role that is last in the list, which sends one request that changes something. */
async function disableLast(page: Page) {
  await rows(page)
    .last()
    .getByRole('button', { name: /的更多操作/ })
    .click()
  await page.getByRole('menuitem', { name: '停用' }).click()
}

test.beforeEach(async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
})

test('the next record that cannot be begun says why', async ({ page, account }) => {
  const { templateId, recordBy } = await makeChart(await callAs(page.request, account('admin')), Date.now())
  const { qcValueBaseId } = await recordBy(await callAs(page.request, account('admin')), calm[0]!)
  await page.goto(`/caliper/qc/value-info/${qcValueBaseId}`)
  await answer(page, `/qc/template/${templateId}`, refuse(403, { msg: '没有权限' }))
  await page.getByRole('button', { name: '再录一条' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '没有权限' })).toBeVisible()
})

test.describe('a session that ends while it is used', () => {
  const ends: [what: string, status: number, code: number][] = [
    ['6401', 401, 6401],
    ['401 with status 200', 200, 401],
  ]
  for (const [what, status, code] of ends) {
    test(`${what} asks once, however many calls fail, and the page can be read on`, async ({ page }) => {
      await page.goto(LIST)
      await expect(rows(page).first()).toBeVisible()
      const paths = ['/role', '/role/1', '/roleMenuTreeselect/1', '/role-status'] // none that the page asks for later by itself
      for (const path of paths) await answer(page, path, refuse(status, { code, msg: '登录状态已过期' }))
      // The form asks for the role and its menus at the same time.
      await rows(page).filter({ hasText: '系统管理员' }).getByRole('button', { name: '修改' }).click() // role 1
      await expect(sessionOver(page)).toHaveAccessibleDescription('登录状态已过期，可以继续留在此页面，或重新登录')
      await expect(sessionOver(page).getByRole('button')).toHaveText(['取消', '重新登录'])
      await allAnswered(page)
      await sessionOver(page).getByRole('button', { name: '取消' }).click()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(page).toHaveURL(LIST)
      await page.keyboard.press('Escape')
      await expect(rows(page).first()).toBeVisible()
    })
  }

  test('a token revoked elsewhere: signing in again goes on at the same page', async ({ page, request, account }) => {
    const token = await beSignedIn(page, account('admin'))
    await page.goto(LIST)
    await expect(rows(page).first()).toBeVisible()
    await allAnswered(page)
    await apiOf(request, token).call('POST', '/logout')
    await pressOrBeTold(reloading(page))
    await sessionOver(page).getByRole('button', { name: '重新登录' }).click()
    await sessionOver(page).getByLabel('密码', { exact: true }).fill(account('admin').password)
    await page.keyboard.press('Enter')
    await expect(sessionOver(page)).toHaveCount(0)
    await expect(page).toHaveURL(LIST)
    await expect(rows(page).first()).toBeVisible()
    await reloading(page).click()
    await expect(sessionOver(page)).toHaveCount(0)
  })

  test('who stays is asked again at the next call, and is led to the login page by a page that was not open', async ({
    page,
    request,
    account,
  }) => {
    const token = await beSignedIn(page, account('admin'))
    await page.goto(LIST)
    await expect(rows(page).first()).toBeVisible()
    await allAnswered(page)
    await apiOf(request, token).call('POST', '/logout')
    for (let round = 1; round <= 2; round += 1) {
      await pressOrBeTold(reloading(page))
      await sessionOver(page).getByRole('button', { name: '取消' }).click()
      await expect(sessionOver(page)).toHaveCount(0)
    }
    await page.getByRole('tab', { name: '首页' }).click()
    await expect(page).toHaveURL('/dashboard')
    await sessionOver(page).getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '管理员' }).click()
    await page.getByRole('menuitem', { name: '个人中心' }).click()
    await expect(page).toHaveURL('/login?redirect=%2Fprofile%2Findex')
  })

  test('the question is in the words of the specification', async ({ page, request, account }) => {
    const token = await beSignedIn(page, account('admin'))
    await keepSettings(page, { locale: 'en' })
    await page.goto('/admin/sys-role')
    await expect(page.getByRole('heading', { name: 'Roles' })).toBeVisible()
    await allAnswered(page)
    await apiOf(request, token).call('POST', '/logout')
    await pressOrBeTold(page.getByRole('button', { name: 'Refresh' }))
    const question = page.getByRole('alertdialog', { name: 'System prompt' })
    await expect(question).toHaveAccessibleDescription(
      'Login status has expired, you may stay on this page or sign in again',
    )
    await expect(question.getByRole('button')).toHaveText(['Cancel', 'Re-login'])
  })
})

test.describe('a call that fails is told in words', () => {
  const failures: [what: string, respond: (route: Route) => unknown, message: string][] = [
    ['400: what the server says', refuse(400, { msg: '状态不正确' }), '状态不正确'],
    ['403: what the server says', refuse(403, { msg: '没有操作权限：x' }), '没有操作权限：x'],
    ['403 with status 200: the same', refuse(200, { code: 403, msg: '没有操作权限：y' }), '没有操作权限：y'],
    ['another code: what the server says', refuse(409, { msg: '已被占用' }), '已被占用'],
    ['500: what the server says', refuse(500, { msg: '服务器内部错误' }), '服务器内部错误'],
    ['an answer without words', refuse(500, { msg: '' }), 'Has Error'],
    ['a proxy’s page: its status', (route) => route.fulfill({ status: 502, body: '<html>' }), '请求失败（HTTP 502）'],
    ['no network', (route) => route.abort(), '服务器连接异常，请检查服务器！'],
  ]
  test('at its place', async ({ page }) => {
    await page.goto(LIST)
    for (const [what, respond, message] of failures) {
      await test.step(what, async () => {
        await answer(page, '/role-status', respond)
        await disableLast(page)
        await expect(page.getByRole('alert').getByText(message, { exact: true })).toBeVisible()
        await expect(page).toHaveURL(LIST)
      })
    }
  })

  test('for five seconds', async ({ page }) => {
    await page.clock.install()
    await page.goto(LIST)
    await answer(page, '/role-status', refuse(400, { msg: '状态不正确' }))
    await disableLast(page)
    const message = page.getByText('状态不正确')
    await expect(message).toBeVisible()
    await page.clock.fastForward(4000)
    await expect(message).toBeVisible()
    await page.clock.fastForward(1500)
    await expect(message).toHaveCount(0)
  })

  test('in English, no network: as the specification says', async ({ page, context }) => {
    await keepSettings(page, { locale: 'en' })
    await page.goto(LIST)
    const more = page.getByRole('button', { name: /^More for/ }).last()
    await more.click()
    await context.setOffline(true)
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await expect(page.getByText('Server connection abnormal, please check the server!')).toBeVisible()
    await context.setOffline(false)
  })
})

test.describe('a list that cannot be read', () => {
  test('says why, names the request, and can be retried', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await answer(page, '/role', refuse(500, { msg: '服务器内部错误' }))
    await page.goto(LIST)
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('服务器内部错误')
    await expect(alert).toContainText(`请求编号 ${requestId}`)
    await alert.getByRole('button', { name: '复制详情' }).click()
    await expect(page.getByText('已复制')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`request: ${requestId}`)
    await alert.getByRole('button', { name: '重试' }).click()
    await expect(alert).toContainText('服务器内部错误')
    await page.unrouteAll()
    await alert.getByRole('button', { name: '重试' }).click()
    await expect(rows(page).first()).toBeVisible()
    await expect(alert).toHaveCount(0)
  })

  test('keeps the rows that were there', async ({ page }) => {
    await page.goto(LIST)
    const before = await rows(page).first().textContent()
    await answer(page, '/role', refuse(500, { msg: '服务器内部错误' }))
    await reloading(page).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('服务器内部错误')
    await expect(rows(page).first()).toHaveText(before ?? '')
    await page.unrouteAll()
    await alert.getByRole('button', { name: '重试' }).click()
    await expect(alert).toHaveCount(0)
  })

  test('so do the figures of the dashboard', async ({ page }) => {
    for (const call of ['/start', '/overview']) await answer(page, call, refuse(500, { msg: '服务器内部错误' }))
    await page.goto('/dashboard')
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText(`请求编号 ${requestId}`)
    await page.unrouteAll()
    await alert.getByRole('button', { name: '重试' }).click()
    await expect(page.getByRole('list', { name: '概况' })).toBeVisible()
  })

  test('a form that cannot be read says so in its dialog', async ({ page }) => {
    await page.goto(LIST)
    await answer(page, '/roleMenuTreeselect/0', refuse(500, { msg: '服务器内部错误' }))
    await page.getByRole('button', { name: '新建角色' }).click()
    const dialog = page.getByRole('dialog', { name: '新建角色' })
    await expect(dialog.getByRole('alert')).toContainText('服务器内部错误')
    await page.unrouteAll()
    await dialog.getByRole('button', { name: '重试' }).click()
    await expect(dialog.getByLabel('角色名称')).toBeVisible()
  })
})

test('a server that starts anew is waited for, and what was entered is sent then, once', async ({
  page,
  request,
  account,
}) => {
  const roleName = `等待 ${uniqueKey()}`
  const { roles } = apiOf(request, await beSignedIn(page, account('admin')))
  await page.goto(`${LIST}&roleName=${encodeURIComponent(roleName)}`) // one page has not all that others make
  await page.getByRole('button', { name: '新建角色' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建角色' })
  await dialog.getByLabel('角色名称').fill(roleName)
  await dialog.getByLabel('权限字符').fill(uniqueKey())

  let done = 1
  const starting = (route: Route) =>
    refuse(503, { msg: '服务器正在启动', data: { phase: 'data', done, total: 4 } })(route)
  await answer(page, '/role', starting)
  await page.route('**/readyz', starting)
  await dialog.getByRole('button', { name: '创建角色' }).click()
  await page.getByRole('heading', { name: '服务器正在启动' }).click({ trial: true }) // nothing lies over it
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '1')
  await expect(page.getByText('正在准备数据')).toBeVisible()
  done = 3
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '3')
  await page.unrouteAll()
  await expect(page.getByRole('heading', { name: '服务器正在启动' })).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  await expect(rows(page).filter({ hasText: roleName })).toBeVisible()
  expect(await roles(roleName)).toHaveLength(1)
})
