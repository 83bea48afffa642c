import { and, eq, exists, ne, sql } from 'drizzle-orm'
import type { Judgement } from '#shared/qc/constants'
import { worst } from '#shared/spc/judge'
import { meanOf, sumOf } from '#shared/spc/sum'
import type { Store } from '../store'
import { inScope, type Scope } from './data-scope'
import { literal, statement } from './statement'

/** So many records before, and as many after. */
const NEAR = 25

type Direction = 'before' | 'after'

/** The nearest records of the same template in time that have values of an item; what is voided is not among them. */
const nearTo = (direction: Direction, isScoped: boolean) =>
  statement((store) => {
    const { db, bind } = store
    const { valueBases, values } = store.t
    const { inspectedAt, qcValueBaseId } = valueBases
    const hasValues = db
      .select({ one: literal(1) })
      .from(values)
      .where(and(eq(values.itemKey, bind('itemKey')), eq(values.qcValueBaseId, qcValueBaseId)))
    const [side, order] = direction === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    const scope = inScope({ department: valueBases.deptId, creator: valueBases.operatorId })
    return db
      .select({ qcValueBaseId, recordNo: valueBases.recordNo, inspectedAt })
      .from(valueBases)
      .where(
        and(
          eq(valueBases.templateId, bind('templateId')),
          sql`(${inspectedAt}, ${qcValueBaseId}) ${side} (${bind('inspectedAt')}, ${bind('id')})`,
          ne(valueBases.status, literal('voided')),
          exists(hasValues),
          isScoped ? scope.where(store, bind('scope')) : undefined,
        ),
      )
      .orderBy(sql`${inspectedAt} ${order}`, sql`${qcValueBaseId} ${order}`)
      .limit(literal(NEAR))
  })

const statements = {
  before: { all: nearTo('before', false), scoped: nearTo('before', true) },
  after: { all: nearTo('after', false), scoped: nearTo('after', true) },
}

const valuesOfItem = statement((store) => {
  const { values } = store.t
  return store.db
    .select({ qcValueBaseId: values.qcValueBaseId, num: values.num, den: values.den, judgement: values.judgement })
    .from(values)
    .where(
      and(eq(values.itemKey, store.bind('itemKey')), store.among(values.qcValueBaseId, store.bind('records'), 'ids')),
    )
})

type Place = { qcValueBaseId: number; recordNo: string; inspectedAt: number }

/** What a record says of an item, among others. */
export type Near = Place & { mean: number | null; n: number; judgement: Judgement }

/**
 * A record among those near to it in time that have the same characteristic, in the order of time, as far as they lie in
 * the scope.
 */
export async function nearRecords(
  store: Store,
  record: Place & { templateId: number },
  itemKey: string,
  scope: Scope | undefined,
): Promise<{ before: Near[]; here: Near; after: Near[] }> {
  const { templateId, inspectedAt, qcValueBaseId: id, recordNo } = record
  const bound = { templateId, inspectedAt, id, itemKey }
  const near = (direction: Direction) =>
    scope
      ? statements[direction].scoped(store, { ...bound, scope: JSON.stringify(scope) })
      : statements[direction].all(store, bound)
  const [before, after] = await Promise.all([near('before'), near('after')])
  const here = { qcValueBaseId: id, recordNo, inspectedAt }
  const ids = [here, ...before, ...after].map(({ qcValueBaseId }) => qcValueBaseId)
  const values = await valuesOfItem(store, { itemKey, records: JSON.stringify({ ids }) })
  const byRecord = Map.groupBy(values, ({ qcValueBaseId }) => qcValueBaseId)
  const told = (place: Place): Near => ({ ...place, ...summaryOf(byRecord.get(place.qcValueBaseId) ?? []) })
  return { before: before.toReversed().map(told), here: told(here), after: after.map(told) }
}

type Counted = { num: number | null; den: number | null; judgement: Judgement }

/** Of counts the rate of all together, else the mean. */
function summaryOf(values: readonly Counted[]) {
  const nums = values.flatMap(({ num }) => num ?? [])
  const dens = values.flatMap(({ den }) => den ?? [])
  const mean = dens.length > 0 ? sumOf(nums) / sumOf(dens) : meanOf(nums)
  return { mean, n: nums.length, judgement: worst(values.map(({ judgement }) => judgement)) }
}
