import { instant, instantOrNull } from '../../platform/list/wire'
import { and, count, desc, eq, ne, or, sql } from 'drizzle-orm'
import type { CodeKind } from '#shared/qc/constants'
import type { Page } from '#shared/list/page'
import type { QrCode, QrQuery } from '#shared/qc/label/schema'
import type { Store } from '../../platform/store'
import { inScope, scopeOf, type Scope } from '../../access/department/data-scope'
import { contains, equals, listing } from '../../platform/list/listing'
import type { Operator } from '../../access/session/queries'
import { ofProduct } from '../product/list'
import { literal } from '../../platform/list/statement'

type ScopedQuery = QrQuery & { scope?: Scope | undefined }

const page = listing<ScopedQuery>()((store) => {
  const { db, t } = store
  const { qrCodes, products, valueBases, templates, lots, equipment } = t
  const isOf = (kind: CodeKind) => eq(qrCodes.kind, literal(kind))
  const selected = {
    code: qrCodes.code,
    kind: qrCodes.kind,
    refId: qrCodes.refId,
    scans: qrCodes.scans,
    createdAt: qrCodes.createdAt,
    revokedAt: qrCodes.revokedAt,
    product: products.code,
    recordNo: valueBases.recordNo,
    templateCode: templates.code,
    lotNo: lots.lotNo,
    equipmentCode: equipment.code,
  }
  const ofLine = eq(products.productId, qrCodes.productId)
  const ofRecord = and(isOf('record'), eq(valueBases.qcValueBaseId, qrCodes.refId))
  const ofTemplate = and(isOf('template'), eq(templates.templateId, qrCodes.refId))
  const ofLot = and(isOf('lot'), eq(lots.lotId, qrCodes.refId))
  const ofEquipment = and(isOf('equipment'), eq(equipment.equipmentId, qrCodes.refId))
  const ofScope = inScope({ department: valueBases.deptId, creator: valueBases.operatorId })
  return {
    rows: () =>
      db
        .select(selected)
        .from(qrCodes)
        .leftJoin(products, ofLine)
        .leftJoin(valueBases, ofRecord)
        .leftJoin(templates, ofTemplate)
        .leftJoin(lots, ofLot)
        .leftJoin(equipment, ofEquipment)
        .$dynamic(),
    counted: () =>
      db
        .select({ hits: count() })
        .from(qrCodes)
        .leftJoin(products, ofLine)
        .leftJoin(valueBases, ofRecord)
        .leftJoin(templates, ofTemplate)
        .leftJoin(lots, ofLot)
        .leftJoin(equipment, ofEquipment)
        .$dynamic(),
    key: qrCodes.refId, // for reading a whole list, which is not used here
    filters: {
      product: ofProduct(qrCodes.productId),
      kind: equals(qrCodes.kind),
      state: {
        where: (_, bound) => sql`case when ${qrCodes.revokedAt} is null then 'valid' else 'revoked' end = ${bound}`,
      },
      keyword: contains(
        qrCodes.code,
        valueBases.recordNo,
        templates.code,
        templates.name,
        lots.lotNo,
        equipment.code,
        equipment.name,
      ),
      scope: {
        ...ofScope,
        where: (given, bound) => or(ne(qrCodes.kind, literal('record')), ofScope.where(given, bound))!, // of two
      },
    },
    orders: { code: qrCodes.code, kind: qrCodes.kind, scans: qrCodes.scans, createdAt: qrCodes.createdAt },
    defaultOrder: [desc(qrCodes.createdAt), qrCodes.code],
  }
})

type Row = Awaited<ReturnType<typeof page>>['list'][number]

const codeOf = ({ recordNo, templateCode, lotNo, equipmentCode, createdAt, revokedAt, ...row }: Row): QrCode => ({
  ...row,
  title: recordNo ?? templateCode ?? lotNo ?? equipmentCode ?? '',
  createdAt: instant(createdAt),
  revokedAt: instantOrNull(revokedAt),
})

/** All codes; those of records only within the operator's data scope (S33, S34). */
export async function listCodes(store: Store, query: QrQuery, operator: Operator): Promise<Page<QrCode>> {
  const found = await page(store, { ...query, scope: await scopeOf(store, operator) })
  return { ...found, list: found.list.map(codeOf) }
}
