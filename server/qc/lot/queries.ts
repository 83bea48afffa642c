import { and, eq, inArray, ne } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { LotChange, LotInput } from '#shared/qc/lot'
import { lot } from '#shared/qc/lot-resource'
import { recordWriter } from '../../access/crud/record-writer'
import { firstInUse } from '../../access/crud/usage'
import { chunks } from '../../platform/chunks/chunk'
import { Refusal } from '../../platform/http/refusal'
import { dayOf, dayText } from '../../platform/list/day'
import { stampsOf } from '../../platform/list/wire'
import type { Dialect, Reader, Writer } from '../../platform/store'
import type { Tables } from '../../tables'
import { appendAudit, authorOf, created, type Author } from '../audit/append'
import { auditRules } from '../audit/writer-rules'
import { productCodes, refuseNoProduct } from '../product/list'
import { isAnySubmitted } from '../record/submitted'

type Row = Tables['lots']['$inferSelect']
/** A new lot; `createdAt` (Unix milliseconds) if it was created before the time of its author. */
type NewLot = LotInput & { createdAt?: number }

/**
 * Inserts any number of lots in few statements, and writes their audit entries. The caller checks that product lines
 * exist and numbers are free.
 * @returns the rows in the order of the inputs
 */
export async function insertLots(
  store: Dialect,
  db: Writer,
  inputs: readonly NewLot[],
  author: Author,
): Promise<Row[]> {
  const { lots } = store.t
  const rowOf = new Map<string, Row>()
  for (const chunk of chunks(inputs)) {
    const values = chunk.map(({ producedAt, createdAt = author.now, ...fields }) => ({
      ...fields,
      producedAt: dayOf(producedAt),
      createBy: author.userId,
      createdAt,
      updatedAt: createdAt,
    }))
    for (const row of await db.insert(lots).values(values).returning()) rowOf.set(keyOf(row), row)
  }
  const rows = inputs.map((input) => rowOf.get(keyOf(input))!)
  const facts = await factsOf(store, db)
  const entries = rows.map((row) => created('lot', row.lotId, facts(row)))
  await appendAudit(store, db, author, entries)
  return rows
}

export const lotWriter = recordWriter(
  lot,
  { input: LotInput, change: LotChange },
  {
    table: 'lots',
    answer: (row) => ({ ...row, producedAt: dayText(row.producedAt), ...stampsOf(row) }),
    columns: ({ producedAt, ...fields }) => ({
      ...fields,
      ...(producedAt !== undefined && { producedAt: dayOf(producedAt) }),
    }),
    async beforeSave(store, db, next, before) {
      if (next.status === 'hold' && before?.status !== 'hold') {
        throw new Refusal(codes.badRequest, 'qcLot.holdNeedsReason').at('status')
      }
      for (const field of ['status', 'lotNo', 'productId'] as const) {
        if (before?.status === 'hold' && next[field] !== before[field]) throw needsRelease().at(field)
      }
      if (next.productId !== before?.productId) {
        await refuseNoProduct(store, db, next.productId)
        const used = before && (await recordsOf(store, db, [before.lotId]))
        if (used) throw new Refusal(codes.conflict, 'qcLot.movedUsed', used).at('productId')
      }
      if (before && next.lotNo !== before.lotNo) await refuseRenamed(store, db, before)
      await refuseTakenNo(store, db, next, before?.lotId)
    },
    async insert(store, db, input, context) {
      const [row] = await insertLots(store, db, [input], await authorOf(store, db, context))
      return row!
    },
    async beforeRemove(store, db, ids) {
      const { lots } = store.t
      const used = await recordsOf(store, db, ids)
      if (used) throw new Refusal(codes.conflict, 'qcLot.inUse', used)
      const onHold = and(inArray(lots.lotId, ids), eq(lots.status, 'hold'))
      if ((await db.select({ lotId: lots.lotId }).from(lots).where(onHold)).length > 0) throw needsRelease()
    },
    ...auditRules<Row>('lot', ({ lotId }) => lotId, factsOf),
  },
)

/** For changes of a lot on hold: else a new lot could take its number without a release. */
const needsRelease = () => new Refusal(codes.conflict, 'qcLot.releaseNeeded')

const keyOf = ({ productId, lotNo }: Pick<LotInput, 'productId' | 'lotNo'>) => `${productId} ${lotNo}`

/** The audited fields of lots. */
async function factsOf(store: Dialect, db: Reader) {
  const products = await productCodes(store, db)
  return (row: Row) => ({
    product: products.get(row.productId),
    lotNo: row.lotNo,
    qty: row.qty,
    supplier: row.supplier,
    producedAt: dayText(row.producedAt),
    status: row.status,
    remark: row.remark,
  })
}

/** The first of these lots with records, and their number. */
const recordsOf = ({ t: { lots, valueBases } }: Dialect, db: Reader, ids: number[]) =>
  firstInUse(db, { id: lots.lotId, name: lots.lotNo }, valueBases.lotId, ids)

async function refuseRenamed(store: Dialect, db: Reader, { lotId, lotNo }: Row) {
  if (!(await isAnySubmitted(store, db, eq(store.t.valueBases.lotId, lotId)))) return
  throw new Refusal(codes.conflict, 'qcLot.numberFixed', { lotNo }).at('lotNo')
}

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
