import { expectAccessible } from '../support/accessible'
import { keepSettings, looks } from '../support/looks'
import { callAs, makeLine, makeTemplate, publish, type Call } from '../support/qc'
import { beSignedIn } from '../support/sign-in'
import { expect, test } from '../support/test'

const RECORDS = 12

/** A force that two machines measure in turn, and lots of 100 without a defective. */
async function measured(call: Call) {
  const { productId, code } = await makeLine(call, '轴')
  const head = { productId, code: 'WELD', name: `焊接 ${code}`, nameEn: `Weld ${code}`, stage: 'ipqc' }
  const force = { code: 'force', name: '拉力', nameEn: 'Force', type: 'numeric', decimals: 1, unit: 'N', lsl: '48' }
  const bad = { code: 'bad', name: '不良', nameEn: 'Bad', type: 'defectives', decimals: 3, usl: '0.1' }
  const templateId = await makeTemplate(
    call,
    head,
    [force, bad].map((item) => ({ ...item, spc: true, rules: [1] })),
  )
  const keys = await publish(call, templateId)
  for (let record = 0; record < RECORDS; record++) {
    const inspectedAt = new Date(Date.now() - (RECORDS - record) * 60_000).toISOString()
    const values = [
      { itemKey: keys['force'], sampleNo: 1, raw: record % 2 ? '63.2' : '60.7' },
      { itemKey: keys['bad'], sampleNo: 1, raw: '0', den: '100' },
    ]
    const body = { templateId, inspectedAt, values }
    const draft = await call<{ qcValueBaseId: number; lockVersion: number }>('POST', '/qc/value-base', body)
    await call('POST', `/qc/value-base/${draft.qcValueBaseId}/submit`, { lockVersion: draft.lockVersion })
  }
  return keys
}

// By hand: 1 − 0.05^(1/1200) = 1 − e^(−2.995732/1200) = 0.0024933.
const words = {
  zh: {
    alternates: /^相邻点一高一低交替 \(r = -0\.\d\d\)/,
    link: '按设备、班次对比',
    compare: '对比',
    none: '零缺陷',
    sentence: '12 批共检 1,200 件，未发现不合格品；不合格品率的 95 % 置信上限为 0.25 %。',
  },
  en: {
    alternates: /^Consecutive points alternate between high and low \(r = -0\.\d\d\)/,
    link: 'Compare by machine and shift',
    compare: 'Compare',
    none: 'None found',
    sentence:
      'No defective piece in 12 lots, 1,200 pieces inspected; upper 95 % confidence bound of the defective share: 0.25 %.',
  },
}

for (const { name, viewport, locale, themeMode } of looks) {
  test(`${name}: points that alternate lead to the comparison, and lots without a defective have an upper bound`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize(viewport)
    await keepSettings(page, { locale, themeMode })
    const keys = await measured(await callAs(page.request, account('admin')))
    await beSignedIn(page, account('admin'))
    const say = words[locale]
    await page.goto(`/caliper/analy?itemKey=${keys['force']}&range=7`)
    await expect(page.getByText(say.alternates)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: say.link }).click()
    await expect(page.getByRole('main').getByRole('tab', { name: say.compare, exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    )

    await page.goto(`/caliper/analy?itemKey=${keys['bad']}&range=7`)
    await expect(page.locator('.analysis-sentence')).toHaveText(`${say.none}${say.sentence}`)
    await expectAccessible(page)
  })
}
