import { and, eq, getTableColumns } from 'drizzle-orm'
import type { ItemInfo } from '#shared/qc/record/schema'
import type { Reading, Store } from '../../../platform/store'
import { isInScope, scopeOf } from '../../../access/department/data-scope'
import { printedName } from '../../../access/user/printed-name'
import { correctionsIn, shownById, valueOf, wholeById } from './queries'
import { nearRecords, type Near } from '../neighbours'
import { instant, recordRowOf } from '../row'
import { itemsBound } from '../version'
import type { Operator } from '../../../access/session/queries'
import { statement } from '../../../platform/list/statement'

/** Values of one item with the names of who entered them, and what they were measured with. */
const valuesIn = statement(({ db, t: { values, users, equipment }, bind }) =>
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

type Asked = { qcValueBaseId: number; itemKey: string }

/** One characteristic in one record of the operator's data scope, with what surrounds it, as it is at one moment. */
export const getItemInfo = (store: Store, asked: Asked, operator: Operator): Promise<ItemInfo | undefined> =>
  store.snapshot((at) => itemInfoAt(at, asked, operator))

async function itemInfoAt(
  store: Reading,
  { qcValueBaseId: id, itemKey }: Asked,
  operator: Operator,
): Promise<ItemInfo | undefined> {
  const [row, whole, scope] = await Promise.all([
    shownById(store, { id }),
    wholeById(store, { id }),
    scopeOf(store, operator),
  ])
  if (!row || !whole) return undefined
  const { record } = whole
  if (!isInScope(scope, { deptId: record.deptId, createBy: record.operatorId })) return undefined
  const items = (await itemsBound(store, store.db, record.versionId)).filter(({ type }) => type !== 'note')
  const index = items.findIndex((item) => item.itemKey === itemKey)
  const item = items[index]
  if (!item) return undefined
  const [values, corrections, near] = await Promise.all([
    valuesIn(store, { id, itemKey }),
    correctionsIn(store, id),
    nearRecords(store, record, itemKey, scope),
  ])
  const { before, here, after, history } = near
  return {
    record: recordRowOf(row),
    item,
    values: values.map((value) => ({
      ...valueOf(value),
      enteredByName: value.username ? printedName({ nickName: value.nickName, username: value.username }) : '',
      gaugeName: value.gaugeName,
      gaugeNameEn: value.gaugeNameEn,
    })),
    corrections: corrections.filter((correction) => correction.itemKey === itemKey),
    judgement: here.judgement,
    mean: here.mean,
    history: history.map((one) => ({ ...one, inspectedAt: instant(one.inspectedAt) })),
    previousItem: items[index - 1]?.itemKey ?? null,
    nextItem: items[index + 1]?.itemKey ?? null,
    previousRecord: neighbourOf(before.at(-1)),
    nextRecord: neighbourOf(after[0]),
  }
}

const neighbourOf = (near: Near | undefined) =>
  near ? { qcValueBaseId: near.qcValueBaseId, recordNo: near.recordNo } : null
