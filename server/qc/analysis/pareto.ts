import { and, count, eq, gte, isNotNull, lte, sql, type SQL } from 'drizzle-orm'
import { qcDicts } from '#shared/qc/constants'
import type { Pareto, ParetoQuery } from '#shared/qc/analysis/schema'
import { paretoOf } from '#shared/spc/charts/pareto'
import type { Store } from '../../platform/store'
import type { Scope } from '../../access/department/data-scope'
import { scopeCondition, submittedRecords } from './submitted-records'
import { byWeeks, type RecordFilter } from './weeks'
import { wasSubmitted } from '../record/retest-chain'
import type { Operator } from '../../access/session/queries'

/** Maximum of rows in a Pareto chart. The rest is one row with this code. */
const MAX_ROWS = 50
const REST = '*'

type Named = { code: string; label: string; labelEn: string; count: number }

/** The most frequent defects, failed items or causes of signals. */
export async function paretoAnswer(store: Store, query: ParetoQuery, operator: Operator): Promise<Pareto> {
  const rows = mostFirst(byCode(await countedBy[query.kind](store, await submittedRecords(store, query, operator))))
  const total = sumOf(rows)
  const rest = sumOf(rows.slice(MAX_ROWS))
  return {
    kind: query.kind,
    total,
    rows: [
      ...rows.slice(0, MAX_ROWS),
      ...(rest > 0
        ? [{ code: REST, label: REST, labelEn: REST, count: rest, percent: (100 * rest) / total, cumulative: 100 }]
        : []),
    ],
  }
}

/**
 * The most frequent failures of a product line since an instant, at most `many`: defects, and records with failed
 * items. Their counts are of different kinds, so they are not added up.
 */
export async function failuresOf(
  store: Store,
  scope: Scope | undefined,
  productId: number,
  since: number,
  many: number,
) {
  const { valueBases } = store.t
  const where = and(
    eq(valueBases.productId, productId),
    gte(valueBases.inspectedAt, since),
    wasSubmitted(store),
    scope && scopeCondition(store, scope),
  )
  const [defects, items] = await Promise.all([defectsIn(store, where), itemsIn(store, where)])
  const rowsOf = (found: Named[]) =>
    mostFirst(found)
      .slice(0, many)
      .map(({ percent: _percent, ...row }) => row)
  return { defects: rowsOf(defects), items: rowsOf(items) }
}

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, row) => sum + row.count, 0)

function mostFirst(found: readonly Named[]): Pareto['rows'] {
  const named = new Map(found.map((row) => [row.code, row]))
  return paretoOf(found.map(({ code, count: many }) => [code, many] as const)).map((row) => ({
    ...named.get(row.code)!,
    ...row,
  }))
}

/** One row per code, with the name that is last in the sort order. */
function byCode(rows: readonly Named[]): Named[] {
  const latest = (of: readonly Named[], name: 'label' | 'labelEn') =>
    of
      .map((row) => row[name])
      .toSorted()
      .at(-1)!
  return [...Map.groupBy(rows, ({ code }) => code)].map(([code, own]) => ({
    code,
    label: latest(own, 'label'),
    labelEn: latest(own, 'labelEn'),
    count: sumOf(own),
  }))
}

/** Counts by item, of the values that a condition leaves. */
const byItem =
  (counted: (columns: Store['t']['values']) => SQL<number>, isMeant: (t: Store['t']) => SQL | undefined) =>
  ({ db, t }: Store, where: SQL | undefined): Promise<Named[]> => {
    const { values, valueBases, templateItems } = t
    return db
      .select({
        code: templateItems.itemKey,
        label: sql<string>`max(${templateItems.name})`,
        labelEn: sql<string>`max(${templateItems.nameEn})`,
        count: counted(values).mapWith(Number),
      })
      .from(valueBases)
      .innerJoin(values, eq(values.qcValueBaseId, valueBases.qcValueBaseId))
      .innerJoin(templateItems, eq(templateItems.itemId, values.itemId))
      .where(and(where, isMeant(t)))
      .groupBy(templateItems.itemKey)
  }

/** Defects by the items that count them. */
const defectsIn = byItem(
  ({ num }) => sql`sum(${num})`,
  ({ values, templateItems }) => and(eq(templateItems.type, 'defects'), isNotNull(values.num)),
)

/** The number of records in which each item failed. */
const itemsIn = byItem(
  ({ qcValueBaseId }) => sql`count(distinct ${qcValueBaseId})`,
  ({ values }) => eq(values.judgement, 'NG'),
)

/** The causes of closed signals. */
function causesIn({ db, t }: Store, where: SQL | undefined): Promise<Named[]> {
  const { signals, valueBases, dictData } = t
  return db
    .select({
      code: sql<string>`${signals.causeCode}`,
      label: sql<string>`max(coalesce(${dictData.dictLabel}, ${signals.causeCode}))`,
      labelEn: sql<string>`max(coalesce(nullif(${dictData.dictLabelEn}, ''), ${dictData.dictLabel}, ${signals.causeCode}))`,
      count: count(),
    })
    .from(valueBases)
    .innerJoin(signals, eq(signals.qcValueBaseId, valueBases.qcValueBaseId))
    .leftJoin(dictData, and(eq(dictData.dictType, qcDicts.cause), eq(dictData.dictValue, signals.causeCode)))
    .where(and(where, eq(signals.state, 'closed'), isNotNull(signals.causeCode)))
    .groupBy(signals.causeCode)
}

const countedBy = {
  defect: byWeeks(defectsIn),
  item: byWeeks(itemsIn),
  // signals are few, and closing them does not change their records
  cause: (store: Store, { where, from, to }: RecordFilter) => {
    const { inspectedAt } = store.t.valueBases
    const isFrom = from === undefined ? undefined : gte(inspectedAt, from)
    return causesIn(store, and(where, isFrom, to === undefined ? undefined : lte(inspectedAt, to)))
  },
}
