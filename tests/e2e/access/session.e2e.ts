import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { comeBackTo, sessionOver } from '../support/ended'
import { keepSettings, looks } from '../support/looks'
import { menuLink, openPage } from '../support/menu'
import type { Account } from '../support/server'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.use({ expectedErrors: [/status of 401/] })

const SESSIONS = '/admin/sys-session'
const rows = (page: Page) => page.getByRole('table', { name: '在线会话' }).locator('tbody').getByRole('row')
const question = (page: Page) => page.getByRole('alertdialog')

/** Signs in past the browser, as if with this one. Returns the token. */
async function signInWith(request: APIRequestContext, { username, password }: Account, userAgent: string) {
  const headers = { 'user-agent': userAgent }
  const answer = await request.post('/api/v1/login', { headers, data: { username, password } })
  const { token }: { token: string } = await answer.json()
  return token
}

/** How many sessions there are on all pages: other tests open some as well. */
async function total(page: Page): Promise<number> {
  const said = await page.getByText(/^共 \d+ 条$/).textContent()
  return Number(said?.replace(/\D/g, ''))
}

const firefox = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`

test.describe('在线会话', () => {
  test('lists who is signed in, found by name and address; who is ended is told when they come back', async ({
    page,
    otherPage,
    request,
    account,
  }) => {
    await signInWith(request, account('viewer'), firefox(129))
    await signIn(otherPage, account('viewer'))
    await beSignedIn(page, account('admin'))
    await page.goto('/dashboard')
    await openPage(page, '在线会话')
    await expect(page.getByRole('heading', { level: 1, name: '在线会话' })).toBeVisible()
    const own = rows(page).filter({ hasText: '本设备' })
    await expect(own).toHaveCount(1)
    await expect(own).toContainText('管理员 admin')
    await expect(own.locator('[data-column=method]')).toHaveText('密码')
    await expect(own.locator('[data-column=actingRole]')).toHaveText('全部角色')
    await page.getByRole('textbox', { name: '地址' }).fill('203.0.113.')
    await expect(page.getByText('没有符合条件的记录')).toBeVisible()
    await expect(page).toHaveURL(`${SESSIONS}?ipaddr=203.0.113.`)
    await page.getByRole('textbox', { name: '地址' }).fill('127.0')
    await page.getByRole('textbox', { name: '用户' }).fill('访客')
    await expect(rows(page).first()).toContainText('访客 viewer')
    await expect(own).toHaveCount(0)
    await page.getByRole('textbox', { name: '用户' }).fill('VIEW')
    await expect(page).toHaveURL(`${SESSIONS}?ipaddr=127.0&username=VIEW`)
    await expect(own).toHaveCount(0)
    await page.getByRole('columnheader', { name: '登录时间' }).getByRole('button').click()
    await page.getByRole('columnheader', { name: '登录时间' }).getByRole('button').click()
    await expect(page).toHaveURL(`${SESSIONS}?ipaddr=127.0&username=VIEW&signedInAtOrder=desc`)
    await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0) // until then the rows stand in the order before

    const newest = rows(page).first()
    await expect(newest).toContainText('访客 viewer')
    const before = await total(page)
    await newest.getByRole('button', { name: '结束' }).press('Enter')
    await expect(question(page)).toHaveAccessibleName('结束 1 个会话')
    await expect(question(page).getByRole('button', { name: '取消' })).toBeFocused()
    await question(page).getByRole('button', { name: '结束 1 个会话' }).click()
    await expect.poll(() => total(page)).toBe(before - 1)
    await expect(newest.getByRole('button', { name: '结束' })).toBeFocused() // of the row that took its place
    await comeBackTo(otherPage)
    await expect(sessionOver(otherPage)).toContainText('登录状态已过期')
  })

  test('several are ended after a question that names how many; the own one is left out and asks more clearly', async ({
    page,
    request,
    account,
  }) => {
    const tokens = [
      await signInWith(request, account('inspector'), firefox(131)),
      await signInWith(request, account('viewer'), firefox(132)),
    ]
    await beSignedIn(page, account('admin'))
    await page.goto(`${SESSIONS}?signedInAtOrder=desc&pageSize=50`)
    await page.getByRole('checkbox', { name: /^选择 inspector, Firefox 131/ }).check()
    await page.getByRole('checkbox', { name: /^选择 viewer, Firefox 132/ }).check()
    await page.getByRole('button', { name: '结束 2 个会话' }).click()
    await expect(question(page)).toHaveAccessibleName('结束 2 个会话')
    await expect(question(page)).toContainText('inspector')
    await question(page).getByRole('button', { name: '结束 2 个会话' }).click()
    await expect(rows(page).filter({ hasText: /Firefox 13[12]/ })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    for (const token of tokens) {
      const refused = await request.get('/api/v1/getinfo', { headers: { authorization: `Bearer ${token}` } })
      expect(await refused.json()).toMatchObject({ code: 401 })
    }

    const own = rows(page).filter({ hasText: '本设备' })
    await expect(own.getByRole('checkbox')).toHaveCount(0)
    await own.getByRole('button', { name: '结束' }).click()
    await expect(question(page)).toContainText('这是你正在使用的会话')
    await question(page).getByRole('button', { name: '结束 1 个会话' }).click()
    await expect(sessionOver(page)).toBeVisible()
  })

  test('is no page of those without its tag', async ({ page, account }) => {
    await beSignedIn(page, account('approver'))
    await page.goto('/dashboard')
    await menuLink(page, '角色管理')
    await expect(page.getByRole('link', { name: '在线会话' })).toHaveCount(0)
    await page.goto(SESSIONS)
    await expect(rows(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('在线会话')
  })
})

for (const { name, viewport, isPhone, ...settings } of looks) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: isPhone })
    test('axe finds nothing on the sessions; nothing scrolls sideways', async ({ page, request, account }) => {
      await keepSettings(page, settings)
      await signInWith(request, account('viewer'), firefox(130))
      await beSignedIn(page, account('admin'))
      await page.goto(SESSIONS)
      await page
        .getByRole('checkbox', { name: /viewer, Firefox 130/ })
        .first()
        .check()
      await expectAccessible(page)
      const pane = page.locator('.page-pane:not([aria-hidden])')
      expect(await pane.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
    })
  })
}
