import { itemsOf } from '../items'
import { gaugeKind } from '../plant'
import { daytimes, onlyVersion, pieces, type TemplatePlan } from '../template-plan'

const code = 'C21-COAT'
const { numeric, calculated } = itemsOf(code)

const density = { mean: 16.5, between: 0.006, within: 0.06 }
/** Sigma of the mean of five pieces. */
const SIGMA_OF_MEAN = Math.hypot(density.between, density.within / Math.sqrt(5))
const oven = { mean: 110, sigma: 1.2, correlation: 0.7 }
/** E13: from this day on its control is slower, and the oven temperature is autocorrelated. */
export const OVEN_SLOW_FROM = 161
const speed = { mean: 12, between: 0, within: 0.12 }

/** @param limits LSL, lower and upper warning limit, USL @param ofMean LSL and USL of the mean */
const itemsWith = (
  [lsl, warnLow, warnHigh, usl]: [string, string, string, string],
  ofMean: [lsl: string, usl: string],
) => [
  numeric(['density', '面密度', 'Areal density'], {
    unit: 'mg/cm²',
    decimals: 2,
    limits: [lsl, warnLow, '16.50', warnHigh, usl],
    plausible: ['10', '25'],
    sampleSize: 5,
    severity: 'critical',
    gaugeKind: gaugeKind('G-BETA'),
  }),
  numeric(['oven', '烘箱温度', 'Oven temperature'], {
    unit: '℃',
    decimals: 1,
    limits: ['104.0', null, '110.0', null, '116.0'],
  }),
  numeric(['speed', '走带速度', 'Web speed'], {
    unit: 'm/min',
    decimals: 2,
    limits: ['11.40', null, '12.00', null, '12.60'],
    severity: 'minor',
  }),
  calculated(['mean', '面密度均值', 'Mean density'], 'avg(density)', {
    unit: 'mg/cm²',
    decimals: 3,
    lsl: ofMean[0],
    usl: ofMean[1],
  }),
]

export const coating: TemplatePlan = {
  product: 'c21',
  code,
  name: '涂布面密度巡检',
  nameEn: 'Coating, areal density',
  stage: 'ipqc',
  signLevels: 1,
  isLotRequired: true,
  remark: '每天 4 次，机台轮换',
  versions: [
    ...onlyVersion(itemsWith(['16.18', '16.24', '16.76', '16.82'], ['16.300', '16.700'])),
    {
      fromDay: 180, // E10
      changeNote: '客户收紧公差四分之一',
      items: itemsWith(['16.26', '16.30', '16.70', '16.74'], ['16.350', '16.650']),
    },
  ],
  slots: () => daytimes(4, 0.2),
  machines: ['M1', 'M2'],
  operators: ['zhengkai', 'fengjuan', 'inspector'],
  isRetested: true,
  model(random) {
    const { mean, sigma } = oven
    let drift = random.normal()
    return ({ day, machine }) => {
      const isDieChanged = machine === 'M2' && day >= 92 && day <= 103 // E1
      const correlation = day >= OVEN_SLOW_FROM ? oven.correlation : 0
      drift = correlation * drift + Math.sqrt(1 - correlation ** 2) * random.normal()
      const ofMachine = machine === 'M2' ? 0.003 : -0.003
      return {
        density: pieces(random, density, 5, ofMachine + (isDieChanged ? 0.9 * SIGMA_OF_MEAN : 0)),
        oven: mean + sigma * drift,
        speed: pieces(random, speed, 1)[0]!,
      }
    }
  },
}
