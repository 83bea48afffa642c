import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core' // the same proxy in both dialects
import { codes } from '#shared/envelope'
import { firstInUse } from '../../access/crud/usage'
import { Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { refuseNoProduct } from '../product/list'
import { isAnySubmitted, isMeasuringSubmitted } from '../record/submitted'
import { refuseTaken } from '../../platform/list/unique'
import { named } from '../../platform/message/index'

type Row = Tables['equipment']['$inferSelect']

type Wanted = Pick<Row, 'productId' | 'parentId' | 'code' | 'kind' | 'resolution'> & {
  /** Undefined for new equipment. */
  equipmentId: number | undefined
}

/** @throws Refusal if the code is taken, the line or parent does not fit, or it has a resolution but is no gauge */
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

/** Equipment with records or other equipment cannot move to another line, only to all lines. */
export async function refuseMoved(store: Dialect, db: Reader, { equipmentId }: Row, productId: number | null) {
  if (productId === null) return
  const { children, records } = usesOf(store, db, [equipmentId])
  const parent = await children()
  if (parent) throw new Refusal(codes.conflict, 'qcEquipment.movedParent', parent).at('productId')
  const used = await records()
  if (used) throw new Refusal(codes.conflict, 'qcEquipment.movedUsed', used).at('productId')
}

/** @throws Refusal if a submitted record names the equipment as its machine or a gauge */
export async function refuseRecoded(store: Dialect, db: Reader, { equipmentId, code }: Row) {
  const isNamed =
    (await isAnySubmitted(store, db, eq(store.t.valueBases.equipmentId, equipmentId))) ||
    (await isMeasuringSubmitted(store, db, equipmentId))
  if (isNamed) throw new Refusal(codes.conflict, 'qcEquipment.codeFixed', { code }).at('code')
}

/** @throws Refusal that names the first of these in use, and its use */
export async function refuseUsed(store: Dialect, db: Reader, ids: number[]) {
  const { children, records, values } = usesOf(store, db, ids)
  const used = await records()
  if (used) throw new Refusal(codes.conflict, 'qcEquipment.inUse', used)
  const gauge = await values()
  if (gauge) throw new Refusal(codes.conflict, 'qcEquipment.hasMeasured', gauge)
  const parent = await children()
  if (parent) throw new Refusal(codes.conflict, 'qcEquipment.hasChildren', parent)
}

/** Finds the first of these used in records or measured values, or with other equipment, and the number of uses. */
function usesOf({ t: { equipment, valueBases, values } }: Dialect, db: Reader, ids: number[]) {
  const target = { id: equipment.equipmentId, name: equipment.name }
  return {
    records: () => firstInUse(db, target, valueBases.equipmentId, ids),
    values: () => firstInUse(db, target, values.gaugeId, ids),
    children: () => firstInUse(db, target, alias(equipment, 'child').parentId, ids),
  }
}
