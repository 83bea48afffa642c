import type { Page } from '@playwright/test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordDetail } from '#shared/qc/record/schema'
import { expectAccessible } from '../support/accessible'
import { allAnswered } from '../support/answered'
import { keepSettings, looks } from '../support/looks'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { signIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** Of the demo accounts. */
const password = 'caliper-demo'
const person = (username: string) => ({ username, password })

const items = [{ code: 'od', name: '外径', type: 'numeric', decimals: 2, lsl: '9', usl: '11' }]

/** Submitted records that wait for an approval. */
async function submitted(engineer: Call, inspector: Call, count: number): Promise<RecordDetail[]> {
  const { productId } = await makeLine(engineer)
  const head = { productId, code: 'SIGN', name: '轴径', stage: 'ipqc', signLevels: 1 }
  const templateId = await makeTemplate(engineer, head, items)
  const { od: itemKey } = await publish(engineer, templateId)
  const records: RecordDetail[] = []
  for (let made = 0; made < count; made++) {
    const values = [{ itemKey, sampleNo: 1, raw: '10.00' }]
    const { qcValueBaseId, lockVersion } = await inspector<RecordDetail>('POST', '/qc/value-base', {
      templateId,
      values,
    })
    records.push(await inspector<RecordDetail>('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion }))
  }
  return records
}

/** Everything that the browser keeps of the page's origin. */
const keptByBrowser = (page: Page) =>
  page.evaluate(async () => {
    const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie, location.href]
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name!)
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(opening.error))
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll()
          reading.addEventListener('success', () => resolve(reading.result))
          reading.addEventListener('error', () => reject(reading.error))
        })
        kept.push(JSON.stringify(rows))
      }
      database.close()
    }
    return kept.join('\n')
  })

const dialog = (page: Page) => page.getByRole('dialog')

test.describe('the sign dialogs', () => {
  test.use({ expectedErrors: [/400 \(Bad Request\)/] })

  test('a password typed into the comment is refused there, and stored nowhere (S12, S73)', async ({
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
    const engineer = await callAs(request, person('linxiaowen'), url)
    const [record] = await submitted(engineer, await callAs(request, person('inspector'), url), 1)

    // that of the demo stands in its settings, for the sign-in page
    const secret = 'a secret of the approver 7731'
    const login = await request.post(`${url}/api/v1/login`, { data: person('approver') })
    const { token }: { token: string } = await login.json()
    const headers = { authorization: `Bearer ${token}` }
    const change = { oldPassword: password, newPassword: secret }
    expect((await request.put(`${url}/api/v1/user/pwd/set`, { headers, data: change })).ok()).toBe(true)

    await page.goto(`${url}/login`)
    await signIn(page, { username: 'approver', password: secret })
    await page.goto(`${url}/caliper/qc/value-info/${record!.qcValueBaseId}`)
    await page.getByRole('main').getByRole('button', { name: '批准', exact: true }).click()
    await expect(dialog(page).getByLabel('登录密码')).toBeFocused()
    const comment = dialog(page).getByRole('textbox', { name: '评论' })
    await expect(comment).toBeHidden()
    await page.keyboard.type(secret)
    await dialog(page).getByText('添加评论').click()
    await comment.fill(`看过了 ${secret}`)
    await dialog(page).getByRole('button', { name: '批准' }).click()
    await expect(dialog(page)).toContainText('文字中包含你的登录密码')
    await expect(comment).toBeFocused()
    expect(await keptByBrowser(page)).not.toContain(secret)
    await comment.fill('看过了')
    await dialog(page).getByRole('button', { name: '批准' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await allAnswered(page)
    const kept = await keptByBrowser(page)
    expect(kept).toContain('Admin-Token') // the browser's own storage was read
    expect(kept).not.toContain(secret)

    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
    const holding = (text: string) => files.filter((path) => readFileSync(path).includes(text))
    expect(holding('看过了').length).toBeGreaterThan(0)
    expect(holding(secret)).toEqual([])
  })

  test('in a series one password signs several records; when it is over, the dialog asks again (S73)', async ({
    page,
    request,
    account,
  }) => {
    const login = await request.post('/api/v1/login', { data: account('admin') })
    const { token }: { token: string } = await login.json()
    async function setSeries(configValue: string) {
      const data = [{ configKey: 'qc_signatureSeries', configValue }]
      const headers = { authorization: `Bearer ${token}` }
      expect((await request.put('/api/v1/set-config', { headers, data })).ok()).toBe(true)
    }
    const engineer = await callAs(request, person('linxiaowen'))
    const records = await submitted(engineer, await callAs(request, account('inspector')), 2)
    await setSeries('5')
    try {
      await signIn(page, account('approver'))
      const ask = async ({ qcValueBaseId }: RecordDetail) => {
        await page.goto(`/caliper/qc/value-info/${qcValueBaseId}`)
        await page.getByRole('main').getByRole('button', { name: '批准', exact: true }).click()
      }
      const sign = dialog(page).getByRole('button', { name: '批准' })
      const field = dialog(page).getByLabel('登录密码')
      await ask(records[0]!)
      await field.fill(account('approver').password)
      await sign.click()
      await expect(dialog(page)).toHaveCount(0)

      await ask(records[1]!)
      await expect(dialog(page)).toContainText('此前输入的密码在')
      await expect(field).toHaveCount(0)
      await expectAccessible(page)
      await setSeries('')
      await sign.click()
      await expect(field).toBeFocused()
      await expect(field).toHaveAccessibleDescription(/密码/)
      await field.fill(account('approver').password)
      await sign.click()
      await expect(dialog(page)).toHaveCount(0)
      await expect(page.getByRole('main')).toContainText('已批准')
    } finally {
      await setSeries('')
    }
  })
})

test.describe('a record that somebody else approves meanwhile', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('leaves the dialog open with what was written, says who was quicker, and signs nothing', async ({
    page,
    request,
    account,
  }) => {
    const engineer = await callAs(request, person('linxiaowen'))
    const [record] = await submitted(engineer, await callAs(request, account('inspector')), 1)
    const { qcValueBaseId, lockVersion } = record!
    await signIn(page, account('approver'))
    await page.goto(`/caliper/qc/value-info/${qcValueBaseId}`)
    await page.getByRole('main').getByRole('button', { name: '批准', exact: true }).click()
    await dialog(page).getByLabel('登录密码').fill(password)
    await dialog(page).getByText('添加评论').click()
    const comment = dialog(page).getByRole('textbox', { name: '评论' })
    await comment.fill('看过了')
    const admin = await callAs(request, account('admin'))
    await admin('POST', `/qc/value-base/${qcValueBaseId}/approve`, { lockVersion, password })
    await dialog(page).getByRole('button', { name: '批准' }).click()
    const told = dialog(page)
      .getByRole('alert')
      .filter({ hasText: /管理员.*已在此期间签名：批准/ })
    await expect(told).toBeFocused()
    await expect(comment).toHaveValue('看过了')
    await expect(dialog(page).getByRole('button', { name: '批准' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: record!.recordNo })).toBeFocused()
  })
})

for (const { name, viewport, locale, themeMode } of looks) {
  test(`signing ${name}: the password has the focus, and the comment is folded, for one record and for several`, async ({
    page,
    request,
    account,
  }) => {
    await page.setViewportSize(viewport)
    await keepSettings(page, { locale, themeMode })
    const engineer = await callAs(request, person('linxiaowen'))
    const records = await submitted(engineer, await callAs(request, account('inspector')), 2)
    const [record] = records
    const words = {
      zh: { approve: '批准', password: '登录密码', fold: '添加评论', comment: '评论', several: /批准 2 条记录/ },
      en: {
        approve: 'Approve',
        password: 'Your password',
        fold: 'Add a comment',
        comment: 'Comment',
        several: /Approve 2/,
      },
    }[locale]
    await signIn(page, account('approver'))

    async function expectReady() {
      const field = dialog(page).getByLabel(words.password)
      await expect(field).toBeFocused()
      const comment = dialog(page).getByRole('textbox', { name: words.comment })
      await expect(comment).toBeHidden()
      await expectAccessible(page)
      await dialog(page).getByText(words.fold).click()
      await expect(comment).toBeVisible()
      await expectAccessible(page)
      await page.screenshot({ path: test.info().outputPath('sign.png') })
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }

    await page.goto(`/caliper/qc/value-info/${record!.qcValueBaseId}`)
    await page.getByRole('main').getByRole('button', { name: words.approve, exact: true }).click()
    await expectReady()
    await page.goto(`/caliper/qc/value-base?product=${record!.product}`)
    for (const { recordNo } of records) {
      const box = page.getByRole('checkbox', { name: recordNo })
      await box.check()
      await expect(box).toBeChecked()
    }
    await page.getByRole('button', { name: words.several }).click()
    await expectReady()
  })
}
