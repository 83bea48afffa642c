import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { allAnswered } from '../support/answered'
import { callAs, calm, makeChart, makeLine } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

type Opening = [dialog: string, path: string, opener: (page: Page) => Locator | Promise<Locator>]

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const button = (name: string | RegExp) => (page: Page) => main(page).getByRole('button', { name, exact: true }).first()

/** An entry of the menu of the first row that has it. */
const ofRow = (entry: string) => async (page: Page) => {
  await main(page)
    .getByRole('button', { name: /的更多操作$/ })
    .first()
    .click()
  return page.getByRole('menuitem', { name: entry })
}

/** Dialogs that ask the server while they are open, and how each is opened. */
const ofAdministration: Opening[] = [
  ['PostForm', '/admin/sys-post', button('修改')],
  ['UserForm', '/admin/sys-user', button('修改')],
  ['MessengerDialog', '/admin/sys-user?keyword=inspector', ofRow('企业微信绑定')],
  ['RoleForm', '/admin/sys-role', button('修改')],
  ['RoleScopeForm', '/admin/sys-role?roleKey=viewer', ofRow('数据范围')],
  ['DepartmentForm', '/admin/sys-dept', button('修改')],
  ['MenuForm', '/admin/sys-menu', button('修改')],
  ['ConfigForm', '/admin/sys-config', button('修改')],
  ['DictTypeForm', '/admin/dict', button('修改')],
  ['DictDataForm', '/admin/dict/data/1', button('修改')],
  ['ApiForm', '/admin/sys-api', button('修改')],
  ['JobForm', '/schedule', button('修改')],
  ['JobRuns', '/schedule', ofRow('运行记录')],
  ['RuleForm', '/admin/notification', button('修改')],
  ['ShareDialog', '/admin/sys-post?status=1', toShare],
  ['NewToken', '/profile/index', button('新建令牌')],
]

/** Asks once a field is chosen, or for what its thumbnail has asked for already; not when it is opened. */
const asksLater = ['BulkEditDialog', 'PhotoDialog']

/** Its list has what other tests made as well, and may need more than the space kept for it: its buttons may move. */
const growing = ['Displays']

const ofQuality: Opening[] = [
  ['ProductForm', '/caliper/product', button('修改')],
  ['EquipmentForm', '/caliper/equipment', button('修改')],
  ['Instruments', '/caliper/equipment', button('仪器密钥')],
  ['LotForm', '/caliper/lot', button('修改')],
  ['ReleaseDialog', '/caliper/lot?status=hold', ofRow('放行')],
  ['TemplateForm', '/caliper/qc/info-list/:templateId', ofRow('修改基本信息')],
  ['StartRecord', '/caliper/qc/value-base', button('新建记录')],
  ['BulkApproval', '/caliper/qc/value-base?status=submitted', toApprove],
  ['EntryDetails', '/caliper/audit?entity=lot', button(/批次/)],
  ['Displays', '/caliper/bigscreen', button('显示链接')],
  ['OperationDetails', '/admin/sys-oper-log', button('质检模板 · 新建')],
  ['Estimate', '/caliper/analy?itemKey=:itemKey', button('冻结控制限')],
]

async function toShare(page: Page) {
  await main(page)
    .getByRole('button', { name: /^视图：/ })
    .click()
  return page.getByRole('menuitem', { name: '共享' })
}

async function toApprove(page: Page) {
  await main(page).getByRole('row').getByRole('checkbox').nth(1).check()
  return main(page).getByRole('button', { name: /^批准 1 条记录/ })
}

/** Answers that are held back until the pointer is down on a button. */
async function holdAnswers(page: Page) {
  const go = Promise.withResolvers<void>()
  const held: Promise<unknown>[] = []
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().url().includes('/qc/stream')) return route.continue()
    held.push(
      route
        .request()
        .response()
        .then((answer) => answer?.finished()),
    )
    await go.promise
    await route.continue()
  })
  return {
    asked: () => expect.poll(() => held.length, 'calls that are held back').toBeGreaterThan(0),
    /** Until the page has drawn what has come. */
    async release() {
      go.resolve()
      await Promise.allSettled(held)
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    },
    end: () => page.unrouteAll({ behavior: 'ignoreErrors' }),
  }
}

/**
 * Presses where the button is now and releases after what the page waits for has come.
 * @returns whether the button was clicked, and how far it was moved meanwhile
 */
async function pressWhileLoading(page: Page, pressed: Locator, release: () => Promise<void>) {
  await pressed.evaluate((element) => {
    delete document.documentElement.dataset['pressed']
    element.addEventListener('click', () => (document.documentElement.dataset['pressed'] = 'yes'), { once: true })
  })
  const box = (await pressed.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 4) // near its edge
  await page.mouse.down()
  await release()
  const now = await pressed.boundingBox()
  await page.mouse.up()
  const isClicked = await page.evaluate(() => document.documentElement.dataset['pressed'] === 'yes')
  return { isClicked, movedBy: Math.round(now!.y - box.y) }
}

/** Goes on within the window, which is quicker than to load it anew. The page before may have the same buttons. */
async function goTo(page: Page, address: string) {
  await page.evaluate((to) => history.pushState(null, '', to), address)
  const path = new URL(address, 'http://caliper').pathname
  await expect(
    page.locator(`.page-pane[aria-labelledby="tab-${encodeURIComponent(path)}"]:not([aria-hidden])`),
  ).toBeVisible()
}

/** Opens each dialog once for each of its buttons, and presses that while what the dialog asks for arrives. */
async function pressAll(page: Page, openings: readonly Opening[], addressOf = (path: string) => path) {
  await page.goto('/dashboard')
  for (const [name, path, opener] of openings) {
    let count = 1
    for (let at = 0; at < count; at += 1) {
      await test.step(`${name}, button ${at + 1}`, async () => {
        const address = addressOf(path)
        await (at === 0 ? goTo(page, address) : page.goto(address)) // what is known by now would not be waited for
        const opening = await opener(page)
        await expect(opening).toBeVisible()
        const answers = await holdAnswers(page)
        await opening.click()
        const buttons = dialog(page).locator('.dialog-header button, .dialog-footer button')
        await expect(buttons.first()).toBeVisible()
        await answers.asked()
        count = await buttons.count()
        const pressed = await pressWhileLoading(page, buttons.nth(at), answers.release)
        expect(pressed).toMatchObject({ isClicked: true, ...(!growing.includes(name) && { movedBy: 0 }) })
        await answers.end()
        await page.keyboard.press('Escape')
        await expect(dialog(page)).toHaveCount(0)
      })
    }
  }
}

test('each button of a dialog of the administration that is pressed while its data arrive stays in its place and has its effect', async ({
  page,
  account,
}) => {
  await beSignedIn(page, account('admin'))
  const call = await callAs(page.request, account('admin'))
  const view = { list: 'post', viewName: '停用', search: 'status=1' }
  const viewId = await call<number>('POST', '/view', view)
  const rule = { ruleName: '记录不合格', event: 'recordNg', channel: 'email', receiver: 'inspector', language: 'zh' }
  const ruleId = await call<number>('POST', '/qc/notification-rule', rule)
  await pressAll(page, ofAdministration)
  await call('DELETE', '/view', { ids: [viewId] })
  await call('DELETE', '/qc/notification-rule', { ids: [ruleId] })
})

test('each button of a dialog of quality control that is pressed while its data arrive stays in its place and has its effect', async ({
  page,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  const { recordBy, itemKey, templateId } = await makeChart(call, Date.now() - 3_600_000)
  const inspector = await callAs(request, account('inspector'))
  for (const raw of [...calm, ...calm]) await recordBy(inspector, raw)
  const { productId, code } = await makeLine(call)
  const lotId = await call<number>('POST', '/qc/lot', { productId, lotNo: code, status: 'open' })
  await call('POST', '/qc/equipment', { productId, code, name: '车床', kind: 'machine' })
  await call('POST', `/qc/lot/${lotId}/hold`, { reason: '待查' })
  await beSignedIn(page, account('admin'))
  await pressAll(page, ofQuality, (path) =>
    path.replace(':itemKey', itemKey).replace(':templateId', String(templateId)),
  )
})

test('a press on a button that late content moves away is not lost, and one that is withdrawn is none', async ({
  page,
  request,
  account,
}) => {
  const call = await callAs(request, account('admin'))
  for (const name of ['一', '二', '三']) {
    const { productId } = await makeLine(call)
    await call('POST', '/qc/instrument', { name: `仪器${name}`, username: 'inspector', productId })
  }
  await beSignedIn(page, account('admin'))
  await page.goto('/caliper/equipment')
  await allAnswered(page)
  const answers = await holdAnswers(page)
  await page.getByRole('button', { name: '仪器密钥' }).click()
  const close = page.getByRole('dialog').locator('.dialog-footer button').last()
  const before = (await close.boundingBox())!
  expect(await pressWhileLoading(page, close, answers.release)).toMatchObject({ isClicked: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await answers.end()
  await page.getByRole('button', { name: '仪器密钥' }).click()
  await allAnswered(page)
  const now = (await close.boundingBox())!
  expect(now.y).not.toBe(before.y) // or the test would show nothing
  await page.mouse.move(now.x + now.width / 2, now.y + now.height / 2)
  await page.mouse.down()
  await page.mouse.move(now.x - 60, now.y - 60)
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the filters of a list stay in their places when the options of one of them arrive', async ({
  page,
  request,
  account,
}) => {
  await makeChart(await callAs(request, account('admin')), Date.now() - 3_600_000)
  await beSignedIn(page, account('admin'))
  const arrived = Promise.withResolvers<void>()
  await page.route('**/api/v1/qc/analysis/item*', (route) => arrived.promise.then(() => route.continue()))
  await page.goto('/caliper/qc/signal')
  const items = main(page).getByRole('combobox', { name: '检验项目' })
  const period = main(page).getByRole('button', { name: '发现时间', expanded: false })
  const before = await period.boundingBox()
  arrived.resolve()
  await expect(items.getByRole('option')).not.toHaveCount(1)
  expect(await period.boundingBox()).toEqual(before)
})

test('every part that is a dialog and asks for what it lists is among those pressed here', () => {
  const client = join(import.meta.dirname, '../../../client')
  const files = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(client)]
  const parts = files.flatMap((file) =>
    [...readFileSync(join(client, file), 'utf8').matchAll(/dialogPart\(.*import\('([^']+)'\)/g)].map(([, path = '']) =>
      join(file, '..', path),
    ),
  )
  expect(parts.length).toBeGreaterThan(40)
  const asks = parts.filter((part) =>
    /useQuery\(|<RecordDialog|recordForm[(<]/.test(readFileSync(join(client, `${part}.tsx`), 'utf8')),
  )
  const names = [...new Set(asks.map((part) => part.split('/').at(-1)!))]
  const known = [...asksLater, ...[...ofAdministration, ...ofQuality].map(([name]) => name)]
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})
