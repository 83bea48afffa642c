import { itemsOf } from '../items'
import { gaugeKind } from '../plant'
import { daytimes, onlyVersion, pieces, type TemplatePlan } from '../template-plan'

const code = 'C21-CAL'
const { numeric, calculated } = itemsOf(code)
const thickness = { mean: 142, between: 0.05, within: 0.55 }

export const calendering: TemplatePlan = {
  product: 'c21',
  code,
  name: '辊压厚度巡检',
  nameEn: 'Calendering, thickness',
  stage: 'ipqc',
  signLevels: 1,
  isLotRequired: false,
  remark: '每班一次',
  versions: onlyVersion([
    numeric(['thickness', '极片厚度', 'Electrode thickness'], {
      unit: 'μm',
      decimals: 1,
      limits: ['139.5', '140.0', '142.0', '144.0', '144.5'],
      plausible: ['100', '200'],
      sampleSize: 5,
      gaugeKind: gaugeKind('G-MIC'),
    }),
    calculated(['spread', '极差', 'Range'], 'range(thickness)', { unit: 'μm', decimals: 1, usl: '4.0' }),
  ]),
  slots: () => daytimes(3, 0.4),
  machines: ['R1'],
  operators: ['fengjuan', 'inspector', 'sunlihua'],
  isRetested: true,
  model(random) {
    return ({ day, shift }) => {
      const isBearingWorn = day >= 170 && day <= 175 // E4
      const within = thickness.within * (isBearingWorn ? 2.5 : 1)
      return { thickness: pieces(random, { ...thickness, within }, 5, (shift - 1) * 0.03) }
    }
  },
}
