import { and, desc, eq, getTableColumns, isNull, or } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { isAllowed } from '#shared/permissions'
import type { Annotation, AnnotationInput } from '#shared/qc/annotation'
import { scopedTx, scopeOf } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import type { Operator } from '../../access/session/queries'
import { notFound, Refusal } from '../../platform/http/refusal'
import { literal } from '../../platform/list/statement'
import { rowBy } from '../../platform/list/rows-by'
import type { Store } from '../../platform/store'
import type { Tables } from '../../tables'
import { appendAudit, auditRequest, authorOf, created, deleted } from '../audit/append'
import { refuseUncharted } from '../limit/exclusion'
import { instant } from '../../platform/list/wire'
import { recordInScope, scopedStatement } from '../record/scope'
import { characteristicIn } from '../template/characteristic'

/** More than a chart can show. */
const MOST = 500

const ofItem = scopedStatement(({ db, t: { annotations, valueBases }, bind }, isInScope) =>
  db
    .select(getTableColumns(annotations))
    .from(annotations)
    .leftJoin(valueBases, eq(valueBases.qcValueBaseId, annotations.qcValueBaseId))
    .where(and(eq(annotations.itemKey, bind('itemKey')), isInScope && or(isNull(annotations.qcValueBaseId), isInScope)))
    .orderBy(desc(annotations.at), desc(annotations.annotationId))
    .limit(literal(MOST)),
)

const annotationOf = ({ at, createdAt, ...row }: Tables['annotations']['$inferSelect']): Annotation => ({
  ...row,
  at: instant(at),
  createdAt: instant(createdAt),
})

/**
 * The annotations of a characteristic's chart, the latest point first. Annotations of records outside of the operator's
 * data scope are left out.
 */
export const listAnnotations = async (store: Store, itemKey: string, operator: Operator): Promise<Annotation[]> =>
  (await ofItem(store, await scopeOf(store, operator), { itemKey })).map(annotationOf)

/** @throws Refusal if the characteristic does not exist or has no such point */
export const annotate = (store: Store, input: AnnotationInput, context: RequestContext): Promise<Annotation> =>
  scopedTx(store, context, async (db, scope) => {
    const { itemKey, qcValueBaseId = null, text } = input
    const record = qcValueBaseId === null ? undefined : await recordInScope(store, db, qcValueBaseId, scope)
    if (qcValueBaseId !== null) {
      if (!record) throw notFound()
      await refuseUncharted(store, db, { itemKey, qcValueBaseId })
    } else if (!(await characteristicIn(store, db, itemKey))) {
      throw new Refusal(codes.badRequest, 'qcLimit.noItem').at('itemKey')
    }
    const author = await authorOf(store, db, context)
    const at = record?.inspectedAt ?? input.at!
    const stamps = { createBy: author.userId, createName: author.name, createdAt: context.now }
    const [row] = await db
      .insert(store.t.annotations)
      .values({ itemKey, qcValueBaseId, at, text, ...stamps })
      .returning()
    const { annotationId } = row!
    await writeOperation(store, db, context, { action: 'create', record: String(annotationId), name: text })
    const after = { itemKey, recordNo: record?.recordNo ?? null, at: instant(at), text }
    await appendAudit(store, db, author, [created('annotation', annotationId, after)])
    return annotationOf(row!)
  })

const byId = rowBy('annotations', 'annotationId')

/** Removes an annotation from its chart. Its author may, and holders of `qc:annotation:remove`. */
export const removeAnnotation = (store: Store, id: number, context: RequestContext): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    const row = await byId(store, db, id)
    if (!row) throw notFound()
    const { qcValueBaseId, itemKey, at, text, createBy } = row
    if (qcValueBaseId !== null && !(await recordInScope(store, db, qcValueBaseId, scope))) throw notFound()
    const { userId, permissions } = context.operator
    if (createBy !== userId && !isAllowed(permissions, ['qc:annotation:remove'])) {
      throw new Refusal(codes.forbidden, 'qcAnnotation.notOwn')
    }
    await db.delete(store.t.annotations).where(eq(store.t.annotations.annotationId, id))
    await writeOperation(store, db, context, { action: 'delete', record: String(id), name: text })
    await auditRequest(store, db, context, [deleted('annotation', id, { itemKey, at: instant(at), text })])
  })
