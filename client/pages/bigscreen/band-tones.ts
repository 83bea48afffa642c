import type { Judgement } from '#shared/qc/constants'
import type { Band } from '#shared/spc/capability-terms'

/** How a capability is coloured. */
export const bandTones = {
  poor: 'NG',
  marginal: 'WARN',
  good: 'OK',
  excellent: 'OK',
} as const satisfies Record<Band, Judgement>
