import { itemsOf } from '../items'
import { gaugeKind } from '../plant'
import { daytimes, onlyVersion, pieces, type TemplatePlan } from '../template-plan'

const code = 'C21-FILL'
const { numeric, calculated } = itemsOf(code)
const mass = { mean: 5.5, between: 0.002, within: 0.02 }

export const filling: TemplatePlan = {
  product: 'c21',
  code,
  name: '注液量巡检',
  nameEn: 'Electrolyte fill',
  stage: 'ipqc',
  signLevels: 1,
  isLotRequired: false,
  remark: '每天 4 次，每嘴一只',
  versions: onlyVersion([
    numeric(['mass', '注液量', 'Mass filled'], {
      unit: 'g',
      decimals: 3,
      limits: ['5.410', '5.430', '5.500', '5.570', '5.590'],
      plausible: ['4', '7'],
      sampleSize: 4,
      severity: 'critical',
      gaugeKind: gaugeKind('G-BAL'),
      instruction: '注液前后称重之差，4 个嘴各一只 Weight after less weight before, one cell of each nozzle',
    }),
    calculated(['nozzles', '各嘴前后称重差的极差', 'Spread of before/after differences'], 'max(mass) - min(mass)', {
      unit: 'g',
      decimals: 3,
      usl: '0.130',
      severity: 'minor',
    }),
  ]),
  slots: () => daytimes(4, 0.6),
  machines: ['F1'],
  operators: ['zhengkai', 'inspector', 'sunlihua', 'fengjuan'],
  isRetested: true,
  model: (random) => () => ({ mass: pieces(random, mass, 4) }),
}
