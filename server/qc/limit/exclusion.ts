import { and, count, eq, getTableColumns } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { Page } from '#shared/list/page'
import type { Exclusion, ExclusionInput, ExclusionQuery } from '#shared/qc/limit'
import { inScope, scopedTx, scopeOf, type Scope } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import type { Operator } from '../../access/session/queries'
import { notFound, Refusal } from '../../platform/http/refusal'
import { equals, listing } from '../../platform/list/listing'
import { oneRow } from '../../platform/list/statement'
import type { Dialect, Store, Writer } from '../../platform/store'
import { appendAudit, auditRequest, authorOf } from '../audit/append'
import { isCharted } from '../chart/series-read'
import { refuseUnknownCodes } from '../record/check'
import { instant } from '../../platform/list/wire'
import { recordInScope, scopeColumns } from '../record/scope'

const joined = ({ db, t: { exclusions, valueBases } }: Store) =>
  db
    .select({ ...getTableColumns(exclusions), recordNo: valueBases.recordNo, inspectedAt: valueBases.inspectedAt })
    .from(exclusions)
    .innerJoin(valueBases, eq(valueBases.qcValueBaseId, exclusions.qcValueBaseId))

const page = listing<ExclusionQuery & { scope?: Scope | undefined }>()((store) => {
  const { exclusions, valueBases } = store.t
  return {
    rows: () => joined(store).$dynamic(),
    counted: () =>
      store.db
        .select({ hits: count() })
        .from(exclusions)
        .innerJoin(valueBases, eq(valueBases.qcValueBaseId, exclusions.qcValueBaseId))
        .$dynamic(),
    key: exclusions.exclusionId,
    filters: { itemKey: equals(exclusions.itemKey), scope: inScope(scopeColumns(store.t)) },
    orders: { inspectedAt: valueBases.inspectedAt },
    defaultOrder: [valueBases.inspectedAt, exclusions.exclusionId],
  }
})

type Row = Awaited<ReturnType<typeof page>>['list'][number]

const exclusionOf = ({ exclusionId: _id, createBy: _by, inspectedAt, createdAt, ...row }: Row): Exclusion => ({
  ...row,
  inspectedAt: instant(inspectedAt),
  createdAt: instant(createdAt),
})

/** Excluded points of a characteristic's limits, and the reasons, for records in the operator's scope. */
export async function listExclusions(
  store: Store,
  query: ExclusionQuery,
  operator: Operator,
): Promise<Page<Exclusion>> {
  const { list, ...rest } = await page(store, { ...query, scope: await scopeOf(store, operator) })
  return { ...rest, list: list.map(exclusionOf) }
}

const byId = oneRow((store) => joined(store).where(eq(store.t.exclusions.exclusionId, store.bind('id'))))

export async function getExclusion(store: Store, id: number): Promise<Exclusion | undefined> {
  const row = await byId(store, { id })
  return row && exclusionOf(row)
}

/**
 * Excludes a point from future estimates of limits.
 * @returns the id of the exclusion
 * @throws Refusal outside of the scope, if the charts of the characteristic do not show the point, or if it is already
 * excluded
 */
export const exclude = (store: Store, input: ExclusionInput, context: RequestContext): Promise<number> =>
  scopedTx(store, context, async (db, scope) => {
    const { itemKey, qcValueBaseId, causeCode, reason } = input
    const record = await recordInScope(store, db, qcValueBaseId, scope)
    if (!record) throw notFound()
    await refuseUncharted(store, db, input)
    await refuseUnknownCodes(store, db, { causeCode })
    const author = await authorOf(store, db, context)
    const stamps = { createBy: author.userId, createName: author.name, createdAt: context.now }
    const [created] = await db
      .insert(store.t.exclusions)
      .values({ itemKey, qcValueBaseId, causeCode: causeCode || null, reason, ...stamps })
      .onConflictDoNothing()
      .returning()
    if (!created) throw new Refusal(codes.conflict, 'qcLimit.isExcluded')
    const { exclusionId: entityId } = created
    const { recordNo } = record
    await writeOperation(store, db, context, { action: 'create', record: String(entityId), name: recordNo })
    const about = { entity: 'exclusion', entityId, action: 'exclude', field: itemKey } as const
    await appendAudit(store, db, author, [{ ...about, new: recordNo, reasonCode: causeCode || null, reason }])
    return entityId
  })

/** @throws Refusal at `itemKey` if the record has no such characteristic, at `qcValueBaseId` if it is in no chart */
export async function refuseUncharted(
  store: Dialect,
  db: Writer,
  { itemKey, qcValueBaseId }: Pick<ExclusionInput, 'itemKey' | 'qcValueBaseId'>,
) {
  const { values, valueBases, templates } = store.t
  const [value] = await db
    .select({ valueId: values.valueId })
    .from(values)
    .where(and(eq(values.itemKey, itemKey), eq(values.qcValueBaseId, qcValueBaseId)))
    .limit(1)
  if (!value) throw new Refusal(codes.badRequest, 'qcLimit.noItem').at('itemKey')
  const [charted] = await db
    .select({ id: valueBases.qcValueBaseId })
    .from(valueBases)
    .innerJoin(templates, eq(templates.templateId, valueBases.templateId))
    .where(and(eq(valueBases.qcValueBaseId, qcValueBaseId), isCharted(store)))
  if (!charted) throw new Refusal(codes.badRequest, 'qcLimit.notCharted').at('qcValueBaseId')
}

/** Ends the exclusion of a point. @throws Refusal if it is not excluded */
export const include = (
  store: Store,
  { itemKey, qcValueBaseId, reason }: Pick<ExclusionInput, 'itemKey' | 'qcValueBaseId' | 'reason'>,
  context: RequestContext,
): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    const { exclusions } = store.t
    const record = await recordInScope(store, db, qcValueBaseId, scope)
    if (!record) throw notFound()
    const [deleted] = await db
      .delete(exclusions)
      .where(and(eq(exclusions.itemKey, itemKey), eq(exclusions.qcValueBaseId, qcValueBaseId)))
      .returning()
    if (!deleted) throw notFound()
    const { exclusionId: entityId } = deleted
    const { recordNo } = record
    await writeOperation(store, db, context, { action: 'delete', record: String(entityId), name: recordNo })
    const about = { entity: 'exclusion', entityId, action: 'include', field: itemKey } as const
    await auditRequest(store, db, context, [{ ...about, old: recordNo, reason }])
  })
