import type { Page } from '@playwright/test'
import type { RecordDetail } from '#shared/qc/record/schema'
import { allAnswered } from '../support/answered'
import { apiOf, newUser, uniqueKey } from '../support/api'
import { holdAnswers, isCall } from '../support/held'
import { openPage } from '../support/menu'
import { callAs, calm, makeChart, makeLine, makeTemplate, publish } from '../support/qc'
import type { Account } from '../support/server'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** What becomes of a page that was left while something was under way or open, and when it is come back to. */
const bar = (page: Page) => page.getByRole('tablist', { name: '打开的页面' })
const tab = (page: Page, name: string | RegExp) => bar(page).getByRole('tab', { name })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const pane = (page: Page) => page.locator('.page-pane:not([aria-hidden])')

let token: string
test.beforeEach(async ({ page, account }) => {
  token = await beSignedIn(page, account('admin'))
})

const diameter = { code: 'd1', name: '直径', nameEn: 'D', type: 'numeric', decimals: 3, lsl: '9', usl: '11' }

/** A template with a draft, or published. */
async function shaft(page: Page, account: Account, items: readonly object[], isPublished = true) {
  const call = await callAs(page.request, account)
  const { productId, code } = await makeLine(call)
  const name = `轴径 ${code}`
  const head = { productId, code: 'SHAFT', name, nameEn: `Shaft ${code}`, stage: 'ipqc', signLevels: 1 }
  const id = await makeTemplate(call, head, items)
  return { id, name, keys: isPublished ? await publish(call, id) : {} }
}

/** Opens another page, and goes by the time that answers and effects need. */
async function goElsewhere(page: Page) {
  await openPage(page, '角色管理')
  await expect(title(page, '角色管理')).toBeFocused()
}

async function goHomeAndBack(page: Page, name: string | RegExp) {
  await tab(page, '首页').click()
  await expect(title(page, '首页')).toBeFocused()
  await tab(page, name).click()
  await allAnswered(page)
}

test.describe('an answer that comes when its page was left lets the operator stay where they are', () => {
  test('a draft was begun', async ({ page, account }) => {
    const { id, name } = await shaft(page, account('admin'), [diameter])
    await page.goto(`/caliper/qc/info-list/${id}`)
    await expect(title(page, name)).toBeVisible()
    const answers = await holdAnswers(page, isCall('POST', '/draft'))
    await page.getByRole('button', { name: '编辑新版本' }).click()
    await answers.asked()
    await goElsewhere(page)
    await answers.release()
    await allAnswered(page)
    await expect(page).toHaveURL(/sys-role/)
  })

  test('a draft was published; the history keeps the page that is shown', async ({ page, account }) => {
    const { id, name } = await shaft(page, account('admin'), [diameter], false)
    await page.goto(`/caliper/qc/info-list/${id}?version=draft`)
    await expect(page.getByRole('button', { name: '发布', exact: true })).toBeVisible()
    await goElsewhere(page)
    await tab(page, new RegExp(name)).click()
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox').first().fill('首次')
    const answers = await holdAnswers(page, isCall('POST', '/publish'))
    await page.keyboard.press('Control+Enter')
    await answers.asked()
    await page.goBack()
    await expect(title(page, '角色管理')).toBeFocused()
    await answers.release()
    await allAnswered(page)
    await expect(page).toHaveURL(/sys-role/)
  })

  test('a draft was discarded', async ({ page, account }) => {
    const { id } = await shaft(page, account('admin'), [diameter])
    await page.goto(`/caliper/qc/info-list/${id}`)
    await page.getByRole('button', { name: '编辑新版本' }).click()
    await page.getByRole('button', { name: '放弃草稿' }).click()
    const answers = await holdAnswers(page, isCall('DELETE', '/draft'))
    await page.getByRole('alertdialog').getByRole('button', { name: '放弃草稿' }).click()
    await answers.asked()
    await goElsewhere(page)
    await answers.release()
    await allAnswered(page)
    await expect(page).toHaveURL(/sys-role/)
  })
})

test('a menu that is open when its page is left does not lie over the next page', async ({ page }) => {
  await page.goto('/dashboard')
  await openPage(page, '角色管理')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.goBack()
  await expect(title(page, '首页')).toBeFocused()
  await bar(page).hover() // kept pages are made ready
  await expect(page.locator('.page-pane[data-ready][aria-hidden]')).not.toHaveCount(0)
  await expect(page.locator('.menu:popover-open')).toHaveCount(0)
})

test('a question that waits when its page is left ends with it; its dialog keeps what was entered', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await openPage(page, '角色管理')
  await page.getByRole('button', { name: '新建角色' }).click()
  const key = page.getByRole('dialog', { name: '新建角色' }).getByLabel('权限字符')
  await key.fill('half')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: '放弃更改？' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(title(page, '首页')).toBeFocused()
  await tab(page, '角色管理').click()
  await expect(key).toBeFocused()
  await expect(key).toHaveValue('half')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: '放弃更改？' })).toBeVisible()
})

test.describe('a page that is come back to', () => {
  test('has a long draft where it was, and not at the line that was added last', async ({ page, account }) => {
    const many = Array.from({ length: 40 }, (_, at) => ({ ...diameter, code: `d${at}`, name: `直径 ${at}` }))
    const { id, name } = await shaft(page, account('admin'), many, false)
    await page.goto(`/caliper/qc/info-list/${id}?version=draft`)
    await page.getByRole('button', { name: '添加项目' }).click()
    await page.keyboard.type('new')
    await page.locator('[data-row]').nth(2).locator('[data-field=usl]').focus()
    const scrolled = () => pane(page).evaluate((element) => element.scrollTop)
    await expect.poll(scrolled).toBeLessThan(100)
    await goHomeAndBack(page, new RegExp(name))
    expect(await scrolled()).toBeLessThan(100)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } })

    test('has a long draft where it was, and not at the line that was added last', async ({ page, account }) => {
      const many = Array.from({ length: 40 }, (_, at) => ({ ...diameter, code: `d${at}`, name: `直径 ${at}` }))
      const { id } = await shaft(page, account('admin'), many, false)
      await page.goto('/dashboard')
      await expect(title(page, '首页')).toBeVisible()
      await page.goto(`/caliper/qc/info-list/${id}?version=draft`)
      await pane(page).getByRole('button', { name: '添加项目' }).click()
      await expect(pane(page).locator('[data-row]').last().locator('.row-link')).toBeFocused()
      await pane(page).locator('[data-row]').first().locator('.row-link').focus()
      const scrolled = () => pane(page).evaluate((element) => element.scrollTop)
      await expect.poll(scrolled).toBeLessThan(500)
      const before = await scrolled()
      await page.keyboard.type('gh')
      await expect(title(page, '首页')).toBeFocused()
      await page.keyboard.press('Alt+ArrowLeft')
      await expect(pane(page).locator('[data-row]')).toHaveCount(41)
      await allAnswered(page)
      expect(await scrolled()).toBe(before)
    })
  })

  test('has the list of the inbox where it was', async ({ page, account }) => {
    const { data: deptId } = await apiOf(page.request, token).call<number>('POST', '/dept', {
      parentId: 0,
      deptName: uniqueKey(),
    })
    const inspector = await callAs(page.request, await newUser(page.request, token, '检验员', { deptId: deptId! }))
    const approver = await newUser(page.request, token, '批准人', { deptId: deptId! })
    const { id: templateId, keys } = await shaft(page, account('admin'), [diameter])
    const values = [{ itemKey: keys['d1'], sampleNo: 1, raw: '10.000' }]
    for (let at = 0; at < 25; at += 1) {
      const made = await inspector<RecordDetail>('POST', '/qc/value-base', { templateId, values })
      const { qcValueBaseId, lockVersion } = made
      await inspector('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
    }
    await beSignedIn(page, approver)
    await page.goto('/caliper/inbox')
    await expect(page.locator('.inbox-item')).toHaveCount(25)
    const list = page.locator('.inbox-list')
    await list.evaluate((element) => element.scrollTo(0, 900))
    await goHomeAndBack(page, '待办')
    expect(await list.evaluate((element) => element.scrollTop)).toBe(900)
  })

  test('has the focus of its dialog in the field that had it', async ({ page }) => {
    await page.goto('/dashboard')
    await openPage(page, '角色管理')
    await page.getByRole('button', { name: '新建角色' }).click()
    const key = page.getByRole('dialog', { name: '新建角色' }).getByLabel('权限字符')
    await key.fill('half')
    await page.goBack()
    await expect(title(page, '首页')).toBeFocused()
    await tab(page, '角色管理').click()
    await expect(key).toBeFocused()
  })
})

test('with two drafts open, a fault leads to its field on the page that is shown', async ({ page, account }) => {
  const drafts = []
  for (let made = 0; made < 2; made += 1) drafts.push(await shaft(page, account('admin'), [diameter], false))
  for (const { id } of drafts) {
    await page.goto(`/caliper/qc/info-list/${id}?version=draft`)
    await expect(page.locator('[data-row]').first()).toBeVisible()
  }
  for (const { name } of drafts.toSorted((a, b) => a.name.localeCompare(b.name))) {
    await tab(page, new RegExp(name)).click()
    await pane(page).getByRole('button', { name: '添加项目' }).click()
    await page.keyboard.type('calc')
    const row = pane(page).locator('[data-row]').nth(1)
    await row.locator('[data-field=name]').fill('计算')
    await row.locator('[data-field=type]').selectOption('计算')
    await pane(page).locator('[data-row]').nth(0).locator('[data-field=code]').focus()
    await pane(page).locator('.draft-summary-toggle').click()
    await pane(page).locator('.draft-summary-entry').filter({ hasText: '公式' }).click()
    await expect(pane(page).locator('[data-sheet-field=formula] textarea').first()).toBeFocused()
  }
})

for (const { list, filter, detail, back } of [
  { list: '/caliper/qc/value-base', filter: 'product', detail: '/caliper/qc/value-info/', back: '返回质检记录' },
  { list: '/caliper/qc', filter: 'product', detail: '/caliper/qc/info-list/', back: '全部模板' },
  { list: '/admin/dict', filter: 'status', detail: '/admin/dict/', back: '返回字典管理' },
]) {
  test(`"${back}" leads to the list as it was left`, { tag: '@phone' }, async ({ page, account }) => {
    const { product, recordBy } = await makeChart(await callAs(page.request, account('admin')), Date.now())
    await recordBy(await callAs(page.request, account('inspector')), calm[0]!)
    const address = `${list}?${filter}=${filter === 'product' ? product : '2'}`
    await page.goto(address)
    await pane(page).locator(`a[href^="${detail}"]`).first().click()
    await pane(page).getByRole('link', { name: back }).click()
    await expect(page).toHaveURL(address)
  })
}
