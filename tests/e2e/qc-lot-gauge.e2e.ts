import type { RecordDetail } from '#shared/schemas/qc-record'
import { expectAccessible } from './support/accessible'
import { uniqueKey } from './support/api'
import { keepSettings, looks } from './support/looks'
import { callAs, makeLine, makeTemplate, publish } from './support/qc'
import { signIn } from './support/sign-in'
import { expect, test } from './support/test'

const words = {
  zh: {
    record: '校准过期',
    head: '有检测值由超过校准日期的设备测得',
    hold: '冻结',
    asked: '关键或主要项目不合格',
    reason: '原因',
    measured: '用它测量的记录',
    more: '更多',
    release: '放行',
    password: /^登录密码/,
    open: '可用',
  },
  en: {
    record: 'Calibration expired',
    head: 'Measured with equipment past its calibration date',
    hold: 'Put on hold',
    asked: 'A critical or major item is NG',
    reason: 'Reason',
    measured: 'Records measured with it',
    more: 'More',
    release: 'Release',
    password: /^Password/,
    open: 'Open',
  },
}

for (const { name, viewport, locale, themeMode } of looks) {
  test(`lots and gauges ${name}: a value past its calibration date is marked and found from the equipment; an NG holds its lot, which a signature releases`, async ({
    page,
    request,
    account,
  }) => {
    await page.setViewportSize(viewport)
    await keepSettings(page, { locale, themeMode })
    const said = words[locale]
    const admin = account('admin')
    const call = await callAs(request, admin)
    const { productId, code: product } = await makeLine(call)
    const gauge = {
      productId,
      code: uniqueKey().slice(0, 20),
      name: '千分尺',
      kind: 'gauge',
      calibrationDue: '2025-01-01',
    }
    const gaugeId = await call<number>('POST', '/qc/equipment', gauge)
    const lotNo = `L-${uniqueKey().slice(0, 12)}`
    const lotId = await call<number>('POST', '/qc/lot', { productId, lotNo })
    const head = { productId, code: 'NG', name: '轴径', stage: 'ipqc', signLevels: 1 }
    const templateId = await makeTemplate(call, head, [
      { code: 'od', name: '外径', type: 'numeric', decimals: 2, lsl: '9', usl: '11', severity: 'critical' },
    ])
    const { od: itemKey } = await publish(call, templateId)
    const values = [{ itemKey, sampleNo: 1, raw: '12.00', gaugeId }]
    const draft = { templateId, lotId, remark: '见照片', values }
    const { qcValueBaseId: id, lockVersion, recordNo } = await call<RecordDetail>('POST', '/qc/value-base', draft)
    await call('POST', `/qc/value-base/${id}/submit`, { lockVersion })

    await signIn(page, admin)
    await page.goto(`/caliper/qc/value-info/${id}`)
    const main = page.getByRole('main')
    await expect(main.getByText(said.head)).toBeVisible()
    await expect(main.getByText(said.record, { exact: true })).toBeVisible()
    await expectAccessible(page)
    const notice = main.getByRole('status').filter({ hasText: said.asked })
    await notice.getByRole('button', { name: said.hold }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: said.reason }).fill('外径超差')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: said.hold }).click()
    await expect(dialog).toHaveCount(0)
    await expect(notice).toHaveCount(0)

    await page.goto(`/caliper/equipment?product=${product}`)
    await main.getByRole('link', { name: said.measured }).click()
    await expect(page).toHaveURL(new RegExp(`measuredWith=${gaugeId}`))
    await expect(page.getByText(recordNo).locator('visible=true').first()).toBeVisible()

    await page.goto(`/caliper/lot?product=${product}`)
    await expect(main.getByText(lotNo).first()).toBeVisible()
    await main.getByRole('button', { name: new RegExp(`${said.more}.*${lotNo}|${lotNo}.*${said.more}`) }).click()
    await page.getByRole('menuitem', { name: said.release, exact: true }).click()
    const password = dialog.getByLabel(said.password)
    await expect(password).toBeFocused()
    await password.fill(admin.password)
    await dialog.getByRole('textbox', { name: said.reason }).fill('复检合格')
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('release.png') })
    await dialog.getByRole('button', { name: said.release, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(main.getByText(said.open, { exact: true }).locator('visible=true').first()).toBeVisible()
  })
}
