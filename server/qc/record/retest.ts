import { and, eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import type { Transition } from '#shared/qc/record/schema'
import { ruleOf } from '#shared/qc/record/workflow'
import { scopedTx } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import { appendAudit, authorOf } from '../audit/append'
import { refuseUnknownCodes } from './check'
import type { ValueBase } from './content'
import { versionFor } from './create'
import { insertRecords } from './insert'
import { recordInScope, refuseOutsideScope } from './scope'
import { staleRecord } from './submit'

/**
 * Makes a draft that tests a record again, by the present published version. The lock version of the first record
 * grows, so that a call sent twice makes one draft.
 * @returns the id of the draft
 * @throws Refusal if the state of the record forbids it, or its template is retired
 */
export const retestRecord = (
  store: Store,
  id: number,
  { lockVersion, comment, reasonCode, reason }: Transition,
  context: RequestContext,
): Promise<number> =>
  scopedTx(store, context, async (db, scope) => {
    const first = await recordInScope(store, db, id, scope)
    if (!first) throw notFound()
    if (!ruleOf('retest').from.includes(first.status)) {
      throw new Refusal(codes.conflict, `qcRecord.notWhile.${first.status}`)
    }
    if (first.lockVersion !== lockVersion) throw staleRecord()
    await refuseUnknownCodes(store, db, { reasonCode })
    const { operator, now } = context
    const { productId, templateId, lotId, equipmentId } = first
    const { version } = await versionFor(store, db, { templateId, inspectedAt: now })
    await raiseLockVersion(store, db, first)
    const author = await authorOf(store, db, context)
    refuseOutsideScope(scope, operator)
    const [draft] = await insertRecords(store, db, [
      {
        productId,
        templateId,
        versionId: version.versionId,
        lotId, // the same parts, even if their lot was closed since
        equipmentId,
        operatorId: author.userId,
        operatorName: author.name,
        deptId: operator.deptId,
        inspectedAt: now,
        source: 'manual',
        remark: comment,
        retestOf: id,
        values: [],
        author,
      },
    ])
    const { qcValueBaseId, recordNo } = draft!
    await writeOperation(store, db, context, { action: 'create', record: String(qcValueBaseId), name: recordNo })
    const reasons = { reasonCode: reasonCode || null, reason: reason || null }
    const about = { entity: 'record', entityId: id, action: 'retest' } as const
    await appendAudit(store, db, author, [{ ...about, new: recordNo, ...reasons }])
    return qcValueBaseId
  })

/** @throws Refusal if another request was faster */
async function raiseLockVersion({ t: { valueBases } }: Dialect, db: Writer, { qcValueBaseId, lockVersion }: ValueBase) {
  const raised = await db
    .update(valueBases)
    .set({ lockVersion: lockVersion + 1 })
    .where(and(eq(valueBases.qcValueBaseId, qcValueBaseId), eq(valueBases.lockVersion, lockVersion)))
    .returning({ qcValueBaseId: valueBases.qcValueBaseId })
  if (raised.length === 0) throw staleRecord()
}
