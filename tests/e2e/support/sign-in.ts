import type { Page } from '@playwright/test'
import type { Account } from './server'

type Credentials = Pick<Account, 'username' | 'password'>

/** Signs in on the login page, in either language, and waits until it has been left. */
export async function signIn(page: Page, { username, password }: Credentials) {
  if (!new URL(page.url(), 'http://nowhere').pathname.startsWith('/login')) await page.goto('/login')
  await page.getByRole('textbox', { name: /^(账号|User name)/ }).fill(username)
  await page.getByLabel(/^(密码|Password)/).fill(password)
  await page.getByRole('button', { name: /^(登录|Sign in)$/ }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** Puts a fresh token where the application keeps it, for tests of what comes after signing in. Returns the token. */
export async function beSignedIn(page: Page, { username, password }: Credentials): Promise<string> {
  const answer = await page.request.post('/api/v1/login', { data: { username, password } })
  const { token }: { token: string } = await answer.json()
  await holdToken(page, answer.url(), token)
  return token
}

/** Gives the browser a token, good or not. */
export const holdToken = (page: Page, url: string, token: string) =>
  page.context().addCookies([{ name: 'Admin-Token', value: token, url: new URL(url).origin }])
