import { and, count, eq, inArray, ne } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { LotChange, LotInput } from '#shared/qc/lot'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { dayOf, dayText } from '../../platform/list/day'
import { changesOf, writeOperation, type RequestContext } from '../../access/operation-log/write'
import { chunks } from '../../platform/chunks/chunk'
import { appendAudit, authorOf, type Author, created, deleted, restored, updated } from '../audit/append'
import { productCodes, refuseNoProduct } from '../product/list'
import { laterThan, unlessChanged } from '../../access/crud/seen'
import { moveToTrash, restoreFromTrash } from '../../access/trash/queries'
import { stampsOf } from '../../platform/list/wire'
import { lot } from '#shared/qc/lot-resource'
import type { PartsOf } from '../../access/trash/parts'

const lotParts: PartsOf = ({ lots }) => ({
  resource: lot,
  own: { table: lots, of: lots.lotId },
})

type Row = Tables['lots']['$inferSelect']
/** A lot to be made; `createdAt` (Unix milliseconds) where it was made earlier than its author says. */
type NewLot = LotInput & { createdAt?: number }

/**
 * Makes lots in few statements, however many, and says so in the audit trail. That their product lines are there and
 * their numbers free is for the caller to see to.
 * @returns them in the order in which they are given
 */
export async function insertLots(
  store: Dialect,
  db: Writer,
  inputs: readonly NewLot[],
  author: Author,
): Promise<Row[]> {
  const { lots } = store.t
  const made = new Map<string, Row>()
  for (const chunk of chunks(inputs)) {
    const values = chunk.map(({ producedAt, createdAt = author.now, ...fields }) => ({
      ...fields,
      producedAt: dayOf(producedAt),
      createBy: author.userId,
      createdAt,
      updatedAt: createdAt,
    }))
    for (const row of await db.insert(lots).values(values).returning()) made.set(keyOf(row), row)
  }
  const rows = inputs.map((input) => made.get(keyOf(input))!)
  const products = await productCodes(store, db)
  const entries = rows.map((row) => created('lot', row.lotId, audited(row, products)))
  await appendAudit(store, db, author, entries)
  return rows
}

/** @throws Refusal when there is no such product line, or it has a lot of that number */
export const createLot = (store: Store, input: LotInput, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    await refuseNoProduct(store, db, input.productId)
    await refuseTakenNo(store, db, input)
    const [row] = await insertLots(store, db, [input], await authorOf(store, db, context))
    await writeOperation(store, db, context, { ...entryOf(row!), action: 'create', after: input })
    return row!.lotId
  })

/** @throws Refusal as {@link createLot}, when a lot with records would go to another line, and at what a hold keeps */
export const updateLot = (store: Store, lotId: number, input: LotChange, context: RequestContext) =>
  store.tx(async (db) => {
    const { lots } = store.t
    const [before] = await db.select().from(lots).where(eq(lots.lotId, lotId))
    if (!before) throw notFound()
    const present = { fields: shown(before), record: String(lotId), readBy: ['qc:lot:list'] } as const
    const { producedAt, ...fields } = await unlessChanged(store, db, context, input, present)
    const { productId = before.productId, lotNo = before.lotNo, status = before.status } = fields
    const asked = { status, lotNo, productId }
    for (const field of ['status', 'lotNo', 'productId'] as const) {
      if (before.status === 'hold' && asked[field] !== before[field]) throw held().at(field)
    }
    if (productId !== before.productId) {
      await refuseNoProduct(store, db, productId)
      const [used] = await recordsOf(store, db, [lotId])
      if (used) throw new Refusal(codes.conflict, 'qcLot.movedUsed', used).at('productId')
    }
    await refuseTakenNo(store, db, { productId, lotNo }, lotId)
    const change = { ...fields, ...(producedAt !== undefined && { producedAt: dayOf(producedAt) }) }
    const [row] = await db
      .update(lots)
      .set({ ...change, updatedAt: laterThan(lots.updatedAt, context.now) })
      .where(eq(lots.lotId, lotId))
      .returning()
    await writeOperation(store, db, context, { ...entryOf(row!), action: 'update', ...changesOf(before, change) })
    const products = await productCodes(store, db)
    const changes = updated('lot', lotId, audited(before, products), audited(row!, products))
    await appendAudit(store, db, await authorOf(store, db, context), changes)
    return lotId
  })

/** Whoever could make way for another lot of its number would need no release. */
const held = () => new Refusal(codes.conflict, 'qcLot.releaseNeeded')

/** Deletes all of `ids` or none. @throws Refusal when one is not there, is on hold or has records */
export const deleteLots = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const { lots } = store.t
    const [used] = await recordsOf(store, db, ids)
    if (used) throw new Refusal(codes.conflict, 'qcLot.inUse', used)
    const products = await productCodes(store, db)
    const rows = await db.select().from(lots).where(inArray(lots.lotId, ids))
    if (rows.some(({ status }) => status === 'hold')) throw held()
    const gone = await moveToTrash(store, db, lotParts, ids, context)
    const entries = rows.map((row) => deleted('lot', row.lotId, audited(row, products)))
    await appendAudit(store, db, await authorOf(store, db, context), entries)
    return gone
  })

/** Brings back deleted lots, all or none. @throws Refusal when one is not in the trash, or its number is taken */
export const restoreLots = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const back = await restoreFromTrash(store, db, lotParts, ids, context)
    const entries = back.map((lotId) => restored('lot', lotId))
    await appendAudit(store, db, await authorOf(store, db, context), entries)
    return back
  })

const keyOf = ({ productId, lotNo }: Pick<LotInput, 'productId' | 'lotNo'>) => `${productId} ${lotNo}`

/** How the operation log names a lot. */
const entryOf = ({ lotId, lotNo }: Row) => ({ record: String(lotId), name: lotNo })

/** What a change of a lot is compared with, as GET answers it. */
const shown = (row: Row) => ({ ...row, producedAt: dayText(row.producedAt), ...stampsOf(row) })

/** What the audit trail tells of a lot. */
const audited = (row: Row, products: ReadonlyMap<number, string>) => ({
  product: products.get(row.productId),
  lotNo: row.lotNo,
  qty: row.qty,
  supplier: row.supplier,
  producedAt: dayText(row.producedAt),
  status: row.status,
  remark: row.remark,
})

/** The first of these lots that has records, and how many. */
const recordsOf = ({ t: { lots, valueBases } }: Dialect, db: Reader, ids: number[]) =>
  db
    .select({ name: lots.lotNo, count: count() })
    .from(valueBases)
    .innerJoin(lots, eq(lots.lotId, valueBases.lotId))
    .where(inArray(valueBases.lotId, ids))
    .groupBy(lots.lotId, lots.lotNo)
    .orderBy(lots.lotId)
    .limit(1)

async function refuseTakenNo(
  { t: { lots } }: Dialect,
  db: Writer,
  { productId, lotNo }: Pick<LotInput, 'productId' | 'lotNo'>,
  exceptId?: number,
) {
  const isOther = exceptId === undefined ? undefined : ne(lots.lotId, exceptId)
  const [taken] = await db
    .select({ lotId: lots.lotId })
    .from(lots)
    .where(and(eq(lots.productId, productId), eq(lots.lotNo, lotNo), isOther))
  if (taken) throw new Refusal(codes.conflict, 'qcLot.noTaken', { lotNo }).at('lotNo')
}
