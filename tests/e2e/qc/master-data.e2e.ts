import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { apiOf, newUser, uniqueKey } from '../support/api'
import { keepSettings } from '../support/looks'
import { callAs, makeLine, makeTemplate, publish } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const dialog = (page: Page) => page.getByRole('dialog').first()
const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody').getByRole('row')

async function chooseFromMenu(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `${name} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test.describe('', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('a product line with shifts is made, a gauge of it and a lot; what is in use stays, what is deleted comes back', async ({
    page,
    account,
  }) => {
    await beSignedIn(page, account('admin'))
    const code = uniqueKey()
    const name = `产线 ${code}`
    await page.goto(`/caliper/product?keyword=${code}`)
    await page.getByRole('button', { name: '新建产品线' }).first().click()
    await dialog(page).getByLabel('产品线名称').fill(name)
    await dialog(page).getByLabel('编码').fill('C 21')
    await dialog(page).getByLabel('时区').fill('Asia/Nowhere')
    const shift = (number: number) => dialog(page).getByRole('group', { name: `班次 ${number}`, exact: true })
    for (const [index, [shiftName, from, to]] of [
      ['早班', '8:00', '16:00'],
      ['夜班', '15:00', '08:00'],
    ].entries()) {
      await dialog(page).getByRole('button', { name: '添加班次' }).click()
      await shift(index + 1)
        .getByLabel('编码')
        .fill(`S${index}`)
      await shift(index + 1)
        .getByLabel('名称', { exact: true })
        .fill(shiftName!)
      await shift(index + 1)
        .getByLabel('开始')
        .fill(from!)
      await shift(index + 1)
        .getByLabel('结束')
        .fill(to!)
    }
    await dialog(page).getByRole('button', { name: '创建产品线' }).click()
    await expect(dialog(page).getByLabel('编码').first()).toHaveAccessibleDescription(/小写字母开头/)
    await expect(dialog(page).getByLabel('编码').first()).toBeFocused()
    await dialog(page).getByLabel('编码').first().fill(code)
    await expect(dialog(page).getByLabel('时区')).toHaveAccessibleDescription(/未知时区/)
    await dialog(page).getByLabel('时区').fill('Asia/Shanghai')
    await expect(shift(2).getByLabel('开始')).toHaveAccessibleDescription(/重叠/)
    await expectAccessible(page)
    await shift(2).getByLabel('开始').fill('16:00')
    await dialog(page).getByRole('button', { name: '创建产品线' }).click()
    await expect(rows(page, '产品线')).toContainText('早班 08:00–16:00夜班 16:00–08:00')

    await page.goto(`/caliper/equipment?product=${code}`)
    await page.getByRole('button', { name: '新建设备' }).first().click()
    await dialog(page).getByLabel('设备名称').fill(`千分尺 ${code}`)
    await dialog(page).getByLabel('编码').fill(code.slice(0, 30))
    await dialog(page).getByRole('combobox', { name: '类型' }).selectOption('量具')
    await dialog(page).getByLabel('分辨力').fill('0.001')
    await dialog(page).getByLabel('校准有效期至').fill('2020-01-31')
    await expect(dialog(page).getByRole('combobox', { name: '产品线' }).locator('option:checked')).toHaveText(name)
    await dialog(page).getByRole('button', { name: '创建设备' }).click()
    const gauge = rows(page, '设备与量具')
    await expect(gauge.locator('.tag-warn')).toHaveText('校准已过期')
    await chooseFromMenu(page, `千分尺 ${code}`, '删除')
    await expect(gauge.locator('.tag-warn')).toHaveCount(0)
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(gauge.locator('.tag-warn')).toHaveText('校准已过期')

    await page.goto(`/caliper/lot?product=${code}`)
    await page.getByRole('button', { name: '新建批次' }).first().click()
    await dialog(page).getByLabel('批号').fill('B-1107')
    await dialog(page).getByLabel('数量').fill('许多')
    await dialog(page).getByRole('button', { name: '创建批次' }).click()
    await expect(dialog(page).getByLabel('数量')).toHaveAccessibleDescription(/数字/)
    await dialog(page).getByLabel('数量').fill('1500')
    await dialog(page).getByRole('button', { name: '创建批次' }).click()
    const lot = rows(page, '批次')
    await expect(lot.locator('.tag-info')).toHaveText('可用')
    await chooseFromMenu(page, 'B-1107', '冻结批次')
    await dialog(page).getByRole('textbox').fill('来料外观待复查')
    await dialog(page).getByRole('button', { name: '冻结', exact: true }).click()
    await expect(lot.locator('.tag-warn')).toHaveText('冻结')
    await lot.getByRole('checkbox').check()
    await page.getByRole('button', { name: '打印 1 张标签' }).click()
    await expect(dialog(page).getByRole('img', { name: 'B-1107 的标签' })).toBeVisible()
    await dialog(page).getByRole('button', { name: '取消' }).click()

    await page.goto(`/caliper/product?keyword=${code}`)
    await chooseFromMenu(page, name, '删除')
    await expect(page.getByText(`产品线“${name}”还有 1 个批次，不能删除。可改为停用`)).toBeVisible()
  })
})

test('on a phone, in English: equipment is searched for by what it belongs to, and found by its code', async ({
  page,
  account,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await keepSettings(page, { locale: 'en', themeMode: 'dark' })
  const api = apiOf(page.request, await beSignedIn(page, account('admin')))
  const code = uniqueKey()
  const product = { code, name: '产线', nameEn: `Line ${code}`, tz: 'Asia/Shanghai' }
  const { data: productId } = await api.call<number>('POST', '/qc/product', product)
  for (const number of [1, 2]) {
    const machine = { productId, code: `${code.slice(-20)}-${number}`, name: '机台', nameEn: `Coater ${number}` }
    await api.call('POST', '/qc/equipment', { ...machine, kind: 'machine' })
  }
  const lines = Promise.withResolvers<void>()
  await page.route('**/qc/product/option-select', (route) => lines.promise.then(() => route.continue()))
  await page.goto(`/caliper/equipment?product=${code}`)
  await expect(page.getByText('Coater 1')).toBeVisible()
  await page.getByRole('button', { name: 'New equipment' }).first().click()
  lines.resolve() // the form does not begin without the line of the list, however late it comes
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Probe')
  await dialog(page)
    .getByLabel('Code')
    .fill(`${code.slice(-20)}-3`)
  await dialog(page).getByRole('combobox', { name: 'Belongs to' }).click()
  const search = page.getByRole('combobox', { name: 'Search' })
  await expect(page.getByRole('listbox').getByRole('option', { name: /Coater/ })).toHaveCount(2)
  await expectAccessible(page)
  await search.fill(`${code.slice(-20)}-2`)
  await search.press('Enter') // as a scanner does, before the answer is there
  await expect(dialog(page).getByRole('combobox', { name: 'Belongs to' })).toHaveText(/Coater 2/)
  await dialog(page).getByRole('button', { name: 'Create equipment' }).click()
  await expect(page.locator('.row-card').filter({ hasText: 'Probe' })).toContainText(/Belongs to\s*Coater 2/)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test.describe('the key of an instrument', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('is made by a quality engineer, sends a measurement by the call that stands there to be copied, and is revoked (qc-domain 6)', async ({
    page,
    request,
    account,
  }) => {
    const call = await callAs(request, account('admin'))
    const { productId, code } = await makeLine(call)
    const items = [
      { code: 'od', name: '外径', type: 'numeric', decimals: 3, sampleSize: 2, lsl: '24.900', usl: '25.100' },
      { code: 'leak', name: '气密', type: 'boolean' },
    ]
    const head = { productId, code: 'OD', name: '外径巡检', stage: 'ipqc' }
    await publish(call, await makeTemplate(call, head, items))
    await beSignedIn(page, { username: 'linxiaowen', password: 'caliper-demo' })
    await page.goto(`/caliper/equipment?product=${code}`)
    await page.getByRole('button', { name: '仪器密钥' }).click()
    const keys = dialog(page)
    await keys.getByRole('button', { name: '新建密钥' }).click()
    await expect(keys.getByLabel('仪器名称')).toHaveAccessibleDescription(/必填/)
    await keys.getByLabel('仪器名称').fill('测厚仪 1 号')
    await keys.getByLabel('账号').fill('nobody')
    await keys.getByRole('combobox', { name: '产品线' }).selectOption({ label: `轴 ${code}` })
    await keys.getByRole('button', { name: '新建密钥' }).click()
    await expect(keys.getByLabel('账号')).toHaveAccessibleDescription(/没有这个用户/)
    await expectAccessible(page, '[role=dialog]')
    await keys.getByLabel('账号').fill('inspector')
    await keys.getByRole('button', { name: '新建密钥' }).click()
    const key = await keys.getByRole('textbox', { name: '密钥' }).inputValue()
    expect(key).toMatch(/^cik_[\w-]{43}$/)
    const example = await keys.getByLabel('示例调用').inputValue()
    await expectAccessible(page, '[role=dialog]')

    // as a shell would
    const [, url, data] = /^curl -X POST (\S+) [^]* -d '([^']*)'$/.exec(example)!
    const headers = Object.fromEntries(
      [...example.matchAll(/-H '([\w-]+): ([^']*)'/g)].map(([, name, value]) => [name, value]),
    )
    expect(headers).toEqual({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' })
    const send = async () => (await request.post(url!, { headers, data })).json()
    const sent = await send()
    expect(sent.data).toMatchObject([{ outcome: 'made', status: 'submitted', judgement: 'OK' }])

    await keys.getByRole('button', { name: '我已保存' }).click()
    const row = keys.getByRole('listitem').filter({ hasText: '测厚仪 1 号' })
    await expect(row).toContainText('账号 inspector')
    await row.getByRole('button', { name: '作废密钥 测厚仪 1 号' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '作废密钥' }).click()
    await expect(row.getByText('已作废')).toBeVisible()
    expect((await send()).code).toBe(401)
    await page.goto(`/caliper/qc/value-base?product=${code}`)
    await expect(page.getByText(sent.data[0].recordNo)).toBeVisible()
  })
})

test('whoever may change lots puts one on hold, and says why (S70)', async ({ page, account }) => {
  const { code, productId } = await makeLine(await callAs(page.request, account('admin')))
  const { call } = apiOf(page.request, await beSignedIn(page, account('admin')))
  const { data: lotId } = await call<number>('POST', '/qc/lot', { productId, lotNo: code })
  type Entry = { menuId: number; permission: string; children?: Entry[] }
  const all = (entries: Entry[]): Entry[] => entries.flatMap((entry) => [entry, ...all(entry.children ?? [])])
  const wanted = ['qc:lot:list', 'qc:lot:edit', 'qc:record:list']
  const entries = all((await call<Entry[]>('GET', '/menu')).data!).filter(({ permission }) =>
    wanted.includes(permission),
  )
  const roleName = `lots ${code}`
  await call('POST', '/role', { roleName, roleKey: code, roleSort: 900, menuIds: entries.map(({ menuId }) => menuId) })
  const operator = await newUser(page.request, await beSignedIn(page, account('admin')), roleName)

  await beSignedIn(page, operator)
  await page.goto(`/caliper/lot?keyword=${code}`)
  await chooseFromMenu(page, code, '冻结批次')
  await dialog(page).getByLabel('原因').fill('尺寸超差')
  await dialog(page).getByRole('button', { name: '冻结', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: `批次 ${code} 已冻结` })).toBeVisible()
  expect((await call<{ status: string }>('GET', `/qc/lot/${lotId}`)).data!.status).toBe('hold')
})
