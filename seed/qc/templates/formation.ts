import { itemsOf } from '../items'
import { gaugeKind } from '../plant'
import { inShift, onlyVersion, pieces, type TemplatePlan } from '../template-plan'

const code = 'C21-FORM'
const { numeric } = itemsOf(code)
const ocv = { mean: 3.65, between: 0.0002, within: 0.002 }
const ir = { mean: 18, between: 0.02, within: 0.25 }
const capacity = { mean: 5, between: 0.001, within: 0.02 }

export const formation: TemplatePlan = {
  product: 'c21',
  code,
  name: '化成检验',
  nameEn: 'Formation: OCV, IR, capacity',
  stage: 'fqc',
  signLevels: 2,
  isLotRequired: true,
  remark: '每天一次，抽 8 只',
  versions: onlyVersion([
    numeric(['ocv', '开路电压', 'Open-circuit voltage'], {
      unit: 'V',
      decimals: 4,
      limits: ['3.6400', null, '3.6500', null, '3.6600'],
      plausible: ['2', '5'],
      sampleSize: 8,
      gaugeKind: gaugeKind('G-OCV'),
    }),
    numeric(['ir', '交流内阻', 'AC resistance'], {
      unit: 'mΩ',
      decimals: 2,
      limits: ['16.80', null, '18.00', null, '19.20'],
      sampleSize: 8,
      gaugeKind: gaugeKind('G-OCV'),
    }),
    numeric(['capacity', '容量', 'Capacity'], {
      unit: 'Ah',
      decimals: 3,
      limits: ['4.940', null, '5.000', null, '5.060'],
      sampleSize: 8,
      severity: 'critical',
      gaugeKind: gaugeKind('G-CYC'),
    }),
  ]),
  slots: () => [inShift(0.6)],
  machines: [],
  operators: ['sunlihua', 'zhengkai', 'inspector'],
  isRetested: false,
  model(random) {
    return ({ day }) => {
      const drift = day >= 60 && day <= 110 ? (day - 59) * 0.03 * ir.within : 0 // E16
      const isImproved = day >= 240 // E11
      return {
        ocv: pieces(random, ocv, 8),
        ir: pieces(random, ir, 8, drift),
        capacity: pieces(random, { ...capacity, within: capacity.within * (isImproved ? 0.65 : 1) }, 8),
      }
    }
  },
}
