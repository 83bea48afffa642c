import { and, eq, exists, getTableColumns, isNotNull, ne, sql } from 'drizzle-orm'
import type { Judgement } from '#shared/qc/constants'
import type { ItemInfo } from '#shared/qc/record/schema'
import { worst } from '#shared/spc/sampling/judge'
import { meanOf, sumOf } from '#shared/spc/series/sum'
import { scopeOf, type Scope } from '../../access/department/data-scope'
import type { Operator } from '../../access/session/queries'
import { nameOfUser } from '../../access/user/name'
import { literal, statement } from '../../platform/list/statement'
import type { Reading, Store } from '../../platform/store'
import { itemsBound } from '../template/items'
import type { ValueBase } from './content'
import { correctionsIn, rowById, valueOf } from './detail'
import { instant } from '../../platform/list/wire'
import { recordRowOf } from './row'
import { recordInScope, scopedStatement } from './scope'

/** Values of one item with the names of the users who entered them, and the gauges. */
const valuesOfItem = statement(({ db, t: { values, users, equipment }, bind }) =>
  db
    .select({
      ...getTableColumns(values),
      nickName: users.nickName,
      username: users.username,
      gaugeName: equipment.name,
      gaugeNameEn: equipment.nameEn,
    })
    .from(values)
    .leftJoin(users, eq(users.userId, values.enteredBy))
    .leftJoin(equipment, eq(equipment.equipmentId, values.gaugeId))
    .where(and(eq(values.itemKey, bind('itemKey')), eq(values.qcValueBaseId, bind('id'))))
    .orderBy(values.sampleNo),
)

type Subject = { qcValueBaseId: number; itemKey: string }

/** One characteristic of a record in the operator's data scope, with the records around it, as of one moment. */
export const getItemInfo = (store: Store, subject: Subject, operator: Operator): Promise<ItemInfo | undefined> =>
  store.snapshot((at) => itemInfoAt(at, subject, operator))

async function itemInfoAt(
  store: Reading,
  { qcValueBaseId: id, itemKey }: Subject,
  operator: Operator,
): Promise<ItemInfo | undefined> {
  const scope = await scopeOf(store, operator)
  const record = await recordInScope(store, store.db, id, scope)
  const row = record && (await rowById(store, { id }))
  if (!row) return undefined
  const items = (await itemsBound(store, store.db, record.versionId)).filter(({ type }) => type !== 'note')
  const index = items.findIndex((item) => item.itemKey === itemKey)
  const item = items[index]
  if (!item) return undefined
  const [values, corrections, { before, here, after }] = await Promise.all([
    valuesOfItem(store, { id, itemKey }),
    correctionsIn(store, id),
    neighboursOf(store, record, itemKey, scope),
  ])
  const isCompared = record.submittedAt !== null && record.status !== 'voided'
  const history = [...before, ...(isCompared ? [here] : []), ...after]
  return {
    record: recordRowOf(row),
    item,
    values: values.map((value) => ({
      ...valueOf(value),
      enteredByName: value.username ? nameOfUser({ nickName: value.nickName, username: value.username }) : '',
      gaugeName: value.gaugeName,
      gaugeNameEn: value.gaugeNameEn,
    })),
    corrections: corrections.filter((correction) => correction.itemKey === itemKey),
    judgement: here.judgement,
    mean: here.mean,
    history: history.map((neighbour) => ({ ...neighbour, inspectedAt: instant(neighbour.inspectedAt) })),
    previousItem: items[index - 1]?.itemKey ?? null,
    nextItem: items[index + 1]?.itemKey ?? null,
    previousRecord: linkTo(before.at(-1)),
    nextRecord: linkTo(after[0]),
  }
}

type Place = { qcValueBaseId: number; recordNo: string; inspectedAt: number }

const linkTo = (place: Place | undefined) =>
  place ? { qcValueBaseId: place.qcValueBaseId, recordNo: place.recordNo } : null

/** Maximum of records before, and of records after. */
const MAX_NEIGHBOURS = 25

/**
 * The nearest records of the same template in time with values of an item. Voided and never submitted records are left
 * out; records returned for correction are included (`qc-domain` 2.3).
 */
const nearest = (side: '<' | '>') =>
  scopedStatement((store, isInScope) => {
    const { db, bind } = store
    const { valueBases, values } = store.t
    const { inspectedAt, qcValueBaseId, recordNo } = valueBases
    const hasValues = db
      .select({ one: literal(1) })
      .from(values)
      .where(and(eq(values.itemKey, bind('itemKey')), eq(values.qcValueBaseId, qcValueBaseId)))
    const order = sql.raw(side === '<' ? 'desc' : 'asc')
    return db
      .select({ qcValueBaseId, recordNo, inspectedAt })
      .from(valueBases)
      .where(
        and(
          eq(valueBases.templateId, bind('templateId')),
          sql`(${inspectedAt}, ${qcValueBaseId}) ${sql.raw(side)} (${bind('inspectedAt')}, ${bind('id')})`,
          ne(valueBases.status, literal('voided')),
          isNotNull(valueBases.submittedAt),
          exists(hasValues),
          isInScope,
        ),
      )
      .orderBy(sql`${inspectedAt} ${order}`, sql`${qcValueBaseId} ${order}`)
      .limit(literal(MAX_NEIGHBOURS))
  })
const [nearestBefore, nearestAfter] = [nearest('<'), nearest('>')]

const valuesOfRecords = statement((store) => {
  const { qcValueBaseId, itemKey, num, den, judgement } = store.t.values
  return store.db
    .select({ qcValueBaseId, num, den, judgement })
    .from(store.t.values)
    .where(and(eq(itemKey, store.bind('itemKey')), store.among(qcValueBaseId, store.bind('records'), 'ids')))
})

/** A record and the nearest records in time within its scope, each with a summary of its values of an item. */
async function neighboursOf(store: Reading, record: ValueBase, itemKey: string, scope: Scope | undefined) {
  const { templateId, inspectedAt, qcValueBaseId: id, recordNo } = record
  const bound = { templateId, inspectedAt, id, itemKey }
  const [earlier, later] = await Promise.all([nearestBefore(store, scope, bound), nearestAfter(store, scope, bound)])
  const own: Place = { qcValueBaseId: id, recordNo, inspectedAt }
  const ids = [own, ...earlier, ...later].map(({ qcValueBaseId }) => qcValueBaseId)
  const values = await valuesOfRecords(store, { itemKey, records: JSON.stringify({ ids }) })
  const byRecord = Map.groupBy(values, ({ qcValueBaseId }) => qcValueBaseId)
  const summarized = (place: Place) => ({ ...place, ...summaryOf(byRecord.get(place.qcValueBaseId) ?? []) })
  return { before: earlier.toReversed().map(summarized), here: summarized(own), after: later.map(summarized) }
}

/** The total rate for counts, the mean for other values. */
function summaryOf(values: readonly { num: number | null; den: number | null; judgement: Judgement }[]) {
  const nums = values.flatMap(({ num }) => num ?? [])
  const dens = values.flatMap(({ den }) => den ?? [])
  const mean = dens.length > 0 ? sumOf(nums) / sumOf(dens) : meanOf(nums)
  return { mean, n: nums.length, judgement: worst(values.map(({ judgement }) => judgement)) }
}
