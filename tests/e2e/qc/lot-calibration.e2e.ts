import type { Locator, Page } from '@playwright/test'
import type { RecordDetail } from '#shared/qc/record/schema'
import { expectAccessible } from '../support/accessible'
import { uniqueKey } from '../support/api'
import { keepSettings, looks } from '../support/looks'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn, signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const words = {
  zh: {
    record: '校准过期',
    head: '有检测值由超过校准日期的设备测得',
    hold: '冻结',
    asked: '致命或严重项目不合格',
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
    password: /^Your password/,
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

/** A line with an overdue gauge, and a template with an item that is measured with one. */
async function overdueGauge(call: Call) {
  const { productId, code: product } = await makeLine(call)
  const code = uniqueKey().slice(0, 20)
  const gauge = { productId, code, name: '千分尺', kind: 'gauge', calibrationDue: '2025-01-01' }
  await call<number>('POST', '/qc/equipment', gauge)
  const name = { name: `轴径 ${product}`, nameEn: `Shaft ${product}` }
  const templateId = await makeTemplate(call, { productId, code: 'OD', ...name, stage: 'ipqc', signLevels: 1 }, [
    { code: 'od', name: '外径', type: 'numeric', decimals: 2, lsl: '9', usl: '11', gaugeKind: '千分尺' },
  ])
  await publish(call, templateId)
  return { templateId, code }
}

/** Opens the picker of a field and chooses by the code. */
async function choose(page: Page, field: Locator, code: string) {
  await field.click()
  await page.getByRole('option', { name: code }).click()
}

test('entry warns of a gauge past its calibration date at the desk; record and paper carry the mark', async ({
  page,
  request,
  account,
}) => {
  const { templateId, code } = await overdueGauge(await callAs(request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await page.goto('/caliper/qc/value-base')
  const [main, dialog] = [page.getByRole('main'), page.getByRole('dialog')]
  await main.getByRole('button', { name: '新建记录', exact: true }).first().click()
  await dialog.getByRole('combobox', { name: '质检模板' }).selectOption(String(templateId))
  await dialog.getByRole('button', { name: '开始检验' }).click()
  const field = main.getByRole('textbox', { name: '外径', exact: true })
  await expect(field).toBeFocused()
  const row = main.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '外径' }) })
  const warning = row.getByRole('status').filter({ hasText: '校准已过期' })
  await expect(warning).toHaveCount(0)
  await choose(page, row.getByRole('combobox', { name: '外径 的量具' }), code)
  await expect(warning).toBeVisible()
  await expectAccessible(page)
  await field.fill('10.00')
  await main.getByRole('button', { name: '提交', exact: true }).click()

  await expect(main.getByText(words.zh.head)).toBeVisible()
  await main.getByRole('button', { name: '打印', exact: true }).click()
  await expect(dialog).toContainText(words.zh.head)
  const printed = dialog.getByRole('row').filter({ hasText: '外径' })
  await expect(printed).toContainText(/10\.00.*\[校准已于 2025-01-01 到期\]/)
  await expect(printed.getByText('量具：')).toHaveText(`量具：${code} 千分尺`)
})

test('a printed record names the gauge of each value where an item was measured with several', async ({
  page,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const { productId } = await makeLine(call)
  const code = uniqueKey().slice(0, 20)
  const gauges: number[] = []
  for (const [no, calibrationDue] of ['2025-01-01', '2999-01-01'].entries()) {
    const gauge = { productId, code: `${code}-${no + 1}`, name: `千分尺 ${no + 1}`, kind: 'gauge', calibrationDue }
    gauges.push(await call<number>('POST', '/qc/equipment', gauge))
  }
  const templateId = await makeTemplate(call, { productId, code: 'OD', name: '轴径', stage: 'ipqc', signLevels: 1 }, [
    { code: 'od', name: '外径', type: 'numeric', decimals: 2, lsl: '9', usl: '11', sampleSize: 2 },
  ])
  const { od: itemKey } = await publish(call, templateId)
  const values = gauges.map((gaugeId, index) => ({ itemKey, sampleNo: index + 1, raw: '10.00', gaugeId }))
  const { qcValueBaseId } = await call<RecordDetail>('POST', '/qc/value-base', { templateId, values })
  await beSignedIn(page, account('admin'))
  await page.goto(`/caliper/qc/value-info/${qcValueBaseId}?print=1`)
  const samples = page.getByRole('dialog').locator('.print-sample')
  await expect(samples).toHaveText([
    `10.00 (${code}-1 千分尺 1) [校准已于 2025-01-01 到期]`,
    `10.00 (${code}-2 千分尺 2)`,
  ])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('entry warns of equipment past its calibration date where it begins and where it is checked', async ({
    page,
    request,
    account,
  }) => {
    const { templateId, code } = await overdueGauge(await callAs(request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await page.goto('/caliper/qc/value-base')
    const dialog = page.getByRole('dialog')
    await page.getByRole('main').getByRole('button', { name: '新建记录', exact: true }).first().click()
    await dialog.getByRole('combobox', { name: '质检模板' }).selectOption(String(templateId))
    await choose(page, dialog.getByRole('combobox', { name: '设备' }), code)
    const warning = page.getByRole('status').filter({ hasText: '校准已过期' })
    await expect(warning).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '开始检验' }).click()
    await page.getByLabel('外径').fill('10.00')
    await page.keyboard.press('Enter')
    await expect(warning).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '提交', exact: true }).click()
    await expect(page.getByText(words.zh.head)).toBeVisible()
  })
})
