import { expect, test } from './support/test'
import { expectAccessible } from './support/accessible'
import { signIn } from './support/sign-in'

for (const username of ['admin', 'inspector', 'approver', 'viewer']) {
  test(`the demo account ${username} signs in`, async ({ page, account }) => {
    await signIn(page, account(username))
    await expect(page.getByRole('main')).toBeVisible()
  })
}

test('a page is sent with a strict policy, and its hashed files are kept for ever', async ({ page, request }) => {
  const response = await page.goto('/login')
  const headers = response!.headers()
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(headers['cache-control']).toBe('no-cache')
  const script = await page.locator('script[src]').first().getAttribute('src')
  const { status, caching } = await request.get(script!).then((file) => ({
    status: file.status(),
    caching: file.headers()['cache-control'],
  }))
  expect([status, caching]).toEqual([200, 'public, max-age=31536000, immutable'])
})

test('the API document is a page of our own', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expectAccessible(page)
})
