import type { Page } from '@playwright/test'
import type { Account } from './server'

/** Signs in on the login page, in either language, and waits until it has been left. */
export async function signIn(page: Page, { username, password }: Pick<Account, 'username' | 'password'>) {
  if (!new URL(page.url(), 'http://nowhere').pathname.startsWith('/login')) await page.goto('/login')
  await page.getByLabel(/^(账号|Account)/).fill(username)
  await page.getByLabel(/^(密码|Password)/).fill(password)
  await page.getByRole('button', { name: /^(登录|Sign in)$/ }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
