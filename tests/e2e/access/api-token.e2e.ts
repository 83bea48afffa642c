import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { uniqueKey } from '../support/api'
import { keepSettings, looks } from '../support/looks'
import { answerWith, menuLink } from '../support/menu'
import type { Account } from '../support/server'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.use({ expectedErrors: [/status of (403|409)/] })

const PROFILE = '/profile/index'
const DEVELOPERS = '/admin/developer'

const section = (page: Page) => page.getByRole('region', { name: /^(访问令牌|API tokens)$/ })
const dialog = (page: Page) =>
  page.getByRole('dialog', { name: /^(新建令牌|New token|新建服务令牌|New service token)$/ })
const scopes = (page: Page) => dialog(page).getByRole('tree', { name: /^(权限|Permissions)$/ })

/** What the API answers a program that has nothing but this token. */
async function codeOf(page: Page, token: string, path: string) {
  const headers = { authorization: `Bearer ${token}`, cookie: '' }
  const answer = await page.request.get(`/api/v1${path}`, { headers, failOnStatusCode: false })
  return ((await answer.json()) as { code: number }).code
}

async function openForm(page: Page, account: Account) {
  await beSignedIn(page, account)
  await page.goto(PROFILE)
  await section(page)
    .getByRole('button', { name: /^(新建令牌|New token)$/ })
    .click()
  await expect(scopes(page).getByRole('treeitem').first()).toBeVisible()
}

test('a token of one’s own is made with the password, shown once, used by a program, and revoked', async ({
  page,
  account,
}) => {
  const name = uniqueKey()
  await openForm(page, account('inspector'))
  await dialog(page).getByRole('textbox', { name: '名称' }).fill(name)
  const create = dialog(page).getByRole('button', { name: '创建令牌' })
  await create.click()
  await expect(dialog(page).getByText('至少选择一项权限')).toBeVisible()
  // by the keyboard alone: into the group of records, and ticked there
  const records = scopes(page).getByRole('treeitem', { name: '质检记录' })
  await records.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  const ticked = scopes(page).locator('[aria-checked=true][aria-level="2"]')
  await expect(ticked).toHaveAccessibleName('查看')
  await expect(ticked).toBeFocused()
  await dialog(page)
    .getByLabel(/^登录密码/)
    .fill('not this one')
  await create.click()
  await expect(dialog(page).getByText('未保存：密码不正确')).toBeVisible()
  await dialog(page)
    .getByLabel(/^登录密码/)
    .fill(account('inspector').password)
  await page.keyboard.press('Enter')

  const shown = dialog(page).getByRole('textbox', { name: '令牌' })
  await expect(shown).toHaveValue(/^cat_[\w-]{43}$/)
  const token = await shown.inputValue()
  await expect(dialog(page).locator('pre')).toContainText(token)
  expect(await codeOf(page, token, '/qc/value-base')).toBe(200)
  expect(await codeOf(page, token, '/qc/lot')).toBe(403)
  await dialog(page).getByRole('button', { name: '我已保存' }).click()
  await expect(dialog(page)).toHaveCount(0)

  await page.reload()
  const row = section(page).getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('上次使用')
  await row.getByText('1 项权限').click()
  await expect(row.getByText('qc:record:list')).toBeVisible()
  await expect(page.getByText(token)).toHaveCount(0)
  await row.getByRole('button', { name: `作废令牌 ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '作废令牌' }).click()
  await expect(row).toContainText('已作废')
  expect(await codeOf(page, token, '/qc/value-base')).toBe(401)
})

test.describe('开发者', () => {
  test('leads to the API document, makes tokens for accounts of programs, and shows what is sent to them', async ({
    page,
    account,
  }) => {
    const name = uniqueKey()
    await beSignedIn(page, account('admin'))
    await page.goto('/dashboard')
    await (await menuLink(page, '开发者', '系统运维')).click()
    await expect(page.getByRole('link', { name: '接口文档' })).toHaveAttribute('href', '/api/docs')
    const tokens = page.getByRole('region', { name: '服务令牌' })
    await tokens.getByRole('button', { name: '新建服务令牌' }).click()
    await dialog(page).getByRole('textbox', { name: '名称' }).fill(name)
    await dialog(page).getByRole('textbox', { name: '账号' }).fill('viewer')
    const lots = scopes(page).getByRole('treeitem', { name: '批次', exact: true })
    await lots.click()
    await dialog(page).getByRole('button', { name: '创建令牌' }).click()
    await expect(dialog(page).getByText('这个账号没有所选的全部权限')).toBeVisible()
    await lots.click()
    await scopes(page).getByRole('treeitem', { name: '质检记录', exact: true }).press('ArrowRight')
    await page.keyboard.press('Space')
    await dialog(page).getByRole('button', { name: '创建令牌' }).click()
    const token = await dialog(page).getByRole('textbox', { name: '令牌' }).inputValue()
    expect(await codeOf(page, token, '/qc/value-base')).toBe(200)
    await dialog(page).getByRole('button', { name: '我已保存' }).click()
    await expect(tokens.getByRole('listitem').filter({ hasText: name })).toContainText('账号 viewer')
  })
})

test('the page of developers lists the webhooks with their event, address and last delivery', async ({
  page,
  account,
}) => {
  const rule = {
    ruleId: 999_999,
    ruleName: 'ERP 收不合格',
    event: 'recordNg',
    channel: 'webhook',
    url: 'https://erp.example.com/caliper',
    status: 1,
  }
  // the server of the tests sends to no host
  await page.route('**/api/v1/qc/notification-rule?channel=webhook*', (route) =>
    answerWith<{ list: object[] }>(route, (found) => ({ ...found, list: [rule] })),
  )
  await beSignedIn(page, account('admin'))
  await page.goto(DEVELOPERS)
  const webhook = page.getByRole('region', { name: 'Webhook 订阅' }).getByRole('listitem')
  await expect(webhook).toContainText('ERP 收不合格 记录不合格')
  await expect(webhook).toContainText(rule.url)
  await expect(webhook).toContainText('尚未发送')
  await expect(webhook).toContainText('已停用')
  await page.getByRole('link', { name: '管理通知规则' }).click()
  await expect(page).toHaveURL('/admin/notification')
})

for (const { name, viewport, isPhone, ...settings } of looks) {
  test.describe(`keys of programs, ${name}:`, () => {
    test.use({ viewport, hasTouch: isPhone })
    test.beforeEach(({ page }) => keepSettings(page, settings).then(() => {}))

    test('axe finds nothing on the page of developers and on the form of a token', async ({ page, account }) => {
      await openForm(page, account('admin'))
      await expectAccessible(page)
      await page.goto(DEVELOPERS)
      await expect(page.locator('.token-code').last()).toBeVisible()
      await expectAccessible(page)
      const room = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(room).toBeLessThanOrEqual(0)
    })
  })
}
