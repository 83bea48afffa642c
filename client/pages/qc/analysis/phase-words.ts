import type { Spc } from '#shared/qc/analysis/schema'
import type { LimitSet } from '#shared/qc/limit'
import type { T } from '../../../ui/useText'
import type { WriteTime } from './line-clock'

/** What the limits of each phase come from: since when, from which set, who froze it and why. The earliest first. */
export const phaseWords = ({ phases }: Spc, sets: readonly LimitSet[], t: T, time: WriteTime): string[] =>
  phases.map(({ from, limitSetId, isFrozen }) => {
    const set = sets.find((one) => one.limitSetId === limitSetId)
    if (limitSetId === null || (!set && !isFrozen)) return t('qcAnalysis.phase.estimated', { time: time(from) })
    if (!set) return t('qcAnalysis.phase.frozenShort', { time: time(from), id: limitSetId })
    return t(isFrozen ? 'qcAnalysis.phase.frozen' : 'qcAnalysis.phase.trial', {
      time: time(set.validFrom),
      id: limitSetId,
      who: set.createName,
      when: time(set.createdAt, '{y}-{m}-{d}'),
      reason: set.reason,
    })
  })
