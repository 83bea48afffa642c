import { count, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core' // the same proxy in both dialects
import { codes } from '#shared/envelope'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { refuseNoProduct } from '../product/list'
import { refuseTaken } from '../../platform/list/unique'
import { named } from '../../platform/message/index'

type Row = Tables['equipment']['$inferSelect']

type Wanted = Pick<Row, 'productId' | 'parentId' | 'code' | 'kind' | 'resolution'> & {
  /** Undefined for what is not made yet. */
  equipmentId: number | undefined
}

/** @throws Refusal when the code is taken, or what it is to belong to cannot be that */
export async function refuseUnfit(store: Dialect, db: Writer, wanted: Wanted) {
  const { equipment } = store.t
  const { equipmentId, productId, parentId, code, kind, resolution } = wanted
  if (productId !== null) await refuseNoProduct(store, db, productId)
  await refuseTaken(db, {
    table: equipment,
    column: equipment.code,
    value: code,
    id: equipment.equipmentId,
    exceptId: equipmentId,
    refusal: new Refusal(codes.conflict, 'qc.codeTaken', { code }).at('code'),
  })
  if (kind !== 'gauge' && resolution !== null) {
    throw new Refusal(codes.badRequest, 'qcEquipment.onlyGauges').at('resolution')
  }
  const seen = new Set<number>()
  for (let above = parentId; above !== null && !seen.has(above);) {
    if (above === equipmentId) throw new Refusal(codes.badRequest, 'qcEquipment.insideItself').at('parentId')
    seen.add(above)
    const [parent] = await db.select().from(equipment).where(eq(equipment.equipmentId, above))
    if (!parent) throw new Refusal(codes.badRequest, 'qcEquipment.noParent').at('parentId')
    const isOfLine = parent.productId === null || parent.productId === productId
    if (above === parentId && !isOfLine) {
      throw new Refusal(codes.badRequest, 'qcEquipment.parentElsewhere', named(parent)).at('parentId')
    }
    above = parent.parentId
  }
}

/** What has records or other equipment of a line stays with it, or comes to serve all lines. */
export async function refuseMoved(store: Dialect, db: Reader, { equipmentId }: Row, productId: number | null) {
  if (productId === null) return
  const [children] = await childrenOf(store, db, [equipmentId])
  if (children) throw new Refusal(codes.conflict, 'qcEquipment.movedParent', children).at('productId')
  const [used] = await recordsOf(store, db, [equipmentId])
  if (used) throw new Refusal(codes.conflict, 'qcEquipment.movedUsed', used).at('productId')
}

/** @throws Refusal that tells what hangs on the first of these that something hangs on */
export async function refuseUsed(store: Dialect, db: Reader, ids: number[]) {
  const [used] = await recordsOf(store, db, ids)
  if (used) throw new Refusal(codes.conflict, 'qcEquipment.inUse', used)
  const [measured] = await valuesOf(store, db, ids)
  if (measured) throw new Refusal(codes.conflict, 'qcEquipment.hasMeasured', measured)
  const [children] = await childrenOf(store, db, ids)
  if (children) throw new Refusal(codes.conflict, 'qcEquipment.hasChildren', children)
}

/** The first of these that stands in records, and in how many. */
const recordsOf = ({ t: { equipment, valueBases } }: Dialect, db: Reader, ids: number[]) =>
  db
    .select({ name: equipment.name, count: count() })
    .from(valueBases)
    .innerJoin(equipment, eq(equipment.equipmentId, valueBases.equipmentId))
    .where(inArray(valueBases.equipmentId, ids))
    .groupBy(equipment.equipmentId, equipment.name)
    .orderBy(equipment.equipmentId)
    .limit(1)

/** The first of these gauges that values were measured with, and how many. */
const valuesOf = ({ t: { equipment, values } }: Dialect, db: Reader, ids: number[]) =>
  db
    .select({ name: equipment.name, count: count() })
    .from(values)
    .innerJoin(equipment, eq(equipment.equipmentId, values.gaugeId))
    .where(inArray(values.gaugeId, ids))
    .groupBy(equipment.equipmentId, equipment.name)
    .orderBy(equipment.equipmentId)
    .limit(1)

/** The first of these that other equipment belongs to, and how much. */
function childrenOf({ t: { equipment } }: Dialect, db: Reader, ids: number[]) {
  const child = alias(equipment, 'child')
  return db
    .select({ name: equipment.name, count: count() })
    .from(child)
    .innerJoin(equipment, eq(equipment.equipmentId, child.parentId))
    .where(inArray(child.parentId, ids))
    .groupBy(equipment.equipmentId, equipment.name)
    .orderBy(equipment.equipmentId)
    .limit(1)
}
