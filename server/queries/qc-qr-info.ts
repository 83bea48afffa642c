import { and, count, desc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { isAllowed } from '#shared/permissions'
import { severities, type CodeKind } from '#shared/qc/constants'
import type { Glance, QrInfo } from '#shared/schemas/qc-qr'
import type { Choice } from '#shared/schemas/qc-template'
import { recordPath, recordsPath, templatePath } from '#shared/qc/paths'
import type { Store } from '../store'
import { scopeOf, type Scope } from './data-scope'
import { dayText } from './day'
import { forbidden } from './permission-title'
import { findCode, refuseRevoked, unknownCode, type CodeRow } from './qc-qr'
import { productCode, seenRecords } from './qc-qr-thing'
import type { Operator } from './session'

const MAX_WORST = 3
const MAX_RESULTS = 5
const MAX_TEMPLATES = 50

/** Who looks: what of records they see, and whether they may see any. */
type Viewer = { scope: Scope | undefined; maySeeRecords: boolean }

/**
 * What a code stands for.
 * @throws Refusal 404 in words: mistyped, unknown, outside of the operator's scope, revoked; 403 for a record's code where
 * no record may be seen
 */
export async function resolveCode(store: Store, typed: string, operator: Operator): Promise<QrInfo> {
  const row = await findCode(store, store.db, typed)
  const maySeeRecords = isAllowed(operator.permissions, ['qc:record:list'])
  if (row.kind === 'record' && !maySeeRecords) throw await forbidden(store, store.db, ['qc:record:list'])
  const info = await card[row.kind](store, row, { scope: await scopeOf(store, operator), maySeeRecords })
  if (!info) throw unknownCode()
  refuseRevoked(row)
  return info
}

type Card = (store: Store, row: CodeRow, viewer: Viewer) => Promise<QrInfo | undefined>

const card: Record<CodeKind, Card> = {
  record: recordCard,
  template: templateCard,
  lot: lotCard,
  equipment: equipmentCard,
}

async function recordCard(store: Store, { code, refId, productId }: CodeRow, { scope }: Viewer) {
  const { db, t } = store
  const { valueBases, templates, lots, equipment } = t
  const [row] = await db
    .select({
      ...glance(store),
      lotNo: lots.lotNo,
      equipmentName: equipment.name,
      operatorName: valueBases.operatorName,
      ngItems: valueBases.ngItems,
      warnItems: valueBases.warnItems,
    })
    .from(valueBases)
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .leftJoin(lots, eq(lots.lotId, valueBases.lotId))
    .leftJoin(equipment, eq(equipment.equipmentId, valueBases.equipmentId))
    .where(and(eq(valueBases.qcValueBaseId, refId), seenRecords(store, scope)))
  if (!row) return undefined
  const product = await productCode(store, db, productId)
  const path = recordPath(refId)
  const info = { ...row, ...glanceOf(row), code, refId, product, path, worst: await worstOf(store, refId) }
  return { kind: 'record' as const, ...info }
}

/** The items of a record that are NG or WARN: the worst first, and of those the most severe. */
async function worstOf({ db, t: { values, templateItems } }: Store, qcValueBaseId: number) {
  const rows = await db
    .select({
      itemKey: values.itemKey,
      name: templateItems.name,
      nameEn: templateItems.nameEn,
      unit: templateItems.unit,
      severity: templateItems.severity,
      seq: templateItems.seq,
      judgement: values.judgement,
      sampleNo: values.sampleNo,
      raw: values.raw,
      den: values.den,
      type: templateItems.type,
      choices: templateItems.choices,
      lsl: templateItems.lsl,
      usl: templateItems.usl,
    })
    .from(values)
    .innerJoin(templateItems, eq(templateItems.itemId, values.itemId))
    .where(and(eq(values.qcValueBaseId, qcValueBaseId), inArray(values.judgement, ['NG', 'WARN'])))
    .orderBy(values.judgement, values.sampleNo) // NG stands before WARN
  const first = [...Map.groupBy(rows, ({ itemKey }) => itemKey).values()].map(([row]) => row!) // a group has one
  const rank = ({ judgement, severity }: (typeof first)[number]) =>
    (judgement === 'NG' ? 0 : severities.length) + severities.indexOf(severity)
  return first
    .toSorted((a, b) => rank(a) - rank(b) || a.seq - b.seq)
    .slice(0, MAX_WORST)
    .map(({ severity: _severity, seq: _seq, choices, ...item }) => ({ ...item, chosen: chosenOf(choices, item.raw) }))
}

/** What the codes in `raw` are called. Versions keep their choices as JSON that was checked when it was written. */
function chosenOf(json: string, raw: string | null) {
  const choices: Choice[] = JSON.parse(json)
  const given = raw?.split(',') ?? []
  return choices.filter(({ code }) => given.includes(code)).map(({ name, nameEn }) => ({ name, nameEn }))
}

async function templateCard({ db, t }: Store, { code, refId }: CodeRow) {
  const { templates, templateVersions, templateItems, products } = t
  const [row] = await db
    .select({
      templateId: templates.templateId,
      templateCode: templates.code,
      name: templates.name,
      nameEn: templates.nameEn,
      stage: templates.stage,
      status: templates.status,
      isLotRequired: templates.isLotRequired,
      product: products.code,
      versionId: templateVersions.versionId,
      versionNo: templateVersions.versionNo,
    })
    .from(templates)
    .innerJoin(products, eq(products.productId, templates.productId))
    .leftJoin(
      templateVersions,
      and(eq(templateVersions.templateId, templates.templateId), eq(templateVersions.status, 'published')),
    )
    .where(eq(templates.templateId, refId))
  if (!row) return undefined
  const { versionId, ...template } = row
  const [items] = await db
    .select({ count: count() })
    .from(templateItems)
    .where(eq(templateItems.versionId, versionId ?? 0))
  const path = templatePath(refId)
  return { kind: 'template' as const, ...template, code, refId, path, itemCount: items?.count ?? 0 }
}

async function lotCard(store: Store, { code, refId }: CodeRow, viewer: Viewer) {
  const { db, t } = store
  const { lots, products, valueBases } = t
  const [row] = await db
    .select({
      lotId: lots.lotId,
      lotNo: lots.lotNo,
      productId: lots.productId,
      supplier: lots.supplier,
      status: lots.status,
      product: products.code,
    })
    .from(lots)
    .innerJoin(products, eq(products.productId, lots.productId))
    .where(eq(lots.lotId, refId))
  if (!row) return undefined
  const ofLot = and(eq(valueBases.lotId, refId), ne(valueBases.status, 'voided'), seenRecords(store, viewer.scope))
  const [figures] = viewer.maySeeRecords
    ? await db
        .select({
          records: count(),
          ngRecords: sql`coalesce(sum(case when ${valueBases.judgement} = 'NG' then 1 else 0 end), 0)`.mapWith(Number),
        })
        .from(valueBases)
        .where(ofLot)
    : []
  const [last = null] = await latest(store, ofLot, viewer, 1)
  const { records, ngRecords } = figures ?? { records: 0, ngRecords: 0 }
  const templates = await startable(store, row.productId)
  const path = recordsPath({ lotId: refId })
  return { kind: 'lot' as const, ...row, code, refId, path, records, ngRecords, last, templates }
}

async function equipmentCard(store: Store, { code, refId }: CodeRow, viewer: Viewer) {
  const { db, t } = store
  const { equipment, valueBases } = t
  const [row] = await db
    .select({
      equipmentId: equipment.equipmentId,
      equipmentCode: equipment.code,
      name: equipment.name,
      nameEn: equipment.nameEn,
      equipmentKind: equipment.kind,
      status: equipment.status,
      calibrationDue: equipment.calibrationDue,
      productId: equipment.productId,
    })
    .from(equipment)
    .where(eq(equipment.equipmentId, refId))
  if (!row) return undefined
  const { status, productId, ...known } = row
  const ofIt = and(eq(valueBases.equipmentId, refId), ne(valueBases.status, 'voided'), seenRecords(store, viewer.scope))
  return {
    kind: 'equipment' as const,
    ...known,
    code,
    refId,
    product: await productCode(store, db, productId),
    path: recordsPath({ equipmentId: refId }),
    isEnabled: status === statuses.on,
    calibrationDue: dayText(row.calibrationDue),
    results: await latest(store, ofIt, viewer, MAX_RESULTS),
    templates: await startable(store, productId),
  }
}

const glance = ({ t: { valueBases, templates } }: Store) => ({
  qcValueBaseId: valueBases.qcValueBaseId,
  recordNo: valueBases.recordNo,
  templateName: templates.name,
  templateNameEn: templates.nameEn,
  judgement: valueBases.judgement,
  status: valueBases.status,
  inspectedAt: valueBases.inspectedAt,
})

const glanceOf = <Row extends { inspectedAt: number }>({ inspectedAt, ...row }: Row) => ({
  ...row,
  inspectedAt: new Date(inspectedAt).toISOString(),
})

/** The last records of those that `condition` finds, the newest first; none for who may see none. */
async function latest(
  store: Store,
  condition: SQL | undefined,
  { maySeeRecords }: Viewer,
  limit: number,
): Promise<Glance[]> {
  if (!maySeeRecords) return []
  const { valueBases, templates } = store.t
  const rows = await store.db
    .select(glance(store))
    .from(valueBases)
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .where(condition)
    .orderBy(desc(valueBases.inspectedAt), desc(valueBases.qcValueBaseId))
    .limit(limit)
  return rows.map(glanceOf)
}

/** The templates that a check can be begun by; of equipment that serves all lines, those of all. */
async function startable({ db, t: { templates, templateVersions } }: Store, productId: number | null) {
  const isUsable = and(
    eq(templates.status, 'active'),
    productId === null ? undefined : eq(templates.productId, productId),
  )
  return db
    .select({
      templateId: templates.templateId,
      code: templates.code,
      name: templates.name,
      nameEn: templates.nameEn,
      versionNo: templateVersions.versionNo,
    })
    .from(templates)
    .innerJoin(
      templateVersions,
      and(eq(templateVersions.templateId, templates.templateId), eq(templateVersions.status, 'published')),
    )
    .where(isUsable)
    .orderBy(templates.code, templates.templateId)
    .limit(MAX_TEMPLATES)
}
