import type { Page } from '@playwright/test'
import type { ListViews } from '#shared/access/view'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { apiOf, newAdministrator, uniqueKey } from '../support/api'
import { holdAnswers, isCall } from '../support/held'
import { keepSettings, looks } from '../support/looks'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const views = (page: Page) => page.locator('.page-pane:not([aria-hidden]) .view-button')
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const names = (page: Page) => page.getByRole('table', { name: '用户管理' }).locator('tbody [data-column=username]')

let token: string
test.beforeEach(async ({ page, account }) => {
  token = await beSignedIn(page, account('admin'))
})

/** Opens the menu of views by its key, and goes to an entry by its first letters. */
async function choose(page: Page, entry: string | RegExp) {
  await views(page).waitFor()
  await page.keyboard.press('v')
  await expect(page.getByRole('menu')).toBeVisible()
  for (let tries = 0; tries < 30; tries++) {
    if ((await page.locator('[role^=menuitem]:focus').textContent())?.match(entry)) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(page.locator('[role^=menuitem]:focus')).toContainText(entry)
  await page.keyboard.press('Enter')
}

/** A department with one disabled user in it, and somebody whose role reads the users of that department alone. */
async function narrowReader(page: Page) {
  const { call } = apiOf(page.request, token)
  const word = uniqueKey()
  const password = 'a password of my own'
  const made = async (path: string, body: object) => (await call<number>('POST', path, body)).data!
  const [near, far] = [
    await made('/dept', { parentId: 0, deptName: `near ${word}`, sort: 900 }),
    await made('/dept', { parentId: 0, deptName: `far ${word}`, sort: 901 }),
  ]
  type Entry = { menuId: number; permission: string; children?: Entry[] }
  const entries = (await call<Entry[]>('GET', '/menu')).data!
  const all = (some: Entry[]): Entry[] => some.flatMap((entry) => [entry, ...all(entry.children ?? [])])
  const menuIds = all(entries).flatMap(({ menuId, permission }) =>
    permission === 'admin:sysUser:list' ? [menuId] : [],
  )
  const roleName = `reader ${word}`
  const roleId = await made('/role', { roleName, roleKey: word, roleSort: 900, menuIds })
  await call('PUT', '/roledatascope', { roleId, dataScope: '3' })
  const user = (username: string, deptId: number, more: object = {}) =>
    made('/sys-user', { username, nickName: username, deptId, status: '1', password, ...more })
  await user(`near${word}`, near)
  await user(`far${word}`, far)
  await user(`reader${word}`, near, { status: '2', roleIds: [roleId] })
  const own = { username: `reader${word}`, password: 'another password of my own' }
  const answer = await page.request.post('/api/v1/login', { data: { username: own.username, password } })
  const reader = apiOf(page.request, (await answer.json()).token as string)
  await reader.call('PUT', '/user/pwd/set', { oldPassword: password, newPassword: own.password })
  return { word, roleName, account: own }
}

test('by keyboard alone a view is saved, shared, and opened by somebody with a narrower scope, who sees only their rows', async ({
  page,
  otherPage,
}) => {
  const { word, roleName, account } = await narrowReader(page)
  await page.goto(`/admin/sys-user?status=1&keyword=${word}&usernameOrder=asc`)
  await title(page, '用户管理').waitFor()
  await expect(names(page)).toHaveText([`far${word}`, `near${word}`])

  await choose(page, '另存为视图')
  await expect(dialog(page, '保存视图').getByLabel('视图名称')).toBeFocused()
  await page.keyboard.type(`停用 ${word}`)
  await page.keyboard.press('Enter')
  await expect(views(page)).toHaveText(`视图：停用 ${word}`)

  await choose(page, '共享')
  const sharing = dialog(page, /^共享视图/)
  await expect(sharing).toContainText('看到这个视图的筛选值')
  const role = sharing.getByRole('checkbox', { name: roleName, exact: true })
  await role.waitFor()
  const boxes = await sharing.getByRole('checkbox').count() // other tests have made roles too
  for (let tries = 0; tries < 2 * boxes && !(await role.evaluate((box) => box === document.activeElement)); tries++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Space')
  await expect(role).toBeChecked()
  await page.keyboard.press('Tab') // "lists open with it"
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(sharing).toHaveCount(0)

  await beSignedIn(otherPage, account)
  await otherPage.goto('/admin/sys-user')
  await expect(views(otherPage)).toHaveText(`视图：停用 ${word}`)
  await expect(otherPage).toHaveURL(/status=1/)
  await expect(names(otherPage)).toHaveText([`near${word}`])
  await otherPage.keyboard.press('v')
  await expect(otherPage.getByRole('menuitemradio', { name: /^停用/ })).toHaveAttribute('aria-checked', 'true')
  await expect(otherPage.getByRole('menuitem', { name: /共享|重命名|删除/ })).toHaveCount(0)
  await otherPage.keyboard.press('Escape')
  await choose(otherPage, '内置视图')
  await expect(otherPage).not.toHaveURL(/status=1/)
  await choose(otherPage, '打开列表时使用此视图')
  await otherPage.reload()
  await expect(names(otherPage)).toHaveText([`near${word}`, `reader${word}`])
  await expect(otherPage).not.toHaveURL(/status=1/)
})

test('filters cleared in a list with a default view stay cleared after a reload', async ({ page }) => {
  const operator = await newAdministrator(page.request, token)
  const { call } = apiOf(page.request, await beSignedIn(page, operator))
  const view = { list: 'role', viewName: uniqueKey(), search: 'status=2', columns: null }
  const { data: viewId } = await call<number>('POST', '/view', view)
  await call('PUT', '/view/default', { list: 'role', viewId })
  await page.goto('/admin/sys-role')
  await expect(page).toHaveURL(/status=2/)
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(page).not.toHaveURL(/status/)
  await page.reload()
  await allAnswered(page)
  await expect(page).not.toHaveURL(/status/)
})

test('a view is changed, renamed, made the default and deleted; an address goes before it', async ({ page }) => {
  const { call } = apiOf(page.request, token)
  const word = uniqueKey()
  const viewName = `旧 ${word}`
  await call('POST', '/view', { list: 'post', viewName, search: 'status=1' })
  await page.goto('/admin/sys-post')
  await choose(page, viewName)
  await expect(page).toHaveURL(/sys-post\?status=1$/)
  await page.getByRole('combobox', { name: '状态' }).selectOption({ label: '启用' })
  await expect(views(page)).toHaveText(`视图：${viewName} (已改)`)
  await choose(page, '保存对视图的更改')
  await expect(views(page)).toHaveText(`视图：${viewName}`)
  await choose(page, '重命名')
  await expect(page.getByLabel('视图名称')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(`新 ${word}`)
  await page.keyboard.press('Enter')
  await expect(views(page)).toHaveText(`视图：新 ${word}`)
  await choose(page, '打开列表时使用此视图')
  await expect(page.getByText('打开列表时将使用此视图')).toBeVisible()

  await page.goto('/admin/sys-post?status=1')
  await title(page, '岗位管理').waitFor()
  await expect(views(page)).toHaveText('视图')
  await page.goto('/dashboard')
  await title(page, '首页').waitFor()
  await page.goto('/admin/sys-post')
  await expect(page).toHaveURL(/sys-post\?status=2$/)
  await expect(views(page)).toHaveText(`视图：新 ${word}`)
  await choose(page, '删除视图')
  await page.getByRole('alertdialog').getByRole('button', { name: '删除视图' }).click()
  await expect(views(page)).toHaveText('视图')
})

test('columns belong to a view, and go with the operator to another browser', async ({ page, otherPage }) => {
  const operator = await newAdministrator(page.request, token)
  await beSignedIn(page, operator)
  const word = uniqueKey()
  const head = (of: Page) => of.getByRole('columnheader', { name: '备注' })
  await page.goto('/admin/sys-post')
  await expect(head(page)).toBeVisible()
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/view/columns') && answer.ok())
  await page.getByRole('button', { name: '显示的列' }).click()
  await page.getByRole('checkbox', { name: '备注' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(head(page)).toHaveCount(0)
  await saved
  await choose(page, '另存为视图')
  await expect(page.getByLabel('视图名称')).toBeFocused()
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  await expect(views(page)).toHaveText(`视图：${word}`)

  await beSignedIn(otherPage, operator)
  await otherPage.goto('/admin/sys-post')
  await expect(head(otherPage)).toHaveCount(0)
  await choose(otherPage, '内置视图')
  await expect(head(otherPage)).toBeVisible()
  await choose(otherPage, word)
  await expect(head(otherPage)).toHaveCount(0)
  await expect(views(otherPage)).toHaveText(`视图：${word}`)
})

test('other columns are a change of the view, which is saved with it', async ({ page }) => {
  const operator = await newAdministrator(page.request, token)
  const { call } = apiOf(page.request, await beSignedIn(page, operator))
  const viewName = uniqueKey()
  await call('POST', '/view', {
    list: 'post',
    viewName,
    search: 'status=2',
    columns: { visibility: { remark: false } },
  })
  const head = page.getByRole('columnheader', { name: '备注' })
  await page.goto('/admin/sys-post')
  await choose(page, viewName)
  await expect(head).toHaveCount(0)
  await expect(views(page)).toHaveText(`视图：${viewName}`)
  await page.getByRole('button', { name: '显示的列' }).click()
  await page.getByRole('checkbox', { name: '备注' }).check()
  await page.keyboard.press('Escape')
  await expect(head).toBeVisible()
  await expect(views(page)).toHaveText(`视图：${viewName} (已改)`)
  await choose(page, '保存对视图的更改')
  await expect(views(page)).toHaveText(`视图：${viewName}`)
  const { views: saved } = (await call<ListViews>('GET', '/view?list=post')).data!
  expect(saved).toMatchObject([{ viewName, search: 'status=2', columns: { visibility: { remark: true } } }])
})

test.describe('columns that are arranged here', () => {
  const head = (page: Page) => page.getByRole('columnheader', { name: '备注' })
  const hide = async (page: Page) => {
    await expect(head(page)).toBeVisible()
    await page.getByRole('button', { name: '显示的列' }).click()
    await page.getByRole('checkbox', { name: '备注' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(head(page)).toHaveCount(0)
  }
  let call: ReturnType<typeof apiOf>['call']
  test.beforeEach(async ({ page }) => {
    const operator = await newAdministrator(page.request, token)
    call = apiOf(page.request, await beSignedIn(page, operator)).call
    await call('PUT', '/view/columns', { list: 'post', columns: {} })
  })

  test('are not undone by the server, which does not have them yet', async ({ page }) => {
    await page.goto('/admin/sys-post')
    const sent = Promise.withResolvers<void>()
    await page.route('**/api/v1/view/columns', () => sent.resolve()) // on its way for as long as this test looks
    await hide(page)
    await sent.promise
    await choose(page, '另存为视图')
    await expect(page.getByLabel('视图名称')).toBeFocused()
    const viewName = uniqueKey()
    await page.keyboard.type(viewName)
    await page.keyboard.press('Enter')
    await expect(views(page)).toHaveText(`视图：${viewName}`)
    await expect(head(page)).toHaveCount(0)
  })

  test('are not undone by what the server was asked for before', async ({ page }) => {
    const viewName = uniqueKey()
    await call('POST', '/view', { list: 'post', viewName, search: 'status=2' })
    const asking = await holdAnswers(page, isCall('GET', '/view'))
    await page.goto('/admin/sys-post?status=2')
    await asking.asked()
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/view/columns') && answer.ok())
    await hide(page)
    await saved
    await asking.release()
    await expect(views(page)).toHaveText(`视图：${viewName}`)
    await expect(head(page)).toHaveCount(0)
  })
})

test('a period of a view moves with the clock: its address holds the word, the filter shows it', async ({ page }) => {
  await page.goto('/admin/sys-oper-log')
  await page.locator('.date-range-button').click() // the head of a column has the same name
  await page.getByRole('button', { name: '上周' }).click()
  await expect(page).toHaveURL(/beginTime=last-week&endTime=last-week/)
  await expect(page.locator('.date-range-button')).toContainText('上周')
})

for (const { name, themeMode, locale, viewport } of looks) {
  test.describe(`views (${name})`, () => {
    test.use({ viewport })
    test('have an accessible menu and dialogs', async ({ page }) => {
      const { call } = apiOf(page.request, token)
      await keepSettings(page, { themeMode, locale })
      const viewName = uniqueKey()
      await call('POST', '/view', { list: 'role', viewName, search: 'status=2' })
      await page.goto('/admin/sys-role?status=2')
      await page.locator('.data-table-bar').waitFor()
      const unfold = page.locator('.data-table-unfold')
      if (await unfold.isVisible()) await unfold.click()
      await views(page).click()
      await expectAccessible(page)
      await page.getByRole('menuitem', { name: /^(另存为视图|Save as a view)/ }).click()
      await dialog(page, /^(保存视图|Save a view)$/).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await views(page).click()
      await page.getByRole('menuitemradio', { name: viewName }).click()
      await views(page).click()
      await page.getByRole('menuitem', { name: /^(共享|Share)/ }).click()
      await dialog(page, /^(共享视图|Share the view)/)
        .getByRole('checkbox')
        .first()
        .waitFor()
      await expectAccessible(page)
    })
  })
}
