import { expectAccessible } from '../support/accessible'
import { uniqueKey } from '../support/api'
import { keepSettings, looks } from '../support/looks'
import { callAs, makeLine, makeTemplate, publish } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test('a rule is made and tested; an NG record is mailed, and stands in the list of deliveries', async ({
  page,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const { productId, code } = await makeLine(call)
  const head = { productId, code: uniqueKey().slice(0, 20), name: '外径', stage: 'ipqc' }
  const item = { code: 'od', name: '外径', type: 'numeric', decimals: 2, lsl: '9', usl: '11', sampleSize: 1 }
  const templateId = await makeTemplate(call, head, [item])
  const { od } = await publish(call, templateId)

  await beSignedIn(page, account('admin'))
  await page.goto('/admin/notification')
  const ruleName = `不合格 ${code}`
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '新建通知规则' }).first().click()
  await dialog.getByLabel('规则名称').fill(ruleName)
  await dialog.getByLabel('产品线').selectOption({ label: `轴 ${code}` })
  await dialog.getByLabel('接收人').selectOption('一个人')
  await dialog.getByLabel('人员').selectOption({ label: '管理员 (admin)' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '创建通知规则' }).click()
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('table', { name: '通知规则' }).getByRole('row').filter({ hasText: ruleName })
  await expect(row).toContainText(/记录不合格.*邮件.*管理员 \(admin\)/)
  await expectAccessible(page)

  await page.getByRole('button', { name: `${ruleName} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: '发送测试' }).click()
  await expect(page.getByRole('status').getByText('测试消息已发出')).toBeVisible()

  const values = [{ itemKey: od, sampleNo: 1, raw: '12.00' }]
  const draft = { templateId, values, remark: '超差' }
  const made = await call<{ qcValueBaseId: number; lockVersion: number; recordNo: string }>(
    'POST',
    '/qc/value-base',
    draft,
  )
  const { qcValueBaseId, lockVersion, recordNo } = made
  await call('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })

  await expect
    .poll(async () => (await page.request.get('/simulator/messages')).text())
    .toContain(`记录不合格：${recordNo}`)
  await page.getByRole('button', { name: `${ruleName} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: '发送记录' }).click()
  const delivery = page.getByRole('table', { name: '发送记录' }).getByRole('row').filter({ hasText: recordNo })
  await expect(delivery).toContainText(/记录不合格.*已发送/)
  await expectAccessible(page)
})

for (const { name, viewport, isPhone, ...settings } of looks) {
  test.describe(`axe finds nothing, ${name}:`, () => {
    test.use({ viewport, hasTouch: isPhone })
    test('rules, their form and deliveries', async ({ page, account }) => {
      await keepSettings(page, settings)
      await beSignedIn(page, account('admin'))
      await page.goto('/admin/notification')
      await expect(page.getByRole('heading', { level: 1, name: /通知规则|Notifications/ })).toBeVisible()
      await expectAccessible(page)
      await page
        .getByRole('button', { name: /新建通知规则|New notification rule/ })
        .first()
        .click()
      await page
        .getByRole('dialog')
        .getByLabel(/^方式|^Channel/)
        .selectOption('Webhook')
      await expect(page.getByRole('dialog').getByLabel(/Webhook 地址|Address of the webhook/)).toBeVisible()
      await expectAccessible(page)
      await page.goto('/admin/notification/delivery')
      await expect(page.getByRole('heading', { level: 1, name: /发送记录|Deliveries/ })).toBeVisible()
      await expectAccessible(page)
    })
  })
}
