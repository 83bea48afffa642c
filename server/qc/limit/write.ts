import { eq } from 'drizzle-orm'
import type { Dialect, Writer } from '../../platform/store'
import { appendAudit, canonical, type AuditEntry, type Author } from '../audit/queries'
import { characteristicIn } from '../template/characteristic'
import { NEW_SET, planLimits, type LimitPlan } from './plan'
import { limitSetsIn, type LimitsInForce } from './read'
import type { SeriesColumns } from '../chart/series-columns'
import { signalsFrom, writeHits, type SignalChange } from '../signal/write'

/** What of a limit set its audit trail tells. */
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

/** Writes what was planned of a limit set, with its audit entries and the signals that follow from it. */
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

/** Limits as they are put into force, all looked at. */
export type NewLimits = Omit<
  LimitsInForce,
  'limitSetId' | 'validTo' | 'createBy' | 'createName' | 'createdAt' | 'updatedAt'
>

/** As somebody puts it into force. */
export const newSet = (limits: NewLimits, { userId, name, now }: Author): LimitsInForce => ({
  ...limits,
  limitSetId: NEW_SET,
  validTo: null,
  createBy: userId,
  createName: name,
  createdAt: now,
  updatedAt: now,
})

/** Plans and writes a limit set in one transaction, for whoever keeps nobody waiting. */
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
