import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { CodeKind } from '#shared/qc/constants'
import type { Reader, Store } from '../store'
import { inScope, type Scope } from './data-scope'
import { portions } from './portions'

/** What a code stands for: which product line it belongs to, and what people call it. */
export type Thing = { refId: number; productId: number | null; title: string }

/** The condition that records lie in a data scope; none where all do. */
export const seenRecords = (store: Store, scope: Scope | undefined): SQL | undefined => {
  const { valueBases } = store.t
  if (!scope) return undefined
  const belonging = { department: valueBases.deptId, creator: valueBases.operatorId }
  return inScope(belonging).where(store, sql`${JSON.stringify(scope)}` as never) // as a bound value would be
}

/** Those of `ids` that are there, and that the scope lets somebody see; only records are parted by it (S33). */
export async function thingsOf(
  store: Store,
  db: Reader,
  kind: CodeKind,
  ids: readonly number[],
  scope: Scope | undefined,
): Promise<Map<number, Thing>> {
  const found: Thing[] = []
  for (const some of portions(ids)) found.push(...(await select[kind](store, db, some, scope)))
  return new Map(found.map((thing) => [thing.refId, thing]))
}

type Select = (store: Store, db: Reader, ids: number[], scope: Scope | undefined) => Promise<Thing[]>

const select: Record<CodeKind, Select> = {
  record: (store, db, ids, scope) => {
    const { valueBases } = store.t
    return db
      .select({ refId: valueBases.qcValueBaseId, productId: valueBases.productId, title: valueBases.recordNo })
      .from(valueBases)
      .where(and(inArray(valueBases.qcValueBaseId, ids), seenRecords(store, scope)))
  },
  template: ({ t: { templates } }, db, ids) =>
    db
      .select({ refId: templates.templateId, productId: templates.productId, title: templates.code })
      .from(templates)
      .where(inArray(templates.templateId, ids)),
  lot: ({ t: { lots } }, db, ids) =>
    db
      .select({ refId: lots.lotId, productId: lots.productId, title: lots.lotNo })
      .from(lots)
      .where(inArray(lots.lotId, ids)),
  equipment: ({ t: { equipment } }, db, ids) =>
    db
      .select({ refId: equipment.equipmentId, productId: equipment.productId, title: equipment.code })
      .from(equipment)
      .where(inArray(equipment.equipmentId, ids)),
}

/** The code of a product line. */
export async function productCode({ t: { products } }: Store, db: Reader, productId: number | null) {
  if (productId === null) return null
  const [line] = await db.select({ code: products.code }).from(products).where(eq(products.productId, productId))
  return line?.code ?? null
}
