import { and, count, eq, inArray } from 'drizzle-orm'
import { isAllowed } from '#shared/permissions'
import type { TrackName } from '#shared/qc/analysis/kinds'
import type { AnalysisItem, ItemsQuery } from '#shared/qc/analysis/schema'
import type { RuleId } from '#shared/spc/charts/track'
import type { Store } from '../../platform/store'
import { scopeOf, type Scope } from '../../access/department/data-scope'
import { scopedStatement } from '../record/scope'
import { listCharacteristics, listRemoved } from '../template/characteristic'
import type { Operator } from '../../access/session/queries'
import { literal, statement } from '../../platform/list/statement'

const countsBy = (state: 'open' | 'acknowledged', isOfItem: boolean) =>
  scopedStatement((store, isInScope) => {
    const { signals, valueBases } = store.t
    const isOfThis = isOfItem ? eq(signals.itemKey, store.bind('itemKey')) : undefined
    return store.db
      .select({ itemKey: signals.itemKey, count: count() })
      .from(signals)
      .innerJoin(valueBases, eq(valueBases.qcValueBaseId, signals.qcValueBaseId))
      .where(and(eq(signals.state, literal(state)), isOfThis, isInScope))
      .groupBy(signals.itemKey)
  })
const openByItem = countsBy('open', false)
const ofItem = { open: countsBy('open', true), acknowledged: countsBy('acknowledged', true) }

export const maySeeSignals = ({ permissions }: Operator) => isAllowed(permissions, ['qc:signal:list'])

/** The number of open signals of a characteristic in the operator's list of signals; 0 without the right to read it. */
export const openSignalsOf = (store: Store, itemKey: string, operator: Operator) =>
  countOf(store, 'open', itemKey, operator)

/** The number of acknowledged signals of a characteristic, as in {@link openSignalsOf}. */
export const acknowledgedSignalsOf = (store: Store, itemKey: string, operator: Operator) =>
  countOf(store, 'acknowledged', itemKey, operator)

async function countOf(store: Store, state: keyof typeof ofItem, itemKey: string, operator: Operator): Promise<number> {
  if (!maySeeSignals(operator)) return 0
  const [row] = await ofItem[state](store, await scopeOf(store, operator), { itemKey })
  return row?.count ?? 0
}

const openOfRecords = statement(({ db, bind, among, t: { signals } }) =>
  db
    .select({ qcValueBaseId: signals.qcValueBaseId, count: count() })
    .from(signals)
    .where(and(among(signals.qcValueBaseId, bind('records'), 'ids'), eq(signals.state, literal('open'))))
    .groupBy(signals.qcValueBaseId),
)

/** Open signals of records within the operator's scope, by record; none without the right to read signals. */
export async function openSignalsOfRecords(
  store: Store,
  ids: readonly number[],
  operator: Operator,
): Promise<ReadonlyMap<number, number>> {
  if (!maySeeSignals(operator) || ids.length === 0) return new Map()
  const rows = await openOfRecords(store, { records: JSON.stringify({ ids }) })
  return new Map(rows.map((row) => [row.qcValueBaseId, row.count]))
}

const closedOf = statement(({ db, bind, t: { signals } }) =>
  db
    .select({ track: signals.track, rule: signals.rule, qcValueBaseId: signals.qcValueBaseId })
    .from(signals)
    .where(and(eq(signals.itemKey, bind('itemKey')), eq(signals.state, literal('closed')))),
)

/** The key of a broken rule at a record. */
export const brokenName = (hit: { track: TrackName; rule: RuleId; qcValueBaseId: number }) =>
  `${hit.track} ${hit.rule} ${hit.qcValueBaseId}`

/** The settled hits of a characteristic: their cause is known, their signal closed. */
export const closedSignalsOf = async (store: Store, itemKey: string): Promise<ReadonlySet<string>> =>
  new Set((await closedOf(store, { itemKey })).map(brokenName))

const unsettledOf = statement(({ db, bind, t: { signals } }) =>
  db
    .selectDistinct({ qcValueBaseId: signals.qcValueBaseId })
    .from(signals)
    .where(
      and(eq(signals.itemKey, bind('itemKey')), inArray(signals.state, [literal('open'), literal('acknowledged')])),
    )
    .orderBy(signals.qcValueBaseId),
)

/** Records of a characteristic with a signal that is not closed. */
export const unsettledRecordsOf = async (store: Store, itemKey: string): Promise<ReadonlySet<number>> =>
  new Set((await unsettledOf(store, { itemKey })).map(({ qcValueBaseId }) => qcValueBaseId))

/** Open signals of the records in a data scope, by characteristic. */
export const openSignalsWithin = async (store: Store, scope: Scope | undefined): Promise<ReadonlyMap<string, number>> =>
  new Map((await openByItem(store, scope)).map((row) => [row.itemKey, row.count]))

/** {@link openSignalsWithin} for an operator; empty without the right to read signals. */
export const openSignalsFor = async (store: Store, operator: Operator): Promise<ReadonlyMap<string, number>> =>
  maySeeSignals(operator) ? openSignalsWithin(store, await scopeOf(store, operator)) : new Map()

/** The characteristics to analyse, the removed ones last, with their open signals within the operator's scope. */
export async function analysisItems(store: Store, query: ItemsQuery, operator: Operator): Promise<AnalysisItem[]> {
  const [present, removed, open] = await Promise.all([
    listCharacteristics(store, query),
    listRemoved(store, query),
    openSignalsFor(store, operator),
  ])
  return [...present, ...removed].map((item) => ({ ...item, openSignals: open.get(item.itemKey) ?? 0 }))
}
