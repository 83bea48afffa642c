import { scopedStatement } from '../record/scope'
import { instant } from '../../platform/list/wire'
import { rowBy } from '../../platform/list/rows-by'
import { and, count, desc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { isAllowed } from '#shared/permissions'
import { severities, type CodeKind } from '#shared/qc/constants'
import type { QrInfo } from '#shared/qc/label/schema'
import type { Choice } from '#shared/qc/template/schema'
import { recordPath, recordsPath, templatePath } from '#shared/qc/paths'
import type { Store } from '../../platform/store'
import { scopeOf, type Scope } from '../../access/department/data-scope'
import { dayText } from '../../platform/list/day'
import { forbidden } from '../../access/permission/title'
import { findCode, refuseRevoked, unknownCode, type CodeRow } from './queries'
import { productCode } from './target'
import type { Operator } from '../../access/session/queries'
import { literal, oneRow, statement } from '../../platform/list/statement'

const MAX_WORST = 3
const MAX_RESULTS = 5
const MAX_TEMPLATES = 50

/** The reader's data scope, and their right to read records. */
type Viewer = { scope: Scope | undefined; maySeeRecords: boolean }

/**
 * The subject of a code.
 * @throws Refusal 404 with its reason: mistyped, unknown, outside of the operator's scope, revoked; 403 for a record's
 * code if the operator may not read records
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

const recordRows = scopedStatement((store, isInScope) => {
  const { db, t, bind } = store
  const { valueBases, templates, lots, equipment } = t
  return db
    .select({
      ...glance(store),
      lotNo: lots.lotNo,
      equipmentName: equipment.name,
      equipmentNameEn: equipment.nameEn,
      operatorName: valueBases.operatorName,
      ngItems: valueBases.ngItems,
      warnItems: valueBases.warnItems,
      signLevels: valueBases.signLevels,
    })
    .from(valueBases)
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .leftJoin(lots, eq(lots.lotId, valueBases.lotId))
    .leftJoin(equipment, eq(equipment.equipmentId, valueBases.equipmentId))
    .where(and(eq(valueBases.qcValueBaseId, bind('refId')), isInScope))
})

async function recordCard(store: Store, { code, refId, productId }: CodeRow, { scope }: Viewer) {
  const [row] = await recordRows(store, scope, { refId })
  if (!row) return undefined
  const product = await productCode(store, productId)
  const path = recordPath(refId)
  const info = { ...row, ...glanceOf(row), code, refId, product, path, worst: await worstOf(store, refId) }
  return { kind: 'record' as const, ...info }
}

const badValues = statement(
  ({ db, t: { values, templateItems }, bind }) =>
    db
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
      .where(
        and(
          eq(values.qcValueBaseId, bind('qcValueBaseId')),
          inArray(values.judgement, [literal('NG'), literal('WARN')]),
        ),
      )
      .orderBy(values.judgement, values.sampleNo), // NG stands before WARN
)

/** The NG and WARN items of a record: NG first, then by severity. */
async function worstOf(store: Store, qcValueBaseId: number) {
  const rows = await badValues(store, { qcValueBaseId })
  const first = [...Map.groupBy(rows, ({ itemKey }) => itemKey).values()].map(([row]) => row!) // a group has one
  const rank = ({ judgement, severity }: (typeof first)[number]) =>
    (judgement === 'NG' ? 0 : severities.length) + severities.indexOf(severity)
  return first
    .toSorted((a, b) => rank(a) - rank(b) || a.seq - b.seq)
    .slice(0, MAX_WORST)
    .map(({ severity: _severity, seq: _seq, choices, ...item }) => ({ ...item, chosen: chosenOf(choices, item.raw) }))
}

/** The names of the codes in `raw`. Versions store their choices as JSON that was checked when it was written. */
function chosenOf(json: string, raw: string | null) {
  const choices: Choice[] = JSON.parse(json)
  const given = raw?.split(',') ?? []
  return choices.filter(({ code }) => given.includes(code)).map(({ name, nameEn }) => ({ name, nameEn }))
}

const templateRow = oneRow(({ db, t: { templates, templateVersions, products }, bind }) =>
  db
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
      and(eq(templateVersions.templateId, templates.templateId), eq(templateVersions.status, literal('published'))),
    )
    .where(eq(templates.templateId, bind('refId'))),
)

const itemsOf = oneRow(({ db, t: { templateItems }, bind }) =>
  db
    .select({ count: count() })
    .from(templateItems)
    .where(eq(templateItems.versionId, bind('versionId'))),
)

async function templateCard(store: Store, { code, refId }: CodeRow) {
  const row = await templateRow(store, { refId })
  if (!row) return undefined
  const { versionId, ...template } = row
  const items = await itemsOf(store, { versionId: versionId ?? 0 })
  const path = templatePath(refId)
  return { kind: 'template' as const, ...template, code, refId, path, itemCount: items?.count ?? 0 }
}

const lotById = rowBy('lots', 'lotId', { fields: ['lotId', 'lotNo', 'productId', 'supplier', 'status'] })

const ofLot = ({ t: { valueBases }, bind }: Store, isInScope: SQL | undefined) =>
  and(eq(valueBases.lotId, bind('refId')), ne(valueBases.status, literal('voided')), isInScope)

const figuresOfLot = scopedStatement((store, isInScope) => {
  const { valueBases } = store.t
  const ng = sql`coalesce(sum(case when ${valueBases.judgement} = 'NG' then 1 else 0 end), 0)`.mapWith(Number)
  return store.db.select({ records: count(), ngRecords: ng }).from(valueBases).where(ofLot(store, isInScope))
})
const latestOfLot = scopedStatement((store, isInScope) => latest(store, ofLot(store, isInScope), 1))

async function lotCard(store: Store, { code, refId }: CodeRow, { scope, maySeeRecords }: Viewer) {
  const row = await lotById(store, store.db, refId)
  if (!row) return undefined
  const product = (await productCode(store, row.productId))! // a line that has lots is not deleted
  const [figures] = maySeeRecords ? await figuresOfLot(store, scope, { refId }) : []
  const [last = null] = maySeeRecords ? (await latestOfLot(store, scope, { refId })).map(glanceOf) : []
  const { records, ngRecords } = figures ?? { records: 0, ngRecords: 0 }
  const templates = await startable(store, row.productId)
  const path = recordsPath({ lotId: refId })
  return { kind: 'lot' as const, ...row, product, code, refId, path, records, ngRecords, last, templates }
}

const equipmentById = rowBy('equipment', 'equipmentId', {
  fields: ['equipmentId', 'productId', 'code', 'name', 'nameEn', 'kind', 'status', 'calibrationDue'],
})

const latestOfEquipment = scopedStatement((store, isInScope) => {
  const { valueBases } = store.t
  const ofIt = and(eq(valueBases.equipmentId, store.bind('refId')), ne(valueBases.status, literal('voided')), isInScope)
  return latest(store, ofIt, MAX_RESULTS)
})

async function equipmentCard(store: Store, { code, refId }: CodeRow, { scope, maySeeRecords }: Viewer) {
  const row = await equipmentById(store, store.db, refId)
  if (!row) return undefined
  const { status, productId, code: equipmentCode, kind: equipmentKind, ...names } = row
  return {
    kind: 'equipment' as const,
    ...names,
    equipmentCode,
    equipmentKind,
    code,
    refId,
    product: await productCode(store, productId),
    path: recordsPath({ equipmentId: refId }),
    isEnabled: status === statuses.on,
    calibrationDue: dayText(row.calibrationDue),
    results: maySeeRecords ? (await latestOfEquipment(store, scope, { refId })).map(glanceOf) : [],
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
  inspectedAt: instant(inspectedAt),
})

/** The last records that match `condition`, the newest first. */
function latest(store: Store, condition: SQL | undefined, limit: number) {
  const { valueBases, templates } = store.t
  return store.db
    .select(glance(store))
    .from(valueBases)
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .where(condition)
    .orderBy(desc(valueBases.inspectedAt), desc(valueBases.qcValueBaseId))
    .limit(literal(limit))
}

/** The templates with which a check can begin; for equipment of all lines, those of all lines. */
const startable = (store: Store, productId: number | null) =>
  productId === null ? startableOfAll(store) : startableOfLine(store, { productId })

const startableOfAll = statement((store) => startableWhere(store, undefined))
const startableOfLine = statement((store) =>
  startableWhere(store, eq(store.t.templates.productId, store.bind('productId'))),
)

function startableWhere({ db, t: { templates, templateVersions } }: Store, isOfLine: SQL | undefined) {
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
      and(eq(templateVersions.templateId, templates.templateId), eq(templateVersions.status, literal('published'))),
    )
    .where(and(eq(templates.status, literal('active')), isOfLine))
    .orderBy(templates.code, templates.templateId)
    .limit(literal(MAX_TEMPLATES))
}
