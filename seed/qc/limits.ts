import { HOUR_MS, MINUTE_MS } from '#shared/durations'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { computeChart } from '#server/qc/analysis/chart'
import { appendAudit, type AuditEntry, type Author, appendAuditInOrder } from '#server/qc/audit/append'
import { characteristicOf, listCharacteristics } from '#server/qc/template/characteristic'
import { limitSetsOf, type LimitsInForce } from '#server/qc/limit/read'
import { putIntoForce, type NewLimits } from '#server/qc/limit/write'
import { selectIn } from '#server/qc/analysis/selection'
import { seriesOf } from '#server/qc/chart/series'
import type { SeriesColumns } from '#server/qc/chart/series-columns'
import { hitsOver, type FoundSignal } from '#server/qc/signal/hits'
import { signalsFrom, writeHits } from '#server/qc/signal/write'
import type { Dialect, Store, Writer } from '#server/platform/store/index'
import { enoughFor } from '#shared/qc/analysis/kinds'
import { autocorrelationOf, isNotable } from '#shared/spc/charts/autocorrelation'
import type { RuleId } from '#shared/spc/charts/track'
import type { Calendar } from './calendar'
import { APPROVERS, ENGINEER } from './dispositions'
import { authorOf, type PersonOf } from './people'

/** The working days of the limits' base, and the first day of the limits. */
const BASE = { first: 245, last: 274 }
export const VALID_FROM = 275

/** The reason for frozen limits, and the quality of their base. */
const reasonOf = (broken: number) =>
  broken === 0
    ? '以近 30 个工作日的数据冻结 Frozen from the values of thirty working days'
    : `以近 30 个工作日的数据冻结，其中 ${broken} 点违反判异准则，待查 Frozen from the values of thirty working days; ${broken} of them break rules and are looked into`

/** The reason for the withdrawal of a signal. */
const CORRECTED = '记录已更正 The record was corrected'

/** Causes and actions of closed signals. */
const outcomes = [
  ['tool', 'replace', '更换磨损件后恢复 Fine again with the worn part replaced'],
  ['setting', 'adjust', '回调参数 Set back'],
  ['material', 'recheck', '换批次后正常 Normal with the next lot'],
  ['chance', 'none', '复核未见异常 Nothing found'],
] as const

type Planned = { limits: NewLimits; series: SeriesColumns }

/** The plan of the limits that the plant's engineer freezes. It is read before the transaction that writes it. */
export async function planLimits(store: Store, { startOf }: Calendar): Promise<Planned[]> {
  const planned: Planned[] = []
  const [from, to, validFrom] = [startOf(BASE.first), startOf(BASE.last + 1) - 1, startOf(VALID_FROM)]
  for (const { itemKey, isSpc } of await listCharacteristics(store, {})) {
    if (!isSpc) continue
    const selection = await selectIn(store, { itemKey, from, to }, undefined)
    if (!selection) continue
    const computed = computeChart(selection, [], new Set(), {})
    const [phase] = computed.phases
    if (
      computed.kind === 'ewma' ||
      computed.kind === 'cusum' ||
      !phase ||
      phase.centre === null ||
      phase.sigma === null
    )
      continue
    const points = computed.location.values.filter((value) => !Number.isNaN(value)).length
    if (points < enoughFor(computed.kind)) continue // so few points remain on trial
    const correlation = autocorrelationOf(computed.location.values)
    const isCorrelated = typeof correlation !== 'string' && isNotable(correlation)
    const rules: RuleId[] = isCorrelated ? ['1'] : ['1', '2', '5']
    const { hits } = computeChart(selection, [], new Set(), { rules }).location
    const broken = new Set(hits.map(({ index }) => index)).size
    planned.push({
      series: selection.series,
      limits: {
        templateId: selection.characteristic.item.templateId,
        itemKey,
        equipmentId: null,
        chart: computed.kind,
        centre: phase.centre,
        sigma: phase.sigma,
        sigmaMethod: computed.sigma,
        points,
        excluded: [],
        baseFrom: from,
        baseTo: to,
        rules: { rules, figures: {} },
        validFrom,
        status: 'active',
        reason: reasonOf(broken),
      },
    })
  }
  return planned
}

/** Puts the limits into force on their first day. */
export const freezeLimits = (store: Dialect, db: Writer, planned: readonly Planned[], personOf: PersonOf) =>
  appendAuditInOrder(store, db, async () => {
    for (const { limits, series } of planned) {
      await putIntoForce(store, db, limits, series, authorOf(personOf(ENGINEER), limits.validFrom))
    }
  })

type SignalSet = { set: LimitsInForce; productId: number; hits: FoundSignal[] }

/** The present hits of all limit sets, read before the transaction that writes them. */
export async function findSignals(store: Store): Promise<SignalSet[]> {
  const { limitSets } = store.t
  const rows = await store.db.selectDistinct({ itemKey: limitSets.itemKey }).from(limitSets).orderBy(limitSets.itemKey)
  const signalSets: SignalSet[] = []
  for (const { itemKey } of rows) {
    const characteristic = (await characteristicOf(store, itemKey))!
    const { templateId } = characteristic.item
    const series = await seriesOf(store, templateId, itemKey)
    const sets = await limitSetsOf(store, itemKey)
    for (const set of sets) {
      const hits = [...hitsOver({ characteristic, series }, { set, sets })].flat()
      signalSets.push({ set, productId: characteristic.productId, hits })
    }
  }
  return signalSets
}

/** Writes the signals up to an instant. Their detection time is in the year, not the time of writing. */
export const loadSignals = (
  store: Dialect,
  db: Writer,
  signalSets: readonly SignalSet[],
  until: number,
  personOf: PersonOf,
) =>
  // audited afterwards, when the rows have their detection time
  appendAuditInOrder(store, db, () => writeSignals(store, db, signalSets, until, authorOf(personOf(ENGINEER), until)))

async function writeSignals(
  store: Dialect,
  db: Writer,
  signalSets: readonly SignalSet[],
  until: number,
  author: Author,
) {
  const { signals } = store.t
  for (const { set, productId, hits } of signalSets) {
    const stored = await signalsFrom(store, db, { limitSetId: set.limitSetId, from: set.validFrom })
    await writeHits(store, db, { set, productId }, { stored, hits }, { author, of: () => CORRECTED })
  }
  const at = sql`case when ${signals.inspectedAt} + ${HOUR_MS} < ${until} then ${signals.inspectedAt} + ${HOUR_MS} else ${until} end`
  const isNew = and(eq(signals.state, 'open'), eq(signals.detectedAt, until))
  await db.update(signals).set({ detectedAt: at, updatedAt: at }).where(isNew)
}

/** One round of the engineers: closes acknowledged signals, and acknowledges open ones. */
export async function dealWithSignals(store: Dialect, db: Writer, begin: number, end: number, personOf: PersonOf) {
  const { signals } = store.t
  const waiting = await db
    .select()
    .from(signals)
    .where(inArray(signals.state, ['open', 'acknowledged']))
    .orderBy(signals.inspectedAt, signals.signalId)
  const entries: AuditEntry[] = []
  for (const [index, { signalId, state, lockVersion }] of waiting.entries()) {
    const now = Math.min(begin + HOUR_MS + index * MINUTE_MS, end)
    const author = authorOf(personOf(state === 'open' ? ENGINEER : APPROVERS[0]), now)
    const about = { entity: 'signal', entityId: signalId, field: 'state', old: state, author } as const
    const [causeCode, actionCode, comment] = outcomes[signalId % outcomes.length]!
    const change =
      state === 'open'
        ? { state: 'acknowledged' as const, ackBy: author.userId, ackName: author.name, ackAt: now }
        : {
            state: 'closed' as const,
            causeCode,
            actionCode,
            comment,
            closedBy: author.userId,
            closedName: author.name,
            closedAt: now,
          }
    await db
      .update(signals)
      .set({ ...change, lockVersion: lockVersion + 1, updatedAt: now })
      .where(eq(signals.signalId, signalId))
    entries.push(
      state === 'open'
        ? { ...about, action: 'acknowledge', new: 'acknowledged' }
        : { ...about, action: 'close', new: 'closed', reasonCode: `${causeCode}/${actionCode}`, reason: comment },
    )
  }
  await appendAudit(store, db, authorOf(personOf(ENGINEER), begin), entries)
}
