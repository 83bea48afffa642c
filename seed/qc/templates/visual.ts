import { itemsOf } from '../items'
import { inShift, onlyVersion, type TemplatePlan } from '../template-plan'

const code = 'P-VIS'
const { counted } = itemsOf(code)
const SHARE = 0.02
/** E9: the standard deviation of the logarithm of the share between days, since another supplier's foil arrived. */
const BETWEEN_DAYS = 0.5
export const VARIED_FROM = 226
/** The causes of defective pieces, and their shares. */
const causes = { scratch: 0.4, dent: 0.25, stain: 0.2, pinhole: 0.15 } as const
type Cause = keyof typeof causes
/** The possible numbers of cells per day, mostly large. */
const sizes = [80, 125, 315, 800, 1250, 1250, 1600, 1600, 2000, 2000, 2000] as const

const defect = (named: [Cause, string, string], usl: string) =>
  counted(named, 'defects', { usl, decimals: 4, severity: 'minor', chart: 'u' })

export const visual: TemplatePlan = {
  product: 'pouch',
  code,
  name: '外观检验',
  nameEn: 'Visual inspection',
  stage: 'oqc',
  signLevels: 1,
  isLotRequired: false,
  remark: '每天一次，当日全部电芯',
  versions: onlyVersion([
    counted(['defectives', '外观不良品', 'Defective cells'], 'defectives', {
      decimals: 4,
      usl: '0.06',
      warnHigh: '0.045',
      chart: 'p',
    }),
    defect(['scratch', '划痕', 'Scratches'], '0.04'),
    defect(['dent', '凹坑', 'Dents'], '0.03'),
    defect(['stain', '污渍', 'Stains'], '0.03'),
    defect(['pinhole', '针孔', 'Pinholes'], '0.03'),
  ]),
  slots: () => [inShift(0.75)],
  machines: [],
  operators: ['hanxue', 'zhouqiang'],
  isRetested: false,
  model(random) {
    return ({ day }) => {
      const isPerforated = day === 133 || day === 134 // E8
      const size = isPerforated ? 1250 : random.pick(sizes)
      const between = day >= VARIED_FROM ? BETWEEN_DAYS : 0
      const share = SHARE * Math.exp(between * random.normal() - between ** 2 / 2)
      const usual = random.binomial(size, share)
      const found: Record<Cause, number> = { scratch: 0, dent: 0, stain: 0, pinhole: 0 }
      for (let piece = 0; piece < usual; piece++) found[causeOf(random.next())]++
      const extra = isPerforated ? random.binomial(size, 3 * SHARE) : 0
      found.pinhole += extra
      // some pieces have two defects of a kind
      for (const cause of Object.keys(found) as Cause[]) found[cause] += random.binomial(found[cause], 0.06)
      return {
        defectives: { count: usual + extra, size },
        scratch: { count: found.scratch, size },
        dent: { count: found.dent, size },
        stain: { count: found.stain, size },
        pinhole: { count: found.pinhole, size },
      }
    }
  },
}

function causeOf(chance: number): Cause {
  let upTo = 0
  for (const [cause, share] of Object.entries(causes) as [Cause, number][]) {
    upTo += share
    if (chance < upTo) return cause
  }
  return 'pinhole'
}
