import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { apiOf, uniqueKey } from '../support/api'
import { keepSettings, looks } from '../support/looks'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const groups = (page: Page) => page.getByRole('group', { name: /^(按状态分组|By status)$/i })

let token: string
test.beforeEach(async ({ page, account }) => {
  token = await beSignedIn(page, account('admin'))
})

test('a list is grouped over its whole filter, not the page; a group filters, and the address keeps both', async ({
  page,
}) => {
  const { call } = apiOf(page.request, token)
  const word = uniqueKey()
  for (let number = 1; number <= 25; number++) {
    const status = number <= 22 ? '2' : '1'
    await call('POST', '/post', { postName: `${word} ${number}`, postCode: `${word}${number}`, sort: 9000, status })
  }
  await page.goto(`/admin/sys-post?postName=${word}`)
  await title(page, '岗位管理').waitFor()
  await page.getByRole('combobox', { name: '分组' }).selectOption({ label: '按状态分组' })
  await expect(groups(page).getByRole('button')).toHaveText(['启用 22', '停用 3'])
  await expect(page).toHaveURL(/group=status/)
  await groups(page).getByRole('button', { name: '停用' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/status=1/)
  await expect(page.getByText('共 3 条')).toBeVisible()
  await expect(groups(page).getByRole('button')).toHaveText(['启用 22', '停用 3'])
  await page.reload()
  await expect(groups(page).getByRole('button', { pressed: true })).toHaveText('停用 3')
  await groups(page).getByRole('button', { name: '停用' }).click()
  await expect(page.getByText('共 25 条')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(page).toHaveURL(/sys-post\?group=status$/)
})

for (const { name, themeMode, locale, viewport } of looks) {
  test.describe(`groups (${name})`, () => {
    test.use({ viewport })
    test('are accessible', async ({ page }) => {
      await keepSettings(page, { themeMode, locale })
      await page.goto('/admin/sys-role?group=status&status=2')
      await expect(groups(page).getByRole('button').first()).toBeVisible()
      await expectAccessible(page)
    })
  })
}
