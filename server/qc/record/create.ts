import { statuses } from '#shared/constants'
import { codes } from '#shared/envelope'
import type { RecordDetail, RecordInput } from '#shared/qc/record/schema'
import { ruleOf } from '#shared/qc/record/workflow'
import type { Settings } from '../../env'
import { scopeIn, type Scope } from '../../access/department/data-scope'
import { writeOperations, type RequestContext } from '../../access/operation-log/write'
import { found, Refusal } from '../../platform/http/refusal'
import { allWritten } from '../../platform/chunks/all-written'
import { rowBy } from '../../platform/list/rows-by'
import { statementIn } from '../../platform/list/statement'
import type { Dialect, Reader, Store, Writer } from '../../platform/store'
import { storeFault } from '../../platform/store/fault'
import { authorOf } from '../audit/append'
import { planPhotos, writePhotos, type PhotoChange } from '../photo/attach'
import { itemsBound } from '../template/items'
import { currentVersion, versionInForce, type NumberedVersion } from '../template/version'
import { refuseInspectionTime, refuseUnfit } from './check'
import type { Photo, ValueBase } from './content'
import { detailOf, getRecord, nothingSince } from './detail'
import { insertRecords, refuseUnsound, type InsertedRecord, type NewRecord } from './insert'
import { selectRecords, type SelectedRecord } from './row'
import { isOfOtherLine, recordInScope, refuseOutsideScope } from './scope'
import type { Signing } from './submit'

/** The settings of measuring. */
export type Measuring = Pick<Settings, 'blockOverdueGauge' | 'photosPerRecord' | 'photoStorageBytes'>

/**
 * Makes a draft. A repeated request of a device gets the record of the first one. Concurrent calls are batched.
 * @throws Refusal if something does not fit, or the `clientUid` belongs to somebody else's record
 */
export async function createRecord(
  store: Store,
  input: RecordInput,
  context: RequestContext,
  settings: Measuring & Signing,
): Promise<RecordDetail> {
  try {
    const made = await store.gather(createDrafts, {
      prepare: async (db) => planOf(store, db, input, context, settings),
    })
    if ('existing' in made) return found(await getRecord(store, made.existing, context.operator, settings))
    return await newDetail(store, made, settings)
  } catch (error) {
    // two concurrent devices on PostgreSQL: the record of the other one exists now
    const isTwin = input.clientUid !== undefined && storeFault(error) === 'duplicate'
    const id = isTwin ? await findByClientUid(store, store.db, input.clientUid, context) : undefined
    if (id === undefined) throw error
    return found(await getRecord(store, id, context.operator, settings))
  }
}

/** A record that the device has already made. */
type Existing = { existing: number }
type Draft = {
  context: RequestContext
  record: NewRecord
  photos: PhotoChange
  version: NumberedVersion
  first: ValueBase | undefined
}
type Created = Draft & { inserted: InsertedRecord & { photos: Photo[] }; row: SelectedRecord }

async function planOf(
  store: Dialect,
  db: Reader,
  input: RecordInput,
  context: RequestContext,
  { blockOverdueGauge, ...quota }: Measuring,
): Promise<Existing | Draft> {
  const { operator, now } = context // as the transaction has them
  const { templateId, retestOf } = input
  const [scope, author, existing, current] = await Promise.all([
    scopeIn(store, db, operator),
    authorOf(store, db, context),
    findByClientUid(store, db, input.clientUid, context),
    currentVersion(store, db, templateId, input.versionNo),
  ])
  if (existing !== undefined) {
    context.isWritten = true // nothing was done
    return { existing }
  }
  const inspectedAt = input.inspectedAt === undefined ? now : Date.parse(input.inspectedAt)
  const version = await usable(store, db, current, { ...input, inspectedAt })
  refuseInspectionTime(inspectedAt, now, now)
  const { productId } = version.template
  if (isOfOtherLine(operator, productId))
    throw new Refusal(codes.badRequest, 'qcRecord.templateUnknown').at('templateId')
  await refuseUnfit(store, db, productId, input)
  const first = retestOf ? await retestedRecord(store, db, { retestOf, templateId }, scope) : undefined
  refuseOutsideScope(scope, operator)
  const { userId: operatorId, name: operatorName } = author
  const own = { productId, operatorId, operatorName, deptId: operator.deptId, author }
  const { versionNo: _versionNo, photos: _photos, ...given } = input
  const record = { ...given, ...own, versionId: version.version.versionId, inspectedAt }
  await refuseUnsound(store, db, record, { blockOverdueGauge })
  const items = await itemsBound(store, db, version.version.versionId)
  const photos = await planPhotos(store, db, { wanted: input.photos, items, author, quota })
  return { context, record, photos, version, first }
}

/** Writes all drafts in few statements. */
async function createDrafts(store: Dialect, db: Writer, plans: (Existing | Draft)[]): Promise<(Existing | Created)[]> {
  const drafts = inOrderOfTime(plans.filter((plan) => 'record' in plan))
  const inserted = await insertRecords(
    store,
    db,
    drafts.map(({ record }) => record),
  )
  const photos: Photo[][] = []
  for (const [index, draft] of drafts.entries()) {
    photos.push(await writePhotos(store, db, inserted[index]!.qcValueBaseId, draft.photos, undefined))
  }
  const operations = drafts.map(({ context }, index) => {
    const { qcValueBaseId, recordNo } = inserted[index]!
    return { context, change: { action: 'create', record: String(qcValueBaseId), name: recordNo } as const }
  })
  const ids = inserted.map(({ qcValueBaseId }) => qcValueBaseId)
  const [rows] = await allWritten(
    rowsOfRecords(store, db, { records: JSON.stringify({ ids }) }),
    writeOperations(store, db, operations),
  )
  const rowsById = new Map(rows.map((row) => [row.qcValueBaseId, row]))
  const created = drafts.map((draft, index): Created => {
    const record = { ...inserted[index]!, photos: photos[index]! }
    return { ...draft, inserted: record, row: rowsById.get(record.qcValueBaseId)! }
  })
  const next = created.values()
  return plans.map((plan) => ('record' in plan ? next.next().value! : plan))
}

const rowsOfRecords = statementIn((store, db) =>
  selectRecords({ db, t: store.t }).where(store.among(store.t.valueBases.qcValueBaseId, store.bind('records'), 'ids')),
)

/** The trail is in the order of the acts: no entry has an earlier time than the one before. */
function inOrderOfTime(drafts: readonly Draft[]): Draft[] {
  let last = 0
  return drafts.map((draft) => {
    const { author } = draft.record
    last = Math.max(last, author.now)
    return author.now === last ? draft : { ...draft, record: { ...draft.record, author: { ...author, now: last } } }
  })
}

/** The API form of a new draft, from the written rows. */
async function newDetail(
  store: Store,
  { inserted, row, version: { template, version }, first }: Created,
  signing: Signing,
): Promise<RecordDetail> {
  const items = await itemsBound(store, store.db, version.versionId)
  const { isLotRequired } = template
  const { contentSha256 } = version
  const given = { removedPhotos: [], isLotRequired, contentSha256, isInspectorActive: true }
  const record = { ...inserted, ...given, authors: [inserted.operatorId] }
  return detailOf({ ...nothingSince, row, record, items, relatives: first ? [first] : [] }, signing)
}

const recordByClientUid = rowBy('valueBases', 'clientUid', { fields: ['qcValueBaseId', 'operatorId', 'productId'] })

/**
 * The id of a record that the device has already made under its own id. @throws Refusal if it is somebody else's, or of
 * another line than the program's
 */
export async function findByClientUid(
  store: Dialect,
  db: Reader,
  clientUid: string | undefined,
  { operator }: RequestContext,
): Promise<number | undefined> {
  if (clientUid === undefined) return undefined
  const record = await recordByClientUid(store, db, clientUid)
  if (record && (record.operatorId !== operator.userId || isOfOtherLine(operator, record.productId))) {
    throw new Refusal(codes.conflict, 'qcRecord.uidTaken').at('clientUid')
  }
  return record?.qcValueBaseId
}

const templateById = rowBy('templates', 'templateId', { fields: ['templateId'] })
const productById = rowBy('products', 'productId', { fields: ['code', 'status'] })

type Begun = { templateId: number; versionNo?: number | undefined; inspectedAt: number }

/**
 * The version for a new record: the published one, or the one with which a draft began before it was superseded.
 * @throws Refusal if there is none, the template is retired, or its product line is out of use
 */
export const versionFor = async (store: Dialect, db: Reader, begun: Begun) =>
  usable(store, db, await currentVersion(store, db, begun.templateId, begun.versionNo), begun)

/** The version for a record of values measured at `inspectedAt`, the one in force then. @throws as {@link versionFor} */
export const versionMeasuredBy = async (store: Dialect, db: Reader, begun: Omit<Begun, 'versionNo'>) =>
  usable(store, db, await versionInForce(store, db, begun.templateId, begun.inspectedAt), begun)

async function usable(
  store: Dialect,
  db: Reader,
  current: NumberedVersion | undefined,
  { templateId, versionNo, inspectedAt }: Begun,
): Promise<NumberedVersion> {
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
  // superseding was the last change of the version; `refuseInspectionTime` makes sure that it was not long ago
  if (version.status === 'superseded' && inspectedAt >= version.updatedAt) {
    throw new Refusal(codes.conflict, 'qcRecord.versionSuperseded', { no: version.versionNo }).at('versionNo')
  }
  return current
}

/** The record to test again: submitted and in the scope. @throws Refusal at `retestOf` */
async function retestedRecord(
  store: Dialect,
  db: Reader,
  { retestOf, templateId }: { retestOf: number; templateId: number },
  scope: Scope | undefined,
): Promise<ValueBase> {
  const first = await recordInScope(store, db, retestOf, scope)
  if (!first) throw new Refusal(codes.badRequest, 'qcRecord.retestUnknown').at('retestOf')
  if (first.templateId !== templateId) throw new Refusal(codes.badRequest, 'qcRecord.retestOther').at('retestOf')
  if (ruleOf('retest').from.includes(first.status)) return first
  throw new Refusal(codes.conflict, `qcRecord.notWhile.${first.status}`).at('retestOf')
}
