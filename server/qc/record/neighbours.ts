import { and, eq, exists, isNotNull, ne, sql } from 'drizzle-orm'
import type { Judgement, RecordStatus } from '#shared/qc/constants'
import { worst } from '#shared/spc/sampling/judge'
import { meanOf, sumOf } from '#shared/spc/series/sum'
import type { Reading } from '../../platform/store'
import { inScope, type Scope } from '../../access/department/data-scope'
import { literal, statement } from '../../platform/list/statement'

/** So many records before, and as many after. */
const NEAR = 25

type Direction = 'before' | 'after'

/**
 * The nearest records of the same template in time that have values of an item. What is voided is not among them, nor what
 * was never submitted; what has come back to be corrected is (`qc-domain` 2.3).
 */
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
          isNotNull(valueBases.submittedAt),
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

/** Whether a record is among those that are compared: from when it was first submitted until it is voided. */
const isCounted = ({ status, submittedAt }: Counting) => submittedAt !== null && status !== 'voided'
type Counting = { status: RecordStatus; submittedAt: number | null }

/**
 * A record, and those near to it in time that have the same characteristic, in the order of time, as far as they lie in
 * the scope.
 * @returns `history`: all of them that are compared
 */
export async function nearRecords(
  store: Reading,
  record: Place & Counting & { templateId: number },
  itemKey: string,
  scope: Scope | undefined,
): Promise<{ before: Near[]; here: Near; after: Near[]; history: Near[] }> {
  const { templateId, inspectedAt, qcValueBaseId: id, recordNo } = record
  const bound = { templateId, inspectedAt, id, itemKey }
  const near = (direction: Direction) =>
    scope
      ? statements[direction].scoped(store, { ...bound, scope: JSON.stringify(scope) })
      : statements[direction].all(store, bound)
  const [earlier, later] = await Promise.all([near('before'), near('after')])
  const place = { qcValueBaseId: id, recordNo, inspectedAt }
  const ids = [place, ...earlier, ...later].map(({ qcValueBaseId }) => qcValueBaseId)
  const values = await valuesOfItem(store, { itemKey, records: JSON.stringify({ ids }) })
  const byRecord = Map.groupBy(values, ({ qcValueBaseId }) => qcValueBaseId)
  const withSummary = (one: Place): Near => ({ ...one, ...summaryOf(byRecord.get(one.qcValueBaseId) ?? []) })
  const [before, here, after] = [earlier.toReversed().map(withSummary), withSummary(place), later.map(withSummary)]
  return { before, here, after, history: [...before, ...(isCounted(record) ? [here] : []), ...after] }
}

type Counted = { num: number | null; den: number | null; judgement: Judgement }

/** Of counts the rate of all together, else the mean. */
function summaryOf(values: readonly Counted[]) {
  const nums = values.flatMap(({ num }) => num ?? [])
  const dens = values.flatMap(({ den }) => den ?? [])
  const mean = dens.length > 0 ? sumOf(nums) / sumOf(dens) : meanOf(nums)
  return { mean, n: nums.length, judgement: worst(values.map(({ judgement }) => judgement)) }
}
