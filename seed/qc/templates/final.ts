import { itemsOf, looks } from '../items'
import { gaugeKind } from '../plant'
import { daytimes, onlyVersion, pieces, type TemplatePlan } from '../template-plan'

const code = 'K-FINAL'
const { numeric, choice, other } = itemsOf(code)
/** E12: `sigma` of the logarithm; a skewness of 1.6. */
const leak = { median: 1.2, sigma: 0.467 }
const insulation = { mean: 620, between: 0, within: 28 }
const weight = { mean: 412.5, between: 0, within: 0.8 }
/** One pack in this many is fully inspected. */
const WHOLE = 8
const visibleWhen = 'whole == 1'

export const final: TemplatePlan = {
  product: 'pack',
  code,
  name: '气密性与终检',
  nameEn: 'Leak and final test',
  stage: 'fqc',
  signLevels: 1,
  isLotRequired: true,
  remark: '每包测气密性，每 8 包一次全检',
  versions: onlyVersion([
    numeric(['leak', '泄漏率', 'Leak rate'], {
      groupName: '气密性 Leak',
      unit: 'mL/min',
      decimals: 2,
      usl: '5.60',
      plausible: ['0', '100'],
      severity: 'critical',
      gaugeKind: gaugeKind('G-LEAK'),
    }),
    other(['whole', '本包全检', 'Whole check of this pack'], 'boolean', {
      groupName: '终检 Final',
      required: 'never',
      severity: 'info',
    }),
    other(['torque', '紧固标记齐全', 'Torque marks complete'], 'boolean', { groupName: '终检 Final', visibleWhen }),
    choice(
      ['housing', '壳体外观', 'Housing'],
      looks(['良好', 'Good'], ['轻微划痕', 'Slight scratches'], ['磕碰', 'Dented']),
      { groupName: '终检 Final', visibleWhen },
    ),
    other(['labels', '标签', 'Labels'], 'multi', {
      groupName: '终检 Final',
      visibleWhen,
      severity: 'minor',
      choices: [
        { code: 'complete', name: '齐全', nameEn: 'Complete', judgement: 'OK' },
        { code: 'askew', name: '歪斜', nameEn: 'Askew', judgement: 'WARN' },
        { code: 'illegible', name: '不清', nameEn: 'Illegible', judgement: 'NG' },
      ],
    }),
    other(['serial', '序列号', 'Serial number'], 'text', { groupName: '终检 Final', visibleWhen }),
    other(['made', '生产日期', 'Date of production'], 'date', { groupName: '终检 Final', visibleWhen }),
    numeric(['insulation', '绝缘电阻', 'Insulation'], {
      groupName: '终检 Final',
      unit: 'MΩ',
      decimals: 0,
      lsl: '500',
      severity: 'critical',
      visibleWhen,
    }),
    numeric(['weight', '重量', 'Weight'], {
      groupName: '终检 Final',
      unit: 'kg',
      decimals: 1,
      limits: ['409.0', null, '412.5', null, '416.0'],
      severity: 'minor',
      gaugeKind: gaugeKind('G-BAL'),
      visibleWhen,
    }),
  ]),
  // 7.6 a day
  slots: (day) => daytimes((day * 3) % 5 < 3 ? 8 : 7, 0.5),
  machines: [],
  operators: ['zhouqiang', 'hanxue', 'caoyong'],
  isRetested: true,
  model(random) {
    return ({ index, day, date }) => {
      const tested = { leak: leak.median * Math.exp(leak.sigma * random.normal()) }
      const isTight = random.happens(0.995)
      const housing = random.next()
      const labels = random.next()
      const [resistance] = pieces(random, insulation, 1)
      const [mass] = pieces(random, weight, 1)
      if (index % WHOLE !== 0) return tested
      return {
        ...tested,
        whole: '1',
        torque: isTight ? '1' : '0',
        housing: housing < 0.95 ? 'ok' : housing < 0.995 ? 'slight' : 'bad',
        labels: labels < 0.96 ? 'complete' : labels < 0.99 ? 'askew' : 'askew,illegible',
        serial: `PK${String(day).padStart(3, '0')}-${String(index + 1).padStart(5, '0')}`,
        made: date,
        insulation: resistance!,
        weight: mass!,
      }
    }
  },
}
