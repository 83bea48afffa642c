import { eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import { type Characteristic, characteristicIn } from '../template/characteristic'
import type { SeriesColumns } from '../chart/series-columns'
import { hitsOver, type FoundSignal } from '../signal/hits'
import type { Dialect, Writer } from '../../platform/store'
import { appendAudit, canonical, type AuditEntry, type Author } from '../audit/append'
import { signalsFrom, writeHits, type SignalChange } from '../signal/write'
import { type LimitsInForce, limitSetsIn } from './read'

/** The hits of a limit set since an instant. Stored signals since then without a hit here are obsolete. */
type Tested = { set: LimitsInForce; from: number; hits: FoundSignal[] }

/** A limit set before and after a change, the sets that end at its start, and the new hits of the characteristic. */
type LimitPlan = {
  before: LimitsInForce | undefined
  set: LimitsInForce
  ended: { before: LimitsInForce; after: LimitsInForce }[]
  tests: Tested[]
}

/** The id of a limit set not yet written. */
const NEW_SET = 0

/** More hits than this are no signals: the limits do not fit the values. */
const MOST_HITS = 2000

const ALWAYS = Number.MIN_SAFE_INTEGER

type Charted = { characteristic: Characteristic; series: SeriesColumns }
type Change = { known: readonly LimitsInForce[]; set: LimitsInForce }

/**
 * Plans to put a limit set into force, to end it, or to change its rules. Nothing is written. One set is valid at a
 * time, per machine or for all machines: each set that reaches beyond the start of a new one ends there, also phases on
 * trial.
 * @returns in steps, between which other requests can run
 * @throws Refusal if the limits do not fit
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
    // a machine with its own limits is not tested against those of all machines, and again once it has none
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

/** The audited fields of a limit set. */
const auditContent = ({
  itemKey,
  equipmentId,
  chart,
  centre,
  sigma,
  sigmaMethod,
  validFrom,
  rules,
  baseFrom,
  baseTo,
  points,
  excluded,
}: LimitsInForce) =>
  canonical({
    itemKey,
    equipmentId,
    chart,
    centre,
    sigma,
    validFrom,
    rules,
    baseFrom,
    baseTo,
    points,
    excluded,
    ...(sigmaMethod && { sigmaMethod }), // older entries know nothing of it
  })

type Written = { limitSetId: number; changes: SignalChange[] }

/** Writes a planned limit set, with its audit entries and signals. */
export async function writeLimits(
  store: Dialect,
  db: Writer,
  { plan: { before, set, ended, tests }, productId, reason }: { plan: LimitPlan; productId: number; reason: string },
  author: Author,
): Promise<Written> {
  const { limitSets } = store.t
  for (const { limitSetId, status, validTo } of ended.map(({ after }) => after)) {
    await db
      .update(limitSets)
      .set({ status, validTo, updatedAt: author.now })
      .where(eq(limitSets.limitSetId, limitSetId))
  }
  const { limitSetId: _id, ...row } = {
    ...set,
    rules: JSON.stringify(set.rules),
    excluded: JSON.stringify(set.excluded),
  }
  const [written] = before
    ? await db.update(limitSets).set(row).where(eq(limitSets.limitSetId, before.limitSetId)).returning()
    : await db.insert(limitSets).values(row).returning()
  const { limitSetId } = written!
  const endings = ended.map(({ before: was, after }): AuditEntry => ({
    entity: 'limit',
    entityId: after.limitSetId,
    action: 'retireLimits',
    field: 'validTo',
    old: was.validTo === null ? null : String(was.validTo),
    new: String(after.validTo),
  }))
  const about = { entity: 'limit', entityId: limitSetId, action: actionOf(before, set), reason } as const
  await appendAudit(store, db, author, [
    ...endings,
    { ...about, ...(before && { old: auditContent(before) }), new: auditContent(set) },
  ])
  const changes: SignalChange[] = []
  for (const { set: one, from, hits } of tests) {
    const own = one === set ? { ...set, limitSetId } : one
    const stored = await signalsFrom(store, db, { limitSetId: own.limitSetId, from })
    const cause = { author, of: () => reason }
    changes.push(...(await writeHits(store, db, { set: own, productId }, { stored, hits }, cause)))
  }
  return { limitSetId, changes }
}

function actionOf(before: LimitsInForce | undefined, { status }: LimitsInForce) {
  if (status === before?.status) return 'update'
  return status === 'active' ? 'freeze' : status === 'trial' ? 'newPhase' : 'retireLimits'
}

/** Checked limits to put into force. */
export type NewLimits = Omit<
  LimitsInForce,
  'limitSetId' | 'validTo' | 'createBy' | 'createName' | 'createdAt' | 'updatedAt'
>

/** A new set with its author. */
export const newSet = (limits: NewLimits, { userId, name, now }: Author): LimitsInForce => ({
  ...limits,
  limitSetId: NEW_SET,
  validTo: null,
  createBy: userId,
  createName: name,
  createdAt: now,
  updatedAt: now,
})

/** Plans and writes a limit set in one transaction, for callers that block no other requests. */
export async function putIntoForce(
  store: Dialect,
  db: Writer,
  limits: NewLimits,
  series: SeriesColumns,
  author: Author,
): Promise<void> {
  const { itemKey, reason } = limits
  const characteristic = (await characteristicIn(store, db, itemKey))!
  const known = await limitSetsIn(store, db, itemKey)
  const planning = planLimits({ characteristic, series }, { known, set: newSet(limits, author) })
  let step = planning.next()
  while (!step.done) step = planning.next()
  await writeLimits(store, db, { plan: step.value, productId: characteristic.productId, reason }, author)
}
