import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { RecordInput } from '#shared/qc/record/schema'
import { ruleOf } from '#shared/qc/record/workflow'
import type { Settings } from '../../env'
import { scopedTx, type Scope } from '../../access/department/data-scope'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { Refusal } from '../../platform/http/refusal'
import { rowBy } from '../../platform/list/rows-by'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { storeFault } from '../../platform/store/fault'
import { authorOf } from '../audit/append'
import { currentVersion } from '../template/version'
import { refuseInspectionTime, refuseUnfit } from './check'
import { insertRecords } from './insert'
import { recordInScope, refuseOutsideScope } from './scope'

/** How the installation measures. */
export type Measuring = Pick<Settings, 'blockOverdueGauge'>

/**
 * A new draft. What a device sends again is answered with the record that it has made.
 * @returns its id
 * @throws Refusal when something does not fit, or the record of somebody else has the `clientUid`
 */
export async function createRecord(
  store: Store,
  input: RecordInput,
  context: RequestContext,
  measuring?: Measuring,
): Promise<number> {
  try {
    return await scopedTx(store, context, (db, scope) => createIn(store, db, input, { context, scope, measuring }))
  } catch (error) {
    // two devices at once on PostgreSQL: the record of the other one is there by now
    const isTwin = input.clientUid !== undefined && storeFault(error) === 'duplicate'
    const id = isTwin ? await findByClientUid(store, store.db, input.clientUid, context) : undefined
    if (id === undefined) throw error
    return id
  }
}

type Circumstances = { context: RequestContext; scope: Scope | undefined; measuring: Measuring | undefined }

async function createIn(store: Dialect, db: Writer, input: RecordInput, { context, scope, measuring }: Circumstances) {
  const { operator, now } = context
  const { templateId, retestOf } = input
  const existing = await findByClientUid(store, db, input.clientUid, context)
  if (existing !== undefined) {
    context.isWritten = true // nothing was done
    return existing
  }
  const inspectedAt = input.inspectedAt === undefined ? now : Date.parse(input.inspectedAt)
  const { template, version } = await versionFor(store, db, { ...input, inspectedAt })
  refuseInspectionTime(inspectedAt, now, now)
  const { productId } = template
  await refuseUnfit(store, db, productId, input)
  if (retestOf) await refuseRetest(store, db, { retestOf, templateId }, scope)
  refuseOutsideScope(scope, operator)
  const author = await authorOf(store, db, context)
  const { userId: operatorId, name: operatorName } = author
  const own = { productId, versionId: version.versionId, operatorId, operatorName, deptId: operator.deptId, author }
  const { versionNo: _versionNo, ...given } = input
  const [inserted] = await insertRecords(store, db, [{ ...given, ...own, inspectedAt }], measuring)
  const { qcValueBaseId, recordNo } = inserted!
  await writeOperation(store, db, context, { action: 'create', record: String(qcValueBaseId), name: recordNo })
  return qcValueBaseId
}

const recordByClientUid = rowBy('valueBases', 'clientUid', { fields: ['qcValueBaseId', 'operatorId'] })

/** The id of the record that a device has made before under its own id. @throws Refusal when it is somebody else's */
export async function findByClientUid(
  store: Dialect,
  db: Reader,
  clientUid: string | undefined,
  { operator }: RequestContext,
): Promise<number | undefined> {
  if (clientUid === undefined) return undefined
  const record = await recordByClientUid(store, db, clientUid)
  if (record && record.operatorId !== operator.userId) {
    throw new Refusal(codes.conflict, 'qcRecord.uidTaken').at('clientUid')
  }
  return record?.qcValueBaseId
}

const templateById = rowBy('templates', 'templateId', { fields: ['templateId'] })
const productById = rowBy('products', 'productId', { fields: ['code', 'status'] })

type Begun = { templateId: number; versionNo?: number | undefined; inspectedAt: number }

/**
 * The version that a record is made of: the published one, or the one that a draft was begun with before it was superseded.
 * @throws Refusal when there is none, the template is retired, or its product line out of use
 */
export async function versionFor(store: Dialect, db: Reader, { templateId, versionNo, inspectedAt }: Begun) {
  const current = await currentVersion(store, db, templateId, versionNo)
  if (!current) {
    if (!(await templateById(store, db, templateId))) {
      throw new Refusal(codes.badRequest, 'qcRecord.templateUnknown').at('templateId')
    }
    throw new Refusal(codes.conflict, 'qcRecord.noVersion').at(versionNo === undefined ? 'templateId' : 'versionNo')
  }
  const { template, version } = current
  const { code, status, productId } = template
  if (status === 'retired') throw new Refusal(codes.conflict, 'qcRecord.templateRetired', { code }).at('templateId')
  const product = await productById(store, db, productId)
  if (product?.status !== statuses.on) {
    throw new Refusal(codes.conflict, 'qcRecord.productOff', { code: product?.code ?? '' }).at('templateId')
  }
  // superseding was the last change of the version; that it was not long ago follows from `refuseInspectionTime`
  if (version.status === 'superseded' && inspectedAt >= version.updatedAt) {
    throw new Refusal(codes.conflict, 'qcRecord.versionSuperseded', { no: version.versionNo }).at('versionNo')
  }
  return current
}

/** The record to be tested again was submitted, and lies in the scope. @throws Refusal at `retestOf` */
async function refuseRetest(
  store: Dialect,
  db: Reader,
  { retestOf, templateId }: { retestOf: number; templateId: number },
  scope: Scope | undefined,
) {
  const first = await recordInScope(store, db, retestOf, scope)
  if (!first) throw new Refusal(codes.badRequest, 'qcRecord.retestUnknown').at('retestOf')
  if (first.templateId !== templateId) throw new Refusal(codes.badRequest, 'qcRecord.retestOther').at('retestOf')
  if (ruleOf('retest').from.includes(first.status)) return
  throw new Refusal(codes.conflict, `qcRecord.notWhile.${first.status}`).at('retestOf')
}
