import { itemsOf } from '../items'
import { gaugeKind } from '../plant'
import { daytimes, onlyVersion, pieces, type TemplatePlan } from '../template-plan'

const code = 'P-KV'
const { numeric } = itemsOf(code)
const k = { mean: 0.04, between: 0, within: 0.01 }
const USL = 0.077
/** E14: no measurements on this day; each of the four days before has one more. */
export const DAY_WITHOUT = 126
/** E15: from this day on some cells are a little above the limit, and one operator conceals it. */
const FLATTERING_FROM = 200
export const FLATTERER = 'zhaogang'
const SHARE_ABOVE = 0.08

export const kValue: TemplatePlan = {
  product: 'pouch',
  code,
  name: 'K 值检验',
  nameEn: 'K value, OCV drop',
  stage: 'fqc',
  signLevels: 1,
  isLotRequired: true,
  remark: '每天 4 只',
  versions: onlyVersion([
    numeric(['k', 'K 值', 'K value'], {
      unit: 'mV/h',
      decimals: 3,
      usl: String(USL),
      plausible: ['-1', '1'],
      severity: 'critical',
      gaugeKind: gaugeKind('G-OCV'),
      instruction: '两次 OCV 之差除以间隔小时 Drop between two readings, by the hours between them',
    }),
  ]),
  slots(day) {
    if (day === DAY_WITHOUT) return []
    const isMadeGood = day < DAY_WITHOUT && day >= DAY_WITHOUT - 4
    return daytimes(isMadeGood ? 5 : 4, 0.8)
  },
  machines: [],
  operators: [FLATTERER, 'sunlihua'],
  operatorOf: (_, random) => (random.happens(0.5) ? FLATTERER : 'sunlihua'),
  isRetested: true,
  model(random) {
    return ({ day, operator }) => {
      const [measured] = pieces(random, k, 1)
      const isAbove = random.happens(SHARE_ABOVE)
      const above = USL + 0.0006 + random.next() * 0.006
      if (day < FLATTERING_FROM) return { k: measured! }
      const truth = isAbove ? above : measured!
      return { k: operator === FLATTERER && truth > USL ? USL - random.whole(0, 2) / 1000 : truth }
    }
  },
}
