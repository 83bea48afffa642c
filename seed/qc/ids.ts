import { eq, like } from 'drizzle-orm'
import type { Store } from '#server/platform/store/index'
import { keyOfLot } from './lots'
import { UID } from './records'
import type { Released } from './releases'

/** The ids of rows in the database, by the keys of the plan. */
export type Ids = {
  products: Map<string, number>
  equipment: Map<string, number>
  /** By {@link keyOfVersion}. */
  versions: Map<string, Released>
  /** By {@link keyOfLot}. */
  lots: Map<string, number>
  records: Map<string, number>
}

export const keyOfVersion = (code: string, versionNo: number) => `${code}/${versionNo}`

/** A copy that a transaction extends: the transaction may be retried. */
export const copyOf = ({ products, equipment, versions, lots, records }: Ids): Ids => ({
  products: new Map(products),
  equipment: new Map(equipment),
  versions: new Map(versions),
  lots: new Map(lots),
  records: new Map(records),
})

export async function idsIn({ db, t }: Store): Promise<Ids> {
  const { products, equipment, templates, templateVersions, lots, valueBases } = t
  const lines = await db.select({ code: products.code, id: products.productId }).from(products)
  const devices = await db.select({ code: equipment.code, id: equipment.equipmentId }).from(equipment)
  const versions = await db
    .select({
      code: templates.code,
      templateId: templates.templateId,
      versionId: templateVersions.versionId,
      versionNo: templateVersions.versionNo,
    })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.templateId, templateVersions.templateId))
  const batches = await db
    .select({ product: products.code, lotNo: lots.lotNo, id: lots.lotId })
    .from(lots)
    .innerJoin(products, eq(products.productId, lots.productId))
  const records = await db
    .select({ uid: valueBases.clientUid, id: valueBases.qcValueBaseId })
    .from(valueBases)
    .where(like(valueBases.clientUid, `${UID}%`))
  return {
    products: new Map(lines.map(({ code, id }) => [code, id])),
    equipment: new Map(devices.map(({ code, id }) => [code, id])),
    versions: new Map(versions.map(({ code, ...one }) => [keyOfVersion(code, one.versionNo), one])),
    lots: new Map(batches.map(({ product, lotNo, id }) => [keyOfLot({ product, lotNo }), id])),
    records: new Map(records.map(({ uid, id }) => [uid ?? '', id])),
  }
}
