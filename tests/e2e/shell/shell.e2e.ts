import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { apiOf } from '../support/api'
import { addToMenu, menuItem, menuLink, openPage } from '../support/menu'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test.beforeEach(({ page, account }) => beSignedIn(page, account('admin')).then(() => {}))

test(
  'signing out asks first, in the words of the specification',
  { tag: '@phone' },
  async ({ page, request, account }) => {
    const token = await beSignedIn(page, account('viewer'))
    await page.goto('/admin/sys-role')
    const signOut = async () => {
      await page.getByRole('button', { name: '访客' }).click()
      await page.getByRole('menuitem', { name: '退出登录' }).click()
    }
    await signOut()
    const question = page.getByRole('alertdialog', { name: '提示' })
    await expect(question).toHaveAccessibleDescription('确定注销并退出系统吗？')
    await expect(question.getByRole('button')).toHaveText(['取消', '确定'])
    await question.getByRole('button', { name: '取消' }).click()
    await expect(question).toBeHidden()
    await expect(title(page, '角色管理')).toBeVisible()

    await signOut()
    const reloaded = page.waitForEvent('load')
    await question.getByRole('button', { name: '确定' }).click()
    await reloaded
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    expect(await page.context().cookies()).toEqual([])
    expect((await apiOf(request, token).ask('GET', '/getinfo')).code).toBe(401)
    await page.goto('/admin/sys-role')
    await expect(page).toHaveURL('/login?redirect=%2Fadmin%2Fsys-role')
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('of the smallest kind, no page scrolls sideways', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/dashboard', '/admin/sys-role', '/404']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await allAnswered(page)
      const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await excess(), path).toBeLessThanOrEqual(0)
    }
  })
})

test.describe('the keyboard', () => {
  test('skips to the page from the first stop', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(title(page, '首页')).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: '跳到主要内容' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await expect(title(page, '首页')).toBeVisible()
  })

  test('goes on from the title of a page that was gone to', async ({ page }) => {
    await page.goto('/dashboard')
    await (await menuLink(page, '角色管理')).press('Enter')
    await expect(title(page, '角色管理')).toBeFocused()
    await (await menuLink(page, '首页')).press('Enter')
    await expect(title(page, '首页')).toBeFocused()
  })
})

test.describe('what is not there', () => {
  test('a page that this version lacks says so, and breaks nothing else', async ({ page }) => {
    await addToMenu(page, menuItem(10, { path: '/later', title: '以后', component: '/qc/later/index' }))
    await page.goto('/later')
    await expect(title(page, '页面尚未提供')).toBeVisible()
    await expect(page.getByText('菜单指向的页面 /qc/later/index 在这个版本里没有。')).toBeVisible()
    await expect(page).toHaveTitle('以后 - Caliper 质检')
    await openPage(page, '角色管理')
    await expect(title(page, '角色管理')).toBeVisible()
    await tab(page, '以后').click()
    await expect(title(page, '页面尚未提供')).toBeFocused()
    await page.getByRole('link', { name: '回到首页' }).click()
    await expect(title(page, '首页')).toBeVisible()
  })

  const errorPages: [path: string, heading: string, text: string][] = [
    ['/404', '页面不存在', '地址可能写错了，或页面已经移走。'],
    ['/401', '没有权限', '当前账号没有打开这个页面的权限。'],
  ]
  for (const [path, heading, text] of errorPages) {
    test(`${path} says ${heading}, and leads home`, async ({ page }) => {
      await page.goto(path)
      await expect(title(page, heading)).toBeVisible()
      await expect(page.getByText(text)).toBeVisible()
      await expect(page).toHaveTitle(`${heading} - Caliper 质检`)
      await page.getByRole('link', { name: '回到首页' }).click()
      await expect(page).toHaveURL('/dashboard')
    })
  }

  test('an address without a page leads to the first one, and is named', async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('没有 /no/such/page 这个页面，或没有打开它的权限')).toBeVisible()
  })

  test('a page that the role does not allow is neither in the menu nor behind its address', async ({
    page,
    account,
  }) => {
    await beSignedIn(page, account('inspector'))
    await page.goto('/admin/sys-role')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('没有 /admin/sys-role 这个页面，或没有打开它的权限')).toBeVisible()
  })
})

test.describe('an operator whose page is reloaded while the server does not answer', () => {
  test.use({ expectedErrors: [/ERR_FAILED|status of (50[234]|40[13])/] })

  for (const path of ['getinfo', 'menurole']) {
    test(`stays signed in and is asked for again: ${path}`, async ({ page }) => {
      await page.goto('/admin/sys-role?status=2')
      await expect(title(page, '角色管理')).toBeVisible()
      const cookies = await page.context().cookies()
      const answers = [0, 502, 503, 504, 200, 401, 403] // the latter: signs of a network that wants its own sign-in
      let asked = 0
      await page.route(`**/api/v1/${path}`, (route) => {
        const status = answers[asked % answers.length]
        asked += 1
        return status ? route.fulfill({ status, body: '<html>' }) : route.abort()
      })
      await page.reload()
      await expect(page.getByRole('status').getByText('已离线。等待发送的检验记录会自动发送。')).toBeVisible()
      await expectAccessible(page)
      for (let count = 0; count < answers.length; count += 1) {
        const before = asked
        await page.getByRole('button', { name: '重试' }).click()
        await expect.poll(() => asked).toBeGreaterThan(before)
      }
      await expect(page).toHaveURL('/admin/sys-role?status=2')
      expect(await page.context().cookies()).toEqual(cookies)
      await page.unroute(`**/api/v1/${path}`)
      await expect(title(page, '角色管理')).toBeVisible()
      await expect(page.getByText('已离线。等待发送的检验记录会自动发送。')).toHaveCount(0)
    })
  }
})

test.describe('when the application cannot be entered', () => {
  test.use({ expectedErrors: [/status of 500/] })

  const envelope = { requestId: 'made-up', code: 200, msg: '' }
  const user = { userId: 1, name: '管理员', avatar: '', introduction: '', permissions: ['*:*:*'] }
  const answers: [what: string, path: string, status: number, body: object, message: string][] = [
    ['a menu of code 500', 'menurole', 200, { ...envelope, code: 500, msg: 'x' }, '菜单数据加载异常'],
    ['a menu of status 500', 'menurole', 500, { ...envelope, code: 500, msg: 'x' }, '菜单数据加载异常'],
    [
      'an operator without roles',
      'getinfo',
      200,
      { ...envelope, data: { ...user, roles: [] } },
      'getInfo: roles must be a non-null array!',
    ],
    [
      'an operator whose roles are missing',
      'getinfo',
      200,
      { ...envelope, data: user },
      'getInfo: roles must be a non-null array!',
    ],
    ['no operator at all', 'getinfo', 200, envelope, 'getInfo: roles must be a non-null array!'],
    ['a failure with words', 'getinfo', 500, { ...envelope, code: 500, msg: '服务器出错' }, '服务器出错'],
  ]
  for (const [what, path, status, json, message] of answers) {
    test(`${what} is told, and leads to the login page and back`, async ({ page, account }) => {
      await page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status, json }))
      await page.goto('/admin/sys-role?status=2')
      await expect(page.getByText(message, { exact: true })).toBeVisible()
      await expect(page).toHaveURL('/login?redirect=%2Fadmin%2Fsys-role%3Fstatus%3D2')
      expect(await page.context().cookies()).toEqual([])
      await page.unroute(`**/api/v1/${path}`)
      await signIn(page, account('admin'))
      await expect(page).toHaveURL('/admin/sys-role?status=2')
      await expect(title(page, '角色管理')).toBeVisible()
    })
  }
})
