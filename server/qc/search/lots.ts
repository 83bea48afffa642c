import { desc, eq, or, sql } from 'drizzle-orm'
import { MAX_HITS, type Hit } from '#shared/qc/search'
import { beginsBytewise, bytewise } from '../../platform/list/bytewise'
import { escaped } from '../../platform/list/listing'
import { literal, statement } from '../../platform/list/statement'
import type { Store } from '../../platform/store'

/** A text inside of a number or supplier is searched only in the newest lots, at most this number. */
const MAX_LOOKED_AT = 5000

const lowerNo = ({ t: { lots } }: Store) => sql`lower(${lots.lotNo})`

const selected = ({ db, t: { lots, products } }: Store) =>
  db
    .select({ lotId: lots.lotId, lotNo: lots.lotNo, about: products.name, aboutEn: products.nameEn })
    .from(lots)
    .innerJoin(products, eq(products.productId, lots.productId))

const called = statement((store) =>
  selected(store)
    .where(sql`${bytewise(store, lowerNo(store))} = ${store.bind('typed')}`)
    .orderBy(desc(store.t.lots.lotId))
    .limit(literal(MAX_HITS)),
)

/** The last numbers first: most begin with a day. */
const beginning = statement((store) =>
  selected(store)
    .where(beginsBytewise(store, lowerNo(store), store.bind('typed')))
    .orderBy(sql`${bytewise(store, lowerNo(store))} desc`, desc(store.t.lots.lotId))
    .limit(literal(MAX_HITS)),
)

/** The newest lots first. */
const containing = statement((store) => {
  const { db, t, bind } = store
  const { lotId, lotNo, supplier, createdAt, productId } = t.lots
  const newest = db
    .select({ lotId, lotNo, supplier, createdAt, productId })
    .from(t.lots)
    .orderBy(desc(createdAt), desc(lotId))
    .limit(literal(MAX_LOOKED_AT))
    .as('newest')
  return db
    .select({ lotId: newest.lotId, lotNo: newest.lotNo, about: t.products.name, aboutEn: t.products.nameEn })
    .from(newest)
    .innerJoin(t.products, eq(t.products.productId, newest.productId))
    .where(or(store.like(newest.lotNo, bind('part')), store.like(newest.supplier, bind('part'))))
    .orderBy(desc(newest.createdAt), desc(newest.lotId))
    .limit(literal(MAX_HITS))
})

export type FoundLot = Awaited<ReturnType<typeof called>>[number]

/**
 * Lots whose number equals, begins with or contains the text. Lots belong to the plant, not to a department, so the
 * data scope does not apply.
 * @param typed folded
 */
export async function lotsCalled(store: Store, typed: string): Promise<FoundLot[]> {
  const found = new Map<number, FoundLot>()
  for (const look of [called, beginning, containing]) {
    if (found.size >= MAX_HITS) break
    const rows = await look(store, look === containing ? { part: `%${escaped(typed)}%` } : { typed })
    for (const row of rows) if (!found.has(row.lotId)) found.set(row.lotId, row)
  }
  return [...found.values()].slice(0, MAX_HITS)
}

export const lotHit = ({ lotId, lotNo, about, aboutEn }: FoundLot): Hit => {
  return { id: String(lotId), name: lotNo, nameEn: '', code: '', about, aboutEn }
}
