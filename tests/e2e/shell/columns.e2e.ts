import type { Page } from '@playwright/test'
import type { ListViews } from '#shared/access/view'
import { apiOf, newAdministrator, uniqueKey } from '../support/api'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const edge = (page: Page, name: string) => page.getByRole('separator', { name: `${name}的列宽` })
const widthOf = async (page: Page, name: string) => Math.round((await head(page, name).boundingBox())!.width)
const names = (page: Page) =>
  page.locator('.list-table thead th[data-column]').evaluateAll((heads) => heads.map((element) => element.textContent))

async function openMenu(page: Page) {
  await page.getByRole('button', { name: '显示的列' }).click()
  return page.getByRole('dialog', { name: '显示的列' })
}

let operator: Awaited<ReturnType<typeof newAdministrator>>
test.beforeEach(async ({ page, account }) => {
  operator = await newAdministrator(page.request, await beSignedIn(page, account('admin')))
  await beSignedIn(page, operator)
  await page.goto('/admin/sys-role')
  await expect(head(page, '角色名称')).toBeVisible()
  await head(page, '角色名称').hover()
})

test('the width of a column is set by arrow keys and kept; Enter fits it to the content', async ({ page }) => {
  const before = await widthOf(page, '权限字符')
  await edge(page, '权限字符').focus()
  await expect(edge(page, '权限字符')).toHaveAttribute('aria-valuenow', `${before}`)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(edge(page, '权限字符')).toHaveAttribute('aria-valuenow', `${before + 40}`)
  expect(await widthOf(page, '权限字符')).toBe(before + 40)
  await page.reload()
  await head(page, '权限字符').getByRole('button').focus()
  await expect(edge(page, '权限字符')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(edge(page, '权限字符')).toBeFocused()
  await expect(edge(page, '权限字符')).toHaveAttribute('aria-valuenow', `${before + 40}`)
  await page.keyboard.press('Home')
  await expect(edge(page, '权限字符')).toHaveAttribute('aria-valuenow', '48')
  await page.keyboard.press('Enter')
  await expect.poll(() => widthOf(page, '权限字符')).toBeGreaterThan(80)
})

test('the width of a column is dragged, and fitted to the content by a double click', async ({ page }) => {
  const before = await widthOf(page, '数据范围')
  const { x, y, height } = (await edge(page, '数据范围').boundingBox())!
  await page.mouse.move(x + 4, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 34, y + height / 2, { steps: 4 })
  await page.mouse.move(x + 64, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => widthOf(page, '数据范围')).toBe(before + 60)
  await edge(page, '数据范围').dblclick()
  await expect.poll(() => widthOf(page, '数据范围')).toBeLessThan(before + 60)
})

test('columns are put in order by keys and by dragging, and stay so', async ({ page }) => {
  const menu = await openMenu(page)
  await menu.getByRole('button', { name: '移动备注' }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect
    .poll(() => names(page))
    .toEqual(['角色名称', '权限字符', '数据范围', '备注', '显示顺序', '状态', '创建时间', '操作'])
  await expect(menu.getByRole('button', { name: '移动备注' })).toBeFocused()
  await menu.getByRole('button', { name: '移动状态' }).dragTo(menu.getByText('权限字符'))
  await page.keyboard.press('Escape')
  const expected = ['角色名称', '状态', '权限字符', '数据范围', '备注', '显示顺序', '创建时间', '操作']
  await expect.poll(() => names(page)).toEqual(expected)
  await page.reload()
  await expect(head(page, '角色名称')).toBeVisible()
  expect(await names(page)).toEqual(expected)
})

test('a pinned column stays in sight while the others are scrolled sideways', async ({ page }) => {
  const menu = await openMenu(page)
  for (const name of ['权限字符', '数据范围', '显示顺序', '状态', '备注', '创建时间']) {
    await menu.getByRole('button', { name: `将${name}固定在左侧` }).click()
  }
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 900, height: 800 })
  const scroller = page.locator('.data-table-scroller')
  await expect.poll(() => scroller.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
  const before = (await head(page, '权限字符').boundingBox())!.x
  await scroller.evaluate((box) => box.scrollBy(200, 0))
  expect((await head(page, '权限字符').boundingBox())!.x).toBe(before)
})

test('what has no room folds into a second line of the row, and the buttons of the row stay in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const first = page.locator('.list-table tbody tr').first()
  await expect(first.locator('.row-second-line')).toContainText('创建时间')
  await expect(head(page, '创建时间')).toHaveCount(0)
  const line = (await first.locator('.row-second-line').boundingBox())!
  expect(line.y).toBeGreaterThan((await first.getByRole('button').first().boundingBox())!.y + 20)
  const scroller = page.locator('.data-table-scroller')
  expect(await scroller.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  await page.setViewportSize({ width: 1600, height: 768 })
  await expect(head(page, '创建时间')).toBeVisible()
})

test('columns that folded as one was made wider come back when it is made narrow again', async ({ page }) => {
  await expect(head(page, '创建时间')).toBeVisible()
  await edge(page, '权限字符').focus()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('Shift+ArrowRight')
  await expect(head(page, '创建时间')).toHaveCount(0)
  await page.keyboard.press('Home')
  await expect(head(page, '创建时间')).toBeVisible()
  await expect(page.locator('.row-second-line')).toHaveCount(0)
})

test('a long remark in the second line ends in an ellipsis, and what comes after it is seen', async ({
  page,
  account,
}) => {
  const api = apiOf(page.request, await beSignedIn(page, account('admin')))
  const roleName = `角色 ${uniqueKey()}`
  await api.call('POST', '/role', { roleName, roleKey: uniqueKey(), roleSort: 900, remark: '备注'.repeat(100) })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/admin/sys-role?${new URLSearchParams({ roleName })}`)
  const line = page.locator('.list-table tbody .row-second-line')
  const created = line.locator('[data-column=createdAt]')
  await expect(created).toBeVisible()
  const [outer, inner] = [(await line.boundingBox())!, (await created.boundingBox())!]
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height)
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width)
})

test('columns arranged just before the window is left are kept on the server', async ({ page }) => {
  const menu = await openMenu(page)
  await menu.getByRole('checkbox', { name: '备注' }).uncheck()
  await page.goto('/logo.svg')
  const { call } = apiOf(page.request, await beSignedIn(page, operator))
  const kept = async () => (await call<ListViews>('GET', '/view?list=role')).data!.columns
  await expect.poll(kept).toMatchObject({ visibility: { remark: false } })
})

test.describe('columns arranged while the server does not answer', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('stay, and are sent when the list is opened again', async ({ page }) => {
    const { call } = apiOf(page.request, await beSignedIn(page, operator))
    await call('PUT', '/view/columns', { list: 'role', columns: { density: 'compact' } })
    await page.goto('/admin/sys-role')
    await expect(head(page, '备注')).toBeVisible()
    const refused = page.waitForEvent('requestfailed')
    await page.route('**/api/v1/view/columns', (route) => route.abort())
    await (await openMenu(page)).getByRole('checkbox', { name: '备注' }).uncheck()
    await refused
    await page.unroute('**/api/v1/view/columns')
    const sent = page.waitForResponse((response) => response.url().endsWith('/view/columns'))
    await page.reload()
    await sent
    await expect(head(page, '角色名称')).toBeVisible()
    await expect(head(page, '备注')).toHaveCount(0)
  })
})

test('columns hidden by version 0.2.0 stay hidden', async ({ page }) => {
  await page.evaluate((key) => localStorage.setItem(key, '{"remark":false}'), `columns:${operator.userId}:role`)
  await page.reload()
  await expect(head(page, '角色名称')).toBeVisible()
  await expect(head(page, '备注')).toHaveCount(0)
  await expect(head(page, '创建时间')).toBeVisible()
})

test('ticked rows are copied as tab-separated text, and none of it is a formula (S67)', async ({
  page,
  request,
  account,
}) => {
  const roleName = `复制 ${uniqueKey()}`
  const { username, password } = account('admin')
  const { token } = await (await request.post('/api/v1/login', { data: { username, password } })).json()
  const role = { roleName, roleKey: uniqueKey(), roleSort: 5, status: '2', remark: '=1+1', menuIds: [] }
  await apiOf(request, token).call('POST', '/role', role)
  await page.goto(`/admin/sys-role?roleName=${encodeURIComponent(roleName)}`)
  await page.getByRole('checkbox', { name: `选择 ${roleName}` }).check()
  await page.evaluate(() =>
    document.addEventListener('copy', ({ clipboardData }) =>
      sessionStorage.setItem('copied', clipboardData!.getData('text/plain')),
    ),
  )
  await page.keyboard.press('Control+c')
  const copied = () => page.evaluate(() => sessionStorage.getItem('copied') ?? '')
  await expect.poll(copied).not.toBe('')
  const [heads, row, ...others] = (await copied()).split('\n').map((line) => line.split('\t'))
  expect(others).toEqual([])
  expect(heads).toEqual(['角色名称', '权限字符', '数据范围', '显示顺序', '状态', '备注', '创建时间'])
  expect(row!.slice(0, 2)).toEqual([roleName, role.roleKey])
  expect(row![5]).toBe("'=1+1")

  await apiOf(request, token).call('POST', '/role', {
    ...role,
    roleName: `${roleName} 二`,
    roleKey: uniqueKey(),
    remark: '',
  })
  await page.setViewportSize({ width: 800, height: 768 })
  await page.reload()
  await expect(page.locator('.row-second-line')).toHaveCount(2)
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  await page.evaluate(() =>
    document.addEventListener('copy', ({ clipboardData }) =>
      sessionStorage.setItem('copied', clipboardData!.getData('text/plain')),
    ),
  )
  await page.keyboard.press('Control+c')
  await expect.poll(async () => (await copied()).split('\n').length).toBe(3)
  const [folded, ...both] = (await copied()).split('\n').map((line) => line.split('\t'))
  expect(folded!.toSorted()).toEqual(heads!.toSorted())
  expect(both.map((values) => values[folded!.indexOf('备注')]).toSorted()).toEqual(['', "'=1+1"])
})

test('an export has the columns in view, in their order', async ({ page }) => {
  const menu = await openMenu(page)
  await menu.getByRole('checkbox', { name: '备注' }).uncheck()
  await menu.getByRole('button', { name: '移动状态' }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '导出' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const text = await Bun.file((await (await download).path())!).text()
  expect(text.replace('\ufeff', '').split('\r\n')[0]).toBe('角色名称,权限字符,数据范围,状态,显示顺序,创建时间')
})

test('the heads stay in sight while the page is scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 320 })
  const before = (await head(page, '角色名称').boundingBox())!.y
  await page.mouse.move(800, 250)
  await page.mouse.wheel(0, 400)
  await expect.poll(async () => (await head(page, '角色名称').boundingBox())!.y).toBeLessThan(before)
  await expect(head(page, '角色名称')).toBeInViewport()
})

test('compact rows are chosen per list', async ({ page }) => {
  const row = page.locator('.list-table tbody tr').first()
  const before = (await row.boundingBox())!.height
  const menu = await openMenu(page)
  await menu.getByLabel('行高').selectOption('紧凑行高')
  await expect.poll(async () => (await row.boundingBox())!.height).toBeLessThan(before)
})
