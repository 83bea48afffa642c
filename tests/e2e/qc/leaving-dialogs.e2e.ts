import type { Locator, Page } from '@playwright/test'
import type { RecordDetail } from '#shared/qc/record/schema'
import { callAs, makeChart, type Call } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

test.use({ expectedErrors: [/400.*limit-set\/estimate/] }) // too few points for an estimate

const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog', { name: '放弃更改？' })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const text = (page: Page, name: string | RegExp) => dialog(page).getByRole('textbox', { name })
const choice = (page: Page, name: string | RegExp) => dialog(page).getByRole('combobox', { name })

const password = (page: Page) => dialog(page).getByLabel('登录密码')

/** A chart with a submitted record, an NG one, a rejected one, and a lot on hold. */
type Plant = {
  product: string
  templateId: number
  itemKey: string
  submitted: RecordDetail
  ng: RecordDetail
  rejected: RecordDetail
}

const openRecord = (page: Page, { qcValueBaseId }: RecordDetail) => page.goto(`/caliper/qc/value-info/${qcValueBaseId}`)

type Case = {
  what: string
  /** By default the administrator. */
  account?: string
  /** Opens the dialog, with the field in sight. */
  open: (page: Page, plant: Plant) => Promise<void>
  field: (page: Page) => Locator
  /** By default a text. */
  option?: string
  /** True if nothing can be sent before the field is filled. */
  isOffAtFirst?: boolean
  /** The first field that must not stay empty. By default it is `field`. */
  first?: (page: Page) => Locator
}

const cases: Case[] = [
  {
    what: 'the reason of a rejection',
    open: async (page, { submitted }) => {
      await openRecord(page, submitted)
      await button(page, '驳回').click()
    },
    field: (page) => text(page, /^原因/),
    first: password,
  },
  {
    what: 'the reason of a voided record',
    open: async (page, { submitted }) => {
      await openRecord(page, submitted)
      await button(page, '更多').click()
      await page.getByRole('menuitem', { name: '作废' }).click()
    },
    field: (page) => text(page, /^原因/),
  },
  {
    what: 'the comment of an approval',
    open: async (page, { submitted }) => {
      await openRecord(page, submitted)
      await button(page, '批准').click()
      await dialog(page).getByText('添加评论').click()
    },
    field: (page) => text(page, '评论'),
    first: password,
  },
  {
    what: 'the disposition of one of several records',
    open: async (page, { product, ng }) => {
      await page.goto(`/caliper/qc/value-base?product=${product}`)
      await page.getByRole('checkbox', { name: ng.recordNo }).check()
      await page.getByRole('button', { name: /批准 1 条记录/ }).click()
    },
    field: (page) => choice(page, /处置/),
    option: 'concession',
    isOffAtFirst: true,
  },
  {
    what: 'the reason of a correction',
    account: 'inspector',
    open: async (page, { rejected }) => {
      await openRecord(page, rejected)
      await page.getByRole('main').getByRole('textbox', { name: '直径' }).fill('10.001')
      await button(page, '提交').click()
    },
    field: (page) => choice(page, /^原因/),
    option: 'typing',
  },
  {
    what: 'the reason of a release',
    open: async (page, { product }) => {
      await page.goto(`/caliper/lot?product=${product}`)
      await page
        .getByRole('main')
        .getByRole('button', { name: /更多.*H-1|H-1.*更多/ })
        .click()
      await page.getByRole('menuitem', { name: '放行', exact: true }).click()
    },
    field: (page) => text(page, /^原因/),
    first: password,
  },
  {
    what: 'the note of a new version',
    open: async (page, { templateId }) => {
      await page.goto(`/caliper/qc/info-list/${templateId}`)
      await button(page, '编辑新版本').click()
      await button(page, '发布').click()
    },
    field: (page) => text(page, '变更说明'),
  },
  {
    what: 'the centre line of frozen limits',
    open: async (page, { itemKey }) => {
      await page.goto(`/caliper/analy?itemKey=${itemKey}`)
      await button(page, '冻结控制限').click()
      await choice(page, '控制限来自').selectOption('hand')
    },
    field: (page) => text(page, '中心线'),
  },
  {
    what: 'the name of an instrument',
    open: async (page) => {
      await page.goto('/caliper/equipment')
      await button(page, '仪器密钥').click()
    },
    field: (page) => text(page, '仪器名称'),
  },
]

async function plantOf(admin: Call, inspector: Call, password: string): Promise<Plant> {
  const { product, templateId, itemKey, recordBy } = await makeChart(admin, Date.now() - 3_600_000)
  const submitted = await recordBy(inspector, '10.002')
  const ng = await recordBy(inspector, '12.000', { remark: '见照片' })
  const { qcValueBaseId, lockVersion } = await recordBy(inspector, '9.997')
  const rejection = { lockVersion, reason: '抄错了', password }
  const rejected = await admin<RecordDetail>('POST', `/qc/value-base/${qcValueBaseId}/reject`, rejection)
  const lotId = await admin<number>('POST', '/qc/lot', { productId: submitted.productId, lotNo: 'H-1' })
  await admin('POST', `/qc/lot/${lotId}/hold`, { reason: '待复检' })
  return { product, templateId, itemKey, submitted, ng, rejected }
}

for (const { what, account: username = 'admin', open, field, option } of cases) {
  test(`Esc and a click beside the dialog ask before they throw away ${what} (ux §5)`, async ({ page, account }) => {
    const admin = await callAs(page.request, account('admin'))
    const plant = await plantOf(admin, await callAs(page.request, account('inspector')), account('admin').password)
    await beSignedIn(page, account(username))
    await open(page, plant)
    const value = option ?? '第二个样本与纸面记录不一致'
    await (option === undefined ? field(page).fill(value) : field(page).selectOption(option))
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeVisible()
    await question(page).getByRole('button', { name: '继续编辑' }).click()
    await expect(question(page)).toHaveCount(0)
    await expect(field(page)).toHaveValue(value)
    await page.locator('.dialog-viewport').click({ position: { x: 5, y: 5 } })
    await question(page).getByRole('button', { name: '放弃更改' }).click()
    await expect(dialog(page)).toHaveCount(0)
  })
}

const moreCases: Case[] = [
  {
    what: 'the template of a new record',
    open: async (page, { product }) => {
      await page.goto(`/caliper/qc/value-base?product=${product}`)
      await button(page, '新建记录').first().click()
    },
    field: (page) => choice(page, '质检模板'),
  },
  {
    what: 'the comment on a closed signal',
    open: async (page, { product }) => {
      await page.goto(`/caliper/qc/signal?product=${product}`)
      await page.getByRole('main').getByRole('button', { name: /^关闭/ }).first().click()
    },
    field: (page) => text(page, '说明'),
    first: (page) => choice(page, '原因'),
  },
  {
    what: 'the reason to hold a lot',
    open: async (page, { product }) => {
      await page.goto(`/caliper/lot?product=${product}`)
      await page
        .getByRole('main')
        .getByRole('button', { name: /更多.*H-2|H-2.*更多/ })
        .click()
      await page.getByRole('menuitem', { name: '冻结批次', exact: true }).click()
    },
    field: (page) => text(page, /^原因/),
  },
]

const sendable = [...cases, ...moreCases].filter(({ isOffAtFirst }) => !isOffAtFirst)
for (const { what, account: username = 'admin', open, field, first = field } of sendable) {
  test(`Ctrl+Enter sends ${what}, and a try that fails leads to the first wrong field (ux §5)`, async ({
    page,
    account,
  }) => {
    const admin = await callAs(page.request, account('admin'))
    const plant = await plantOf(admin, await callAs(page.request, account('inspector')), account('admin').password)
    await admin('POST', '/qc/lot', { productId: plant.submitted.productId, lotNo: 'H-2' })
    await beSignedIn(page, account(username))
    await open(page, plant)
    await field(page).press('Control+Enter')
    await expect(first(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(first(page)).toBeFocused()
    await expect(first(page)).toHaveAccessibleDescription(/\S/)
    await dialog(page).locator('[type=submit]').press('Enter')
    await expect(first(page)).toBeFocused()
  })
}
