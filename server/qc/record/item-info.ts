import { and, eq, exists, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { Judgement } from '#shared/qc/constants'
import type { ItemInfo } from '#shared/qc/record/schema'
import { worst } from '#shared/spc/sampling/judge'
import { meanOf, sumOf } from '#shared/spc/series/sum'
import { scopeOf, type Scope } from '../../access/department/data-scope'
import type { Operator } from '../../access/session/queries'
import { nameOfUser } from '../../access/user/name'
import { literal, statement } from '../../platform/list/statement'
import type { Reading, Store } from '../../platform/store'
import { isCharted } from '../chart/series-read'
import { itemsBound } from '../template/items'
import type { ValueBase } from './content'
import { correctionsIn, rowById, valueOf } from './detail'
import { instant } from '../../platform/list/wire'
import { isFirstResult, wasSubmitted } from './retest-chain'
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
  const [values, corrections, { here, history }, previous, next] = await Promise.all([
    valuesOfItem(store, { id, itemKey }),
    correctionsIn(store, id),
    chartAround(store, record, itemKey, scope),
    previousRecord(store, scope, placeOf(record, itemKey)),
    nextRecord(store, scope, placeOf(record, itemKey)),
  ])
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
    history: history.map((point) => ({ ...point, inspectedAt: instant(point.inspectedAt) })),
    previousItem: items[index - 1]?.itemKey ?? null,
    nextItem: items[index + 1]?.itemKey ?? null,
    previousRecord: linkTo(previous[0]),
    nextRecord: linkTo(next[0]),
  }
}

type Place = { qcValueBaseId: number; recordNo: string; inspectedAt: number }

const linkTo = (place: Place | undefined) =>
  place ? { qcValueBaseId: place.qcValueBaseId, recordNo: place.recordNo } : null

const placeOf = ({ templateId, inspectedAt, qcValueBaseId: id }: ValueBase, itemKey: string) => ({
  templateId,
  inspectedAt,
  id,
  itemKey,
})

/** The nearest records of the same template before or after a place in time, with values of an item. */
const nearest = (side: '<' | '<=' | '>', most: number, isMeant: (store: Store) => SQL) =>
  scopedStatement((store, isInScope) => {
    const { db, bind } = store
    const { valueBases, values, templates } = store.t
    const { inspectedAt, qcValueBaseId, recordNo } = valueBases
    const hasValues = db
      .select({ one: literal(1) })
      .from(values)
      .where(and(eq(values.itemKey, bind('itemKey')), eq(values.qcValueBaseId, qcValueBaseId)))
    const order = sql.raw(side === '>' ? 'asc' : 'desc')
    return db
      .select({ qcValueBaseId, recordNo, inspectedAt })
      .from(valueBases)
      .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
      .where(
        and(
          eq(valueBases.templateId, bind('templateId')),
          sql`(${inspectedAt}, ${qcValueBaseId}) ${sql.raw(side)} (${bind('inspectedAt')}, ${bind('id')})`,
          isMeant(store),
          exists(hasValues),
          isInScope,
        ),
      )
      .orderBy(sql`${inspectedAt} ${order}`, sql`${qcValueBaseId} ${order}`)
      .limit(literal(most))
  })

/** Neighbours may be retests, and records that are not in the charts yet. */
const [previousRecord, nextRecord] = [nearest('<', 1, wasSubmitted), nearest('>', 1, wasSubmitted)]

/** Maximum of points before a record, and of points after it. */
const MAX_POINTS = 25
const isDrawn = (store: Store) => and(isCharted(store), isFirstResult(store))!
const [drawnUpTo, drawnAfter] = [nearest('<=', MAX_POINTS + 1, isDrawn), nearest('>', MAX_POINTS, isDrawn)]

const valuesOfRecords = statement((store) => {
  const { qcValueBaseId, itemKey, num, den, judgement } = store.t.values
  return store.db
    .select({ qcValueBaseId, num, den, judgement })
    .from(store.t.values)
    .where(and(eq(itemKey, store.bind('itemKey')), store.among(qcValueBaseId, store.bind('records'), 'ids')))
})

/** The points of the charts around a record within its scope, and the record itself even if it is not in the charts. */
async function chartAround(store: Reading, record: ValueBase, itemKey: string, scope: Scope | undefined) {
  const { inspectedAt, qcValueBaseId, recordNo } = record
  const place = placeOf(record, itemKey)
  const [upTo, later] = await Promise.all([drawnUpTo(store, scope, place), drawnAfter(store, scope, place)])
  const own: Place = { qcValueBaseId, recordNo, inspectedAt }
  const isOwnDrawn = upTo[0]?.qcValueBaseId === qcValueBaseId
  const points = [...upTo.slice(0, isOwnDrawn ? MAX_POINTS + 1 : MAX_POINTS).toReversed(), ...later]
  const ids = [own, ...points].map((point) => point.qcValueBaseId)
  const values = await valuesOfRecords(store, { itemKey, records: JSON.stringify({ ids }) })
  const byRecord = Map.groupBy(values, (value) => value.qcValueBaseId)
  const summarized = (point: Place) => ({ ...point, ...summaryOf(byRecord.get(point.qcValueBaseId) ?? []) })
  return { here: summarized(own), history: points.map(summarized) }
}

/** The total rate for counts, the mean for other values. */
function summaryOf(values: readonly { num: number | null; den: number | null; judgement: Judgement }[]) {
  const nums = values.flatMap(({ num }) => num ?? [])
  const dens = values.flatMap(({ den }) => den ?? [])
  const mean = dens.length > 0 ? sumOf(nums) / sumOf(dens) : meanOf(nums)
  return { mean, n: nums.length, judgement: worst(values.map(({ judgement }) => judgement)) }
}
