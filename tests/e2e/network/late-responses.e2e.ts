import type { Page, Request } from '@playwright/test'
import type { RecordDetail } from '#shared/qc/record/schema'
import { uniqueKey } from '../support/api'
import { holdAnswers, isCall } from '../support/held'
import { openPage } from '../support/menu'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab', { name: new RegExp(`^${name}`) })
const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const cell = (page: Page, sample: number) => page.getByRole('textbox', { name: `厚度 样本 ${sample}`, exact: true })

/** A record in draft, of a template with three values, and the lots that it may be of. */
async function makeDraft(call: Call, lots: readonly string[] = []) {
  const { productId, code } = await makeLine(call, '电芯')
  for (const lotNo of lots) await call('POST', '/qc/lot', { productId, lotNo })
  const head = { productId, code: 'FOIL', name: `铜箔 ${code}`, nameEn: `Foil ${code}`, stage: 'iqc', signLevels: 1 }
  const thickness = {
    code: 'thickness',
    name: '厚度',
    nameEn: 'Thickness',
    type: 'numeric',
    decimals: 2,
    sampleSize: 3,
  }
  const templateId = await makeTemplate(call, head, [{ ...thickness, lsl: '9.90', usl: '10.10' }])
  const { thickness: itemKey } = await publish(call, templateId)
  const values = [{ itemKey, sampleNo: 1, raw: '10.00' }]
  const record = await call<RecordDetail>('POST', '/qc/value-base', { templateId, remark: '按规程', values })
  return { record, templateId, productId }
}

const open = (page: Page, { qcValueBaseId }: RecordDetail) => page.goto(`/caliper/qc/value-info/${qcValueBaseId}`)

test.beforeEach(async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
})

test.describe('what is unsaved', () => {
  test('is still known as such when its tab is returned to: closing the tab asks first', async ({ page }) => {
    await page.goto('/dashboard')
    await openPage(page, '角色管理')
    await button(page, '新建角色').click()
    await dialog(page).getByLabel('角色名称').fill('写了一半')
    await page.goBack()
    await expect(dialog(page)).toBeHidden()
    await page.goForward()
    await expect(dialog(page).getByLabel('角色名称')).toHaveValue('写了一半')
    await page.keyboard.press('Alt+w')
    await expect(question(page)).toBeVisible()
    await question(page).getByRole('button', { name: '继续编辑' }).click()
    await expect(dialog(page).getByLabel('角色名称')).toHaveValue('写了一半')
  })

  test('is no longer known as such when it was saved while its tab was out of sight', async ({ page }) => {
    const saving = await holdAnswers(page, isCall('POST', '/post'))
    await page.goto('/dashboard')
    await openPage(page, '岗位管理')
    await button(page, '新建岗位').click()
    await dialog(page).getByLabel('岗位名称').fill('夜班')
    await dialog(page).getByLabel('岗位编码').fill(uniqueKey().slice(0, 20))
    await dialog(page).getByRole('button', { name: '创建岗位' }).click()
    await saving.asked()
    await page.goBack()
    await expect(tab(page, '岗位管理')).toContainText('未保存')
    await saving.release()
    await expect(tab(page, '岗位管理')).not.toContainText('未保存')
    await tab(page, '岗位管理').click()
    await expect(button(page, '新建岗位')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(tab(page, '岗位管理')).not.toContainText('未保存')
  })
})

test.describe('a search for a lot', () => {
  test('takes by Enter only what was found for the text that is there, and waits for it in sight', async ({
    page,
    account,
  }) => {
    const { record } = await makeDraft(await callAs(page.request, account('admin')), ['A-1', 'B-1107', 'B-1108'])
    await open(page, record)
    const lot = page.getByRole('combobox', { name: '批次' })
    await lot.click()
    const search = page.getByRole('combobox', { name: '搜索选项' })
    const options = page.getByRole('option')
    await expect(options).toHaveCount(3)
    const answers = await holdAnswers(
      page,
      (request) => isCall('GET', '/lot/option-select')(request) && request.url().includes('keyword='),
    )
    await search.fill('b-1108')
    await answers.asked() // the pause after typing is over
    await search.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '正在查找' })).toBeVisible()
    await expect(search).toBeFocused()
    await answers.release()
    await expect(lot).toHaveText(/B-1108/)
  })

  test('chooses nothing by an Enter whose answer comes after it was closed, or after more was typed', async ({
    page,
    account,
  }) => {
    const { record } = await makeDraft(await callAs(page.request, account('admin')), ['A-1', 'B-1107'])
    await open(page, record)
    const lot = page.getByRole('combobox', { name: '批次' })
    const search = page.getByRole('combobox', { name: '搜索选项' })
    const isSearch = (text: string) => (request: Request) => new URL(request.url()).searchParams.get('keyword') === text

    await lot.click()
    await expect(page.getByRole('option')).toHaveCount(2)
    const first = await holdAnswers(page, isSearch('A-1'))
    await search.fill('A-1')
    await search.press('Enter')
    await first.asked()
    await search.press('Escape')
    await expect(search).toHaveCount(0)
    await first.release()
    await lot.click()
    await search.fill('A-1')
    await expect(page.getByRole('option')).toHaveCount(1) // the answer has come
    await expect(lot).not.toHaveText(/A-1/)

    const second = await holdAnswers(page, isSearch('B-1107'))
    await search.fill('B-1107')
    await search.press('Enter')
    await second.asked()
    await search.fill('')
    await expect(page.getByRole('option')).toHaveCount(2)
    await second.release()
    await search.fill('B-1107')
    await expect(page.getByRole('option')).toHaveCount(1)
    await expect(search).toBeVisible()
    await expect(lot).not.toHaveText(/B-1107/)
  })

  test('asks who has seen nothing of it to choose among several', async ({ page, account }) => {
    const { record } = await makeDraft(await callAs(page.request, account('admin')), ['B-1107', 'B-1108'])
    await open(page, record)
    const lot = page.getByRole('combobox', { name: '批次' })
    const search = page.getByRole('combobox', { name: '搜索选项' })
    await lot.click()
    const answers = await holdAnswers(page, (request) => request.url().includes('keyword=B-110'))
    await search.fill('B-110')
    await search.press('Enter') // before anything was answered
    await answers.release()
    await expect(page.getByRole('option')).toHaveText([/B-110/, /B-110/])
    await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false') // these answer what was typed
    await search.press('ArrowDown')
    const second = await page.getByRole('option').nth(1).locator('span').first().innerText()
    await search.press('Enter')
    await expect(lot).toHaveText(new RegExp(second))
  })
})

test('views that two windows save are all kept, and each window shows those of the other', async ({
  page,
  context,
}) => {
  const saveView = async (window: Page, name: string) => {
    await button(window, '视图').click()
    await window.getByRole('menuitem', { name: '另存为视图' }).click()
    await dialog(window).getByRole('textbox', { name: '视图名称' }).fill(name)
    await dialog(window).getByRole('button', { name: '保存视图' }).click()
    await expect(dialog(window)).toHaveCount(0)
  }
  const word = uniqueKey()
  await page.goto('/caliper/qc/value-base?judgement=NG')
  const other = await context.newPage()
  await other.goto('/caliper/qc/value-base?judgement=WARN')
  await expect(button(page, '视图')).toBeVisible()
  await expect(button(other, '视图')).toBeVisible()
  await saveView(page, `不合格 ${word}`)
  await saveView(other, `警告 ${word}`)
  await page.goto('/caliper/qc/value-base')
  await button(page, '视图').click()
  await expect(page.getByRole('menuitemradio').filter({ hasText: word })).toHaveText([`不合格 ${word}`, `警告 ${word}`])
  await other.close()
})

test.describe('a save of a record without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test(`is told clear of the buttons, and no longer once it is back, at ${width}×${height}`, async ({
      page,
      context,
      account,
    }) => {
      await page.setViewportSize({ width, height })
      const { record } = await makeDraft(await callAs(page.request, account('admin')))
      await open(page, record)
      await cell(page, 2).fill('10.02')
      const save = button(page, '保存')
      await page.clock.install()
      await context.setOffline(true)
      await save.click() // the pointer stays
      const told = page.locator('.toast', { hasText: '没有网络' })
      await expect(told).toBeVisible()
      const bar = page.getByRole('group', { name: '记录操作' })
      await expect
        .poll(async () => (await told.boundingBox())!.y + (await told.boundingBox())!.height)
        .toBeLessThanOrEqual((await bar.boundingBox())!.y)
      await context.setOffline(false)
      await page.clock.fastForward(6000)
      await expect(told).toHaveCount(0)
      await expect(page.getByText('服务器连接异常')).toHaveCount(0)
      await save.click()
      await expect(save).toBeDisabled()
    })
  }
})

test.describe('a move in a tree without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('goes back at once and is not told as done', async ({ page, context }) => {
    await page.goto('/admin/sys-dept')
    const moved = page.getByRole('row').filter({ has: page.getByRole('button', { name: '信息部', exact: true }) })
    await expect(moved).not.toHaveAttribute('aria-posinset', '1')
    const place = (await moved.getAttribute('aria-posinset'))!
    await context.setOffline(true)
    await moved.focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(page.getByRole('alert').locator('.toast-text', { hasText: '服务器连接异常' })).toBeVisible()
    await expect(moved).toHaveAttribute('aria-posinset', place)
    await expect(page.getByText('现在是第')).toHaveCount(0)
    await context.setOffline(false)
  })
})

test.describe('while a save is under way', () => {
  test('a dialog takes nothing, keeps the focus, and is sent once', async ({ page }) => {
    const saving = await holdAnswers(page, isCall('POST', '/post'))
    await page.goto('/admin/sys-post')
    await button(page, '新建岗位').click()
    const name = dialog(page).getByLabel('岗位名称')
    await dialog(page).getByLabel('岗位编码').fill(uniqueKey().slice(0, 20))
    await name.fill('夜班')
    await name.press('Control+Enter')
    await saving.asked()
    await page.keyboard.type('长')
    await page.keyboard.press('Control+Enter')
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('夜班')
    await saving.release()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('row').filter({ hasText: '夜班' }).first()).toBeVisible()
  })

  test('leaving a dialog says that it is saved all the same, and asks no longer once it was', async ({ page }) => {
    const saving = await holdAnswers(page, isCall('POST', '/post'))
    await page.goto('/admin/sys-post')
    await button(page, '新建岗位').click()
    await dialog(page).getByLabel('岗位名称').fill('中班')
    await dialog(page).getByLabel('岗位编码').fill(uniqueKey().slice(0, 20))
    await page.keyboard.press('Control+Enter')
    await saving.asked()
    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveAccessibleName('正在保存')
    await question(page).getByRole('button', { name: '等待' }).click()
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveAccessibleDescription('关闭后仍会保存。')
    await saving.release()
    await expect(question(page)).toHaveCount(0)
    await expect(dialog(page)).toHaveCount(0)
  })

  test('a form that was cancelled closes no other that was opened since', async ({ page }) => {
    const saving = await holdAnswers(page, isCall('POST', '/post'))
    await page.goto('/admin/sys-post')
    await button(page, '新建岗位').click()
    await dialog(page).getByLabel('岗位名称').fill('早班')
    await dialog(page).getByLabel('岗位编码').fill(uniqueKey().slice(0, 20))
    await dialog(page).getByRole('button', { name: '创建岗位' }).click()
    await saving.asked()
    await dialog(page).getByRole('button', { name: '取消' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await button(page, '新建岗位').click()
    await dialog(page).getByLabel('岗位名称').fill('写了一半')
    await saving.release()
    await expect(page.getByRole('status').getByText('已创建 早班')).toBeVisible()
    await expect(dialog(page).getByLabel('岗位名称')).toHaveValue('写了一半')
  })

  test('a record keeps what is typed on, as not saved, and saves it next', async ({ page, account }) => {
    const call = await callAs(page.request, account('admin'))
    const { record } = await makeDraft(call)
    const at = `/qc/value-base/${record.qcValueBaseId}`
    await open(page, record)
    const saving = await holdAnswers(page, isCall('PUT', at))
    await cell(page, 2).fill('10.02')
    await cell(page, 2).press('Control+Enter')
    await saving.asked()
    await cell(page, 3).fill('10.03')
    await cell(page, 2).fill('10.04')
    await saving.release()
    await expect(button(page, '保存')).not.toHaveAttribute('aria-busy')
    await expect(cell(page, 2)).toHaveValue('10.04')
    await expect(cell(page, 3)).toHaveValue('10.03')
    await expect(page.getByRole('tablist', { name: '打开的页面' })).toContainText('未保存')
    await button(page, '保存').click()
    await expect(page.getByRole('tablist', { name: '打开的页面' })).not.toContainText('未保存')
    const { values } = await call<RecordDetail>('GET', at)
    expect(values.map(({ raw }) => raw)).toEqual(['10.00', '10.04', '10.03'])
  })

  test('a retest that is made after its page was left is told, with the way to it', async ({ page, account }) => {
    const call = await callAs(page.request, account('admin'))
    const { record } = await makeDraft(call)
    const at = `/qc/value-base/${record.qcValueBaseId}`
    const { itemKey } = record.values[0]!
    const values = [1, 2, 3].map((sampleNo) => ({ itemKey, sampleNo, raw: '10.00' }))
    const { lockVersion } = await call<RecordDetail>('PUT', at, { lockVersion: record.lockVersion, values })
    await call('POST', `${at}/submit`, { lockVersion })
    await open(page, record)
    const making = await holdAnswers(page, isCall('POST', `${at}/retest`))
    await button(page, '更多').click()
    await page.getByRole('menuitem', { name: '复检' }).click()
    await making.asked()
    await openPage(page, '角色管理')
    await expect(button(page, '新建角色')).toBeVisible()
    await making.release()
    const { retests } = await call<RecordDetail>('GET', at)
    const made = page.getByRole('status').filter({ hasText: `已新建复检记录 ${retests[0]!.recordNo}` })
    await made.getByRole('button', { name: '打开' }).click()
    await expect(page).toHaveURL(`/caliper/qc/value-info/${retests[0]!.qcValueBaseId}`)
  })

  test('a comment that is gone on with keeps what was added', async ({ page, account }) => {
    const { record } = await makeDraft(await callAs(page.request, account('admin')))
    await open(page, record)
    await page.getByRole('tab', { name: '评论' }).click()
    const text = page.getByRole('main').getByRole('textbox')
    const saving = await holdAnswers(page, (request) => request.method() === 'POST' && /comment/.test(request.url()))
    await text.fill('第一句')
    await text.press('Control+Enter')
    await saving.asked()
    await page.keyboard.type('第二句')
    await saving.release()
    await expect(page.getByRole('listitem').filter({ hasText: '第一句' })).toBeVisible()
    await expect(text).toHaveValue('第二句')
  })

  test('the own data keep what is typed on, as not saved', async ({ page }) => {
    await page.goto('/profile/index')
    const words = page.getByRole('textbox', { name: '简介' })
    const save = words.locator('xpath=ancestor::form').getByRole('button', { name: '保存' })
    const saving = await holdAnswers(page, (request) => request.method() === 'PUT')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
    await words.fill('一')
    await words.press('Control+Enter')
    await saving.asked()
    await words.press('Control+Enter')
    await words.pressSequentially('二')
    await saving.release()
    await expect(save).not.toHaveAttribute('aria-busy')
    expect(sent).toHaveLength(1)
    await expect(words).toHaveValue('一二')
    await expect(page.getByText('有未保存的更改')).toBeVisible()
    await save.click()
    await expect(page.getByText('有未保存的更改')).toHaveCount(0)
  })

  test('a section of the settings keeps what is typed on, as not saved', async ({ page, account }) => {
    const call = await callAs(page.request, account('admin'))
    const { sys_app_name: before } = await call<Record<string, string>>('GET', '/set-config')
    await page.goto('/admin/sys-config/set')
    const look = page.getByRole('region', { name: '名称和标志' })
    const name = look.getByLabel('系统名称')
    const saving = await holdAnswers(page, (request) => request.method() === 'PUT')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
    await name.fill('一号')
    await name.press('Control+Enter')
    await saving.asked()
    await name.press('Control+Enter')
    await name.pressSequentially('车间')
    await saving.release()
    await expect(page).toHaveTitle(/一号$/) // saved
    expect(sent).toHaveLength(1)
    await expect(look.getByRole('button', { name: '保存' })).not.toHaveAttribute('aria-busy')
    await expect(name).toHaveValue('一号车间')
    await expect(look.getByText('有未保存的更改')).toBeVisible()
    await name.fill(before ?? '')
    await look.getByRole('button', { name: '保存' }).click()
    await expect(look.getByText('有未保存的更改')).toHaveCount(0)
  })
})
