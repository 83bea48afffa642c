import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { indexText } from '#shared/spc/capability/terms'
import { normalQuantile } from '#shared/spc/distribution/normal'
import { expectAccessible } from '../support/accessible'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const RECORDS = 12
const PIECES = 4
const places = (count: number) => Array.from({ length: count }, (_, index) => index)
const scores = places(RECORDS * PIECES).map((index) => normalQuantile((index + 0.5) / (RECORDS * PIECES)))
/** Pairs about the middle, so that all records have the same mean. */
const even = (record: number) =>
  [record, record + RECORDS].flatMap((index) => [scores[index]!, scores[scores.length - 1 - index]!])

/**
 * Three characteristics, each judged by another index; their texts have three decimals. The figures are those of another
 * program (Python, sample deviations, pooled by degrees of freedom and c4(37) 0.99308, lognormal by maximum likelihood).
 */
const items = [
  // worn: each record 0.05 above the one before. s 0.2009, σ 0.1147: Cpk 1.57, Ppk 0.90, p 0.61
  {
    code: 'burr',
    name: '毛刺',
    limits: { lsl: '4.460', usl: '5.540' },
    values: (record: number) => even(record).map((z) => 5 + 0.1 * z + 0.05 * (record - (RECORDS - 1) / 2)),
    index: 'Ppk 0.90',
  },
  // in every record all of the spread: s 0.0997, σ 0.1147: Cpk 1.16, Ppk 1.34, p 1.00
  {
    code: 'foil',
    name: '箔材',
    limits: { lsl: '4.600', usl: '5.400' },
    values: (record: number) => even(record).map((z) => 5 + 0.1 * z),
    index: 'Cpk 1.16',
  },
  // skewed, an upper limit alone: x50 1.000, x99.865 4.394: Cpk 1.95, Ppk 2.21, by percentiles 1.18, p 0.005
  {
    code: 'leak',
    name: '漏率',
    limits: { usl: '5.000' },
    values: (record: number) => even(record).map((z) => Math.exp(0.5 * z)),
    index: '百分位法 Ppk 1.18',
  },
] as const

async function plantOf(call: Call) {
  const line = await makeLine(call, '轴')
  const head = { productId: line.productId, code: 'CAP', name: '能力', nameEn: 'Capability', stage: 'ipqc' }
  const templateId = await makeTemplate(
    call,
    head,
    items.map(({ code, name, limits }) => {
      const measured = { type: 'numeric', unit: 'mm', decimals: 3, sampleSize: PIECES, spc: true, rules: [1] }
      return { code, name, nameEn: code, ...measured, ...limits }
    }),
  )
  const keys = await publish(call, templateId)
  for (const record of places(RECORDS)) {
    const inspectedAt = new Date(Date.now() - (RECORDS - record) * 60_000).toISOString()
    const values = items.flatMap(({ code, values }) =>
      values(record).map((value, piece) => ({ itemKey: keys[code], sampleNo: piece + 1, raw: value.toFixed(3) })),
    )
    const body = { templateId, inspectedAt, values, remark: '试制' }
    const { qcValueBaseId, lockVersion } = await call<{ qcValueBaseId: number; lockVersion: number }>(
      'POST',
      '/qc/value-base',
      body,
    )
    await call('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion })
  }
  return { ...line, keys }
}

/** The last column but one and the last of a sheet: which index, and its value. */
async function inSheet(page: Page): Promise<string[]> {
  await page.getByRole('main').getByRole('button', { name: '导出', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const text = (await readFile(await (await download).path())).toString().replace(/^\uFEFF/, '')
  const [header, ...rows] = text
    .trim()
    .split('\r\n')
    .map((row) => row.split(','))
  expect(header!.slice(-2)).toEqual(['判定指数', '判定指数值'])
  expect(rows).toHaveLength(RECORDS * PIECES)
  return [...new Set(rows.map((row) => `${row.at(-2)} ${indexText(Number(row.at(-1)))}`))]
}

test('one index of each characteristic, by name and figure: in verdict, tab, print, sheet, wall and tile', async ({
  page,
  account,
}) => {
  const call = await callAs(page.request, account('admin'))
  const { code: product, keys } = await plantOf(call)
  await beSignedIn(page, account('admin'))
  for (const { code, index } of items) {
    await test.step(`${code}: ${index}`, async () => {
      await page.goto(`/caliper/analy?itemKey=${keys[code]}&range=30`)
      await expect(page.locator('.analysis-sentence')).toContainText(index)
      await page.getByRole('main').getByRole('tab', { name: '过程能力', exact: true }).click()
      await expect(page.getByText(`判定依据：${index} (`)).toBeVisible()
      await expectAccessible(page)
      expect(await inSheet(page)).toEqual([index])
      await page.getByRole('main').getByRole('button', { name: '导出', exact: true }).click()
      await page.getByRole('menuitem', { name: '打印' }).click()
      const paper = page.getByRole('dialog', { name: '打印' })
      await expect(paper.locator('.analysis-print-verdict')).toContainText(index)
      await expect(paper.getByText(`判定依据：${index} (`)).toBeVisible()
      await page.keyboard.press('Escape')
    })
  }

  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(`/caliper/bigscreen?product=${product}&kiosk=1`)
  for (const { name, index } of items) {
    const cell = page.locator('.wall-cell').filter({ hasText: name })
    const [figure] = /-?\d.*$/.exec(index)!
    await expect(cell.locator('.wall-cell-name')).toContainText(index.slice(0, -figure.length).trim())
    await expect(cell.locator('.wall-cpk')).toContainText(figure)
  }
  const tile = page.locator('.wall-tile').filter({ hasText: '毛刺' })
  await expect(tile.getByRole('heading')).toHaveText('最低 Ppk')
  await expect(tile.locator('.wall-figure')).toContainText('0.90')
  await expectAccessible(page)
})
