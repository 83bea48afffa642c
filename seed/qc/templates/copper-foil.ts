import { itemsOf, looks } from '../items'
import { gaugeKind } from '../plant'
import { inShift, onlyVersion, pieces, type TemplatePlan } from '../template-plan'

const code = 'C21-IQC-CU'
const { numeric, counted, choice } = itemsOf(code)
/** The number of days with a new lot, out of 25. */
const LOTS_IN_25_DAYS = 13

const thickness = { mean: 6, between: 0.01, within: 0.08 }
const tensile = { mean: 345, between: 1.2, within: 8.5 }
const density = { mean: 54, between: 0.05, within: 0.34 }

export const copperFoil: TemplatePlan = {
  product: 'c21',
  code,
  name: '铜箔来料检验',
  nameEn: 'Copper foil, incoming',
  stage: 'iqc',
  signLevels: 2,
  isLotRequired: true,
  remark: '每批一次',
  versions: onlyVersion([
    numeric(['thickness', '厚度', 'Thickness'], {
      unit: 'μm',
      decimals: 2,
      limits: ['5.60', '5.68', '6.00', '6.32', '6.40'],
      plausible: ['3', '12'],
      sampleSize: 5,
      severity: 'critical',
      gaugeKind: gaugeKind('G-MIC'),
      instruction: '沿幅宽等距取 5 点 Five points across the web',
    }),
    numeric(['tensile', '抗拉强度', 'Tensile strength'], {
      unit: 'MPa',
      decimals: 1,
      lsl: '300',
      sampleSize: 3,
      gaugeKind: gaugeKind('G-TENS'),
    }),
    numeric(['density', '面密度', 'Areal density'], {
      unit: 'g/m²',
      decimals: 2,
      limits: ['52.50', null, '54.00', null, '55.50'],
      sampleSize: 3,
      gaugeKind: gaugeKind('G-BAL'),
    }),
    choice(
      ['look', '外观', 'Appearance'],
      looks(['良好', 'Good'], ['轻微氧化', 'Slightly oxidised'], ['氧化或划伤', 'Oxidised or scratched']),
    ),
    counted(['defects', '单位面积缺陷', 'Defects per area'], 'defects', {
      unit: '1/m²',
      usl: '2.5',
      warnHigh: '2',
      severity: 'minor',
    }),
  ]),
  slots: (day) => ((day * LOTS_IN_25_DAYS) % 25 < LOTS_IN_25_DAYS ? [inShift(0.35)] : []),
  machines: [],
  operators: ['zhaomin', 'qianweidong', 'wuyating'],
  isRetested: false,
  model(random) {
    return ({ supplier }) => {
      const area = random.whole(20, 40) / 10
      const look = random.next()
      return {
        // E17
        thickness: pieces(random, thickness, 5, supplier.startsWith('B') ? -0.8 * thickness.within : 0),
        tensile: pieces(random, tensile, 3),
        density: pieces(random, density, 3),
        look: look < 0.955 ? 'ok' : look < 0.993 ? 'slight' : 'bad',
        defects: { count: random.poisson(0.5 * area), size: area },
      }
    }
  },
}
