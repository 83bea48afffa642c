import { itemsOf } from '../items'
import { gaugeKind } from '../plant'
import { daytimes, onlyVersion, pieces, type TemplatePlan } from '../template-plan'

const code = 'K-WELD'
const { numeric } = itemsOf(code)
const force = { mean: 62, between: 0.3, within: 3 }
const resistance = { mean: 0.25, between: 0, within: 0.012 }
/**
 * E6: the distance of the machines from the mean, in standard deviations of a piece, since the change of their lenses.
 */
const APART = 0.9
export const MACHINES_APART_FROM = 161

export const weldPull: TemplatePlan = {
  product: 'pack',
  code,
  name: '激光焊拉力',
  nameEn: 'Laser weld, pull test',
  stage: 'ipqc',
  signLevels: 1,
  isLotRequired: false,
  remark: '每天 3 次，两台机交替',
  versions: onlyVersion([
    numeric(['force', '拉断力', 'Pull force'], {
      unit: 'N',
      decimals: 1,
      lsl: '48.0',
      warnLow: '51.0',
      plausible: ['0', '200'],
      sampleSize: 3,
      severity: 'critical',
      gaugeKind: gaugeKind('G-TENS'),
    }),
    numeric(['resistance', '接触电阻', 'Contact resistance'], {
      unit: 'mΩ',
      decimals: 3,
      limits: ['0.190', null, '0.250', null, '0.310'],
      gaugeKind: gaugeKind('G-OCV'),
    }),
  ]),
  slots: () => daytimes(3, 0.7),
  machines: ['W1', 'W2'],
  machineOf: (index) => index % 2,
  operators: ['hanxue', 'zhouqiang', 'caoyong'],
  isRetested: true,
  model(random) {
    return ({ day, machine }) => ({
      force: pieces(
        random,
        force,
        3,
        day < MACHINES_APART_FROM ? 0 : (machine === 'W1' ? APART : -APART) * force.within,
      ),
      resistance: pieces(random, resistance, 1)[0]!,
    })
  },
}
