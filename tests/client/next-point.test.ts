import { expect, test } from 'bun:test'
import type { RecentItem } from '#shared/qc/record/recent'
import { previewNextPoint } from '../../client/pages/qc/record/grid/next-point'

/** The rules that an entered value would break are those that the server will find (qc-domain §2.3). */
const limits = { centre: 10, sigma: 0.01, rules: ['1'], figures: {}, validFrom: '2026-05-15T12:00:00.000Z' } as const
const point = { at: '2026-05-20T11:00:00.000Z', n: 1, value: 10.026, range: null, deviation: null }

test.each<[chart: 'imr' | 'xbar-r' | 'xbar-s', broken: object[]]>([
  ['imr', [{ track: 'dispersion', rule: '1' }]],
  ['xbar-r', []],
  ['xbar-s', []],
])('after one value, another 5.2 σ from it breaks of %s limits: %j', (chart, broken) => {
  const recent: RecentItem = { itemKey: 'x', points: [point], limits: { chart, ...limits, rules: [...limits.rules] } }
  const sample = { sampleNo: 1, judgement: 'OK', value: 9.974, raw: '9.974', isPlausible: true } as const
  const entered = { item: { type: 'numeric', sampleSize: 1 }, values: [], outcome: { samples: [sample] } } as const
  const preview = previewNextPoint(recent, { ...entered, outcome: { samples: [sample] } })
  expect(preview.broken).toEqual(broken as typeof preview.broken)
})
