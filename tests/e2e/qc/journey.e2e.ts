import type { Page } from '@playwright/test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { QrLabel } from '#shared/qc/label/schema'
import { allAnswered, noteAsked } from '../support/answered'
import { callAs, makeLine, makeTemplate } from '../support/qc'
import { signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** The people of the demo's plant, whose password is that of the accounts. */
const password = 'caliper-demo'
const engineer = { username: 'linxiaowen', password }
const inspector = { username: 'inspector', password }
const reviewer = { username: 'sunlihua', password }
const approver = { username: 'approver', password }
/** Sees all records, and so may read the trail. */
const auditor = { username: 'admin', password }

const items = [
  { code: 'od', name: '外径', unit: 'mm', type: 'numeric', decimals: 3, sampleSize: 2, lsl: '24.990', usl: '25.010' },
  {
    code: 'look',
    name: '外观',
    type: 'choice',
    choices: [
      { code: 'ok', name: '良好', judgement: 'OK' },
      { code: 'crack', name: '裂纹', judgement: 'NG' },
    ],
  },
]

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

test.describe('from a template to a signature', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('an engineer publishes, an inspector scans and enters without network, others reject, review and approve; what is changed behind their back is named (qc-domain 5, S71, S73)', async ({
    browser,
    page,
    request,
    origins,
    start,
  }, info) => {
    test.setTimeout(120_000)
    const folder = info.outputPath('')
    const server = start(['server/commands/caliper.ts', 'serve', '--ephemeral'], { TMPDIR: folder })
    const [line] = await server.says(/^\{.*\}$/)
    const { url }: { url: string } = JSON.parse(line)
    origins.push(url)
    const base = (path: string) => `${url}${path}`

    const asEngineer = await callAs(request, engineer, url)
    const { productId } = await makeLine(asEngineer)
    const head = { productId, code: 'OD-01', name: '轴承外径', stage: 'ipqc', signLevels: 2 }
    const templateId = await makeTemplate(asEngineer, head, items)

    // The engineer publishes.
    await page.goto(base('/login'))
    await signIn(page, engineer)
    await page.goto(base(`/caliper/qc/info-list/${templateId}?version=draft`))
    await button(page, '发布').click()
    await dialog(page).getByRole('textbox', { name: '变更说明' }).fill('首次发布')
    await dialog(page).getByRole('button', { name: '发布这个版本' }).click()
    await expect(dialog(page)).toHaveCount(0)
    const [label] = await asEngineer<QrLabel[]>('POST', '/qc/qr', { kind: 'template', ids: [templateId] })

    // The inspector scans the label at the machine, and the network goes away.
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'zh-CN' })
    const handset = await phone.newPage()
    noteAsked(handset)
    await handset.goto(base(`/caliper/qr-code-info?code=${label!.code}`))
    await handset.waitForURL(/\/login\?redirect=/)
    await signIn(handset, inspector)
    await expect(handset.getByRole('heading', { name: '轴承外径' })).toBeVisible()
    await allAnswered(handset)
    await phone.setOffline(true)
    await button(handset, '开始检验').click()
    await dialog(handset).getByRole('button', { name: '开始检验' }).click()
    for (const [index, value] of ['25.001', '25.009'].entries()) {
      await handset.getByLabel(`外径 样本 ${index + 1}`).fill(value)
      await handset.keyboard.press('Enter')
    }
    await handset.getByText('良好').click()
    await handset.getByRole('button', { name: '核对' }).click()
    await handset.getByRole('button', { name: '提交' }).click()
    await expect(handset.getByText('已保存在这台设备上，恢复网络后自动发送')).toBeVisible()
    await phone.setOffline(false)
    const records = () =>
      asEngineer<{ list: { qcValueBaseId: number; status: string; recordNo: string }[] }>(
        'GET',
        `/qc/value-base?templateId=${templateId}`,
      )
    await handset.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(async () => (await records()).list.map(({ status }) => status)).toEqual(['submitted'])
    const { qcValueBaseId: id, recordNo } = (await records()).list[0]!
    const record = base(`/caliper/qc/value-info/${id}`)

    // The reviewer rejects it with a reason, the inspector corrects it with another.
    const desk = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    const review = await desk.newPage()
    await review.goto(record)
    await review.waitForURL(/\/login\?redirect=/)
    await signIn(review, reviewer)
    await sign(review, '驳回', { reason: '第 2 件像是抄错了' })
    await handset.goto(record)
    await handset.getByRole('textbox', { name: '外径 样本 2' }).fill('25.002')
    await button(handset, '提交').click()
    await dialog(handset).getByRole('combobox', { name: '原因' }).selectOption('typing')
    await dialog(handset).getByRole('button', { name: '提交' }).click()
    await expect(main(handset).getByRole('deletion').first()).toHaveText('25.009')

    // Reviewed by one, approved by another, each with the password.
    await review.reload()
    await sign(review, '复核')
    const boardroom = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    const approval = await boardroom.newPage()
    await approval.goto(record)
    await approval.waitForURL(/\/login\?redirect=/)
    await signIn(approval, approver)
    await sign(approval, '批准')

    // Printed, with the correction and the end of the chain; the trail is whole.
    await button(approval, '打印').click()
    await expect(dialog(approval)).toContainText(/25\.009 → 25\.002 ?录入错误/)
    await expect(dialog(approval)).toContainText('孙丽华')
    await expect(dialog(approval)).toContainText(/审计锚点 \d+:[0-9a-f]{64}/)
    await approval.keyboard.press('Escape')
    const office = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    const audit = await office.newPage()
    await audit.goto(base('/caliper/audit'))
    await audit.waitForURL(/\/login\?redirect=/)
    await signIn(audit, auditor)
    await button(audit, '核对审计链').click()
    await expect(audit.getByText(/^审计链完整/)).toBeVisible()

    // One figure is changed in the database itself, past the product and its triggers.
    const path = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith('/caliper.sqlite'),
    )!
    const { Database } = await import('bun:sqlite')
    const database = new Database(join(folder, path))
    database.run('drop trigger qc_value_closed_update')
    database.run("update qc_value set raw = '25.003', num = 25.003 where raw = '25.002'")
    database.close()

    await button(audit, '核对审计链').click()
    const faults = audit.getByRole('table', { name: '与审计追踪不符之处' })
    await expect(faults).toContainText(recordNo)
    await expect(faults).toContainText('外径')
    await expect(faults).toContainText('25.002')
    await expect(faults).toContainText('25.003')
    await approval.goto(`${record}?tab=signatures`)
    await expect(approval.getByText('不符', { exact: true }).first()).toBeVisible()
    await Promise.all([phone.close(), desk.close(), boardroom.close(), office.close()])
  })
})

/** Signs with the password that everybody here has. */
async function sign(page: Page, action: string, { reason }: { reason?: string } = {}) {
  await button(page, action).click()
  if (reason) await dialog(page).getByRole('textbox', { name: '原因' }).fill(reason)
  await dialog(page).getByLabel('登录密码').fill(password)
  await dialog(page).getByRole('button', { name: action }).click()
  await expect(dialog(page)).toHaveCount(0)
}
