import type { Page } from '@playwright/test'
import { allAnswered } from '../support/answered'
import { answerWith } from '../support/menu'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const KEPT = 'kept-page'
const API = '**/api/v1/**'

const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })
const figure = (page: Page, label: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: label }).locator('.figure-value')
const kept = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key), KEPT)

async function signOut(page: Page, name: string) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled()
}

/** Looks at every frame from now on, in every document of this page. Answers where a text was drawn. */
async function watchFor(page: Page, text: string): Promise<string[]> {
  const seen: string[] = []
  await page.exposeFunction('noteSeen', (where: string) => void seen.push(where))
  await page.addInitScript((text) => {
    function look() {
      if (document.body?.textContent.includes(text)) Reflect.get(window, 'noteSeen')(location.pathname)
      else requestAnimationFrame(look)
    }
    look()
  }, text)
  return seen
}

test.describe('a reload', () => {
  test('draws the dashboard at once, as it was, while the server has not answered', async ({ page, account }) => {
    await beSignedIn(page, account('admin'))
    const figures = page.waitForResponse('**/api/v1/overview')
    await page.goto('/login')
    await expect(page).toHaveURL('/dashboard')
    await figures // asked for again, once the page is complete
    await expect(figure(page, '未处理信号')).toHaveText(/^\d+$/)
    await allAnswered(page)
    const before = await figure(page, '未处理信号').textContent()
    const held = Promise.withResolvers<void>()
    await page.route(API, (route) => held.promise.then(() => route.continue()))
    await page.reload()
    await expect(menu(page).getByRole('listitem').first()).toHaveText('首页')
    await expect(figure(page, '未处理信号')).toHaveText(before!)
    expect(await kept(page)).toBeNull() // it serves once
    held.resolve()
    await allAnswered(page)
    await expect(figure(page, '未处理信号')).toHaveText(before!)
  })

  test('draws a list at once, and what has changed meanwhile as soon as it is told', async ({ page, account }) => {
    await beSignedIn(page, account('admin'))
    await page.goto('/admin/sys-role')
    const first = page.getByRole('table').getByRole('row').nth(1)
    await expect(first).toBeVisible()
    await allAnswered(page)
    const before = (await first.textContent())!
    const held = Promise.withResolvers<void>()
    await page.route(API, async (route) => {
      await held.promise
      if (!/\/api\/v1\/role(\?|$)/.test(route.request().url())) return route.continue()
      return answerWith(route, ({ list, ...page }: { list: object[] }) => ({
        ...page,
        list: list.map((row) => ({ ...row, roleName: '改过名' })),
      }))
    })
    await page.reload()
    await expect(first).toHaveText(before)
    held.resolve()
    await expect(first).toContainText('改过名')
  })

  test.describe('after the session has ended', () => {
    test.use({ expectedErrors: [/status of 401/] })

    test('leads to the sign-in page, and nothing is kept', async ({ page, account, request }) => {
      const token = await beSignedIn(page, account('viewer'))
      await page.goto('/dashboard')
      await expect(menu(page)).toBeVisible()
      await allAnswered(page)
      await request.post('/api/v1/logout', { headers: { authorization: `Bearer ${token}` } })
      await page.reload()
      await expect(page).toHaveURL('/login?redirect=%2Fdashboard')
      await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled()
      expect(await kept(page)).toBeNull()
    })
  })
})

test.describe('two users one after the other in one browser', () => {
  const FIRST = '检验员小李'

  test('nothing of the first is drawn for the second, in no frame', async ({ page, account }) => {
    await page.goto('/login')
    await signIn(page, account('inspector'))
    await expect(page.getByRole('banner').getByText(FIRST)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('banner').getByText(FIRST)).toBeVisible()
    await signOut(page, FIRST)
    expect(await kept(page)).toBeNull()

    const seen = await watchFor(page, FIRST)
    await page.reload()
    await signIn(page, account('viewer'))
    await expect(page.getByRole('banner').getByText('访客')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('banner').getByText('访客')).toBeVisible()
    await page.goBack()
    await page.goto('/dashboard')
    await expect(page.getByRole('banner').getByText('访客')).toBeVisible()
    expect(seen).toEqual([])
  })

  test('nor when another token has taken the place of theirs, unheard', async ({ page, account }) => {
    await page.goto('/login')
    await signIn(page, account('inspector'))
    await expect(page.getByRole('banner').getByText(FIRST)).toBeVisible()
    await allAnswered(page)
    const seen = await watchFor(page, FIRST)
    await page
      .context()
      .addCookies([{ name: 'Admin-Token', value: await tokenOf(page, account('viewer')), url: page.url() }])
    await page.reload()
    await expect(page.getByRole('banner').getByText('访客')).toBeVisible()
    expect(seen).toEqual([])
  })

  test('nor when they have signed in in another window', async ({ page, account }) => {
    await page.goto('/login')
    await signIn(page, account('inspector'))
    await expect(page.getByRole('banner').getByText(FIRST)).toBeVisible()
    await allAnswered(page)
    const other = await page.context().newPage()
    await other.goto('/dashboard')
    await signOut(other, FIRST)
    await expect(page).toHaveURL(/\/login/)
    const seen = await watchFor(page, FIRST)
    await signIn(other, account('viewer'))
    await page.reload()
    await expect(page.getByRole('banner').getByText('访客')).toBeVisible()
    expect(seen).toEqual([])
    await other.close()
  })
})

async function tokenOf(page: Page, { username, password }: { username: string; password: string }): Promise<string> {
  const answer = await page.request.post('/api/v1/login', { data: { username, password } })
  return (await answer.json()).token
}
