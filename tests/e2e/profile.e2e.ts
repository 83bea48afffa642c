import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible'
import { beSignedIn } from './support/sign-in'
import { keepSettings, looks } from './support/looks'
import { expect, test } from './support/test'

const PROFILE = '/profile/index'
const fact = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .getByRole('definition')

test.describe('个人中心 (spec §2) shows who is signed in', () => {
  const people: [username: string, name: string, role: string, permissions: string][] = [
    ['admin', '管理员', 'admin', '拥有全部权限。'],
    ['inspector', '检验员小李', 'inspector', '没有单独授予的操作权限。'],
    ['approver', '审批人老王', 'approver', '角色管理查看列表、查看详情、新建和修改'],
    ['viewer', '访客', 'viewer', '角色管理查看列表和查看详情'],
  ]
  for (const [username, name, role, permissions] of people) {
    test(`${username}: account, role, permissions and sessions`, async ({ page, account }) => {
      await beSignedIn(page, account(username))
      await page.goto(PROFILE)
      await expect(page.getByRole('heading', { level: 1, name: '个人中心' })).toBeVisible()
      await expect(page).toHaveTitle('个人中心 - Caliper 质检')
      await expect(page.getByRole('main').getByRole('heading', { level: 2, name })).toBeVisible()
      await expect(fact(page, '账号')).toHaveText(username)
      await expect(fact(page, '角色')).toHaveText(role)
      await expect(fact(page, '我的会话')).toHaveText(/^[1-9]\d*$/)
      await expect(page.getByRole('region', { name: '我的权限' })).toContainText(permissions)
    })
  }
})

test('the last sign-in is told as long ago, with the full time on pointing at it (spec §9)', async ({
  page,
  account,
}) => {
  await page.clock.install({ time: Date.now() + 5 * 60_000 })
  await beSignedIn(page, account('viewer'))
  await beSignedIn(page, account('viewer'))
  await page.goto(PROFILE)
  await expect(fact(page, '上次登录')).toHaveText('5 分钟前')
  await fact(page, '上次登录').locator('time').hover()
  await page.clock.fastForward(1000)
  await expect(page.getByRole('tooltip')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await page.clock.fastForward(60_000)
  await expect(fact(page, '上次登录')).toHaveText('6 分钟前')
})

test('the picture is asked for at 80 × 80; the first letter stands for one that is not there (spec §2)', async ({
  page,
  account,
}) => {
  await beSignedIn(page, account('viewer'))
  await page.route('**/api/v1/getinfo', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, avatar: 'pictures/me.svg' } } })
  })
  const asked: string[] = []
  let isThere = true
  await page.route(/\/pictures\/me\.svg/, (route) => {
    asked.push(route.request().url())
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"/>'
    return isThere ? route.fulfill({ contentType: 'image/svg+xml', body }) : route.fulfill({ contentType: 'text/html' })
  })
  await page.goto(PROFILE)
  const picture = page.getByRole('main').locator('img')
  await expect(picture).toBeVisible()
  expect(await picture.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])).toEqual([80, 80])
  expect(new URL(asked[0] ?? '').search).toBe('?imageView2/1/w/80/h/80')

  isThere = false
  await page.goto(PROFILE)
  await expect(page.getByRole('main').getByText('访', { exact: true })).toBeVisible()
  await expect(picture).toHaveCount(0)
})

test.describe('when the server does not tell', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('the page says so in its place, and can ask again', async ({ page, account }) => {
    await beSignedIn(page, account('viewer'))
    await page.route('**/api/v1/overview', (route) =>
      route.fulfill({ status: 500, json: { requestId: 'request-of-the-test', code: 500, msg: '服务器内部错误' } }),
    )
    await page.goto(PROFILE)
    const alert = page.getByRole('region', { name: '账号信息' }).getByRole('alert')
    await expect(alert).toContainText('请求编号 request-of-the-test')
    await page.unrouteAll()
    await alert.getByRole('button', { name: '重试' }).click()
    await expect(fact(page, '账号')).toHaveText('viewer')
  })
})

for (const { name, viewport, isPhone, ...settings } of looks) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: isPhone })
    test('axe finds nothing on the profile', async ({ page, account }) => {
      await keepSettings(page, settings)
      await beSignedIn(page, account('approver'))
      await page.goto(PROFILE)
      await expect(fact(page, settings.locale === 'zh' ? '账号' : 'User name')).toHaveText('approver')
      await expectAccessible(page)
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(excess).toBeLessThanOrEqual(0)
    })
  })
}
