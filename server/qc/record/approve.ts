import { codes } from '#shared/envelope'
import type { BulkApproval } from '#shared/qc/record/schema'
import { scopedTx } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Store } from '../../platform/store'
import { authorOf } from '../audit/append'
import { refuseUnknownCodes } from './check'
import { loadRecords } from './load'
import { plannerFor, stepBy, writeSteps, type PlannedStep, type Signing } from './submit'

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
  { records, ...input }: Omit<BulkApproval, 'password'>,
  context: RequestContext,
  signing: Signing,
): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    const ids = records.map(({ qcValueBaseId }) => qcValueBaseId)
    const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index)
    if (repeated >= 0) throw new Refusal(codes.badRequest, 'qcRecord.bulkTwice').at(`records.${repeated}.qcValueBaseId`)
    const loaded = await loadRecords(store, db, ids, scope)
    if (loaded.size < ids.length) throw notFound()
    await refuseUnknownCodes(store, db, input)
    const step = {
      ...input,
      ...stepBy(context, await authorOf(store, db, context), signing),
      action: 'approve',
    } as const
    const plan = await plannerFor(store, db, loaded)
    const planned: PlannedStep[] = []
    const faults: BulkFault[] = []
    for (const { qcValueBaseId, lockVersion } of records) {
      try {
        planned.push(plan({ ...step, qcValueBaseId, lockVersion }))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        faults.push({ qcValueBaseId, recordNo: loaded.get(qcValueBaseId)!.recordNo, refusal: error })
      }
    }
    if (faults.length > 0) throw new BulkRefused(faults)
    const name = [...loaded.values()].map(({ recordNo }) => recordNo).join(', ')
    await writeOperation(store, db, context, { action: 'status', record: ids.join(), name })
    await writeSteps(store, db, planned)
  })
