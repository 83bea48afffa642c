import type { Page } from '@playwright/test'
import type { Post } from '#shared/access/post'
import { expectAccessible } from '../support/accessible'
import { apiOf, uniqueKey } from '../support/api'
import { keepSettings, looks } from '../support/looks'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^(修改 \d+ 条记录|Change \d+ records?)$/ })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const toast = (page: Page, text: string | RegExp) => page.locator('.toast').filter({ hasText: text })

let token: string
test.beforeEach(async ({ page, account }) => {
  token = await beSignedIn(page, account('admin'))
})

/** Three posts that no other test has, by the word that is in their names. */
async function threePosts(page: Page) {
  const { call } = apiOf(page.request, token)
  const word = uniqueKey()
  const ids: number[] = []
  for (const [index, name] of ['甲', '乙', '丙'].entries()) {
    const post = { postName: `${name} ${word}`, postCode: `${word}-${index}`, sort: 9000 + index, status: '2' }
    ids.push((await call<number>('POST', '/post', post)).data!)
  }
  return { word, ids, read: async (id: number) => (await call<Post>('GET', `/post/${id}`)).data!, call }
}

async function tickAll(page: Page, word: string) {
  await page.goto(`/admin/sys-post?postName=${word}&sortOrder=asc`)
  await expect(row(page, word)).toHaveCount(3)
  await page.getByRole('checkbox', { name: '选择本页' }).focus()
  await page.keyboard.press('Space')
}

test('a bulk change shows what it changes, and its undo leaves what somebody else has changed since', async ({
  page,
}) => {
  const { word, ids, read, call } = await threePosts(page)
  await call('PUT', `/post/${ids[2]}`, { status: '1' })
  await tickAll(page, word)
  await page.getByRole('button', { name: '修改 3 条' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByLabel('字段')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog(page).getByLabel('字段')).toHaveValue('status')
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByLabel('新值')).toBeFocused() // its place does not wait for what can be chosen
  await expect(dialog(page).getByLabel('新值').getByRole('option', { name: '停用' })).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const preview = dialog(page).getByRole('status', { name: '预览' })
  await expect(preview).toContainText(`启用 → 停用 2 条：甲 ${word}和乙 ${word}`)
  await expect(preview).toContainText('1 条已是此值，不变')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, '已修改 2 条')).toBeVisible()
  await toast(page, '已修改 2 条').hover() // it stays, and what it undoes
  await expect(row(page, `甲 ${word}`)).toContainText('停用')
  await call('PUT', `/post/${ids[1]}`, { remark: '后来' })
  await page.keyboard.press('Control+z')
  await expect(toast(page, `已撤销 1 条；这些记录之后被他人修改，未撤销：乙 ${word}`)).toBeVisible()
  expect(await Promise.all(ids.map(async (id) => (await read(id)).status))).toEqual([2, 1, 1])
})

test.describe('a bulk change that is refused leaves its dialog open, with what was entered', () => {
  test.use({ expectedErrors: [/status of (409|422)|ERR_FAILED/] })

  async function enterOrder(page: Page, word: string, order: string) {
    await tickAll(page, word)
    await page.getByRole('button', { name: '修改 3 条' }).click()
    await dialog(page).getByLabel('字段').selectOption({ index: 0 })
    await dialog(page).getByLabel('新值').fill(order)
  }

  test('a row that somebody else has changed meanwhile is named, none is changed, and the next try may change all', async ({
    page,
  }) => {
    const { word, ids, read, call } = await threePosts(page)
    await enterOrder(page, word, '77777')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByLabel('新值')).toHaveAccessibleDescription('0 至 9999 的整数')
    await dialog(page).getByLabel('新值').fill('77')
    await call('PUT', `/post/${ids[1]}`, { sort: 8000 })
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByLabel('新值')).toHaveAccessibleDescription(
      `这些记录已被他人修改：乙 ${word}。未修改任何记录，请核对后重试`,
    )
    await expect(dialog(page).getByLabel('新值')).toHaveValue('77')
    expect(await Promise.all(ids.map(async (id) => (await read(id)).sort))).toEqual([9000, 8000, 9002])

    await expect(dialog(page).getByRole('status', { name: '预览' })).toContainText(`8000 → 77 1 条：乙 ${word}`)
    await dialog(page).getByLabel('新值').press('Enter')
    await expect(toast(page, '已修改 3 条')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    expect(await Promise.all(ids.map(async (id) => (await read(id)).sort))).toEqual([77, 77, 77])
  })

  test('the server refuses the value', async ({ page }) => {
    const { word } = await threePosts(page)
    await enterOrder(page, word, '77')
    const refused = { code: 422, msg: '输入有误', data: null, errors: { 'rows.0.fields.sort': '不能是 77' } }
    await page.route('**/post/bulk', (route) => route.fulfill({ status: 422, json: refused }))
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByLabel('新值')).toHaveAccessibleDescription('不能是 77')
    await dialog(page).getByLabel('新值').fill('78')
    await expect(dialog(page).getByLabel('新值')).not.toHaveAccessibleDescription('不能是 77')
  })

  test('the network is gone, and back', async ({ page }) => {
    const { word } = await threePosts(page)
    await enterOrder(page, word, '77')
    await page.route('**/post/bulk', (route) => route.abort())
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByLabel('新值')).toHaveAccessibleDescription('服务器连接异常，请检查服务器！')
    await expect(dialog(page).getByLabel('新值')).toHaveValue('77')
    await page.unroute('**/post/bulk')
    await page.keyboard.press('Enter')
    await expect(toast(page, '已修改 3 条')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  })
})

test('status and order are changed in their cells, by keyboard, with a way back', async ({ page }) => {
  const { word, ids, read } = await threePosts(page)
  await page.goto(`/admin/sys-post?postName=${word}`)
  const status = row(page, `甲 ${word}`).getByRole('button', { name: `甲 ${word} 的状态` })
  await status.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(status).toContainText('停用')
  const order = row(page, `甲 ${word}`).getByRole('button', { name: `甲 ${word} 的显示顺序` })
  await order.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await toast(page, '的显示顺序已改为 12').hover()
  await expect(order).toContainText('12')
  expect(await read(ids[0]!)).toMatchObject({ status: 1, sort: 12 })
  await toast(page, '的显示顺序已改为 12').getByRole('button', { name: '撤销' }).click()
  await expect(order).toContainText('9000')
})

for (const { name, themeMode, locale, viewport } of looks) {
  test.describe(`a bulk change (${name})`, () => {
    test.use({ viewport })
    test('has an accessible dialog', async ({ page }) => {
      await keepSettings(page, { themeMode, locale })
      await page.goto('/admin/sys-user')
      await title(page, /^(用户管理|Users)$/).waitFor()
      await page.locator('.tick-box input:enabled').nth(1).check()
      await page.getByRole('button', { name: /^(修改 \d+ 条|Edit \d+)$/ }).click()
      await dialog(page).getByRole('combobox').first().selectOption({ index: 1 })
      await dialog(page).getByRole('combobox').nth(1).selectOption({ index: 1 })
      await expectAccessible(page)
    })
  })
}
