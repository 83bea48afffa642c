import type { Locator, Page } from '@playwright/test'
import type { SystemSettings } from '#shared/admin/config'
import type { Menu } from '#shared/access/menu'
import type { LotDetail } from '#shared/qc/lot'
import type { RoleDetail } from '#shared/access/role'
import type { UserDetail } from '#shared/access/user'
import { expectAccessible } from '../support/accessible'
import { uniqueKey } from '../support/api'
import { keepSettings, looks } from '../support/looks'
import { callAs, makeLine } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const words = {
  zh: {
    edit: '修改',
    supplier: '供应商',
    qty: '数量',
    mine: '用我填的',
    theirs: '用对方的',
    changed: /已改动此项/,
    refilled: '他人已改',
  },
  en: {
    edit: 'Edit',
    supplier: 'Supplier',
    qty: 'Quantity',
    mine: 'Use mine',
    theirs: 'Take theirs',
    changed: /has changed this/,
    refilled: 'Changed by somebody else',
  },
}

const dialog = (page: Page) => page.getByRole('dialog').first()
const save = (form: Locator) => form.locator('button[type=submit]').click()

/** Opens the form of the one record that the list at `path` shows. */
async function openForm(page: Page, path: string, locale: 'zh' | 'en' = 'zh') {
  await page.goto(path)
  await page.getByRole('main').getByRole('button', { name: words[locale].edit, exact: true }).click()
  await expect(dialog(page).locator('button[type=submit]')).toBeVisible()
  return dialog(page)
}

const rowsOf = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...rowsOf(menu.children ?? [])])

test.use({ expectedErrors: [/status of 409/] })

for (const { name, viewport, locale, themeMode } of looks) {
  test(`two people change one lot (${name}): the second sees both values and chooses, and nothing is overwritten unseen`, async ({
    page,
    otherPage,
    request,
    account,
  }) => {
    const said = words[locale]
    await page.setViewportSize(viewport)
    await keepSettings(page, { locale, themeMode })
    const call = await callAs(request, account('admin'))
    const { productId } = await makeLine(call)
    const lotNo = uniqueKey()
    const lotId = await call<number>('POST', '/qc/lot', { productId, lotNo, status: 'open' })
    const stored = () => call<LotDetail>('GET', `/qc/lot/${lotId}`)
    const path = `/caliper/lot?keyword=${lotNo}`
    await beSignedIn(page, account('admin'))
    await beSignedIn(otherPage, account('admin'))

    const mine = await openForm(page, path, locale)
    const other = await openForm(otherPage, path)
    await other.getByLabel('供应商').fill('Theirs Ltd')
    await other.getByLabel('状态').selectOption('已关闭')
    await other.getByLabel('备注').fill('checked')
    await save(other)
    await expect(other).toBeHidden()

    await mine.getByLabel(said.supplier).fill('Mine Ltd')
    await mine.getByLabel(said.qty).fill('12.5')
    await save(mine)
    const supplier = mine.getByLabel(said.supplier)
    await expect(supplier).toHaveAccessibleDescription(said.changed)
    await expect(mine.getByRole('radio', { name: `${said.mine} Mine Ltd` })).toBeFocused()
    await expect(mine.getByRole('radio', { name: `${said.theirs} Theirs Ltd` })).not.toBeChecked()
    await expect(supplier).toHaveValue('Mine Ltd')
    await expect(mine.getByRole('group', { name: new RegExp(`^${said.supplier}.*`) })).toBeVisible()
    await expect(mine.getByRole('radio')).toHaveCount(2) // the state was changed by the other alone
    expect(await stored()).toMatchObject({ supplier: 'Theirs Ltd', qty: null, status: 'closed' })
    await expectAccessible(page)

    await save(mine) // without a choice
    await expect(mine.getByRole('radio', { name: said.mine })).toBeFocused()
    expect(await stored()).toMatchObject({ supplier: 'Theirs Ltd', qty: null })

    await mine.getByRole('radio', { name: said.theirs }).check()
    await expect(supplier).toHaveValue('Theirs Ltd')
    await mine.getByRole('radio', { name: said.mine }).check()
    await expect(supplier).toHaveValue('Mine Ltd')
    await mine.getByRole('radio', { name: said.theirs }).check()
    await save(mine)
    await expect(mine).toBeHidden()
    expect(await stored()).toMatchObject({
      supplier: 'Theirs Ltd',
      qty: '12.5',
      status: 'closed',
      remark: 'checked',
    })

    const again = await openForm(page, path, locale)
    await call('PUT', `/qc/lot/${lotId}`, { status: 'open' })
    await again.getByLabel(said.supplier).fill('Third')
    await call('PUT', `/qc/lot/${lotId}`, { supplier: 'Fourth', qty: '7' })
    await save(again)
    await again.getByRole('radio', { name: `${said.mine} Third` }).check()
    await expect(again.getByLabel(said.qty)).toHaveValue('7') // what was left alone shows what is there now
    await expect(again.getByText(said.refilled)).toHaveCount(2) // the quantity and the state
    await again.getByLabel(said.qty).fill('8')
    await expect(again.getByText(said.refilled)).toHaveCount(1)
    await call('PUT', `/qc/lot/${lotId}`, { remark: 'and again' })
    await save(again)
    await expect(again).toBeHidden()
    expect(await stored()).toMatchObject({ supplier: 'Third', qty: '8', status: 'open', remark: 'and again' })
  })
}

test('a lot that was put on hold meanwhile can only stay so; what is typed in a field in conflict is a choice', async ({
  page,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const { productId } = await makeLine(call)
  const lotNo = uniqueKey()
  const lotId = await call<number>('POST', '/qc/lot', { productId, lotNo, status: 'open' })
  await beSignedIn(page, account('admin'))
  const form = await openForm(page, `/caliper/lot?keyword=${lotNo}`)
  await call('PUT', `/qc/lot/${lotId}`, { supplier: 'Theirs', qty: '1', remark: 'theirs' })
  await call('POST', `/qc/lot/${lotId}/hold`, { reason: '来料异常' })
  await form.getByLabel('状态').selectOption('已关闭')
  await form.getByLabel('供应商').fill('Mine')
  await form.getByLabel('数量').fill('2')
  await save(form)
  const status = form.getByRole('group', { name: /^状态/ })
  await expect(status.getByRole('radio')).toHaveCount(1)
  await expect(form.getByText('冻结的批次须在行菜单中填写原因并签名放行')).toBeVisible()
  await form.getByLabel('供应商').fill('Theirs')
  await expect(form.getByRole('radio', { name: '用对方的 Theirs' })).toBeChecked()
  await form.getByLabel('数量').fill('3')
  await expect(form.getByRole('radio', { name: '用我填的 3' })).toBeChecked()
  await save(form)
  await expect(status.getByRole('radio', { name: '用对方的' })).toBeFocused()
  await status.getByRole('radio', { name: '用对方的' }).check()
  await save(form)
  await expect(form).toBeHidden()
  expect(await call<LotDetail>('GET', `/qc/lot/${lotId}`)).toMatchObject({
    status: 'hold',
    supplier: 'Theirs',
    qty: '3',
  })
})

test('a remark on a user who was disabled and lost a role meanwhile leaves them so; a role changed by both is asked about by name', async ({
  page,
  otherPage,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const username = uniqueKey()
  const roles = await Promise.all(
    ['检验', '审核', '访问'].map(async (word) => {
      const roleName = `${word}${uniqueKey()}`
      return { roleName, roleId: await call<number>('POST', '/role', { roleName, roleKey: uniqueKey() }) }
    }),
  )
  const [first, second, third] = roles as [(typeof roles)[0], (typeof roles)[0], (typeof roles)[0]]
  const userId = await call<number>('POST', '/sys-user', {
    username,
    nickName: username,
    password: 'orange-lamp-forest',
    roleIds: [first.roleId, second.roleId],
  })
  const stored = () => call<UserDetail>('GET', `/sys-user/${userId}`)
  const path = `/admin/sys-user?keyword=${username}`
  await beSignedIn(page, account('admin'))
  await beSignedIn(otherPage, account('admin'))

  const mine = await openForm(page, path)
  const other = await openForm(otherPage, path)
  await other.getByRole('button', { name: `移除 ${first.roleName}` }).click()
  await other.getByLabel('状态').selectOption('停用')
  await save(other)
  await expect(other).toBeHidden()
  await mine.getByLabel('备注').fill('call back')
  await save(mine)
  await expect(mine).toBeHidden()
  expect(await stored()).toMatchObject({ status: '1', roleIds: [second.roleId], remark: 'call back' })

  const again = await openForm(page, path)
  await call('PUT', `/sys-user/${userId}`, { roleIds: [second.roleId, third.roleId] })
  await again.getByRole('button', { name: `移除 ${second.roleName}` }).click()
  await save(again)
  const theirs = again.getByRole('radio', { name: '用对方的' })
  await expect(theirs).toHaveAccessibleName(new RegExp(`${second.roleName}.*${third.roleName}`))
  await expect(again.getByRole('radio', { name: /^用我填的\s*空$/ })).toBeFocused()
  await expectAccessible(page)
  await theirs.check()
  await save(again)
  await expect(again).toBeHidden()
  const { roleIds } = await stored()
  expect(roleIds.toSorted()).toEqual([second.roleId, third.roleId].toSorted())
})

test('menus that two people gave one role are told as what each added, by name', async ({ page, request, account }) => {
  const call = await callAs(request, account('admin'))
  const roleName = uniqueKey()
  const menus = await call<Menu[]>('GET', '/menu')
  const given = (title: string) => rowsOf(menus).find((menu) => menu.title === title)!.menuId
  const both = [given('统计自检')] // neither takes it away
  const roleId = await call<number>('POST', '/role', { roleName, roleKey: uniqueKey(), menuIds: both })
  await beSignedIn(page, account('admin'))
  const form = await openForm(page, `/admin/sys-role?roleName=${roleName}`)
  const entry = form.getByRole('treeitem', { name: '系统运维', exact: true })
  await entry.click()
  await expect(entry).toHaveAttribute('aria-checked', 'true')
  await call('PUT', `/role/${roleId}`, { menuIds: [...both, given('质检分析')] })
  await save(form)
  await expect(form.getByRole('radio', { name: /^用我填的.*增加：系统运维$/ })).toBeFocused()
  await form.getByRole('radio', { name: /^用对方的.*增加：质检分析$/ }).check()
  await expect(entry).toHaveAttribute('aria-checked', 'false')
  await save(form)
  await expect(form).toBeHidden()
  const { menuIds } = await call<RoleDetail>('GET', `/role/${roleId}`)
  expect(menuIds.toSorted()).toEqual([...both, given('质检分析')].toSorted())
})

test('two administrators change one setting: the second sees both values; another setting of the section stays theirs', async ({
  page,
  otherPage,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const settings = () => call<SystemSettings>('GET', '/set-config')
  const begun = await settings()
  const token = await beSignedIn(page, account('admin'))
  await beSignedIn(otherPage, account('admin'))
  const put = (data: object[]) =>
    page.request.put('/api/v1/set-config', { headers: { authorization: `Bearer ${token}` }, data })
  const section = (of: Page) => of.getByRole('region', { name: '数据保留' })
  const [mine, other] = [section(page), section(otherPage)]
  const [logins, operations] = ['登录日志保留（天）', '操作日志保留（天）'] as const
  await page.goto('/admin/sys-config/set')
  await otherPage.goto('/admin/sys-config/set')
  try {
    await mine.getByLabel(logins).fill('100')
    await other.getByLabel(logins).fill('200')
    await other.getByLabel(operations).fill('300')
    await save(other)
    await expect(other.getByText('已保存')).toBeVisible()
    await save(mine)
    await expect(mine.getByRole('radio', { name: /^用我填的\s*100$/ })).toBeFocused()
    await expect(mine.getByRole('radio', { name: /^用对方的\s*200$/ })).not.toBeChecked()
    expect(await settings()).toMatchObject({ sys_log_loginDays: '200', sys_log_operaDays: '300' })
    await expectAccessible(page)
    await mine.getByRole('radio', { name: '用我填的' }).check()
    await save(mine)
    await expect(mine.getByText('已保存')).toBeVisible()
    await expect(mine.getByRole('radio')).toHaveCount(0)
    await expect(mine.getByLabel(operations)).toHaveValue('300')
    expect(await settings()).toMatchObject({ sys_log_loginDays: '100', sys_log_operaDays: '300' })

    await put([{ configKey: 'sys_log_loginDays', configValue: '150' }])
    await mine.getByLabel(logins).fill('110')
    await save(mine)
    await mine.getByRole('radio', { name: /^用对方的\s*150$/ }).check()
    await save(mine) // nothing of it is left to be sent, and the choice is over
    await expect(mine.getByRole('radio')).toHaveCount(0)
    await expect(mine.getByText('已保存')).toBeVisible()
    await expect(mine.getByLabel(logins)).toHaveValue('150')
  } finally {
    const entries = ['sys_log_loginDays', 'sys_log_operaDays'] as const
    const data = entries.map((configKey) => ({ configKey, configValue: begun[configKey] }))
    await put(data)
  }
})

test.describe('the own profile', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('takes the password again for a further change of the e-mail, also after a conflict', async ({
    page,
    request,
    account,
  }) => {
    const viewer = account('viewer')
    const call = await callAs(request, viewer)
    await beSignedIn(page, viewer)
    await page.goto('/profile/index')
    const data = page.getByRole('region', { name: '基本资料' })
    const password = data.locator('input[type=password]')
    await data.getByLabel('邮箱').fill('first@example.com')
    await password.fill(viewer.password)
    await save(data)
    await expect(data.getByRole('status')).toHaveText('已保存')

    await call('PUT', '/sys-user/profile', { nickName: '访客二' })
    await data.getByLabel('姓名').fill('访客三')
    await data.getByLabel('邮箱').fill('second@example.com')
    await password.fill(viewer.password)
    await save(data)
    await data.getByRole('radio', { name: /^用我填的/ }).check()
    await save(data)
    await expect(data.getByRole('status')).toHaveText('已保存')
    await expect(password).toHaveCount(0)
    await expect(data.getByLabel('邮箱')).toHaveValue('second@example.com')

    await call('PUT', '/sys-user/profile', { nickName: '访客', email: '', password: viewer.password }) // as before
  })
})
