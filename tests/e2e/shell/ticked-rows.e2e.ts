import type { Page } from '@playwright/test'
import { apiOf, newAdministrator, uniqueKey } from '../support/api'
import { openPage } from '../support/menu'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const tab = (page: Page, name: string) => page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab', { name })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const pane = (page: Page) => page.locator('.page-pane:not([aria-hidden])')
const search = (page: Page) => pane(page).getByRole('textbox', { name: '角色名称' })
const boxes = (page: Page) => pane(page).locator('tbody .data-table-tick input:not(:disabled)')

let token: string
test.beforeEach(async ({ page, account }) => {
  token = await beSignedIn(page, account('admin'))
})

test.describe('only rows that are shown count as ticked', () => {
  test('when the department beside the list is changed', async ({ page }) => {
    await page.goto('/admin/sys-user')
    await boxes(page).first().check()
    await expect(page.getByText('已选 1 条')).toBeVisible()
    await page.getByRole('tree', { name: '部门' }).getByRole('treeitem').last().click()
    await expect(page).toHaveURL(/deptId/)
    await expect(page.getByText('已选 1 条')).toHaveCount(0)
  })

  test('when the browser goes back to an earlier page of the list', async ({ page }) => {
    const api = apiOf(page.request, token)
    const name = `退 ${uniqueKey()}`
    for (let at = 0; at < 24; at += 1) await api.createRole({ roleName: `${name} ${at}` })
    await page.goto(`/admin/sys-role?pageSize=20&roleName=${encodeURIComponent(name)}`)
    await expect(page.getByRole('row')).toHaveCount(21)
    await openPage(page, '首页')
    await expect(title(page, '首页')).toBeFocused()
    await tab(page, '角色管理').click()
    await page.getByRole('button', { name: '第 2 页' }).click()
    await expect(page.getByRole('row')).toHaveCount(5)
    await boxes(page).first().check()
    await page.goBack()
    await expect(title(page, '首页')).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('row')).toHaveCount(21)
    await expect(page.getByText('已选 1 条')).toHaveCount(0)
  })
})

test.describe('a row that is ticked and unticked leaves as it was', () => {
  test('the text in the search, also within the pause in typing', async ({ page }) => {
    const start = new Date()
    await page.clock.install({ time: start })
    await page.goto('/admin/sys-role')
    await expect(page.getByRole('row')).not.toHaveCount(0)
    await page.clock.pauseAt(start.getTime() + 60_000)
    await search(page).pressSequentially('检')
    await page.clock.runFor(200)
    await boxes(page).first().check()
    await page.clock.runFor(600)
    await page.getByRole('button', { name: '取消选择' }).click()
    await page.clock.runFor(600)
    await expect(search(page)).toHaveValue('检')
  })

  test('a view that was changed, and can be saved', async ({ page }) => {
    await beSignedIn(page, await newAdministrator(page.request, token))
    const word = uniqueKey()
    await page.goto('/admin/sys-role?status=2')
    const views = pane(page).locator('.view-button')
    await views.click()
    await page.getByRole('menuitem', { name: '另存为视图' }).click()
    await page.getByRole('dialog', { name: '保存视图' }).getByLabel('视图名称').fill(word)
    await page.keyboard.press('Enter')
    await expect(views).toHaveText(`视图：${word}`)
    await search(page).fill('员')
    await expect(views).toHaveText(`视图：${word} (已改)`)
    await expect(page).toHaveURL(/roleName/)
    await expect(page.getByRole('row').filter({ hasText: '检验员' })).toBeVisible()
    await boxes(page).first().check()
    await page.getByRole('button', { name: '取消选择' }).click()
    await expect(views).toHaveText(`视图：${word} (已改)`)
  })
})
