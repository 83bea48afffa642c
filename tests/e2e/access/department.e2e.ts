import type { Page } from '@playwright/test'
import { allAnswered } from '../support/answered'
import { uniqueKey } from '../support/api'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.beforeEach(async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
})

const dialog = (page: Page) => page.getByRole('dialog')
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text)

async function choose(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `${name} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test.describe('departments', () => {
  test.use({ expectedErrors: [/status of 409/] }) // deleting one in use

  test('one is made below another, corrected where it was wrong, moved, put in order by keys, deleted and brought back', async ({
    page,
  }) => {
    const rows = page.getByRole('treegrid', { name: '部门管理' }).getByRole('row')
    const row = (name: string) => rows.filter({ has: page.getByRole('button', { name, exact: true }) })
    const deptName = `试制组 ${uniqueKey()}`
    await page.goto('/admin/sys-dept')
    await choose(page, '技术部', '新建下级')
    await expect(dialog(page).getByRole('combobox', { name: '上级部门' })).toHaveText('技术部')
    await dialog(page).getByRole('textbox', { name: '部门名称' }).fill(deptName)
    await dialog(page).getByLabel('联系电话').fill('12')
    await dialog(page).getByRole('button', { name: '创建部门' }).click()
    await expect(dialog(page).getByLabel('联系电话')).toBeFocused()
    await expect(dialog(page).getByLabel('联系电话')).toHaveAccessibleDescription(/^请填写电话号码/)
    await dialog(page).getByLabel('联系电话').fill('13800000199')
    await dialog(page).getByRole('button', { name: '创建部门' }).click()
    await expect(toast(page, `已创建 ${deptName}`)).toBeVisible()
    await expect(row(deptName)).toHaveAttribute('aria-level', '3')

    await row(deptName).getByRole('button', { name: '修改' }).click()
    await dialog(page).getByRole('combobox', { name: '上级部门' }).click()
    await page.getByRole('treeitem', { name: '生产部' }).click()
    await dialog(page).getByRole('button', { name: '保存部门' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(row(deptName)).toContainText('13800000199')

    const moved = row(deptName)
    await expect(moved).toHaveAttribute('aria-posinset', '3') // behind the workshops
    await moved.focus()
    let onItsWay = 800 // of two moves the first takes longer, and would arrive last
    await page.route('**/dept-order', async (route) => {
      await page.waitForTimeout((onItsWay -= 400))
      await route.continue()
    })
    await page.keyboard.press('Alt+ArrowUp')
    await expect(moved).toHaveAttribute('aria-posinset', '2')
    await page.keyboard.press('Alt+ArrowUp')
    await expect(moved).toHaveAttribute('aria-posinset', '1')
    await allAnswered(page)
    await page.unroute('**/dept-order')
    await expect(moved).toHaveAttribute('aria-posinset', '1')
    await expect(moved).toBeFocused()
    await choose(page, deptName, '移出一级')
    await expect(moved).toHaveAttribute('aria-level', '2')
    await moved.hover()
    await moved.locator('.tree-drag').hover()
    await page.mouse.down()
    const home = (await row('信息部').boundingBox())!
    await page.mouse.move(home.x + 200, home.y + home.height / 2, { steps: 8 })
    await page.mouse.up()
    await expect(moved).toHaveAttribute('aria-level', '3') // dropped on another, it stands below that
    await page.reload()
    await expect(moved).toHaveAttribute('aria-level', '3')

    await page.getByRole('textbox', { name: '部门名称' }).fill(deptName)
    await expect(rows.filter({ has: page.getByRole('button', { name: '修改' }) })).toHaveCount(3) // with all above it
    await choose(page, '信息部', '删除')
    await expect(page.getByRole('alert').getByText('“信息部”下还有 1 个部门，不能删除')).toBeVisible()
    await choose(page, deptName, '删除')
    await expect(toast(page, `已删除 ${deptName}`)).toBeVisible()
    await expect(moved).toHaveCount(0)
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(moved).toHaveAttribute('aria-level', '3')
  })
})

test('a post is made, refused with a code that is taken, changed, deleted and brought back', async ({ page }) => {
  const postName = `试制员 ${uniqueKey()}`
  const row = page
    .getByRole('table', { name: '岗位管理' })
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: postName })
  await page.goto('/admin/sys-post')
  await page.getByRole('button', { name: '新建岗位' }).first().click()
  await dialog(page).getByLabel('岗位名称').fill(postName)
  await dialog(page).getByLabel('岗位编码').fill('有空格 的')
  await dialog(page).getByRole('button', { name: '创建岗位' }).click()
  await expect(dialog(page).getByLabel('岗位编码')).toHaveAccessibleDescription(/以字母或数字开头/)
  await dialog(page).getByLabel('岗位编码').fill(uniqueKey())
  await dialog(page).getByRole('button', { name: '创建岗位' }).click()
  await expect(toast(page, `已创建 ${postName}`)).toBeVisible()

  await page.getByRole('textbox', { name: '岗位名称' }).fill(postName)
  await row.getByRole('button', { name: '修改' }).click()
  await dialog(page).getByLabel('备注', { exact: true }).fill('只在试制期间')
  await page.keyboard.press('Control+Enter')
  await expect(row).toContainText('只在试制期间')
  await choose(page, postName, '停用')
  await expect(row.locator('[data-column=status]')).toHaveText('停用')
  await choose(page, postName, '删除')
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).last().click()
  await expect(row).toContainText('停用')
})

test.describe('', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('the data scope of a role is chosen, with departments each by itself, and is found again', async ({ page }) => {
    const row = page
      .getByRole('table', { name: '角色管理' })
      .locator('tbody')
      .getByRole('row')
      .filter({ hasText: '大屏' })
    const node = (name: string) => dialog(page).getByRole('treeitem', { name, exact: true })
    const open = () => choose(page, '大屏', '数据范围')
    await page.goto('/admin/sys-role')
    await expect(row.locator('[data-column=dataScope]')).toHaveText('全部数据')
    await open()
    await expect(dialog(page).getByRole('radio', { name: '全部数据' })).toBeChecked()
    await dialog(page).getByRole('radio', { name: '指定部门' }).check()
    await dialog(page).getByRole('button', { name: '保存数据范围' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('请至少选择一个部门')
    await node('生产部').click()
    await node('一车间').click() // off again, with all below it; what is above stays
    await dialog(page).getByRole('button', { name: '保存数据范围' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(row.locator('[data-column=dataScope]')).toHaveText('指定部门')

    await page.reload()
    await open()
    for (const [name, isTicked] of [
      ['总部', false],
      ['生产部', true],
      ['一车间', false],
      ['一车间甲班', false],
      ['二车间', true],
    ] as const) {
      await expect(node(name)).toHaveAttribute('aria-checked', String(isTicked))
    }
    await dialog(page).getByRole('radio', { name: '全部数据' }).check()
    await dialog(page).getByRole('button', { name: '保存数据范围' }).click()
    await expect(row.locator('[data-column=dataScope]')).toHaveText('全部数据')
  })
})
