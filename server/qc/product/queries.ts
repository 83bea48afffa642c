import { eq, inArray } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { statuses } from '#shared/constants'
import { clockText } from '#shared/qc/clock'
import type { ProductChange, ProductInput } from '#shared/qc/product'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { changesOf, writeOperation, type RequestContext } from '../../access/operation-log/write'
import {
  appendAudit,
  authorOf,
  canonical,
  created,
  deleted,
  restored,
  updated,
  type AuditEntry,
  type Author,
} from '../audit/append'
import { SEAL } from '../audit/sealed-rows'
import { productOf } from './list'
import { replaceShifts, shiftsIn } from './shifts'
import { refuseNamedInRules } from '../../access/crud/named-in-rules'
import { laterThan, unlessChanged } from '../../access/crud/seen'
import { firstInUse } from '../../access/crud/usage'
import { moveToTrash, restoreFromTrash, type PartsOf } from '../../access/trash/queries'
import { refuseTaken } from '../../platform/list/unique'
import { product } from '#shared/qc/product-resource'

const productParts: PartsOf = ({ products, shifts }) => ({
  resource: product,
  own: { table: products, of: products.productId },
  hanging: [{ table: shifts, of: shifts.productId }],
})

type Row = Tables['products']['$inferSelect']
type ShiftRow = Tables['shifts']['$inferSelect']

/**
 * Inserts product lines with their shifts, and writes their audit entries.
 * @returns the rows in the order of the inputs
 * @throws Refusal if a code is taken
 */
export async function insertProducts(
  store: Dialect,
  db: Writer,
  inputs: readonly ProductInput[],
  author: Author,
): Promise<{ product: Row; shifts: ShiftRow[] }[]> {
  const { products, shifts } = store.t
  const stamps = { createBy: author.userId, createdAt: author.now, updatedAt: author.now }
  const made = []
  for (const { shifts: own, ...fields } of inputs) {
    await refuseTakenCode(store, db, fields.code)
    const [product] = await db
      .insert(products)
      .values({ ...fields, ...stamps })
      .returning()
    const { productId } = product!
    const rows = own.map(({ shiftId: _new, ...shift }) => ({ ...shift, productId }))
    if (rows.length > 0) await db.insert(shifts).values(rows)
    made.push({ product: product!, shifts: await shiftsIn(store, db, [productId]) })
  }
  const entries = made.map(({ product, shifts: own }) => created('product', product.productId, audited(product, own)))
  await appendAudit(store, db, author, entries)
  return made
}

/** @throws Refusal if the code is taken */
export const createProduct = (store: Store, input: ProductInput, context: RequestContext): Promise<number> =>
  store.tx(async (db) => {
    const [made] = await insertProducts(store, db, [input], await authorOf(store, db, context))
    const { shifts: _shifts, ...after } = input
    await writeOperation(store, db, context, { ...entryOf(made!.product), action: 'create', after })
    return made!.product.productId
  })

/** @throws Refusal as {@link createProduct}, and if a removed shift has records */
export const updateProduct = (store: Store, productId: number, input: ProductChange, context: RequestContext) =>
  store.tx(async (db) => {
    const { products } = store.t
    const [before] = await db.select().from(products).where(eq(products.productId, productId))
    if (!before) throw notFound()
    const had = await shiftsIn(store, db, [productId])
    const present = { fields: productOf(before, had), record: String(productId), readBy: ['qc:product:list'] } as const
    const { shifts, ...fields } = await unlessChanged(store, db, context, input, present)
    if (fields.code !== undefined) await refuseTakenCode(store, db, fields.code, productId)
    const [row] = await db
      .update(products)
      .set({ ...fields, updatedAt: laterThan(products.updatedAt, context.now) })
      .where(eq(products.productId, productId))
      .returning()
    if (shifts) await replaceShifts(store, db, productId, had, shifts)
    const has = await shiftsIn(store, db, [productId])
    await writeOperation(store, db, context, { ...entryOf(row!), action: 'update', ...changesOf(before, fields) })
    const changes = updated('product', productId, audited(before, had), audited(row!, has))
    // two shifts may change places without another word in the trail
    const isSame = changes.length === 0 && canonical(had) === canonical(has)
    const seal: AuditEntry = { entity: 'product', entityId: productId, action: SEAL }
    await appendAudit(store, db, await authorOf(store, db, context), isSame ? [] : [...changes, seal])
    return productId
  })

/** Deletes all of `ids` or none. @throws Refusal if one does not exist or is in use */
export const deleteProducts = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const { products, templates, equipment, lots, qrCodes, displays, apiTokens } = store.t
    const references = [
      [templates.productId, 'qcProduct.hasTemplates'],
      [lots.productId, 'qcProduct.hasLots'],
      [equipment.productId, 'qcProduct.hasEquipment'],
      [qrCodes.productId, 'qcProduct.hasLabels'],
      [displays.productId, 'qcProduct.hasDisplays'],
      [apiTokens.productId, 'qcProduct.hasKeys'],
    ] as const
    for (const [reference, key] of references) {
      const used = await firstInUse(db, { id: products.productId, name: products.name }, reference, ids)
      if (used) throw new Refusal(codes.conflict, key, used)
    }
    await refuseNamedInRules(store, db, 'productId', ids)
    const rows = await db.select().from(products).where(inArray(products.productId, ids))
    const shifts = await shiftsIn(store, db, ids)
    const gone = await moveToTrash(store, db, productParts, ids, context)
    const entries = rows.map((row) => deleted('product', row.productId, audited(row, shifts)))
    await appendAudit(store, db, await authorOf(store, db, context), entries)
    return gone
  })

/**
 * Restores deleted lines with their shifts, all or none. @throws Refusal if one is not in the trash or its code taken
 */
export const restoreProducts = (store: Store, ids: number[], context: RequestContext): Promise<number[]> =>
  store.tx(async (db) => {
    const back = await restoreFromTrash(store, db, productParts, ids, context)
    const entries = back.map((productId) => restored('product', productId))
    await appendAudit(store, db, await authorOf(store, db, context), entries)
    return back
  })

/** The line's name in the operation log. */
const entryOf = ({ productId, name }: Row) => ({ record: String(productId), name })

/** The audited fields of a line. */
function audited({ code, name, nameEn, tz, dayStartMin, status, sort, remark, productId }: Row, shifts: ShiftRow[]) {
  const shiftFields = shifts
    .filter((shift) => shift.productId === productId)
    .map((shift) => {
      const words = [shift.name, shift.nameEn].filter(Boolean).join(' / ')
      return [`shifts/${shift.code}`, `${words} ${clockText(shift.startMin)}–${clockText(shift.endMin)}`]
    })
  const day = clockText(dayStartMin)
  const isOn = status === statuses.on ? 'on' : 'off'
  return { code, name, nameEn, tz, dayStartMin: day, status: isOn, sort, remark, ...Object.fromEntries(shiftFields) }
}

const refuseTakenCode = ({ t: { products } }: Dialect, db: Writer, code: string, exceptId?: number) =>
  refuseTaken(db, {
    table: products,
    column: products.code,
    value: code,
    id: products.productId,
    exceptId,
    refusal: new Refusal(codes.conflict, 'qc.codeTaken', { code }).at('code'),
  })
