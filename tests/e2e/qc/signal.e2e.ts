import { HOUR_MS } from '#shared/durations'
import type { Locator, Page } from '@playwright/test'
import { recordItemPath } from '#shared/qc/paths'
import type { Signal } from '#shared/qc/signal'
import { expectAccessible } from '../support/accessible'
import { holdAnswers, isCall } from '../support/held'
import { keepSettings, looks } from '../support/looks'
import { callAs, calm, makeChart, type Call } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

/** A product line of its own, whose limits are in force, with a few records that break no rule. */
async function plantOf(call: Call) {
  const begin = Date.now() - 24 * HOUR_MS
  const plant = await makeChart(call, begin)
  for (const [index, value] of calm.entries()) {
    await recordOf(plant, value, new Date(begin + (index + 1) * HOUR_MS))
  }
  return plant
}

/** A submitted record, which may break rules. */
const recordOf = ({ call, recordBy }: Awaited<ReturnType<typeof plantOf>>, raw: string, at?: Date) =>
  recordBy(call, raw, at && { inspectedAt: at.toISOString() })

const bell = (page: Page) => page.getByRole('button', { name: /^异常信号：\d+ 个未处理$/ })
const countOf = async (page: Page) => Number((await bell(page).getAttribute('aria-label'))?.match(/\d+/)?.[0])
const rowOf = (page: Page, { recordNo }: { recordNo: string }) =>
  page.getByRole('table', { name: '异常信号' }).getByRole('row').filter({ hasText: recordNo })
const dialog = (page: Page) => page.getByRole('dialog')

test.describe('what refusals and a lost network leave on the console is meant', () => {
  test.use({ expectedErrors: [/409|ERR_FAILED.*analysis.recent/] })

  test('the bell tells of a signal at once; it is acknowledged and closed, and not twice (2.7, 8)', async ({
    page,
    account,
  }) => {
    const plant = await plantOf(await callAs(page.request, account('admin')))
    await beSignedIn(page, account('admin'))
    await page.goto(`/caliper/qc/signal?product=${plant.product}`)
    await expect(bell(page)).toBeVisible()
    const before = await countOf(page)

    const record = await recordOf(plant, '10.032') // in another window, as it were
    await expect(bell(page)).toHaveAccessibleName(`异常信号：${before + 1} 个未处理`)
    await expect(page.getByRole('status').filter({ hasText: '新的异常信号：直径，1 点超出控制限' })).toHaveCount(1)
    await expect(rowOf(page, record)).toContainText('高于控制上限') // the list beneath has it as well
    await bell(page).click()
    await dialog(page)
      .getByRole('link', { name: new RegExp(record.recordNo) })
      .click()
    await expect(page).toHaveURL(/value-info\/\d+\?tab=signals/)
    const card = page.getByRole('article').filter({ hasText: '直径' })
    await expect(card).toContainText('10.0320 mm，控制限 9.9700 ～ 10.0300')
    await card.getByRole('button', { name: /^确认/ }).click()
    await dialog(page).getByRole('textbox', { name: '说明' }).fill('在查')
    await dialog(page).getByRole('button', { name: '确认信号' }).click()
    await expect(card).toContainText('已确认')
    await expect(card).toContainText('在查')
    await expect(bell(page)).toHaveAccessibleName(`异常信号：${before} 个未处理`)

    await page.goto(`/caliper/qc/signal?product=${plant.product}`)
    await rowOf(page, record).getByRole('button', { name: /^关闭/ }).click()
    await expect(dialog(page)).toContainText(`直径 · 轴径 ${plant.product} · ${record.recordNo}`) // no other is meant
    await dialog(page).getByRole('button', { name: '关闭信号' }).click() // without saying why
    await expect(dialog(page).getByRole('combobox', { name: '原因' })).toHaveAttribute('aria-invalid', 'true')
    await dialog(page).getByRole('combobox', { name: '原因' }).selectOption({ label: '刀具或模具磨损' })
    await dialog(page).getByRole('combobox', { name: '措施' }).selectOption({ label: '更换刀具或零件' })
    const [signal] = (await plant.call<{ list: Signal[] }>('GET', `/qc/signal?itemKey=${plant.itemKey}`)).list
    const { signalId, lockVersion } = signal!
    const closing = { lockVersion, causeCode: 'typing', actionCode: 'adjust' }
    await plant.call('POST', `/qc/signal/${signalId}/close`, closing) // somebody else was faster
    await dialog(page).getByRole('button', { name: '关闭信号' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('信号已关闭，不能这样做')
    await dialog(page).getByRole('button', { name: '关闭' }).last().click()
    await expect(rowOf(page, record)).toBeHidden() // there is nothing left to be done about it
    await page.getByRole('main').getByRole('combobox', { name: '状态' }).selectOption('全部状态')
    await expect(rowOf(page, record)).toContainText('录入错误')
    await expect(rowOf(page, record).getByRole('button')).toHaveCount(0)
  })

  for (const [when, isHeld] of [
    ['and its answer comes', false],
    ['and the live feed tells of it before its answer', true], // its button is gone already
  ] as const) {
    test(`a signal of a record is acknowledged by keyboard, ${when}: the focus stays on the page, and it is told`, async ({
      page,
      account,
    }) => {
      const plant = await plantOf(await callAs(page.request, account('admin')))
      const { qcValueBaseId } = await recordOf(plant, '10.032')
      await beSignedIn(page, account('admin'))
      await page.goto(`/caliper/qc/value-info/${qcValueBaseId}?tab=signals`)
      const card = page.getByRole('article').filter({ hasText: '直径' })
      await card.getByRole('button', { name: /^确认/ }).press('Enter')
      await expect(dialog(page).getByRole('textbox', { name: '说明' })).toBeFocused()
      const answers = isHeld ? await holdAnswers(page, isCall('POST', '/acknowledge')) : undefined
      await dialog(page).getByRole('button', { name: '确认信号' }).press('Enter')
      if (answers) {
        await expect(card).toContainText('已确认')
        await answers.release()
      }
      await expect(dialog(page)).toHaveCount(0)
      await expect(card).toContainText('已确认')
      await expect(card.getByRole('button', { name: /^确认/ })).toHaveCount(0)
      await expect(page.locator('main :focus')).toHaveCount(1)
      await expect(page.getByRole('status').filter({ hasText: '已确认 1 个信号' })).toHaveCount(1)
    })
  }

  test('before it is submitted, the inspector reads which rule the value would break (7.4)', async ({
    page,
    account,
  }) => {
    const { templateId } = await plantOf(await callAs(page.request, account('admin')))
    await beSignedIn(page, account('inspector'))
    await page.goto('/caliper/qc/value-base')
    await page.getByRole('main').getByRole('button', { name: '新建记录' }).first().click()
    await dialog(page).getByRole('combobox', { name: '质检模板' }).selectOption(String(templateId))
    await dialog(page).getByRole('button', { name: '开始检验' }).click()
    const cell = page.getByRole('textbox', { name: '直径', exact: true })
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '直径' }) })
    await expect(row.getByRole('img', { name: /最近 3 点，范围 9\.9970 ～ 10\.0040；正在录入 -/ })).toBeVisible()
    await cell.fill('10.02')
    await expect(row.getByRole('img', { name: /正在录入 10\.0200/ })).toBeVisible()
    await expect(row.getByRole('status')).toHaveText('')
    await cell.fill('10.035')
    await expect(row.getByRole('status')).toHaveText('该值将违反 Nelson 1')

    await page.route(/analysis\/recent/, (route) => route.abort()) // the device has kept what it read last
    await page.reload()
    await cell.fill('9.96')
    await expect(row.getByRole('status')).toHaveText('该值将违反 Nelson 1, 与前一个值之差的控制限')
  })
})

test('in English the controls of a signal name its item in English, its record and its rule, and no two are alike', async ({
  page,
  account,
}) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  const { recordNo, qcValueBaseId } = await recordOf(plant, '10.05') // beyond the limits, and far from the last one
  await keepSettings(page, { locale: 'en' })
  await beSignedIn(page, account('admin'))
  const names = [
    `Diameter ${recordNo}, One point beyond the limits, Nelson 1`,
    `Diameter ${recordNo}, Too far from the previous value, Nelson 1`,
  ]
  await page.goto(`/caliper/qc/signal?product=${plant.product}`)
  for (const name of names) {
    await expect(page.getByRole('checkbox', { name: `Select ${name}`, exact: true })).toHaveCount(1)
    await expect(page.getByRole('button', { name: `Acknowledge ${name}`, exact: true })).toHaveCount(1)
  }
  await page.goto(`/caliper/qc/value-info/${qcValueBaseId}?tab=signals`)
  for (const name of names) {
    await expect(page.getByRole('button', { name: `Close ${name}`, exact: true })).toHaveCount(1)
  }
})

test('the engine shows that it is right: all cases, one method, and none that is missed', async ({ page, account }) => {
  await beSignedIn(page, account('admin'))
  await page.goto('/caliper/qc/selfcheck')
  await expect(page.getByText('全部通过')).toBeVisible()
  const method = page.getByRole('listitem').filter({ hasText: '箱线图' })
  await expect(method).toContainText('通过') // told before its cases are opened
  await expect(page.getByRole('table')).toHaveCount(0)
  await method.getByText('箱线图').click()
  await expect(method.getByRole('table')).toContainText('地震震级')
  await expect(method.getByRole('table')).toContainText('R datasets package')
  await page.getByRole('combobox', { name: '方法' }).selectOption('Laney p′ 图')
  const table = page.getByRole('table', { name: 'Laney p′ 图' })
  await expect(table.getByRole('rowgroup')).toHaveCount(2) // the head, and the one case
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 CSV' }).click()
  expect((await saving).suggestedFilename()).toBe('统计引擎自检.csv')
  await page.getByRole('switch', { name: '只看未通过的' }).click()
  await expect(page.getByText('没有未通过的用例')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a signal is a card of three lines: its buttons beside the item, and its sentence last', async ({
    page,
    account,
  }) => {
    const plant = await plantOf(await callAs(page.request, account('admin')))
    await recordOf(plant, '10.032')
    await beSignedIn(page, account('admin'))
    await page.goto(`/caliper/qc/signal?product=${plant.product}`)
    const card = page.locator('.row-card').first()
    const box = async (part: Locator) => (await part.boundingBox())!
    await expect(card).toBeVisible()
    expect((await box(card)).y).toBeLessThanOrEqual(844 / 3)
    const [acknowledge, close] = await Promise.all([/^确认/, /^关闭/].map((name) => box(card.getByRole('button', { name })))) // prettier-ignore
    expect(acknowledge!.y).toBe(close!.y)
    const sentence = await box(card.getByText('高于控制上限'))
    const facts = await box(card.locator('.row-card-facts'))
    expect(sentence.y + sentence.height).toBeLessThanOrEqual(facts.y + facts.height + 1)
    expect(facts.height).toBeLessThanOrEqual(50)
  })

  for (const width of [390, 320]) {
    test(`at ${width} px in English a card has the whole name of its item beside or above its buttons`, async ({
      page,
      account,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      await keepSettings(page, { locale: 'en' })
      const plant = await plantOf(await callAs(page.request, account('admin')))
      await recordOf(plant, '10.032')
      await beSignedIn(page, account('admin'))
      await page.goto(`/caliper/qc/signal?product=${plant.product}`)
      const card = page.locator('.row-card').first()
      await expect(card.getByRole('button', { name: /^Acknowledge/ })).toBeVisible()
      expect(await card.locator('b').evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0)
      const [name, buttons] = await Promise.all([card.locator('b a').first(), card.locator('.signal-actions')].map((part) => part.boundingBox())) // prettier-ignore
      expect(name!.x + name!.width <= buttons!.x || name!.y + name!.height <= buttons!.y + 1).toBe(true)
    })
  }
})

test('the bell and the dashboard have their words without those of the pages of quality control', async ({
  page,
  account,
}) => {
  const plant = await plantOf(await callAs(page.request, account('admin')))
  await recordOf(plant, '10.032')
  await beSignedIn(page, account('admin'))
  /** Texts and styles of all pages of quality control that this page has fetched. */
  const fetched = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => name.match(/\/qc-\w+\.\w+$/) ?? []),
    )

  await page.goto('/admin/sys-role')
  await bell(page).click()
  await expect(dialog(page)).toContainText('1 点超出控制限 · Nelson 1')
  await expect(dialog(page).getByRole('link', { name: '全部未处理信号' })).toBeVisible()
  await expect(bell(page).locator('.bar-button-count')).toHaveCSS('position', 'absolute')
  expect(await fetched()).toEqual([])

  await page.goto('/dashboard')
  await expect(page.getByText(/^Nelson 1：\d{4}-\d\d-\d\d /)).toBeVisible()
  await expect(bell(page)).toBeVisible()
  expect(await fetched()).toEqual([])
})

for (const { name, viewport, ...settings } of looks) {
  test.describe(name, () => {
    test.use({ viewport })
    test('signals, their dialog, and the chart of a record that breaks rules are accessible', async ({
      page,
      account,
    }) => {
      const plant = await plantOf(await callAs(page.request, account('admin')))
      const { qcValueBaseId } = await recordOf(plant, '10.032')
      await keepSettings(page, settings)
      await beSignedIn(page, account('admin'))
      await page.goto(`/caliper/qc/signal?product=${plant.product}`)
      await expect(page.getByRole('button', { name: /^(异常信号：|Signals: )/ })).toBeVisible()
      await expectAccessible(page)
      await page
        .getByRole('button', { name: /^(关闭|Close) (直径|Diameter)/ })
        .first()
        .click()
      await expect(dialog(page)).toBeVisible()
      await expectAccessible(page)
      await page.goto(recordItemPath(qcValueBaseId, plant.itemKey))
      await expect(page.getByRole('link', { name: /Nelson 1/ })).toBeVisible()
      await expectAccessible(page)
    })
  })
}
