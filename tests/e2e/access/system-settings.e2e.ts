import type { Page } from '@playwright/test'
import { settingKeys } from '#shared/access/settings-catalogue'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { twoColours } from '../support/picture'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

let token: string
test.beforeEach(async ({ page, account }) => {
  token = await beSignedIn(page, account('admin'))
  await page.goto('/admin/sys-config/set')
})

/** Everything as it was: the server has further tests before it. */
test.afterEach(async ({ request }) => {
  const begun: Record<string, string> = { sys_app_name: 'Caliper 质检', sys_app_logo: '/logo.svg' }
  await request.put('/api/v1/set-config', {
    headers: { authorization: `Bearer ${token}` },
    data: settingKeys.map((configKey) => ({ configKey, configValue: begun[configKey] ?? null })),
  })
})

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a new name and logo are seen at once in the frame, after a reload and before sign-in', async ({
  page,
  otherPage,
  server,
}) => {
  const look = section(page, '名称和标志')
  const name = look.getByLabel('系统名称')
  await name.fill('一号车间')
  await expect(look.getByText('有未保存的更改')).toBeVisible()
  await look.getByRole('button', { name: '放弃' }).click()
  await expect(name).toHaveValue('Caliper 质检')
  await expect(look.getByText('有未保存的更改')).toHaveCount(0)

  await name.fill('一号车间')
  const buffer = await twoColours(page, { width: 64, height: 64, type: 'image/png' })
  await look.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(look.getByText('图片已上传，保存后生效')).toBeVisible()
  const sidebar = page.getByRole('link', { name: '一号车间' })
  await expect(sidebar).toHaveCount(0)
  await look.getByRole('button', { name: '保存' }).click()
  await expect(look.getByRole('status').getByText('已保存')).toBeVisible()
  await expect(sidebar.locator('img')).toHaveAttribute('src', /^\/static\/uploadfile\//)
  await expect(page).toHaveTitle('系统设置 - 一号车间')

  await page.reload()
  await expect(sidebar.locator('img')).toHaveAttribute('src', /^\/static\/uploadfile\//)
  await otherPage.goto(`${server.url}/login`)
  await expect(otherPage.getByText('一号车间')).toBeVisible()
  await allAnswered(otherPage) // the logo too, which is gone soon
  await look.getByRole('button', { name: '用默认标志' }).click()
  await look.getByRole('button', { name: '保存' }).click()
  await expect(sidebar.locator('img')).toHaveAttribute('src', '/logo.svg')
})

test.describe('', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('a value that makes no sense is refused at its field; a captcha is asked for as soon as that is saved', async ({
    page,
    otherPage,
    server,
  }) => {
    const signIn = section(page, '登录和会话')
    const idle = signIn.getByLabel('会话空闲时间（分钟）')
    await expect(idle).toHaveAttribute('placeholder', '默认 30')
    await idle.fill('4')
    await signIn.getByRole('button', { name: '保存' }).click()
    await expect(idle).toHaveAccessibleDescription(/不能小于 5/)
    await idle.fill('900')
    await signIn.getByRole('button', { name: '保存' }).click()
    await expect(idle).toHaveAccessibleDescription(/不能长于会话最长时间（720 分钟）/)
    await expect(idle).toBeFocused()
    await expectAccessible(page)

    await idle.fill('60')
    await signIn.getByLabel('登录验证码').selectOption('总是要求')
    await signIn.getByRole('button', { name: '保存' }).click()
    await expect(signIn.getByRole('status').getByText('已保存')).toBeVisible()
    await otherPage.goto(`${server.url}/login`)
    await expect(otherPage.getByLabel(/^验证码/).first()).toBeVisible()

    await page.reload()
    await expect(idle).toHaveValue('60')
    await signIn.getByLabel('登录验证码').selectOption('从不要求（默认）')
    await signIn.getByRole('button', { name: '保存' }).click()
    await expect(signIn.getByRole('status').getByText('已保存')).toBeVisible()
    await otherPage.reload()
    await expect(otherPage.getByLabel(/^密码/)).toBeVisible()
    await expect(otherPage.getByLabel(/^验证码/)).toHaveCount(0)
  })
})
