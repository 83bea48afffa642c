import { and, eq, isNotNull } from 'drizzle-orm'
import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import { ruleOf } from '#shared/qc/record/workflow'
import type { RecordChange, RecordInput } from '#shared/qc/record/schema'
import type { Settings } from '../../env'
import { notFound, Refusal } from '../../platform/http/refusal'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { storeFault } from '../../platform/store/fault'
import { scopedTx, type Scope } from '../../access/department/data-scope'
import type { RequestContext } from '../../access/operation-log/write'
import { appendAudit, authorOf } from '../audit/queries'
import { changeRecord, insertRecords } from './batch'
import { refuseTime, refuseUnfit, refuseUnknownCodes } from './check'
import { basesIn, noted, refuseUnseen } from './scope'
import { refuseWhenCommentsAreFull } from './comments'
import { currentVersion } from '../template/version'
import { statementIn } from '../../platform/list/statement'

/** How the installation measures. */
export type Measuring = Pick<Settings, 'blockOverdueGauge'>

/**
 * A new draft. What a device sends again is answered with the record that it has made.
 * @returns its id
 * @throws Refusal when something does not fit, or another's record has the `clientUid`
 */
export async function createRecord(
  store: Store,
  input: RecordInput,
  context: RequestContext,
  measuring?: Measuring,
): Promise<number> {
  try {
    return await scopedTx(store, context, (db, scope) => create(store, db, input, { context, scope, measuring }))
  } catch (error) {
    // two devices at once on PostgreSQL: the other one's is there by now
    const isTwin = input.clientUid !== undefined && storeFault(error) === 'duplicate'
    const made = isTwin ? await madeBefore(store, store.db, input.clientUid, context) : undefined
    if (made === undefined) throw error
    return made
  }
}

type By = { context: RequestContext; scope: Scope | undefined; measuring: Measuring | undefined }

async function create(store: Dialect, db: Writer, input: RecordInput, { context, scope, measuring }: By) {
  const { operator, now } = context
  const known = await madeBefore(store, db, input.clientUid, context)
  if (known !== undefined) {
    context.isWritten = true // nothing was done
    return known
  }
  const inspectedAt = input.inspectedAt === undefined ? now : Date.parse(input.inspectedAt)
  const { template, version } = await versionFor(store, db, { ...input, inspectedAt })
  refuseTime(inspectedAt, now, now)
  const { productId } = template
  await refuseUnfit(store, db, productId, input)
  if (input.retestOf) await refuseRetest(store, db, input.retestOf, input.templateId, scope)
  const { userId: operatorId, deptId } = operator
  refuseUnseen(scope, operator)
  const author = await authorOf(store, db, context)
  const record = {
    productId,
    templateId: input.templateId,
    versionId: version.versionId,
    lotId: input.lotId ?? null,
    equipmentId: input.equipmentId ?? null,
    shiftId: input.shiftId ?? null,
    operatorId,
    operatorName: author.name,
    deptId,
    inspectedAt,
    source: input.source,
    remark: input.remark,
    clientUid: input.clientUid ?? null,
    retestOf: input.retestOf ?? null,
    values: input.values,
    author,
  }
  const [id] = await insertRecords(store, db, [record], measuring)
  await noted(store, db, context, id!, 'create')
  return id!
}

/** The record that a device has made before under this id of its own. @throws Refusal when it is another's */
export async function madeBefore(
  store: Dialect,
  db: Reader,
  clientUid: string | undefined,
  { operator }: RequestContext,
) {
  if (clientUid === undefined) return undefined
  const [known] = await madeAs(store, db, { clientUid })
  if (known && known.operatorId !== operator.userId) {
    throw new Refusal(codes.conflict, 'qcRecord.uidTaken').at('clientUid')
  }
  return known?.id
}

const madeAs = statementIn(({ t: { valueBases }, bind }, db) =>
  db
    .select({ id: valueBases.qcValueBaseId, operatorId: valueBases.operatorId })
    .from(valueBases)
    .where(eq(valueBases.clientUid, bind('clientUid'))),
)

type Begun = { templateId: number; versionNo?: number | undefined; inspectedAt: number }

/**
 * What a record is made of: the published version, or the one that a draft was begun with before it was superseded.
 * @throws Refusal when there is none, the template is retired, or its product line out of use
 */
export async function versionFor(store: Dialect, db: Reader, { templateId, versionNo, inspectedAt }: Begun) {
  const current = await currentVersion(store, db, templateId, versionNo)
  if (!current) {
    const { templates } = store.t
    const [known] = await db.select().from(templates).where(eq(templates.templateId, templateId))
    if (!known) throw new Refusal(codes.badRequest, 'qcRecord.templateUnknown').at('templateId')
    throw new Refusal(codes.conflict, 'qcRecord.noVersion').at(versionNo === undefined ? 'templateId' : 'versionNo')
  }
  const { template, version } = current
  const { code, status, productId } = template
  if (status === 'retired') throw new Refusal(codes.conflict, 'qcRecord.templateRetired', { code }).at('templateId')
  await refuseClosedLine(store, db, productId)
  // superseding it was the last that was done to it; that it was not long ago follows from `refuseTime`
  if (version.status === 'superseded' && inspectedAt >= version.updatedAt) {
    throw new Refusal(codes.conflict, 'qcRecord.versionSuperseded', { no: version.versionNo }).at('versionNo')
  }
  return current
}

async function refuseClosedLine(store: Dialect, db: Reader, productId: number) {
  const [line] = await lineOf(store, db, { productId })
  if (line?.status === statuses.on) return
  throw new Refusal(codes.conflict, 'qcRecord.productOff', { code: line?.code ?? '' }).at('templateId')
}

const lineOf = statementIn(({ t: { products }, bind }, db) =>
  db
    .select({ code: products.code, status: products.status })
    .from(products)
    .where(eq(products.productId, bind('productId'))),
)

/** What is tested again was submitted, and is seen by who tests it. */
async function refuseRetest(
  store: Dialect,
  db: Reader,
  retestOf: number,
  templateId: number,
  scope: Scope | undefined,
) {
  const first = (await basesIn(store, db, [retestOf], scope)).get(retestOf)
  if (!first) throw new Refusal(codes.badRequest, 'qcRecord.retestUnknown').at('retestOf')
  if (first.templateId !== templateId) throw new Refusal(codes.badRequest, 'qcRecord.retestOther').at('retestOf')
  if (ruleOf('retest').from.includes(first.status)) return
  throw new Refusal(codes.conflict, `qcRecord.notWhile.${first.status}`).at('retestOf')
}

/** Changes what a draft or rejected record holds. @throws Refusal 404 outside of the scope, and as `changeRecord` */
export const saveRecord = (
  store: Store,
  id: number,
  change: RecordChange,
  context: RequestContext,
  measuring?: Measuring,
): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    const before = (await basesIn(store, db, [id], scope)).get(id)
    if (!before) throw notFound()
    const { productId, createdAt } = before
    if (change.inspectedAt !== undefined && Date.parse(change.inspectedAt) !== before.inspectedAt) {
      refuseTime(Date.parse(change.inspectedAt), createdAt, context.now)
    }
    await refuseUnfit(store, db, productId, {
      values: change.values,
      gaugesBefore: await gaugesIn(store, db, id),
      // what stood there before may have been closed since
      lotId: change.lotId === before.lotId ? undefined : change.lotId,
      equipmentId: change.equipmentId === before.equipmentId ? undefined : change.equipmentId,
      shiftId: change.shiftId === before.shiftId ? undefined : change.shiftId,
    })
    await refuseUnknownCodes(store, db, change)
    await noted(store, db, context, id, 'update')
    await changeRecord(store, db, id, change, await authorOf(store, db, context), measuring)
  })

/** What a record was measured with. */
async function gaugesIn({ t: { values } }: Dialect, db: Reader, id: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ gaugeId: values.gaugeId })
    .from(values)
    .where(and(eq(values.qcValueBaseId, id), isNotNull(values.gaugeId)))
  return rows.flatMap(({ gaugeId }) => gaugeId ?? [])
}

/** Says something of a record, in whatever state it is. */
export const commentOn = (store: Store, id: number, text: string, context: RequestContext): Promise<void> =>
  scopedTx(store, context, async (db, scope) => {
    if (!(await basesIn(store, db, [id], scope)).has(id)) throw notFound()
    await refuseWhenCommentsAreFull(store, db, [id])
    const author = await authorOf(store, db, context)
    const { userId: authorId, name: authorName, now: createdAt } = author
    await db.insert(store.t.recordComments).values({ qcValueBaseId: id, text, authorId, authorName, createdAt })
    await noted(store, db, context, id, 'update')
    await appendAudit(store, db, author, [{ entity: 'record', entityId: id, action: 'comment', new: text }])
  })
