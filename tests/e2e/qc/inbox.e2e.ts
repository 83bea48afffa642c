import type { APIRequestContext, Page } from '@playwright/test'
import type { RecordDetail } from '#shared/qc/record/schema'
import type { Signal } from '#shared/qc/signal'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { apiOf, newUser, uniqueKey } from '../support/api'
import { keepSettings, looks } from '../support/looks'
import { callAs, makeChart, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { signIn } from '../support/sign-in'
import { expect, test } from '../support/test'
import type { Account } from '../support/server'

const items = [
  { code: 'od', name: '外径', nameEn: 'Diameter', type: 'numeric', unit: 'mm', decimals: 2, lsl: '9', usl: '11' },
  { code: 'len', name: '长度', nameEn: 'Length', type: 'numeric', unit: 'mm', decimals: 1, lsl: '40', usl: '42' },
]

type Team = Awaited<ReturnType<typeof team>>

/** An inspector and an approver of a department of their own: nothing of other tests waits for them. */
async function team(request: APIRequestContext, account: (name: string) => Account) {
  const answer = await request.post('/api/v1/login', { data: account('admin') })
  const { token }: { token: string } = await answer.json()
  const { data: deptId } = await apiOf(request, token).call<number>('POST', '/dept', {
    parentId: 0,
    deptName: uniqueKey(),
  })
  const [inspector, approver] = [
    await newUser(request, token, '检验员', { deptId }),
    await newUser(request, token, '批准人', { deptId }),
  ]
  const engineer = await callAs(request, account('admin'))
  const { productId } = await makeLine(engineer)
  const head = { productId, code: 'INBOX', name: '轴径', nameEn: 'Shaft', stage: 'ipqc', signLevels: 1 }
  const templateId = await makeTemplate(engineer, head, items)
  const keys = await publish(engineer, templateId)
  return {
    admin: engineer,
    inspector: await callAs(request, inspector),
    inspectorAccount: inspector,
    approver,
    templateId,
    keys,
  }
}

const valuesOf = ({ keys }: Team, od: string) => [
  { itemKey: keys['od'], sampleNo: 1, raw: od },
  { itemKey: keys['len'], sampleNo: 1, raw: '41.0' },
]

/** Records that wait for the approver, the first of them NG. */
async function submit(of: Team, count: number, ng = 0): Promise<RecordDetail[]> {
  const { inspector, templateId } = of
  const records: RecordDetail[] = []
  for (let made = 0; made < count; made++) {
    const isNg = made < ng
    const { qcValueBaseId, lockVersion } = await inspector<RecordDetail>('POST', '/qc/value-base', {
      templateId,
      values: valuesOf(of, isNg ? '12.00' : '10.00'),
      ...(isNg && { remark: '刀具磨损' }),
    })
    records.push(await inspector<RecordDetail>('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion }))
  }
  return records
}

/** Takes a submitted record back, enters another value, and submits it again. */
async function correct(of: Team, { qcValueBaseId, lockVersion }: RecordDetail, od: string) {
  const at = `/qc/value-base/${qcValueBaseId}`
  const draft = await of.inspector<RecordDetail>('POST', `${at}/withdraw`, { lockVersion })
  const changed = await of.inspector<RecordDetail>('PUT', at, {
    lockVersion: draft.lockVersion,
    values: valuesOf(of, od),
    reasonCode: 'typing',
  })
  return of.inspector<RecordDetail>('POST', `${at}/submit`, { lockVersion: changed.lockVersion })
}

const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.getByRole('list', { name: /^(待办|Inbox)$/ }).getByRole('link')
const row = (page: Page, { recordNo }: RecordDetail) => rows(page).filter({ hasText: recordNo })
const opened = (page: Page, { recordNo }: RecordDetail) =>
  page.getByRole('heading', { level: 2, name: recordNo, exact: true })

async function openInbox(page: Page, count: number, query = '') {
  await page.goto(`/caliper/inbox${query}`)
  await expect(rows(page)).toHaveCount(count)
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await allAnswered(page)
}

/** Counts in every frame from now on that the focus is nowhere. */
const watchFocus = (page: Page) =>
  page.evaluate(() => {
    const seen: { lost: string[] } = { lost: [] }
    Object.assign(window, { seenFocus: seen })
    const look = () => {
      if (document.activeElement === document.body) {
        const open = document.querySelector('[role=dialog]') ? 'with a dialog' : 'without a dialog'
        seen.lost.push(`${document.querySelector('.inbox-pane h2')?.textContent} ${open}`)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
const framesWithoutFocus = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenFocus: { lost: string[] } }).seenFocus.lost)

async function expectApproved(call: Call, records: readonly RecordDetail[]) {
  for (const { qcValueBaseId, judgement } of records) {
    const after = await call<RecordDetail>('GET', `/qc/value-base/${qcValueBaseId}`)
    expect(after.status).toBe('approved')
    expect(after.signatures.map(({ meaning, state }) => [meaning, state])).toEqual([['approved', 'valid']])
    expect(after.disposition === null).toBe(judgement !== 'NG')
  }
}

test.describe('twenty records, two of them NG, are approved', () => {
  test('by keyboard alone', async ({ page, request, account }) => {
    const of = await team(request, account)
    const records = await submit(of, 20, 2)
    await signIn(page, of.approver)
    await openInbox(page, 20)
    let presses = 0
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
      presses += keys.length
    }
    await press('b')
    await expect(dialog(page)).toContainText('18 合格 · 2 不合格')
    await expect(dialog(page).getByLabel('登录密码')).toBeFocused()
    await expect(dialog(page).getByRole('button', { name: '批准 18 条记录' })).toBeVisible()
    await press('Shift+Tab', 'Shift+Tab', 'ArrowDown', 'Shift+Tab', 'ArrowDown', 'Tab', 'Tab', 'Tab')
    await expect(dialog(page).getByLabel('登录密码')).toBeFocused()
    await expect(dialog(page).getByRole('button', { name: '批准 20 条记录' })).toBeVisible()
    await page.keyboard.type(of.approver.password)
    await press('Enter')
    await expect(page.getByRole('main')).toContainText('没有等你处理的事项')
    await expect(page.getByRole('heading', { level: 1, name: '待办' })).toBeFocused()
    await expectApproved(of.admin, records)
    test.info().annotations.push({ type: 'key presses beside the password', description: String(presses) })
    expect(presses).toBe(10)
  })

  test('by mouse', async ({ page, request, account }) => {
    const of = await team(request, account)
    const records = await submit(of, 20, 2)
    await signIn(page, of.approver)
    await openInbox(page, 20)
    await page.getByRole('button', { name: '批准合格的 18 条' }).click()
    for (const { recordNo } of records.slice(0, 2)) {
      await dialog(page)
        .getByRole('combobox', { name: `${recordNo} 的处置` })
        .selectOption({ index: 1 }) // two clicks
    }
    await dialog(page).getByLabel('登录密码').fill(of.approver.password)
    await dialog(page).getByRole('button', { name: '批准 20 条记录' }).click()
    await expect(page.getByRole('main')).toContainText('没有等你处理的事项')
    await expectApproved(of.admin, records)
    const clicks = 1 + 2 * 2 + 1 + 1
    test.info().annotations.push({ type: 'clicks, one of them into the password', description: String(clicks) })
  })

  test('the OK ones in one step, and the NG ones stay', async ({ page, request, account }) => {
    const of = await team(request, account)
    const [ng, ...ok] = await submit(of, 4, 1)
    await signIn(page, of.approver)
    await openInbox(page, 4)
    await page.keyboard.press('b')
    await expect(dialog(page).getByLabel('登录密码')).toBeFocused()
    await page.keyboard.type(of.approver.password)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, ng!)).toBeFocused()
    await expectApproved(of.admin, ok)
  })
})

test('a record with an open signal is approved among others only when it is ticked', async ({
  page,
  request,
  account,
}) => {
  const of = await team(request, account)
  const chart = await makeChart(of.admin, Date.now() - 60_000)
  const ok = await chart.recordBy(of.inspector, '10.002')
  const signalled = await chart.recordBy(of.inspector, '10.200')
  await signIn(page, of.approver)
  await openInbox(page, 2, '?kind=approve')
  await expect(rows(page).first()).toContainText(signalled.recordNo) // it is older or not: it has a signal
  await expect(rows(page).first()).toContainText('未处理信号')
  await page.keyboard.press('b')
  await expect(dialog(page)).toContainText('1 合格 · 0 不合格 · 1 有未处理信号')
  await expect(dialog(page).getByRole('button', { name: '批准 1 条记录' })).toBeVisible()
  await dialog(page)
    .getByRole('checkbox', { name: `批准 ${signalled.recordNo}` })
    .check()
  await dialog(page).getByLabel('登录密码').fill(of.approver.password)
  await dialog(page).getByRole('button', { name: '批准 2 条记录' }).click()
  await expect(page.getByRole('main')).toContainText('没有等你处理的事项')
  await expectApproved(of.admin, [ok, signalled])

  // a jump breaks the rule of the range as well
  await openInbox(page, 2, '?kind=signal')
  await page.keyboard.press('a')
  await expect(dialog(page)).toContainText(signalled.recordNo)
  await dialog(page).getByRole('button', { name: '确认信号' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: '确认信号' })).toBeVisible()
  await expect(rows(page).filter({ hasText: signalled.recordNo }).first()).toBeFocused()
  const signals = await of.admin<{ list: Signal[] }>('GET', `/qc/signal?qcValueBaseId=${signalled.qcValueBaseId}`)
  expect(signals.list.map(({ state }) => state).toSorted()).toEqual(['acknowledged', 'open'])
})

test('one after the other by keys: the next item opens by itself, and the focus is never lost', async ({
  page,
  request,
  account,
}) => {
  const of = await team(request, account)
  const records = await submit(of, 4)
  const [first, second, third, last] = records as [RecordDetail, RecordDetail, RecordDetail, RecordDetail]
  await signIn(page, of.approver)
  await openInbox(page, 4)
  await expect(opened(page, first)).toBeVisible()
  await expect(page.getByRole('button', { name: '批准', exact: true })).toBeVisible()
  await page.keyboard.press('j')
  await expect(row(page, second)).toBeFocused()
  await watchFocus(page)
  await expect(opened(page, second)).toBeVisible()
  await page.keyboard.press('k')
  await expect(row(page, first)).toBeFocused()
  await expect(opened(page, first)).toBeVisible()
  await expect(page.getByRole('button', { name: '批准', exact: true })).toBeVisible()

  await page.keyboard.press('a')
  await expect(dialog(page).getByLabel('登录密码')).toBeFocused()
  await expect(dialog(page).getByRole('textbox', { name: '评论' })).toBeHidden()
  await page.keyboard.type(of.approver.password)
  await page.keyboard.press('Enter')
  await expect(row(page, first)).toHaveCount(0)
  await expect(row(page, second)).toBeFocused()
  await expect(opened(page, second)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: `${first.recordNo}：已批准` })).toBeVisible()

  await page.keyboard.press('x')
  await page.getByRole('textbox', { name: '原因' }).fill('重新测量')
  await dialog(page).getByLabel('登录密码').fill(of.approver.password)
  await page.keyboard.press('Enter')
  await expect(row(page, second)).toHaveCount(0)
  await expect(row(page, third)).toBeFocused()

  await expect(opened(page, third)).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('textbox', { name: '新评论' })).toBeFocused()
  await page.keyboard.type('看过了')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list').filter({ hasText: '看过了' })).toBeVisible()
  expect(await framesWithoutFocus(page)).toEqual([])

  await row(page, third).focus()
  await page.keyboard.press('o')
  await expect(page).toHaveURL(new RegExp(`/value-info/${third.qcValueBaseId}`))
  await expect(page.getByRole('heading', { level: 1, name: third.recordNo })).toBeFocused()
  await expectApproved(of.admin, [first])
  const { status } = await of.admin<RecordDetail>('GET', `/qc/value-base/${last.qcValueBaseId}`)
  expect(status).toBe('submitted')
})

test.describe('a record that somebody else changes meanwhile', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('is not approved by the key: the pane shows the change, and asks again', async ({ page, request, account }) => {
    const of = await team(request, account)
    const [record] = (await submit(of, 2)) as [RecordDetail, RecordDetail]
    await signIn(page, of.approver)
    await openInbox(page, 2)
    await expect(opened(page, record)).toBeVisible()
    await correct(of, record, '10.50')
    const notice = page.getByRole('status').filter({ hasText: '记录在你查看期间有更改' })
    await expect(notice).toBeVisible()
    await expect(page.getByRole('main').locator('.inbox-changes')).toContainText(/外径10\.00 → 10\.50/)
    await expect(page.getByRole('button', { name: '批准', exact: true })).toBeVisible() // submitted anew
    await page.keyboard.press('a')
    const seen = page.getByRole('button', { name: '已查看更改' })
    await expect(seen).toBeFocused()
    await expect(dialog(page)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(notice).toHaveCount(0)
    await page.keyboard.press('a')
    await expect(dialog(page).getByLabel('登录密码')).toBeFocused()
  })

  test('while its dialog is open, is not signed, and the pane shows the change', async ({ page, request, account }) => {
    const of = await team(request, account)
    const [record] = (await submit(of, 2)) as [RecordDetail, RecordDetail]
    await signIn(page, of.approver)
    await openInbox(page, 2)
    await expect(page.getByRole('button', { name: '批准', exact: true })).toBeVisible()
    await page.keyboard.press('a')
    await expect(dialog(page).getByLabel('登录密码')).toBeFocused()
    const corrected = await correct(of, record, '10.50')
    await page.keyboard.type(of.approver.password)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '已查看更改' })).toBeFocused()
    const after = await of.admin<RecordDetail>('GET', `/qc/value-base/${record.qcValueBaseId}`)
    expect(after).toMatchObject({ status: 'submitted', lockVersion: corrected.lockVersion, signatures: [] })
  })

  test('nor among others: none is approved, and the others can be', async ({ page, request, account }) => {
    const of = await team(request, account)
    const [record, other] = (await submit(of, 2)) as [RecordDetail, RecordDetail]
    await signIn(page, of.approver)
    await openInbox(page, 2)
    await page.keyboard.press('b')
    await expect(dialog(page)).toContainText('2 合格')
    await correct(of, record, '10.50')
    await dialog(page).getByLabel('登录密码').fill(of.approver.password)
    await dialog(page).getByRole('button', { name: '批准 2 条记录' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText(`${record.recordNo}: 记录已被他人修改`)
    const states = async () => {
      const { list } = await of.admin<{ list: RecordDetail[] }>(
        'GET',
        `/qc/value-base?templateId=${of.templateId}&status=approved`,
      )
      return list.map(({ recordNo }) => recordNo)
    }
    expect(await states()).toEqual([])
    await dialog(page).getByRole('button', { name: '批准 1 条记录' }).click()
    await expect(dialog(page)).toHaveCount(0)
    expect(await states()).toEqual([other.recordNo])
    await expect(row(page, record)).toBeVisible()
  })
})

test('the menu counts what waits, as it comes', async ({ page, request, account }) => {
  const of = await team(request, account)
  await submit(of, 1)
  await signIn(page, of.approver)
  const entry = page.getByRole('navigation').getByRole('link', { name: /^待办/ })
  await page.goto('/caliper/inbox')
  await expect(entry).toHaveText(/待办\s*1$/)
  const [record] = await submit(of, 1)
  await expect(entry).toHaveText(/待办\s*2$/)
  await page.setViewportSize({ width: 390, height: 844 })
  const atTheThumb = page.getByRole('navigation', { name: '常用' }).getByRole('link', { name: /^待办/ })
  await expect(atTheThumb).toHaveText(/待办\s*2$/)
  await expect(row(page, record!)).toBeVisible()
})

test('a record that came back waits for its inspector, who opens it', async ({ page, request, account }) => {
  const of = await team(request, account)
  const [record] = (await submit(of, 1)) as [RecordDetail]
  const { qcValueBaseId, lockVersion } = record
  const approver = await callAs(request, of.approver)
  await approver('POST', `/qc/value-base/${qcValueBaseId}/reject`, {
    lockVersion,
    reason: '重新测量',
    password: of.approver.password,
  })
  await signIn(page, of.inspectorAccount)
  await openInbox(page, 1)
  await expect(rows(page)).toContainText('退回给你')
  await expect(page.getByRole('main')).toContainText('重新测量')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(new RegExp(`/value-info/${qcValueBaseId}`))
})

for (const { name, viewport, isPhone, locale, themeMode } of looks) {
  test.describe(`the inbox, ${name}:`, () => {
    test.use({ viewport, hasTouch: isPhone })

    test('list, item, change and the approval of several are accessible', async ({ page, request, account }) => {
      test.setTimeout(120_000)
      await keepSettings(page, { locale, themeMode })
      const of = await team(request, account)
      const [ng, ok] = (await submit(of, 3, 1)) as [RecordDetail, RecordDetail, RecordDetail]
      const picture = (part: string) => page.screenshot({ path: test.info().outputPath(`${part}.png`) })
      await signIn(page, of.approver)
      await openInbox(page, 3)
      // on a phone the menu is closed, and the bar at the foot counts
      if (isPhone) await expect(page.locator('.bottom-bar [aria-current=page]')).toContainText('3')
      await expectAccessible(page)
      await picture('list')
      await row(page, ng).click()
      await expect(opened(page, ng)).toBeVisible()
      await expect(page.locator('.run-box > svg')).toBeVisible()
      await expectAccessible(page)
      await picture('item')
      if (isPhone) {
        await expect(rows(page)).toHaveCount(0)
        await page.getByRole('link', { name: /^(返回待办|Back to the inbox)$/ }).click()
        await expect(rows(page)).toHaveCount(3)
      }
      await row(page, ok).click()
      await expect(opened(page, ok)).toBeVisible()
      await correct(of, ok, '10.50')
      await expect(page.locator('.inbox-changes')).toBeVisible()
      await expectAccessible(page)
      await picture('changed')
      if (isPhone) await page.getByRole('link', { name: /^(返回待办|Back to the inbox)$/ }).click()
      await page.getByRole('button', { name: /^(批准合格的|Approve the)/ }).click()
      await expect(dialog(page).getByLabel(/登录密码|Your password/)).toBeFocused()
      await dialog(page)
        .getByText(/^(查看|Show) 2/)
        .click()
      await expectAccessible(page)
      await picture('several')
    })
  })
}

test('a record is assigned to a person who may see it, and waits in their inbox', async ({
  page,
  otherPage,
  request,
  account,
}) => {
  const of = await team(request, account)
  const [record] = (await submit(of, 1)) as [RecordDetail]
  await signIn(page, of.approver)
  await openInbox(page, 1)
  await page.getByRole('button', { name: '指派', exact: true }).click()
  const owner = dialog(page).getByRole('combobox', { name: '负责人' })
  await expect(owner).toBeFocused()
  await owner.press('Enter')
  await expect(owner).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.type(of.inspectorAccount.username)
  await page.getByRole('option', { name: of.inspectorAccount.username }).click()
  await dialog(page).getByLabel('期限').fill('2026-12-24')
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('assign.png') })
  await dialog(page).getByRole('button', { name: '指派', exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(`${of.inspectorAccount.username}，2026-12-24 前`)

  await signIn(otherPage, of.inspectorAccount)
  await otherPage.goto('/caliper/inbox')
  await expect(row(otherPage, record)).toContainText('指派给你')
  await expect(row(otherPage, record)).toContainText('12-24 到期')
  await otherPage.goto('/caliper/qc/value-base?assigned=1')
  await expect(otherPage.getByRole('row').filter({ hasText: record.recordNo })).toBeVisible()
})

test('who is mentioned in a comment finds the record in their inbox, and answers or has seen it', async ({
  page,
  otherPage,
  request,
  account,
}) => {
  const of = await team(request, account)
  const [record] = (await submit(of, 1)) as [RecordDetail]
  const { username } = of.inspectorAccount
  await signIn(page, of.approver)
  await openInbox(page, 1)
  await page.keyboard.press('c')
  const field = page.getByRole('textbox', { name: '新评论' })
  await expect(field).toBeFocused()
  await page.keyboard.type('请看 @')
  const people = page.getByRole('dialog', { name: '提到某人' })
  await expect(people.getByRole('combobox')).toBeFocused()
  await expect(people.getByRole('option').first()).toBeAttached()
  await expect(people).toBeInViewport({ ratio: 1 }) // also once it holds a list
  await page.keyboard.type(username)
  await expect(people.getByRole('option', { name: username })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(`请看 @${username} `)
  await page.keyboard.type('这个值')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('listitem').filter({ hasText: '这个值' }).locator('b').last()).toHaveText(`@${username}`)

  await signIn(otherPage, of.inspectorAccount)
  await otherPage.goto('/caliper/inbox')
  await expect(row(otherPage, record)).toContainText('评论提到你')
  await row(otherPage, record).click()
  await otherPage.getByRole('button', { name: '已阅' }).click()
  await expect(row(otherPage, record)).toHaveCount(0)
})
