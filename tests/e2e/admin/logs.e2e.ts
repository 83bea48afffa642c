import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { apiOf, uniqueKey } from '../support/api'
import { holdAnswers, isCall } from '../support/held'
import { keepSettings, looks } from '../support/looks'
import { openPage } from '../support/menu'
import { callAs, makeChart, makeLine } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const rows = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody').getByRole('row')
const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')

async function chooseFromMenu(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `${name} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('操作日志: what was changed on a role is found, opened with before and after, and exported as it is filtered', async ({
  page,
  request,
  account,
}) => {
  const api = apiOf(request, await beSignedIn(page, account('admin')))
  const [before, after] = [`夜班 ${uniqueKey()}`, `早班 ${uniqueKey()}`]
  const roleKey = uniqueKey()
  const roleId = await api.createRole({ roleName: before, roleKey, roleSort: 7 })
  await page.goto('/dashboard')
  await openPage(page, '角色管理')
  await page.getByRole('textbox', { name: '角色名称' }).fill(before)
  await page.getByRole('button', { name: before, exact: true }).click()
  await dialog(page).getByLabel('角色名称').fill(after)
  await dialog(page).getByRole('button', { name: '保存角色' }).click()
  await expect(dialog(page)).toHaveCount(0)

  await page.goto('/admin/sys-oper-log')
  await page.getByRole('textbox', { name: '操作人账号或姓名' }).fill('admin')
  await page.getByRole('textbox', { name: '操作人账号或姓名' }).press('Enter')
  await page.getByLabel('对象').selectOption({ label: '角色' })
  await page.getByRole('combobox', { name: '操作', exact: true }).selectOption({ label: '修改' })
  await expect(page).toHaveURL('/admin/sys-oper-log?operName=admin&stem=role&action=update')
  const entry = rows(page, '操作日志').filter({ hasText: after })
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('成功')
  await entry.getByRole('button', { name: '角色 · 修改' }).click()
  await expect(dialog(page)).toHaveAccessibleName('角色 · 修改')
  await expect(dialog(page)).toContainText('管理员 (admin) · 信息部')
  await expect(dialog(page)).toContainText('127.0.0.1')
  await expect(dialog(page)).toContainText(`PUT /api/v1/role/${roleId}`)
  const changes = dialog(page).getByRole('table', { name: '更改内容' }).locator('tbody').getByRole('row')
  await expect(changes).toHaveText([`角色名称${before}${after}`])
  await page.keyboard.press('Escape')
  await expect(entry.getByRole('button', { name: '角色 · 修改' })).toBeFocused()

  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('menuitem', { name: 'CSV 文件' }).click()
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/^操作日志-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines[0]).toBe('对象,操作,记录编号,记录,操作人,部门,结果,地址,时间')
  expect(lines.filter((line) => line.includes(after))).toHaveLength(1)
  for (const line of lines.slice(1)) expect(line).toMatch(/^角色,修改,.*admin.*,信息部,成功,/)
})

test('操作日志: a record that was submitted is said to have been, as nothing was enabled', async ({
  page,
  account,
}) => {
  const { call, recordBy } = await makeChart(await callAs(page.request, account('admin')), Date.now() - 86_400_000)
  const { recordNo } = await recordBy(call, '10')
  await beSignedIn(page, account('admin'))
  await page.goto('/admin/sys-oper-log')
  const entries = page.getByRole('row').filter({ hasText: recordNo })
  await expect(entries.first()).toContainText('质检记录 · 提交')
  await expect(entries.last()).toContainText('质检记录 · 新建')
})

test('清空日志: asks and names what goes; what tells of it stays, and cannot be ticked', async ({
  page,
  request,
  account,
}) => {
  const api = apiOf(request, await beSignedIn(page, account('admin')))
  await api.createRole({ roleName: uniqueKey() })
  await page.goto('/admin/sys-oper-log')
  await expect(rows(page, '操作日志').first()).toContainText('角色 · 新建')
  await page.getByRole('button', { name: '清空日志' }).click()
  await expect(question(page)).toContainText(/全部 \d+ 条操作日志都会删除，不能恢复/)
  await question(page).getByRole('button', { name: '取消' }).click()
  await expect(rows(page, '操作日志').first()).toContainText('角色 · 新建')
  await page.getByRole('button', { name: '清空日志' }).click()
  await question(page)
    .getByRole('button', { name: /^删除 \d+ 条操作日志$/ })
    .click()
  await expect(rows(page, '操作日志').first()).toContainText('操作日志 · 清空')
  await expect(rows(page, '操作日志').filter({ hasText: '角色' })).toHaveCount(0)
  await expect(rows(page, '操作日志').first().getByRole('checkbox')).toHaveCount(0)
})

test('回收站: a double click restores once', async ({ page, request, account }) => {
  const api = apiOf(request, await beSignedIn(page, account('admin')))
  const roleName = `双击 ${uniqueKey()}`
  await api.call('DELETE', '/role', { ids: [await api.createRole({ roleName })] })
  await page.goto(`/admin/sys-trash?name=${encodeURIComponent(roleName)}`)
  const isRestoration = isCall('POST', '/role/restore')
  let restorations = 0
  page.on('request', (sent) => void (restorations += Number(isRestoration(sent))))
  const answers = await holdAnswers(page, isRestoration)
  await rows(page, '回收站').getByRole('button', { name: '恢复', exact: true }).dblclick()
  await answers.asked()
  await answers.release()
  await expect(page.getByRole('status').getByText(`已恢复 ${roleName}`)).toBeVisible()
  await expect(rows(page, '回收站')).toHaveCount(0)
  expect(restorations).toBe(1)
})

test('回收站: what was deleted is brought back, one or several; deleting for good asks', async ({
  page,
  request,
  account,
}) => {
  const api = apiOf(request, await beSignedIn(page, account('admin')))
  const key = uniqueKey()
  const names = ['甲', '乙', '丙'].map((name) => `${name} ${key}`)
  const ids: number[] = []
  for (const roleName of names) ids.push(await api.createRole({ roleName }))
  await api.call('DELETE', '/role', { ids })

  await page.goto('/admin/sys-trash')
  await page.getByRole('textbox', { name: '名称', exact: true }).fill(key)
  await expect(rows(page, '回收站')).toHaveCount(3)
  await expect(rows(page, '回收站').first()).toContainText('角色')
  await expect(page.getByText('保留 30 天')).toBeVisible()
  const restore = page.getByRole('button', { name: '恢复', exact: true })
  await rows(page, '回收站').filter({ hasText: names[0]! }).locator(restore).click()
  await expect(page.getByRole('status').getByText(`已恢复 ${names[0]}`)).toBeVisible()
  await expect(rows(page, '回收站')).toHaveCount(2)

  await chooseFromMenu(page, names[1]!, '彻底删除')
  await expect(question(page)).toContainText('删除后不能恢复')
  await question(page).getByRole('button', { name: '彻底删除 1 条记录' }).click()
  await expect(rows(page, '回收站')).toHaveCount(1)
  await page.getByRole('checkbox', { name: `选择 ${names[2]}` }).check()
  await page.getByRole('button', { name: '恢复 1 条记录' }).click()
  await expect(rows(page, '回收站')).toHaveCount(0)
  const back = await api.roles(key)
  expect(back.map(({ roleName }) => roleName).toSorted()).toEqual([names[0], names[2]].toSorted())
})

test('回收站: a product line comes back together with its equipment and its lot', async ({ page, account }) => {
  const call = await callAs(page.request, account('admin'))
  const { productId, code } = await makeLine(call)
  const machine = { productId, code: `${code.slice(-20)}-1`, name: `机台 ${code}`, kind: 'machine' }
  const equipmentId = await call<number>('POST', '/qc/equipment', machine)
  const lotId = await call<number>('POST', '/qc/lot', { productId, lotNo: code })
  await call('DELETE', '/qc/lot', { ids: [lotId] })
  await call('DELETE', '/qc/equipment', { ids: [equipmentId] })
  await call('DELETE', '/qc/product', { ids: [productId] })

  await beSignedIn(page, account('admin'))
  await page.goto('/admin/sys-trash')
  await page.getByRole('textbox', { name: '名称', exact: true }).fill(code)
  await expect(rows(page, '回收站')).toHaveCount(3)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: '恢复 3 条记录' }).click()
  await expect(page.getByRole('status').getByText('已恢复 3 条记录')).toBeVisible()
  await expect(rows(page, '回收站')).toHaveCount(0)
  const lines = await call<{ list: { productId: number }[] }>('GET', `/qc/product?pageSize=50`)
  expect(lines.list.map((line) => line.productId)).toContain(productId)
  expect(await call('GET', `/qc/lot/${lotId}`)).toMatchObject({ lotNo: code })
  expect(await call('GET', `/qc/equipment/${equipmentId}`)).toMatchObject({ name: `机台 ${code}` })
})

for (const { name, viewport, isPhone, ...settings } of looks) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: isPhone })
    test('axe finds nothing on the logs and the trash; nothing scrolls sideways', async ({
      page,
      request,
      account,
    }) => {
      await keepSettings(page, settings)
      const api = apiOf(request, await beSignedIn(page, account('admin')))
      await api.call('DELETE', '/role', { ids: [await api.createRole({ roleName: uniqueKey() })] })
      for (const address of ['/admin/sys-trash', '/admin/sys-oper-log']) {
        await page.goto(address)
        await page.getByRole('checkbox').nth(1).waitFor()
        await expectAccessible(page)
        const pane = page.locator('.page-pane:not([aria-hidden])')
        expect(await pane.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
      }
      await page.locator('.row-link').first().click()
      await expect(dialog(page).getByRole('table')).toBeVisible()
      await expectAccessible(page)
    })
  })
}
