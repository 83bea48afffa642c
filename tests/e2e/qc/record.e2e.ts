import type { Page } from '@playwright/test'
import { DAY_MS } from '#shared/durations'
import { recordItemPath } from '#shared/qc/paths'
import type { RecordDetail } from '#shared/qc/record/schema'
import { expectAccessible } from '../support/accessible'
import { newUser } from '../support/api'
import { button, byHand, cell, dialog, items, open, paste, plantOf, recordBy, row } from '../support/foil'
import { holdAnswers, isCall } from '../support/held'
import { keepSettings, looks } from '../support/looks'
import { callAs, type Call } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** All that the browser keeps of drafts, as text. */
const keptDrafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('caliper-drafts')
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(JSON.stringify(reading.result))
          })
        })
      }),
  )

test('an inspector enters a record by keyboard and paste, is told the verdict while typing, and submits it (7.3, 7.4)', async ({
  page,
  account,
}) => {
  const { product, templateId } = await plantOf(await callAs(page.request, account('admin')))
  await beSignedIn(page, account('inspector'))
  await page.goto('/caliper/qc/value-base')
  await button(page, '新建记录').first().click()
  await dialog(page).getByRole('combobox', { name: '质检模板' }).selectOption(String(templateId))
  await dialog(page).getByRole('button', { name: '开始检验' }).click()
  await expect(cell(page, 1)).toBeFocused() // what is done next

  await button(page, '提交').click() // what is missing is marked, and the first of it is gone to
  await expect(page.getByRole('button', { name: /^有必检项目未填写.*：厚度 样本 1$/ })).toBeVisible()
  for (const sample of [1, 2, 3]) await expect(cell(page, sample)).toHaveAttribute('aria-invalid', 'true')
  await expect(row(page, '外观').getByRole('group')).toHaveAccessibleDescription('请填写，或注明未检原因')
  await expect(cell(page, 1)).toBeFocused()

  await page.keyboard.type('10,07') // a decimal comma
  await expect(cell(page, 1)).toHaveAccessibleDescription('警告')
  await cell(page, 2).focus()
  await expect(cell(page, 1)).toHaveValue('10.07')
  for (const [typed, fault] of [
    ['1,234', /^逗号可能是千分位/],
    ['10 20', /^请输入数字/],
  ] as const) {
    await cell(page, 1).fill('')
    await page.keyboard.type(typed) // is read as if it were pasted
    await expect(cell(page, 1)).toHaveAccessibleDescription(fault)
    await cell(page, 2).focus()
    await expect(cell(page, 1)).toHaveValue(typed)
  }
  await cell(page, 1).fill('')
  await page.keyboard.type('100.71\n10.03\n10.04\n') // without a look at the screen
  await expect(cell(page, 1)).toHaveValue('100.71')
  await expect(cell(page, 2)).toHaveValue('10.03')
  await expect(cell(page, 3)).toHaveValue('10.04')
  const question = row(page, '厚度').getByRole('alert').filter({ hasText: '确认是 100.71？' })
  await expect(question.getByRole('button', { name: '是，保留' })).toBeVisible() // nobody has said so
  await question.getByRole('button', { name: '修改' }).click()
  await expect(cell(page, 1)).toBeFocused()
  await page.keyboard.type('10.07\n')
  await expect(question).toHaveCount(0)
  await expect(cell(page, 2)).toBeFocused()
  await cell(page, 3).fill('10.041') // more digits than the item has
  await button(page, '提交').click()
  await expect(cell(page, 3)).toBeFocused()
  await button(page, '有检测值填写不正确：厚度 样本 3').click()
  await expect(cell(page, 3)).toBeFocused()
  await cell(page, 2).focus()
  await paste(page, '10.00\r\n10.02\r\n裂纹\r\n')
  await expect(cell(page, 2)).toHaveValue('10.00')
  await expect(cell(page, 3)).toHaveValue('10.02')
  await expect(row(page, '平均值')).toContainText('10.030')
  await expect(row(page, '外观').getByRole('button', { name: '裂纹' })).toHaveAttribute('aria-pressed', 'true')
  await expect(row(page, '外观')).toContainText('不合格')
  await page.getByRole('textbox', { name: '裂纹位置' }).fill('边缘') // asked only now

  await expect.poll(() => keptDrafts(page)).toContain('边缘')
  await page.reload() // it lies on this device
  await expect(cell(page, 3)).toHaveValue('10.02')
  await button(page, '提交').click()
  await expect(button(page, '不合格的记录须填写备注')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '备注' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: '备注' })).toHaveAttribute('aria-invalid', 'true')
  await row(page, '外观').getByRole('button', { name: '良好' }).click()
  await expect(page.getByRole('textbox', { name: '裂纹位置' })).toHaveCount(0)
  await button(page, '提交').click()
  await expect(page).toHaveURL(/value-info\/\d+$/)
  const tabs = page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab')
  await expect(tabs).toHaveCount(4) // the record has taken the place of its draft
  await expect(page.getByRole('listitem').filter({ hasText: '待批准' })).toHaveAttribute('aria-current', 'step')
  await expect(row(page, '厚度')).toContainText('10.07')

  await page.getByRole('link', { name: '返回质检记录' }).click()
  const listed = page
    .getByRole('table', { name: '质检记录' })
    .getByRole('link', { name: new RegExp(`^${product}-`, 'i') })
  await expect(listed).toHaveCount(1)
  await button(page, '待我处理').click()
  await expect(page).toHaveURL(/waiting=1/)
  await expect(listed).toHaveCount(0) // it waits for somebody else
})

test('a record is rejected, corrected with a reason, approved by password, and tells of it on the screen and printed (5.2, 5.3, 7.5)', async ({
  page,
  otherPage,
  account,
}) => {
  const admin = await callAs(page.request, account('admin'))
  const plant = await plantOf(admin)
  const inspector = await callAs(page.request, account('inspector'))
  const record = await recordBy(inspector, plant, ['10.00', '10.20', '10.01'])
  const { password } = account('admin')

  await beSignedIn(page, account('admin'))
  await open(page, record)
  await button(page, '驳回').click()
  await dialog(page).getByRole('button', { name: '驳回' }).click()
  await expect(dialog(page).getByLabel('登录密码')).toBeFocused()
  await dialog(page).getByRole('textbox', { name: '原因' }).fill('第 2 个值像是抄错了')
  await dialog(page).getByLabel('登录密码').fill(password)
  await dialog(page).getByRole('button', { name: '驳回' }).click()
  await expect(dialog(page)).toHaveCount(0)

  await beSignedIn(otherPage, account('inspector'))
  await open(otherPage, record)
  await expect(otherPage.getByRole('status').filter({ hasText: '驳回了此记录：第 2 个值像是抄错了' })).toBeVisible()
  await cell(otherPage, 2).fill('10.02')
  await button(otherPage, '提交').click()
  await dialog(otherPage).getByRole('combobox', { name: '原因' }).selectOption('typing')
  await dialog(otherPage).getByRole('button', { name: '提交' }).click()
  await expect(row(otherPage, '厚度').getByRole('deletion')).toHaveText('10.20')
  await button(otherPage, '厚度 样本 2 的更正').click()
  await expect(dialog(otherPage)).toContainText('录入错误')

  await page.reload()
  await button(page, '批准').click()
  await expect(dialog(page)).toContainText('1 个值') // and not the mean that follows from it
  await dialog(page).getByLabel('登录密码').fill(password)
  await dialog(page).getByRole('button', { name: '批准' }).click()
  await page.getByRole('tab', { name: '签名' }).click()
  await expect(page.getByRole('tabpanel', { name: /签名/ }).getByText('有效', { exact: true })).toHaveCount(1)
  await expect(page.getByText('已被取代', { exact: true })).toBeVisible()

  await button(page, '打印').click()
  const sheet = dialog(page)
  await expect(sheet).toContainText(/10\.20 → 10\.02 ?录入错误/)
  await expect(sheet).toContainText(/审计锚点 \d+:[0-9a-f]{64}/)
  await expect(sheet.getByRole('row').filter({ hasText: '厚度' })).toContainText('警戒 ≥ 9.95, ≤ 10.05')
  await expect(sheet).toContainText(/FOIL.*检验阶段.*编制.*提交时间/)
  await expect(byHand(page)).toHaveText(['编制']) // the approval is signed by password
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#root')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await page.getByRole('tab', { name: '检测值' }).click()
  await page.getByRole('link', { name: '厚度' }).click()
  await expect(page.getByRole('group', { name: '前后记录的均值' }).getByRole('link')).toHaveCount(1)
  await expect(page.getByRole('table', { name: '样本' }).getByRole('row')).toHaveCount(4)
})

test('a value that a correction removed is struck through on the screen and printed, also of an item now hidden (5.3, 7.5)', async ({
  page,
  account,
}) => {
  const words = { code: 'words', name: '说明', nameEn: 'Words', type: 'text', required: 'never', severity: 'info' }
  const plant = await plantOf(await callAs(page.request, account('admin')), [...items, words])
  const inspector = await callAs(page.request, account('inspector'))
  const [thickness, look, where, note] = ['thickness', 'look', 'where', 'words'].map((code) => plant.keys[code])
  const value = (itemKey: string | undefined, raw: string, sampleNo = 1) => ({ itemKey, sampleNo, raw })
  const measured = ['10.00', '10.01', '10.02'].map((raw, index) => value(thickness, raw, index + 1))
  const values = [...measured, value(look, 'crack'), value(where, '边缘'), value(note, '换卷后')]
  const advance = (action: string, { qcValueBaseId, lockVersion }: RecordDetail) =>
    inspector<RecordDetail>('POST', `/qc/value-base/${qcValueBaseId}/${action}`, { lockVersion })
  const submitted = await advance('submit', await recordBy(inspector, plant, [], true, { values }))
  const { qcValueBaseId, lockVersion } = await advance('withdraw', submitted)
  const change = { lockVersion, reasonCode: 'typing', values: [...measured, value(look, 'ok')] }
  const changed = await inspector<RecordDetail>('PUT', `/qc/value-base/${qcValueBaseId}`, change)
  const record = await advance('submit', changed)

  await beSignedIn(page, account('admin'))
  await open(page, record)
  await expect(row(page, '裂纹位置').getByRole('deletion')).toHaveText('边缘')
  await expect(row(page, '说明').getByRole('deletion')).toHaveText('换卷后')
  await button(page, '裂纹位置 的更正').click()
  await expect(dialog(page)).toContainText('录入错误')
  await page.keyboard.press('Escape')
  await button(page, '批准').click()
  await expect(dialog(page)).toContainText('3 个值')
  await page.keyboard.press('Escape')
  await button(page, '打印').click()
  await expect(dialog(page).getByRole('row').filter({ hasText: '裂纹位置' })).toContainText('边缘 → -')
  await expect(dialog(page).getByRole('row').filter({ hasText: '说明' })).toContainText('换卷后 → -')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '说明' }).click()
  await expect(
    page.getByRole('table', { name: '样本' }).getByRole('deletion').filter({ hasText: '换卷后' }),
  ).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(
    page.getByRole('list', { name: '样本' }).getByRole('deletion').filter({ hasText: '换卷后' }),
  ).toBeVisible()
})

test('a record that was submitted once is voided only by who may void it, with the password once it was approved (5.1)', async ({
  page,
  otherPage,
  account,
}) => {
  const admin = await callAs(page.request, account('admin'))
  const inspector = await callAs(page.request, account('inspector'))
  const plant = await plantOf(admin)
  const advance = (call: Call, action: string, { qcValueBaseId, lockVersion }: RecordDetail, more: object = {}) =>
    call<RecordDetail>('POST', `/qc/value-base/${qcValueBaseId}/${action}`, { lockVersion, ...more })
  const own = await recordBy(inspector, plant, ['10.00', '10.01', '10.02'], true)
  const submitted = await recordBy(inspector, plant, ['10.00', '10.01', '10.02'])
  const { password } = account('admin')
  const approved = await advance(admin, 'approve', submitted, { password })
  const reopened = await advance(admin, 'reopen', approved, { password, reason: '批次填错' })

  await beSignedIn(page, account('inspector'))
  await open(page, own)
  await button(page, '更多').click()
  await expect(page.getByRole('menuitem', { name: '作废' })).toBeVisible()
  await page.keyboard.press('Escape')
  await open(page, reopened)
  await expect(button(page, '提交')).toBeVisible()
  await expect(button(page, '更多')).toHaveCount(0)

  await beSignedIn(otherPage, account('admin'))
  await open(otherPage, reopened)
  await button(otherPage, '更多').click()
  await otherPage.getByRole('menuitem', { name: '作废' }).click()
  await dialog(otherPage).getByRole('textbox', { name: '原因' }).fill('取样错误')
  await dialog(otherPage).getByLabel('登录密码').fill(password)
  await dialog(otherPage).getByRole('button', { name: '作废' }).click()
  await expect(dialog(otherPage)).toHaveCount(0)
  await expect(otherPage.getByRole('main').getByText('已作废').first()).toBeVisible()
})

test('the page of a record whose inspector has left says who may submit it, and they do (5.1)', async ({
  page,
  otherPage,
  account,
}) => {
  const token = await beSignedIn(page, account('admin'))
  const admin = await callAs(page.request, account('admin'))
  const plant = await plantOf(admin)
  const { list } = await admin<{ list: { deptId: number }[] }>('GET', '/sys-user?username=approver')
  const place = { deptId: list[0]!.deptId }
  const leaver = await newUser(page.request, token, '检验员', place)
  const approver = await newUser(page.request, token, '批准人', place)
  const record = await recordBy(await callAs(page.request, leaver), plant, ['10.00', '10.01', '10.02'])
  const { qcValueBaseId, lockVersion } = record
  const { password } = account('admin')
  await admin('POST', `/qc/value-base/${qcValueBaseId}/reject`, { lockVersion, password, reason: '请核对' })
  const main = page.getByRole('main')
  await open(page, record)
  await expect(main.getByText(`待 ${record.operatorName} 提交`)).toBeVisible()
  await expect(button(page, '提交')).toHaveCount(0)

  await admin('PUT', '/user/status', { userId: leaver.userId, status: '1' })
  const who = `${record.operatorName} 的账号已停用：有修改和提交记录权限的人均可提交`
  await beSignedIn(otherPage, approver) // who may neither edit nor submit
  await open(otherPage, record)
  await expect(otherPage.getByRole('main').getByText(who)).toBeVisible()
  await expect(button(otherPage, '提交')).toHaveCount(0)

  await page.reload()
  await expect(main.getByText(who)).toBeVisible()
  await button(page, '提交').click()
  await expect(main.getByText('不能复核或批准自己录入、修改或提交过的记录')).toBeVisible()
  await expect(main.getByText(who)).toHaveCount(0)
})

test('by keyboard: after submitting and withdrawing, the focus is at the title of the record, and the outcome is told', async ({
  page,
  account,
}) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  const inspector = await callAs(page.request, account('inspector'))
  const draft = await recordBy(inspector, plant, ['10.00', '10.02', '10.01'], true)
  await beSignedIn(page, account('inspector'))
  await open(page, draft)
  for (const [action, outcome, next] of [
    ['提交', '已提交', '撤回'],
    ['撤回', '已撤回', '提交'],
  ] as const) {
    await button(page, action).press('Enter')
    await expect(button(page, next)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: outcome })).toHaveCount(1)
  }
})

test('a comment that is added is told', async ({ page, account }) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  const record = await recordBy(await callAs(page.request, account('inspector')), plant, ['10.00', '10.02', '10.01'])
  await beSignedIn(page, account('admin'))
  await open(page, record, '?tab=comments')
  await page.getByRole('textbox', { name: '新评论' }).fill('看过了')
  await button(page, '发表评论').press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '已评论' })).toHaveCount(1)
  await expect(button(page, '发表评论')).toBeFocused()
})

test.describe('a correction that the network does not take', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('keeps its reason until it is sent, also through a reload (5.2)', async ({ page, context, account }) => {
    const admin = await callAs(page.request, account('admin'))
    const record = await recordBy(await callAs(page.request, account('inspector')), await plantOf(admin), [
      '10.00',
      '10.20',
      '10.01',
    ])
    const { qcValueBaseId, lockVersion } = record
    const rejection = { lockVersion, reason: '第 2 个值像是抄错了', password: account('admin').password }
    await admin('POST', `/qc/value-base/${qcValueBaseId}/reject`, rejection)
    const code = dialog(page).getByRole('combobox', { name: '原因' })
    const text = dialog(page).getByRole('textbox', { name: '说明' })
    const expectReason = async () => {
      await button(page, '提交').click()
      await expect(code).toHaveValue('typing')
      await expect(text).toHaveValue('与纸面记录核对')
    }

    await beSignedIn(page, account('inspector'))
    await open(page, record)
    await cell(page, 2).fill('10.02')
    await button(page, '提交').click()
    await code.selectOption('typing')
    await text.fill('与纸面记录核对')
    await context.setOffline(true)
    await dialog(page).getByRole('button', { name: '提交' }).click()
    await expect(page.getByText(/更改已保存在本机/)).toBeVisible()
    await context.setOffline(false)
    await expectReason()
    await dialog(page).getByRole('button', { name: '取消' }).click()
    page.once('dialog', (leaving) => leaving.accept())
    await page.reload()
    await expectReason()
    await dialog(page).getByRole('button', { name: '提交' }).click()
    await expect(row(page, '厚度').getByRole('deletion')).toHaveText('10.20')
  })
})

test('the field of a value that is measured after all has the focus (ux §12.5)', async ({ page, account }) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  const record = await recordBy(await callAs(page.request, account('inspector')), plant, [], true)
  await beSignedIn(page, account('inspector'))
  await open(page, record)
  await button(page, '厚度 未检').click()
  await page.getByRole('menuitem').first().click()
  for (const [sample, key] of ['Delete', 'Backspace', 'Space'].entries()) {
    await button(page, new RegExp(`^厚度 样本 ${sample + 1}`)).press(key)
    await expect(cell(page, sample + 1)).toBeFocused()
    await page.keyboard.type('10')
    await expect(cell(page, sample + 1)).toHaveValue('10')
  }
})

const databaseWritesNothing = (page: Page) =>
  page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The window is gone.', 'AbortError')
    }
  })

test('a reload while a record is being saved finds it saved, and names nobody else', async ({ page, account }) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  const inspector = await callAs(page.request, account('inspector'))
  const record = await recordBy(inspector, plant, ['10.00', '10.01', '10.02'], true)
  await beSignedIn(page, account('inspector'))
  await open(page, record)
  await cell(page, 1).fill('9.99')
  const answers = await holdAnswers(page, isCall('PUT', `/qc/value-base/${record.qcValueBaseId}`))
  await button(page, '保存').click()
  await answers.asked()
  await databaseWritesNothing(page) // as when a window is gone before its turn has come
  await cell(page, 2).fill('10.04') // after it was sent
  page.once('dialog', (leaving) => leaving.accept())
  await page.reload()
  await expect(cell(page, 1)).toHaveValue('9.99')
  await expect(cell(page, 2)).toHaveValue('10.04')
  await expect(page.getByText('这条记录已被他人修改')).toHaveCount(0)
  await answers.release()
  await button(page, '保存').click()
  await expect(button(page, '保存')).toBeDisabled()
  await expect(dialog(page)).toHaveCount(0)
})

test('both ends of the run chart of an item have their date, unless all its records are of today', async ({
  page,
  account,
}) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  const inspector = await callAs(page.request, account('inspector'))
  const open = async ({ qcValueBaseId }: RecordDetail) => {
    await page.goto(recordItemPath(qcValueBaseId, plant.keys['thickness']!))
    return page.locator('.run-time')
  }
  await beSignedIn(page, account('inspector'))
  const today = await recordBy(inspector, plant, ['10.00', '10.01', '10.02'])
  await expect(await open(today)).toHaveText([/^\d\d:\d\d$/])
  const inspectedAt = new Date(Date.now() - 2 * DAY_MS).toISOString()
  await recordBy(inspector, plant, ['10.00', '10.01', '10.02'], false, { inspectedAt })
  const dated = /^(\d{4}-)?\d\d-\d\d \d\d:\d\d$/
  await expect(await open(today)).toHaveText([dated, dated])
})

test.describe('', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('two windows that change one record are shown side by side, and what is chosen is kept', async ({
    page,
    account,
  }) => {
    const plant = await plantOf(await callAs(page.request, account('admin')))
    const inspector = await callAs(page.request, account('inspector'))
    const record = await recordBy(inspector, plant, ['10.00', '10.01', '10.02'], true)
    await beSignedIn(page, account('inspector'))
    await open(page, record)
    await cell(page, 1).fill('9.99')
    const { lockVersion, qcValueBaseId, values } = record
    const theirs = values
      .filter(({ itemKey }) => itemKey !== plant.keys['mean'])
      .map(({ itemKey, sampleNo, raw }) => ({ itemKey, sampleNo, raw: sampleNo === 3 ? '10.03' : raw }))
    await inspector('PUT', `/qc/value-base/${qcValueBaseId}`, { lockVersion, values: theirs })

    await button(page, '保存').click()
    await expect(dialog(page)).toHaveAccessibleName('两个版本')
    await expect(dialog(page).getByRole('radio', { name: '厚度 样本 1: 我的 9.99' })).toBeChecked()
    await expect(dialog(page).getByRole('radio', { name: '厚度 样本 3: 他人的 10.03' })).toBeChecked()
    await dialog(page).getByRole('button', { name: '用所选的继续' }).click()
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await button(page, '保存').click()
    await saved
    await expect(button(page, '保存')).toBeDisabled()
    const kept = await inspector<RecordDetail>('GET', `/qc/value-base/${qcValueBaseId}`)
    expect(kept.values.filter(({ itemKey }) => itemKey === plant.keys['thickness']).map(({ raw }) => raw)).toEqual([
      '9.99',
      '10.01',
      '10.03',
    ])
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

    test('two versions of an item with a long name are shown in full, each value in one line (ux §12.7)', async ({
      page,
      account,
    }) => {
      const name = 'Outer ring raceway roundness and taper (left side)'
      const plant = await plantOf(await callAs(page.request, account('admin')), [
        { ...items[0]!, name },
        ...items.slice(1),
      ])
      const inspector = await callAs(page.request, account('inspector'))
      const record = await recordBy(inspector, plant, ['10.00', '10.01', '10.02'], true)
      await beSignedIn(page, account('inspector'))
      await open(page, record)
      await page.getByRole('textbox', { name: `${name} 样本 1`, exact: true }).fill('9.99')
      const { lockVersion, qcValueBaseId, values } = record
      const theirs = values
        .filter(({ itemKey }) => itemKey !== plant.keys['mean'])
        .map(({ itemKey, sampleNo, raw }) => ({ itemKey, sampleNo, raw: sampleNo === 3 ? '10.03' : raw }))
      await inspector('PUT', `/qc/value-base/${qcValueBaseId}`, { lockVersion, values: theirs })
      await button(page, '保存').click()
      const table = dialog(page).getByRole('table', { name: '两个版本' })
      await expect(table.getByText('10.03')).toBeVisible()
      const shown = await table.evaluate((element) => {
        const { scrollWidth, clientWidth } = element.parentElement!
        const choices = [...element.querySelectorAll('.conflict-choice')]
        return { beyond: scrollWidth - clientWidth, tallest: Math.max(...choices.map((one) => one.clientHeight)) }
      })
      expect(shown.beyond).toBe(0)
      expect(shown.tallest).toBeLessThanOrEqual(44)
    })
  })
})

for (const { themeMode, locale, viewport, name } of looks) {
  test.describe(name, () => {
    test.use({ viewport })

    test('axe finds nothing on the list, a record, its item and what is signed, and nothing reaches sideways', async ({
      page,
      account,
    }) => {
      const plant = await plantOf(await callAs(page.request, account('admin')))
      const inspector = await callAs(page.request, account('inspector'))
      const draft = await recordBy(inspector, plant, ['10.00', '10.30'], true)
      const submitted = await recordBy(inspector, plant, ['10.00', '10.30', '10.07'])
      await keepSettings(page, { themeMode, locale })
      await beSignedIn(page, account('admin'))
      const item = `/caliper/qc/value-item-info?qcValueBaseId=${submitted.qcValueBaseId}&itemKey=${plant.keys['thickness']}`
      const pages = [
        '/caliper/qc/value-base',
        `/caliper/qc/value-info/${draft.qcValueBaseId}`,
        item,
        `/caliper/qc/value-info/${submitted.qcValueBaseId}`,
      ]
      for (const path of pages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText(submitted.recordNo).or(page.getByText(draft.recordNo)).first()).toBeVisible()
        await expectAccessible(page)
        const pane = page.locator('.page-pane:not([aria-hidden])')
        expect(await pane.evaluate((box) => box.scrollWidth - box.clientWidth), path).toBeLessThanOrEqual(0)
      }
      await page.getByRole('button', { name: /^(批准|Approve)$/ }).click()
      await expect(page.getByLabel(/^(登录密码|Your password)/)).toBeVisible()
      await expectAccessible(page)
    })
  })
}
