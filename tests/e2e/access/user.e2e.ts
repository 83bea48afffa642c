import type { Page } from '@playwright/test'
import { uniqueKey } from '../support/api'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const rows = (page: Page) => page.getByRole('table', { name: '用户管理' }).locator('tbody').getByRole('row')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const search = (page: Page) => page.getByRole('textbox', { name: '姓名、账号或手机号' })

async function choose(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `${name} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test.beforeEach(async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
})

test.describe('', () => {
  test.use({ expectedErrors: [/status of 40[039]/] })

  test('a new user is made, chooses a password of their own and nothing else (S6), and goes on where they wanted', async ({
    page,
    otherPage,
  }) => {
    const username = uniqueKey()
    const form = dialog(page, '新建用户')
    await page.goto('/admin/sys-user')
    await page.getByRole('button', { name: '新建用户' }).click()
    await form.getByLabel('账号').fill('admin')
    await form.getByLabel('邮箱').fill('a@')
    await form.getByRole('button', { name: '创建用户' }).click()
    await expect(form.getByLabel('姓名')).toHaveAccessibleDescription(/^必填/)
    await expect(form.getByLabel('邮箱')).toHaveAccessibleDescription(/^请填写正确的邮箱地址/)
    await expect(form.getByLabel('初始密码')).toHaveAccessibleDescription(/^密码至少 8 个字符/)
    await form.getByLabel('姓名').fill('新来的')
    await form.getByLabel('邮箱').fill('')
    await form.getByRole('button', { name: '生成' }).click()
    await form.getByRole('button', { name: '创建用户' }).click()
    await expect(form.getByLabel('账号')).toHaveAccessibleDescription(/^账号已存在/)
    await form.getByLabel('账号').fill(username)
    await form.getByLabel('部门').click()
    await page.getByRole('treeitem', { name: '质量部' }).last().click()
    await form.getByLabel('角色').click()
    await page.getByRole('checkbox', { name: '访客' }).check()
    await page.keyboard.press('Escape')
    const password = await form.getByLabel('初始密码').inputValue()
    await expect(form.getByText(password)).toBeVisible()
    await form.getByRole('button', { name: '创建用户' }).click()
    const given = dialog(page, '已创建 新来的')
    await expect(given.getByText(password)).toBeVisible()
    await given.getByRole('button', { name: '关闭' }).last().click()
    await search(page).fill(username)
    await expect(row(page, username)).toContainText(/新来的.*质量部.*访客/)

    await otherPage.goto('/login?redirect=/admin/sys-role')
    await signIn(otherPage, { username, password })
    await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('设置自己的密码')
    await expect(otherPage.getByRole('navigation')).toHaveCount(0)
    await otherPage.reload()
    await expect(otherPage.getByLabel('当前密码')).toBeFocused()
    await otherPage.getByLabel('当前密码').fill('not the one')
    await otherPage.getByLabel(/^新密码/).fill(`${username} 的密码`)
    await otherPage.getByLabel('再次输入新密码').fill(`${username} 的密码`)
    await otherPage.keyboard.press('Enter')
    await expect(otherPage.getByLabel('当前密码')).toHaveAccessibleDescription(/密码/)
    await otherPage.getByLabel('当前密码').fill(password)
    await otherPage.keyboard.press('Enter')
    await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('角色管理')
    await expect(otherPage).toHaveURL(/\/admin\/sys-role$/)
    await expect(otherPage.getByRole('button', { name: '新建角色' })).toHaveCount(0)
  })
})

test('a user is changed, reset, disabled, deleted and brought back; none of it can be done to oneself', async ({
  page,
  request,
}) => {
  const nickName = `工 ${uniqueKey()}`
  const username = uniqueKey()
  await page.goto('/admin/sys-user')
  await page.getByRole('button', { name: '新建用户' }).click()
  const made = dialog(page, '新建用户')
  await made.getByLabel('账号').fill(username)
  await made.getByLabel('姓名').fill(nickName)
  await made.getByLabel('初始密码').fill('the first long one')
  await page.keyboard.press('Control+Enter')
  await expect(made).toHaveCount(0)

  await search(page).fill(nickName)
  await row(page, nickName).getByRole('button', { name: nickName, exact: true }).click()
  const form = dialog(page, `修改用户：${nickName}`)
  await expect(form.getByLabel('初始密码')).toHaveCount(0)
  await form.getByLabel('岗位').selectOption('检验员')
  await form.getByLabel('手机号').fill('138 0013 9999')
  await form.getByLabel('角色').click()
  await page.getByRole('checkbox', { name: '检验员' }).check()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '保存用户' }).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, nickName)).toContainText(/检验员.*检验员.*13800139999/)

  await choose(page, nickName, '重置密码')
  const reset = dialog(page, `重置密码：${nickName}`)
  await reset.getByRole('button', { name: '重置密码' }).click()
  await expect(reset.getByLabel('新密码')).toHaveAccessibleDescription(/^密码至少 8 个字符/)
  await reset.getByRole('button', { name: '生成' }).click()
  const password = await reset.getByLabel('新密码').inputValue()
  await reset.getByRole('button', { name: '重置密码' }).click()
  await expect(reset.getByRole('status')).toContainText(`${username} 的密码已重置`)
  await expect(reset.getByText(password)).toBeVisible()
  await reset.getByRole('button', { name: '关闭' }).last().click()
  const answer = await request.post('/api/v1/login', { data: { username, password } })
  expect(await answer.json()).toMatchObject({ code: 200, mustChangePassword: true })

  await choose(page, nickName, '企业微信绑定')
  const binding = dialog(page, `企业微信绑定：${nickName}`)
  await binding.getByLabel('成员账号').fill('不是成员')
  await binding.getByRole('button', { name: '保存绑定' }).click()
  await expect(binding.getByLabel('成员账号')).toHaveAccessibleDescription(/^成员账号由字母/)
  await binding.getByLabel('成员账号').fill(username)
  await binding.getByRole('button', { name: '保存绑定' }).click()
  await expect(page.getByRole('status').getByText(`已为 ${nickName} 绑定企业微信`)).toBeVisible()

  await choose(page, nickName, '停用')
  await expect(row(page, nickName)).toContainText('停用')
  await choose(page, nickName, '删除')
  await expect(row(page, nickName)).toHaveCount(0)
  const deleted = page.getByRole('status').getByText(`已删除 ${nickName}`).locator('..')
  await deleted.getByRole('button', { name: '撤销' }).click()
  await expect(row(page, nickName)).toContainText(/13800139999.*停用/)

  await search(page).fill('admin')
  await page.getByRole('button', { name: '管理员 的更多操作' }).first().click()
  for (const entry of ['停用', '删除', '重置密码']) {
    await expect(page.getByRole('menuitem', { name: entry })).toHaveAttribute('aria-disabled', 'true')
  }
  await page.keyboard.press('Escape')
  await rows(page).getByRole('button', { name: '管理员', exact: true }).first().click()
  await expect(dialog(page, /^修改用户/).getByLabel('角色')).toHaveCount(0)
})

test('users are found by department, and taken in from a sheet once it has no fault', async ({ page }) => {
  const name = uniqueKey()
  await page.goto('/admin/sys-user')
  const tree = page.getByRole('tree', { name: '部门' })
  const quality = tree.getByRole('treeitem', { name: '质量部' })
  await quality.waitFor()
  await tree.getByRole('treeitem', { name: '全部部门' }).press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(quality).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/deptId=\d+/)
  await expect(rows(page).filter({ hasText: '信息部' })).toHaveCount(0)

  await page.getByRole('button', { name: '导入' }).click()
  const form = dialog(page, '导入用户')
  const sheet = (lines: string[]) => ({
    name: 'users.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['账号,姓名,部门,角色,手机号,初始密码', ...lines].join('\n')),
  })
  const file = form.locator('input[type=file]')
  const fine = `${name},表中来,质量部,访客,13800137777,a fine first one`
  await file.setInputFiles(sheet([fine, `admin,重复,质量部,,,`, `${name}x,错,没有的部门,神仙,12,short`]))
  for (const fault of ['账号已存在', '请填写 11 位手机号码', '密码至少 8 个字符']) {
    await expect(form.getByText(fault)).toBeVisible()
  }
  await file.setInputFiles(sheet([fine]))
  await form.getByRole('button', { name: /^导入 1/ }).click()
  await expect(form).toHaveCount(0)
  await search(page).fill(name)
  await expect(row(page, name)).toContainText(/表中来.*质量部.*访客.*13800137777/)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(tree).toHaveCount(0)
  await page.getByRole('button', { name: /^筛选/ }).click()
  await expect(page.getByRole('combobox', { name: '部门' })).toHaveText('质量部')
})
