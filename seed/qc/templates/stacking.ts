import { itemsOf } from '../items'
import { gaugeKind } from '../plant'
import { daytimes, onlyVersion, pieces, type TemplatePlan } from '../template-plan'

const code = 'P-STACK'
const { numeric } = itemsOf(code)
const offset = { mean: 0, between: 0.006, within: 0.06 }
/** E7: reads only the coarse scale. */
export const COARSE_READER = 'wanglei'

const itemsWith = (instruction: string) => [
  numeric(['offset', '对齐偏移', 'Offset'], {
    unit: 'mm',
    decimals: 2,
    limits: ['-0.30', '-0.24', '0.00', '0.24', '0.30'],
    plausible: ['-3', '3'],
    sampleSize: 4,
    gaugeKind: gaugeKind('G-SCOPE'),
    instruction,
  }),
]

export const stacking: TemplatePlan = {
  product: 'pouch',
  code,
  name: '叠片对齐度巡检',
  nameEn: 'Stacking, alignment',
  stage: 'ipqc',
  signLevels: 1,
  isLotRequired: false,
  remark: '每天 2 次',
  versions: onlyVersion(itemsWith('')),
  // the problem was noticed
  draft: { items: itemsWith('读数到 0.01 mm Read to 0.01 mm') },
  slots: () => daytimes(2, 0.5),
  machines: ['P1'],
  operators: [COARSE_READER, 'zhengkai', 'fengjuan'],
  isRetested: true,
  model(random) {
    return ({ operator }) => {
      const read = pieces(random, offset, 4)
      return {
        offset: operator === COARSE_READER ? read.map((piece) => piece.toFixed(1).replace('-0.0', '0.0')) : read,
      }
    }
  },
}
