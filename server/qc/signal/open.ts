import { and, count, eq, inArray } from 'drizzle-orm'
import { isAllowed } from '#shared/permissions'
import type { TrackName } from '#shared/qc/analysis/kinds'
import type { AnalysisItem, ItemsQuery } from '#shared/qc/analysis/schema'
import type { RuleId } from '#shared/spc/charts/track'
import type { Store } from '../../platform/store'
import { inScope, scopeOf, type Scope } from '../../access/department/data-scope'
import { listCharacteristics } from '../template/characteristic'
import type { Operator } from '../../access/session/queries'
import { literal, statement } from '../../platform/list/statement'

const countBy = (state: 'open' | 'acknowledged', isOfItem: boolean, isScoped: boolean) =>
  statement((store) => {
    const { db, bind, t } = store
    const { signals, valueBases } = t
    const scope = inScope({ department: valueBases.deptId, creator: valueBases.operatorId })
    return db
      .select({ itemKey: signals.itemKey, count: count() })
      .from(signals)
      .innerJoin(valueBases, eq(valueBases.qcValueBaseId, signals.qcValueBaseId))
      .where(
        and(
          eq(signals.state, literal(state)),
          isOfItem ? eq(signals.itemKey, bind('itemKey')) : undefined,
          isScoped ? scope.where(store, bind('scope')) : undefined,
        ),
      )
      .groupBy(signals.itemKey)
  })
const [ofAll, ofAllWithin] = [countBy('open', false, false), countBy('open', false, true)]
const ofItem = {
  open: { all: countBy('open', true, false), within: countBy('open', true, true) },
  acknowledged: { all: countBy('acknowledged', true, false), within: countBy('acknowledged', true, true) },
}

const maySee = ({ permissions }: Operator) => isAllowed(permissions, ['qc:signal:list'])

/** So many signals of a characteristic stand open in the list of signals as somebody sees it; 0 to who may not read it. */
export const openSignalsOf = (store: Store, itemKey: string, operator: Operator) =>
  countOf(store, 'open', itemKey, operator)

/** The same of those that somebody has seen and nobody has closed. */
export const acknowledgedSignalsOf = (store: Store, itemKey: string, operator: Operator) =>
  countOf(store, 'acknowledged', itemKey, operator)

async function countOf(store: Store, state: keyof typeof ofItem, itemKey: string, operator: Operator): Promise<number> {
  if (!maySee(operator)) return 0
  const scope = await scopeOf(store, operator)
  const { all, within } = ofItem[state]
  const rows = await (scope ? within(store, { itemKey, scope: JSON.stringify(scope) }) : all(store, { itemKey }))
  return rows[0]?.count ?? 0
}

const closedOf = statement(({ db, bind, t: { signals } }) =>
  db
    .select({ track: signals.track, rule: signals.rule, qcValueBaseId: signals.qcValueBaseId })
    .from(signals)
    .where(and(eq(signals.itemKey, bind('itemKey')), eq(signals.state, literal('closed')))),
)

/** Names what was broken at a record. */
export const brokenName = (hit: { track: TrackName; rule: RuleId; qcValueBaseId: number }) =>
  `${hit.track} ${hit.rule} ${hit.qcValueBaseId}`

/** What of a characteristic was broken and is settled: its cause is found, its signal closed. */
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

/** Records of a characteristic at which a signal stands that nobody has closed. */
export const unsettledRecordsOf = async (store: Store, itemKey: string): Promise<ReadonlySet<number>> =>
  new Set((await unsettledOf(store, { itemKey })).map(({ qcValueBaseId }) => qcValueBaseId))

type Open = ReadonlyMap<string, number>
const byItem = (rows: readonly { itemKey: string; count: number }[]): Open =>
  new Map(rows.map(({ itemKey, count: open }) => [itemKey, open]))

/** Open signals of the records in a data scope, by characteristic. */
export const openSignalsWithin = async (store: Store, scope: Scope | undefined): Promise<Open> =>
  byItem(await (scope ? ofAllWithin(store, { scope: JSON.stringify(scope) }) : ofAll(store)))

async function openSignals(store: Store, operator: Operator): Promise<Open> {
  if (!maySee(operator)) return new Map()
  return openSignalsWithin(store, await scopeOf(store, operator))
}

/** What can be analysed, with the open signals that somebody may see of it. */
export async function analysisItems(store: Store, query: ItemsQuery, operator: Operator): Promise<AnalysisItem[]> {
  const [items, open] = await Promise.all([listCharacteristics(store, query), openSignals(store, operator)])
  return items.map((item) => ({ ...item, openSignals: open.get(item.itemKey) ?? 0 }))
}
