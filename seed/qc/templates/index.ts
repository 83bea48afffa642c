import type { TemplatePlan } from '../template-plan'
import { calendering } from './calendering'
import { coating } from './coating'
import { copperFoil } from './copper-foil'
import { filling } from './filling'
import { final } from './final'
import { formation } from './formation'
import { kValue } from './k-value'
import { oldAppearance } from './old-appearance'
import { sealing } from './sealing'
import { slitting } from './slitting'
import { stacking } from './stacking'
import { visual } from './visual'
import { weldPull } from './weld-pull'

/** In the order of the flow of material (`qc-domain` 9). */
export const templatePlans: readonly TemplatePlan[] = [
  copperFoil,
  coating,
  calendering,
  slitting,
  filling,
  formation,
  stacking,
  sealing,
  kValue,
  visual,
  weldPull,
  final,
  oldAppearance,
]
