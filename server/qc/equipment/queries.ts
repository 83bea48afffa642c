import { eq, inArray } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import type { EquipmentChange, EquipmentInput } from '#shared/qc/equipment'
import { notFound } from '../../platform/http/refusal'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { dayOf, dayText } from '../../platform/list/day'
import { changesOf, writeOperation, type RequestContext } from '../../access/operation-log/write'
import { chunks } from '../../platform/chunks/chunk'
import { appendAudit, authorOf, type Author, created, deleted, restored, updated } from '../audit/append'
import { refuseMoved, refuseUnfit, refuseUsed } from './fit'
import { productCodes } from '../product/list'
import { laterThan, unlessChanged } from '../../access/crud/seen'
import { moveToTrash, restoreFromTrash } from '../../access/trash/queries'
import { stampsOf, statusNumber } from '../../platform/list/wire'
import { equipment as resource } from '#shared/qc/equipment-resource'
import type { PartsOf } from '../../access/trash/parts'

const equipmentParts: PartsOf = ({ equipment }) => ({
  resource,
  own: { table: equipment, of: equipment.equipmentId },
})

type Row = Tables['equipment']['$inferSelect']

/**
 * Makes equipment in few statements, however much, and says so in the audit trail. That what it refers to is there and
 * its codes are free is for the caller to see to.
 * @returns it in the order in which it is given
 */
export async function insertEquipment(
  store: Dialect,
  db: Writer,
  inputs: readonly EquipmentInput[],
  author: Author,
): Promise<Row[]> {
  const { equipment } = store.t
  const stamps = { createBy: author.userId, createdAt: author.now, updatedAt: author.now }
  const made = new Map<string, Row>()
  for (const chunk of chunks(inputs)) {
    const values = chunk.map((input) => ({ ...fieldsOf(input), ...stamps }))
    for (const row of await db.insert(equipment).values(values).returning()) made.set(row.code, row)
  }
  const rows = inputs.map(({ code }) => made.get(code)!)
  const known = await namesFor(store, db, rows)
  const entries = rows.map((row) => created('equipment', row.equipmentId, audited(row, known)))
  await appendAudit(store, db, author, entries)
  return rows
}

/** @throws Refusal when the code is taken, or what it is to belong to cannot be that */
export const createEquipment = (store: Store, input: EquipmentInput, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    await refuseUnfit(store, db, { ...input, equipmentId: undefined })
    const [row] = await insertEquipment(store, db, [input], await authorOf(store, db, context))
    await writeOperation(store, db, context, { ...entryOf(row!), action: 'create', after: input })
    return row!.equipmentId
  })

/** @throws Refusal as {@link createEquipment}, and when what has records or other equipment would go to another line */
export const updateEquipment = (store: Store, equipmentId: number, input: EquipmentChange, context: RequestContext) =>
  store.tx(async (db) => {
    const { equipment } = store.t
    const [before] = await db.select().from(equipment).where(eq(equipment.equipmentId, equipmentId))
    if (!before) throw notFound()
    const present = { fields: shown(before), record: String(equipmentId), readBy: ['qc:equipment:list'] } as const
    const fields = await unlessChanged(store, db, context, input, present)
    const { productId, parentId, code, kind, resolution } = { ...before, ...fields }
    await refuseUnfit(store, db, { equipmentId, code, kind, productId, parentId, resolution })
    const change = fieldsOf(fields)
    if (productId !== before.productId) await refuseMoved(store, db, before, productId)
    const [row] = await db
      .update(equipment)
      .set({ ...change, updatedAt: laterThan(equipment.updatedAt, context.now) })
      .where(eq(equipment.equipmentId, equipmentId))
      .returning()
    await writeOperation(store, db, context, { ...entryOf(row!), action: 'update', ...changesOf(before, change) })
    const known = await namesFor(store, db, [before, row!])
    const changes = updated('equipment', equipmentId, audited(before, known), audited(row!, known))
    await appendAudit(store, db, await authorOf(store, db, context), changes)
    return equipmentId
  })

/** Deletes all of `ids` or none. @throws Refusal when one is not there, has records, or other equipment belongs to it */
export const deleteEquipment = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const { equipment } = store.t
    await refuseUsed(store, db, ids)
    const rows = await db.select().from(equipment).where(inArray(equipment.equipmentId, ids))
    const known = await namesFor(store, db, rows)
    const gone = await moveToTrash(store, db, equipmentParts, ids, context)
    const entries = rows.map((row) => deleted('equipment', row.equipmentId, audited(row, known)))
    await appendAudit(store, db, await authorOf(store, db, context), entries)
    return gone
  })

/** Brings back deleted equipment, all or none. @throws Refusal when some is not in the trash, or its code is taken */
export const restoreEquipment = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const back = await restoreFromTrash(store, db, equipmentParts, ids, context)
    const entries = back.map((equipmentId) => restored('equipment', equipmentId))
    await appendAudit(store, db, await authorOf(store, db, context), entries)
    return back
  })

/** What was entered, as the table keeps it. */
const fieldsOf = <Input extends Pick<EquipmentChange, 'calibrationDue'>>({ calibrationDue, ...fields }: Input) => ({
  ...fields,
  ...(calibrationDue !== undefined && { calibrationDue: dayOf(calibrationDue) }),
})

/** What a change of it is compared with, as GET answers it. */
const shown = (row: Row) => ({
  ...row,
  calibrationDue: dayText(row.calibrationDue),
  status: statusNumber(row.status),
  ...stampsOf(row),
})

/** How the operation log names it. */
const entryOf = ({ equipmentId, name }: Row) => ({ record: String(equipmentId), name })

type Names = { products: ReadonlyMap<number, string>; parents: ReadonlyMap<number, string> }

/** What the audit trail calls that which equipment belongs to. */
async function namesFor(store: Dialect, db: Reader, rows: readonly Row[]): Promise<Names> {
  const { equipment } = store.t
  const parents = new Map<number, string>()
  for (const chunk of chunks([...new Set(rows.flatMap(({ parentId }) => parentId ?? []))])) {
    const found = await db
      .select({ id: equipment.equipmentId, code: equipment.code })
      .from(equipment)
      .where(inArray(equipment.equipmentId, chunk))
    for (const { id, code } of found) parents.set(id, code)
  }
  return { products: await productCodes(store, db), parents }
}

/** What the audit trail tells of equipment. */
const audited = (row: Row, { products, parents }: Names) => ({
  product: row.productId === null ? null : products.get(row.productId),
  parent: row.parentId === null ? null : parents.get(row.parentId),
  code: row.code,
  name: row.name,
  nameEn: row.nameEn,
  kind: row.kind,
  resolution: row.resolution,
  calibrationDue: dayText(row.calibrationDue),
  status: row.status === statuses.on ? 'on' : 'off',
  remark: row.remark,
})
