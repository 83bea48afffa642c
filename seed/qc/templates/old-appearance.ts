import { itemsOf, looks } from '../items'
import type { TemplatePlan } from '../template-plan'

const code = 'C21-LOOK-OLD'
const { choice, other } = itemsOf(code)
const surface = choice(
  ['surface', '极片表面', 'Electrode surface'],
  looks(['平整', 'Even'], ['轻微暗痕', 'Slight marks'], ['漏箔', 'Bare foil']),
)

/** Shows the end of a template: two versions, retired, replaced by other templates. */
export const oldAppearance: TemplatePlan = {
  product: 'c21',
  code,
  name: '极片外观检验（旧）',
  nameEn: 'Electrode appearance (old)',
  stage: 'patrol',
  signLevels: 0,
  isLotRequired: false,
  remark: '由机器视觉取代',
  versions: [
    { fromDay: -240, changeNote: '首次发布', items: [surface] },
    {
      fromDay: -90,
      changeNote: '增加备注',
      items: [surface, other(['remark', '备注', 'Remark'], 'text', { required: 'never', severity: 'info' })],
    },
  ],
  retiredOn: 30,
  slots: () => [],
  machines: [],
  operators: [],
  isRetested: false,
  model: () => () => ({}),
}
