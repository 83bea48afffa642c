import type { Judgement } from '#shared/qc/constants'
import type { Band } from '#shared/spc/capability/terms'

const bandTones = {
  poor: 'NG',
  marginal: 'WARN',
  good: 'OK',
  excellent: 'OK',
} as const satisfies Record<Band, Judgement>

/** How a capability is coloured: of a process that is out of control no index is good. */
export const capabilityTone = (band: Band | null, isStable: boolean): Judgement =>
  band === 'poor' ? 'NG' : !isStable ? 'WARN' : band ? bandTones[band] : 'PENDING'
