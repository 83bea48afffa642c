import { itemsOf } from '../items'
import { gaugeKind } from '../plant'
import { daytimes, onlyVersion, pieces, type TemplatePlan } from '../template-plan'

const code = 'P-SEAL'
const { numeric, other } = itemsOf(code)
const thickness = { mean: 350, between: 0.2, within: 2 }
/** E5: the distance of the heads A, B, C from the mean, in standard deviations, since they were set one by one. */
const HEADS = [-1, 0, 1]
export const HEADS_APART_FROM = 161
const peel = { mean: 1.95, between: 0.01, within: 0.1 }

export const sealing: TemplatePlan = {
  product: 'pouch',
  code,
  name: '顶封检验',
  nameEn: 'Top sealing',
  stage: 'ipqc',
  signLevels: 2,
  isLotRequired: false,
  remark: '每班一次；三件依次取自 A、B、C 封头',
  versions: onlyVersion([
    numeric(['thickness', '封印厚度', 'Seal thickness'], {
      unit: 'μm',
      decimals: 1,
      limits: ['338.0', null, '350.0', null, '362.0'],
      plausible: ['200', '500'],
      sampleSize: 3,
      gaugeKind: gaugeKind('G-MIC'),
      instruction: '样本 1、2、3 依次为 A、B、C 封头 Samples 1, 2, 3 are of the heads A, B, C',
    }),
    numeric(['peel', '剥离力', 'Peel force'], {
      unit: 'N/mm',
      decimals: 2,
      lsl: '1.50',
      warnLow: '1.60',
      sampleSize: 3,
      severity: 'critical',
      gaugeKind: gaugeKind('G-TENS'),
    }),
    other(['leak', '检漏通过', 'Leak test passed'], 'boolean', { severity: 'critical' }),
  ]),
  slots: () => daytimes(3, 0.2),
  machines: ['H1'],
  operators: ['fengjuan', 'sunlihua', 'zhengkai'],
  isRetested: true,
  model(random) {
    return ({ day }) => ({
      thickness: pieces(random, thickness, 3).map(
        (piece, head) => piece + (day >= HEADS_APART_FROM ? HEADS[head]! * thickness.within : 0),
      ),
      peel: pieces(random, peel, 3),
      leak: random.happens(0.003) ? '0' : '1',
    })
  },
}
