import { rowsInChunks } from '../../platform/chunks/chunk'
import { scopeColumns } from '../record/scope'
import { rowBy } from '../../platform/list/rows-by'
import { and, inArray, sql } from 'drizzle-orm'
import type { CodeKind } from '#shared/qc/constants'
import type { Dialect, Reader, Store } from '../../platform/store'
import { belongs, type Scope } from '../../access/department/data-scope'

/** The subject of a code, with its product line and its title. */
export type Thing = { refId: number; productId: number | null; title: string }

/** The things of `ids` that exist and are in the scope. The scope applies only to records (S33). */
export async function thingsOf(
  store: Dialect,
  db: Reader,
  kind: CodeKind,
  ids: readonly number[],
  scope: Scope | undefined,
): Promise<Map<number, Thing>> {
  const things = await rowsInChunks(ids, (chunk) => select[kind](store, db, chunk, scope))
  return new Map(things.map((thing) => [thing.refId, thing]))
}

type Select = (store: Dialect, db: Reader, ids: number[], scope: Scope | undefined) => Promise<Thing[]>

const select: Record<CodeKind, Select> = {
  record: (store, db, ids, scope) => {
    const { valueBases } = store.t
    const isInScope = scope && belongs(store, scopeColumns(store.t), sql`${JSON.stringify(scope)}`)
    return db
      .select({ refId: valueBases.qcValueBaseId, productId: valueBases.productId, title: valueBases.recordNo })
      .from(valueBases)
      .where(and(inArray(valueBases.qcValueBaseId, ids), isInScope))
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
  return productId === null ? null : ((await productById(store, store.db, productId))?.code ?? null)
}

const productById = rowBy('products', 'productId', { fields: ['code'] })
