import { rowsBy } from '../../platform/list/rows-by'
import type { SpcQuery } from '#shared/qc/analysis/schema'
import type { RuleSettings } from '#shared/qc/limit'
import { notFound } from '../../platform/http/refusal'
import type { Dialect, Reader, Store } from '../../platform/store'
import type { Tables } from '../../tables'

type Row = Tables['limitSets']['$inferSelect']
export type LimitsInForce = Omit<Row, 'rules' | 'excluded'> & { rules: RuleSettings; excluded: number[] }

const setsByItem = rowsBy('limitSets', 'itemKey', { orderBy: ['validFrom', 'limitSetId'] })

export const limitsOf = ({ rules, excluded, ...row }: Row): LimitsInForce => ({
  ...row,
  rules: JSON.parse(rules) as RuleSettings, // written by us
  excluded: JSON.parse(excluded) as number[],
})

/** All limit sets of a characteristic, in the order of their start. */
export const limitSetsOf = (store: Store, itemKey: string): Promise<LimitsInForce[]> =>
  limitSetsIn(store, store.db, itemKey)

/** {@link limitSetsOf} within a transaction. */
export const limitSetsIn = async (store: Dialect, db: Reader, itemKey: string): Promise<LimitsInForce[]> =>
  (await setsByItem(store, db, itemKey)).map(limitsOf)

const exclusionsByItem = rowsBy('exclusions', 'itemKey', { fields: ['qcValueBaseId'] })

/** The records excluded from the estimate of a characteristic's limits. */
export const excludedRecords = async (store: Store, itemKey: string): Promise<ReadonlySet<number>> =>
  new Set((await exclusionsByItem(store, store.db, itemKey)).map(({ qcValueBaseId }) => qcValueBaseId))

/**
 * The limit sets of a chart, in the order of their start: those of all machines, or, if one machine is requested, those
 * that hold for it, each with the time for which it does.
 * @throws Refusal 404 if the characteristic does not have the requested set
 */
export function setsFor(
  sets: readonly LimitsInForce[],
  { limitSetId, equipmentId }: Pick<SpcQuery, 'limitSetId' | 'equipmentId'>,
): LimitsInForce[] {
  if (limitSetId === 0) return []
  if (limitSetId !== undefined) {
    const asked = sets.find((set) => set.limitSetId === limitSetId)
    if (!asked) throw notFound()
    return [{ ...asked, status: 'active', validFrom: -Infinity, validTo: null }]
  }
  return equipmentId?.length === 1
    ? setsOfMachine(sets, equipmentId[0]!)
    : sets.filter((set) => set.equipmentId === null)
}

function setsOfMachine(sets: readonly LimitsInForce[], equipmentId: number): LimitsInForce[] {
  const instants = new Set(sets.flatMap(({ validFrom, validTo }) => [validFrom, validTo ?? validFrom]))
  const changes = [...instants]
    .toSorted((a, b) => a - b)
    .map((at) => ({ at, set: setAt(sets, at, equipmentId) }))
    .filter(({ set }, index, all) => set !== all[index - 1]?.set)
  return changes.flatMap(({ at, set }, index) =>
    set ? [{ ...set, validFrom: at, validTo: changes[index + 1]?.at ?? null }] : [],
  )
}

/** The limit set with which the records of a machine are compared at an instant. */
export const setAt = (
  sets: readonly LimitsInForce[],
  at: number,
  equipmentId: number | null,
): LimitsInForce | undefined => sets.findLast((set) => covers(set, at) && limitsApply({ set, sets }, at, equipmentId))

/** A limit set, and all sets of the same characteristic, including those on trial. */
export type AppliedLimits = { set: LimitsInForce; sets: readonly LimitsInForce[] }

/** True if a limit set is valid at an instant. */
export const covers = ({ validFrom, validTo }: LimitsInForce, at: number) =>
  at >= validFrom && at < (validTo ?? Infinity)

/** True if a change of a record affects a limit set. */
export const concerns = (
  set: LimitsInForce,
  { at, equipmentId }: { at: number; equipmentId: number | null },
): boolean => covers(set, at) && (set.equipmentId === null || set.equipmentId === equipmentId)

/**
 * A record is tested against limits of its machine if the machine has some at the time, in force or on trial; else
 * against those of all machines.
 */
export const limitsApply = ({ set, sets }: AppliedLimits, at: number, equipmentId: number | null): boolean =>
  set.equipmentId === null
    ? !sets.some((own) => own.equipmentId !== null && own.equipmentId === equipmentId && covers(own, at))
    : set.equipmentId === equipmentId
