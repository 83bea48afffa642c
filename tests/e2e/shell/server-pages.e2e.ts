import { expectAccessible } from '../support/accessible'
import { signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test('a page is sent with a strict policy, and its hashed files are kept for ever', async ({ page, request }) => {
  const response = await page.goto('/login')
  const headers = response!.headers()
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(headers['cache-control']).toBe('no-cache')
  const script = await page.locator('script[src]').first().getAttribute('src')
  const file = await request.get(script!)
  expect([file.status(), file.headers()['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
})

test.describe('servers of their own', () => {
  test.use({ expectedErrors: [/status of (400|503)/] })

  test('who comes too early sees how far the start is, and goes on by itself', async ({ page, origins, start }) => {
    const server = start(['tests/e2e/support/slow-start.ts'])
    const [url] = await server.says(/^http\S+/)
    origins.push(url)
    await page.goto(`${url}/login`)
    await expect(page.getByRole('progressbar')).toHaveAttribute('value', '2')
    await expectAccessible(page)
    server.tell('go on')
    await signIn(page, { username: 'admin', password: 'caliper-demo' })
  })

  test('the set-up link leads to the first administrator, and from then on nowhere', async ({
    page,
    origins,
    start,
  }, info) => {
    const environment = {
      CALIPER_DATA_DIR: info.outputPath('data'),
      CALIPER_CAPTCHA: 'never',
      CALIPER_LOG_REQUESTS: 'off',
    }
    const server = start(['server/commands/caliper.ts', 'serve', '--port', '0'], environment)
    const [link] = await server.says(/http\S+\/setup#\S+/)
    origins.push(new URL(link).origin)
    await page.goto(`${link}x`)
    await expect(page.getByText('设置链接无效或已过期，请查看服务器日志中的新链接')).toBeVisible()
    await page.goto(link) // only what stands behind # is another
    await page.getByLabel(/^账号/).fill('zhang')
    await page.getByLabel(/^姓名/).fill('张工')
    await page.getByLabel(/^密码/).fill('nine lives of a cat')
    await expectAccessible(page)
    await page.getByRole('button', { name: '创建管理员' }).click()
    await page.waitForURL(/\/login/)
    await expect(page.getByLabel(/^账号/)).toHaveValue('zhang')
    await expect(page.getByLabel(/^密码/)).toBeFocused()
    await signIn(page, { username: 'zhang', password: 'nine lives of a cat' })
  })

  test('the set-up page restores a backup instead, and leads to the sign-in with its accounts', async ({
    page,
    origins,
    start,
  }, info) => {
    const environment = {
      CALIPER_DATA_DIR: info.outputPath('data'),
      CALIPER_CAPTCHA: 'never',
      CALIPER_LOG_REQUESTS: 'off',
    }
    const server = start(['server/commands/caliper.ts', 'serve', '--port', '0'], environment)
    const [link] = await server.says(/http\S+\/setup#\S+/)
    origins.push(new URL(link).origin)
    await page.goto(link)
    await page.getByRole('button', { name: '从备份恢复' }).click()
    await expectAccessible(page)
    await page.getByLabel('选择备份文件', { exact: true }).last().setInputFiles('tests/fixtures/0.1.0.tar.gz')
    await page.waitForURL(/\/login/)
    await expect(page.getByText(/已恢复.*的备份：8 个用户，11 条检验记录/)).toBeVisible()
    await signIn(page, { username: 'tester-1', password: 'a password to sign with' })
  })
})
