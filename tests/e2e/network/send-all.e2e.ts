import type { Page } from '@playwright/test'
import type { Page as Rows } from '#shared/list/page'
import type { RecordDetail } from '#shared/qc/record/schema'
import { allAnswered } from '../support/answered'
import { holdAnswers, isCall } from '../support/held'
import { callAs, makeLine, makeTemplate, publish } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.use({ expectedErrors: [/ERR_FAILED/] })

const pane = (page: Page) => page.locator('.page-pane:not([aria-hidden])')
const sample = (page: Page, no: number) => pane(page).getByRole('textbox', { name: `直径 样本 ${no}`, exact: true })

test('"Send all" leaves out a record that is gone on with meanwhile', async ({ page, account }) => {
  const call = await callAs(page.request, account('admin'))
  const { productId, code } = await makeLine(call)
  const head = { productId, code: 'SHAFT', name: `轴径 ${code}`, nameEn: `Shaft ${code}`, stage: 'ipqc', signLevels: 1 }
  const diameter = { code: 'd1', name: '直径', type: 'numeric', decimals: 3, lsl: '9', usl: '11', sampleSize: 2 }
  const templateId = await makeTemplate(call, head, [diameter])
  await publish(call, templateId)
  await beSignedIn(page, account('inspector'))

  const records = '**/api/v1/qc/value-base'
  await page.route(records, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  for (const first of ['10.001', '10.002']) {
    await page.goto('/dashboard')
    await page.getByRole('main').getByRole('button', { name: '开始检验' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('select').first().selectOption(String(templateId))
    await dialog.getByRole('button', { name: '开始检验' }).click()
    await sample(page, 1).fill(first)
    await sample(page, 2).fill('10.000')
    await page.getByRole('main').getByRole('button', { name: '提交', exact: true }).click()
    await expect(page.locator('.record-notice').filter({ hasText: '恢复网络后自动发送' })).toBeVisible()
  }

  const answers = await holdAnswers(page, isCall('POST', '/qc/value-base')) // of what is sent by itself, too
  await page.unroute(records)
  await page.getByRole('button', { name: /条未发送的记录/ }).click()
  const queue = page.getByRole('dialog', { name: /条未发送的记录/ })
  await queue.getByRole('button', { name: '全部发送' }).click()
  await answers.asked()
  await queue.locator('.draft-line-name').first().click() // the newest, which is sent last
  await expect(sample(page, 1)).toHaveValue('10.002')
  await sample(page, 1).fill('10.5')
  await expect(pane(page).locator('.record-facts')).toContainText('填写中')
  await answers.release()
  await allAnswered(page)
  const { list } = await call<Rows<RecordDetail>>('GET', `/qc/value-base?templateId=${templateId}`)
  expect(list).toHaveLength(1)
  await expect(sample(page, 1)).toHaveValue('10.5')
})
