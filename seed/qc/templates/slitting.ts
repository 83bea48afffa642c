import { itemsOf, looks } from '../items'
import { gaugeKind } from '../plant'
import { daytimes, onlyVersion, pieces, type TemplatePlan } from '../template-plan'

const code = 'C21-SLIT'
const { numeric, choice } = itemsOf(code)
const burr = { mean: 5, between: 0.04, within: 0.4 }
/** E2: the wear per record, in standard deviations of a piece. */
const WEAR = 0.12
const KNIFE_DAYS = 20
const LATE_FROM = 220
/** The day of the overdue knife change. */
const LATE_UNTIL = 228

export const slitting: TemplatePlan = {
  product: 'c21',
  code,
  name: '分切毛刺巡检',
  nameEn: 'Slitting, burr',
  stage: 'ipqc',
  signLevels: 1,
  isLotRequired: false,
  remark: '每天 2 次；每 20 天换刀',
  versions: onlyVersion([
    numeric(['burr', '毛刺高度', 'Burr height'], {
      unit: 'μm',
      decimals: 2,
      usl: '8.00',
      warnHigh: '7.60',
      plausHigh: '30',
      sampleSize: 3,
      severity: 'critical',
      gaugeKind: gaugeKind('G-SCOPE'),
      instruction: '毛刺可刺穿隔膜：超限立即停机 Burrs pierce the separator: stop at once above the limit',
    }),
    choice(
      ['edge', '边缘状态', 'Edge'],
      looks(['整齐', 'Clean'], ['轻微掉粉', 'Slight shedding'], ['掉粉或裂边', 'Shedding or torn']),
    ),
  ]),
  slots: () => daytimes(2, 0.3),
  machines: ['S1'],
  operators: ['inspector', 'zhengkai', 'fengjuan'],
  isRetested: true,
  model(random) {
    let worn = 0
    let lastDay = 0
    return ({ day }) => {
      const isDue = (on: number) => lastDay < on && day >= on
      const changes = [LATE_UNTIL, ...Array.from({ length: 15 }, (_, index) => (index + 1) * KNIFE_DAYS)]
      if (changes.some((on) => on !== LATE_FROM && isDue(on))) worn = 0
      lastDay = day
      const edge = random.next()
      return {
        burr: pieces(random, burr, 3, worn++ * WEAR * burr.within),
        edge: edge < 0.975 ? 'ok' : edge < 0.997 ? 'slight' : 'bad',
      }
    }
  },
}
