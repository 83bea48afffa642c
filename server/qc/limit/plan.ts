import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import type { Characteristic } from '../template/characteristic'
import type { LimitsInForce } from './read'
import type { SeriesColumns } from '../chart/series-columns'
import { hitsOver, type FoundSignal } from '../signal/test'

/** What breaks a limit set from an instant on; what is stored of it from then on and is not among that does not stand. */
type Tested = { set: LimitsInForce; from: number; hits: FoundSignal[] }

/** A limit set as a change leaves it, those that end where it begins, and what of its characteristic is broken then. */
export type LimitPlan = {
  before: LimitsInForce | undefined
  set: LimitsInForce
  ended: { before: LimitsInForce; after: LimitsInForce }[]
  tests: Tested[]
}

/** The id of a limit set that is not written yet. */
export const NEW_SET = 0

/** More than so many broken rules are no signals: limits do not fit what they are held against. */
const MOST_HITS = 2000

const ALWAYS = Number.MIN_SAFE_INTEGER

type Charted = { characteristic: Characteristic; series: SeriesColumns }
type Change = { known: readonly LimitsInForce[]; set: LimitsInForce }

/**
 * What putting a limit set into force, ending it or testing by other rules means, on paper. Of one machine, or of all of
 * them, one set holds at a time: whatever reaches past the begin of a new one ends there, phases on trial as well.
 * @returns in steps, between which others can have their turn
 * @throws Refusal where the limits do not fit
 */
export function* planLimits(charted: Charted, { known, set }: Change): Generator<void, LimitPlan> {
  const others = known.filter(({ limitSetId }) => limitSetId !== set.limitSetId)
  const before = known.find(({ limitSetId }) => limitSetId === set.limitSetId)
  const isOver = set.status === 'retired'
  const ended = isOver ? [] : endedBy(others, set)
  const over = ended.map(({ after }) => after)
  const sets = [...others.filter((one) => !ended.some(({ before: was }) => was === one)), ...over, set]
  const tests: Tested[] = [...over, ...(isOver ? [set] : [])].map((one) => ({ set: one, from: one.validTo!, hits: [] }))
  const again = [
    ...(set.status === 'active' ? [set] : []),
    // a machine that has limits of its own is held against those of all no more, and again when it has none
    ...(set.equipmentId !== null && (!before || isOver) ? sets.filter((one) => isOfAllSince(one, set)) : []),
  ]
  for (const one of again) {
    const hits: FoundSignal[] = []
    for (const some of hitsOver(charted, { set: one, sets })) {
      for (const hit of some) hits.push(hit)
      if (one === set && hits.length > MOST_HITS) {
        throw new Refusal(codes.badRequest, 'qcLimit.unfit', { most: MOST_HITS }).at(before ? 'rules' : 'validFrom')
      }
      yield
    }
    tests.push({ set: one, from: ALWAYS, hits })
  }
  return { before, set, ended, tests }
}

const endedBy = (others: readonly LimitsInForce[], { equipmentId, validFrom }: LimitsInForce): LimitPlan['ended'] =>
  others
    .filter((one) => one.equipmentId === equipmentId)
    .map((before) => ({
      before,
      after: { ...before, status: 'retired' as const, validTo: Math.max(before.validFrom, validFrom) },
    }))
    .filter(({ before, after }) => after.validTo < (before.validTo ?? Infinity))

const isOfAllSince = (one: LimitsInForce, { validFrom }: LimitsInForce) =>
  one.equipmentId === null && one.status !== 'trial' && (one.validTo ?? Infinity) > validFrom
