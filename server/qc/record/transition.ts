import { and, eq } from 'drizzle-orm'
import { codes } from '#shared/envelope'
import { hindranceKey, hindranceOf, isOfState, meaningOf, ruleOf, type StepAction } from '#shared/qc/record/workflow'
import type { BulkApproval, RecordDetail, Transition } from '#shared/qc/record/schema'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import { scopedTx } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { appendAudit, authorOf } from '../audit/queries'
import { planFor, writeSteps } from './submit'
import { advance, insertRecords, type Step } from './batch'
import { refuseUnknownCodes } from './check'
import type { Signing } from './http/queries'
import type { ValueBase } from './content'
import { staleRecord } from './step'
import { basesIn, noted, refuseUnseen } from './scope'
import { versionFor } from './write'

/** How the installation signs, as a step is told. */
const asStep = ({ selfReview, signaturePassword }: Signing) => ({
  isSelfAllowed: selfReview,
  isUnsigned: !signaturePassword,
})

type Asked = Pick<Transition, 'comment' | 'reasonCode' | 'reason' | 'disposition'>

/**
 * Whether a step asks for a signature of somebody who may take it.
 * @throws Refusal when they may not, before anybody gives a password for nothing
 */
export function isSigned(record: RecordDetail, action: StepAction, { operator }: RequestContext): boolean {
  const hindrance = hindranceOf(action, record, operator, record.isSelfAllowed)
  if (hindrance) {
    throw new Refusal(isOfState(hindrance) ? codes.conflict : codes.forbidden, hindranceKey(hindrance, record.status))
  }
  return meaningOf(action, record) !== undefined
}

/** Takes a record a step on. @throws Refusal 404 outside of the scope, and as `advance` */
export const stepRecord = (
  store: Store,
  id: number,
  action: StepAction,
  { lockVersion, ...asked }: Asked & { lockVersion: number },
  context: RequestContext,
  signing: Signing,
): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    if (!(await basesIn(store, db, [id], scope)).has(id)) throw notFound()
    await refuseUnknownCodes(store, db, asked)
    await noted(store, db, context, id, 'status')
    const author = await authorOf(store, db, context)
    const { permissions } = context.operator
    const step = { ...asked, qcValueBaseId: id, action, author, ...asStep(signing), permissions, lockVersion }
    await advance(store, db, [step])
  })

/** Why one of several records cannot be approved. */
type BulkFault = { qcValueBaseId: number; recordNo: string; refusal: Refusal }

/** Several records, of which some cannot be approved, so that none was. */
export class BulkRefused extends Refusal<'qcRecord.bulkRefused'> {
  readonly faults: readonly BulkFault[]

  constructor(faults: readonly BulkFault[]) {
    super(codes.conflict, 'qcRecord.bulkRefused', { count: faults.length })
    this.faults = faults
  }
}

/**
 * Approves records, each with a signature of its own.
 * @throws BulkRefused when one of them cannot be approved; 404 when one is not there
 */
export const approveRecords = (
  store: Store,
  { records, ...asked }: Asked & Pick<BulkApproval, 'records'>,
  context: RequestContext,
  signing: Signing,
): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    const ids = records.map(({ qcValueBaseId }) => qcValueBaseId)
    const twice = ids.findIndex((id, index) => ids.indexOf(id) < index)
    if (twice >= 0) throw new Refusal(codes.badRequest, 'qcRecord.bulkTwice').at(`records.${twice}.qcValueBaseId`)
    const bases = await basesIn(store, db, ids, scope)
    if (bases.size < ids.length) throw notFound()
    await refuseUnknownCodes(store, db, asked)
    const author = await authorOf(store, db, context)
    const { permissions } = context.operator
    const versions = new Map(records.map(({ qcValueBaseId, lockVersion }) => [qcValueBaseId, lockVersion]))
    const steps = ids.map((qcValueBaseId): Step => {
      const lockVersion = versions.get(qcValueBaseId)
      return { ...asked, qcValueBaseId, action: 'approve', author, ...asStep(signing), permissions, lockVersion }
    })
    const plan = await planFor(store, db, steps)
    const faults: BulkFault[] = []
    const planned = steps.flatMap((step) => {
      try {
        return [plan(step)]
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { qcValueBaseId } = step
        faults.push({ qcValueBaseId, recordNo: bases.get(qcValueBaseId)!.recordNo, refusal: error })
        return []
      }
    })
    if (faults.length > 0) throw new BulkRefused(faults)
    const name = [...bases.values()].map(({ recordNo }) => recordNo).join(', ')
    await writeOperation(store, db, context, { action: 'status', record: ids.join(), name })
    await writeSteps(store, db, planned)
  })

/**
 * A new draft that tests a record again, by the version that is published now.
 * The first record counts on, so that the same call sent twice makes one.
 * @returns its id
 * @throws Refusal when the record is in no state for it, or its template is retired
 */
export const retestRecord = (
  store: Store,
  id: number,
  { lockVersion, comment, reasonCode, reason }: Transition,
  context: RequestContext,
): Promise<number> =>
  scopedTx(store, context, async (db, scope) => {
    const first = (await basesIn(store, db, [id], scope)).get(id)
    if (!first) throw notFound()
    if (!ruleOf('retest').from.includes(first.status)) {
      throw new Refusal(codes.conflict, `qcRecord.notWhile.${first.status}`)
    }
    if (first.lockVersion !== lockVersion) throw staleRecord()
    await refuseUnknownCodes(store, db, { reasonCode })
    const { operator, now } = context
    const { productId, templateId, lotId, equipmentId } = first
    const { version } = await versionFor(store, db, { templateId, inspectedAt: now })
    await countOn(store, db, first)
    const author = await authorOf(store, db, context)
    const { userId: operatorId, deptId } = operator
    refuseUnseen(scope, operator)
    const [retestId] = await insertRecords(store, db, [
      {
        productId,
        templateId,
        versionId: version.versionId,
        lotId, // the same parts, even if their lot was closed since
        equipmentId,
        shiftId: null,
        operatorId,
        operatorName: author.name,
        deptId,
        inspectedAt: now,
        source: 'manual',
        remark: comment,
        clientUid: null,
        retestOf: id,
        values: [],
        author,
      },
    ])
    const recordNo = await noted(store, db, context, retestId!, 'create')
    await appendAudit(store, db, author, [
      {
        entity: 'record',
        entityId: id,
        action: 'retest',
        new: recordNo,
        reasonCode: reasonCode || null,
        reason: reason || null,
      },
    ])
    return retestId!
  })

/** @throws Refusal when somebody else was faster */
async function countOn({ t: { valueBases } }: Dialect, db: Writer, { qcValueBaseId, lockVersion }: ValueBase) {
  const counted = await db
    .update(valueBases)
    .set({ lockVersion: lockVersion + 1 })
    .where(and(eq(valueBases.qcValueBaseId, qcValueBaseId), eq(valueBases.lockVersion, lockVersion)))
    .returning({ qcValueBaseId: valueBases.qcValueBaseId })
  if (counted.length === 0) throw staleRecord()
}
