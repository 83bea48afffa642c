import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { CodeKind } from '#shared/qc/constants'
import type { Dialect, Reader, Store } from '../../platform/store'
import type { Query } from '../../platform/store/store'
import { belongs, type Scope } from '../../access/department/data-scope'
import { chunks } from '../../platform/chunks/chunk'
import { oneRow, statement } from '../../platform/list/statement'

/** What a code stands for: which product line it belongs to, and what people call it. */
export type Thing = { refId: number; productId: number | null; title: string }

const seenBy = ({ t: { valueBases } }: Dialect) => ({ department: valueBases.deptId, creator: valueBases.operatorId })

/** The condition that records lie in a data scope; none where all do. */
const seenRecords = (store: Dialect, scope: Scope | undefined): SQL | undefined =>
  scope && belongs(store, seenBy(store), sql`${JSON.stringify(scope)}`)

/** A statement about records, of which those are meant that lie in a data scope; without one, all. */
export function seenStatement<Rows>(build: (store: Store, isSeen: SQL | undefined) => Query<Rows>) {
  const ofAll = statement((store) => build(store, undefined))
  const ofSome = statement((store) => build(store, belongs(store, seenBy(store), store.bind('scope'))))
  return (store: Store, scope: Scope | undefined, values: Record<string, unknown>): Promise<Rows> =>
    scope ? ofSome(store, { ...values, scope: JSON.stringify(scope) }) : ofAll(store, values)
}

/** Those of `ids` that are there, and that the scope lets somebody see; only records are parted by it (S33). */
export async function thingsOf(
  store: Dialect,
  db: Reader,
  kind: CodeKind,
  ids: readonly number[],
  scope: Scope | undefined,
): Promise<Map<number, Thing>> {
  const found: Thing[] = []
  for (const chunk of chunks(ids)) found.push(...(await select[kind](store, db, chunk, scope)))
  return new Map(found.map((thing) => [thing.refId, thing]))
}

type Select = (store: Dialect, db: Reader, ids: number[], scope: Scope | undefined) => Promise<Thing[]>

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
export async function productCode(store: Store, productId: number | null) {
  if (productId === null) return null
  return (await lineOf(store, { productId }))?.code ?? null
}

const lineOf = oneRow(({ db, t: { products }, bind }) =>
  db
    .select({ code: products.code })
    .from(products)
    .where(eq(products.productId, bind('productId'))),
)
