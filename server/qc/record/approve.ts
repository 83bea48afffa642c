import { codes } from '#shared/envelope'
import type { Locale } from '#shared/i18n/text'
import type { ApprovalSummary, BulkApproval } from '#shared/qc/record/schema'
import { hindranceKey, hindranceOf } from '#shared/qc/record/workflow'
import { scopedTx, scopeOf } from '../../access/department/data-scope'
import type { Operator } from '../../access/session/queries'
import { writeOperation, type RequestContext } from '../../access/operation-log/write'
import { notFound, Refusal } from '../../platform/http/refusal'
import { rowsByIds } from '../../platform/list/rows-by'
import { renderMessage } from '../../platform/message'
import type { Store } from '../../platform/store'
import { authorOf } from '../audit/append'
import { refuseUnknownCodes } from './check'
import { loadRecords } from './load'
import { openSignalsOfRecords } from '../signal/open'
import { plannerFor, stepBy, writeSteps, type PlannedStep, type Signing } from './submit'

/** The reason why one of several records cannot be approved. */
type BulkFault = { qcValueBaseId: number; recordNo: string; refusal: Refusal }

/** A refusal of a bulk approval: some records cannot be approved, so none was. */
export class BulkRefused extends Refusal<'qcRecord.bulkRefused'> {
  readonly faults: readonly BulkFault[]

  constructor(faults: readonly BulkFault[]) {
    super(codes.conflict, 'qcRecord.bulkRefused', { count: faults.length })
    this.faults = faults
  }
}

/**
 * Approves records, each with its own signature.
 * @throws BulkRefused if one of them cannot be approved; 404 if one does not exist
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
    for (const disposition of new Set(records.map((record) => record.disposition))) {
      await refuseUnknownCodes(store, db, { ...input, disposition })
    }
    const step = {
      ...input,
      ...stepBy(context, await authorOf(store, db, context), signing),
      action: 'approve',
    } as const
    const plan = await plannerFor(store, db, loaded)
    const planned: PlannedStep[] = []
    const faults: BulkFault[] = []
    for (const record of records) {
      const { qcValueBaseId } = record
      try {
        planned.push(plan({ ...step, ...record }))
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

const templatesByIds = rowsByIds('templates', 'templateId', { fields: ['templateId', 'name', 'nameEn'] })

/** The content signed by a bulk approval, within the operator's scope. */
export async function approvalSummary(
  store: Store,
  ids: readonly number[],
  operator: Operator,
  { selfReview, signaturePassword }: Signing,
  locale: Locale,
): Promise<ApprovalSummary> {
  const [loaded, openSignals] = await Promise.all([
    loadRecords(store, store.db, ids, await scopeOf(store, operator)),
    openSignalsOfRecords(store, ids, operator),
  ])
  const templateIds = new Set([...loaded.values()].map(({ templateId }) => templateId))
  const templates = new Map(
    (await templatesByIds(store, store.db, templateIds)).map((template) => [template.templateId, template]),
  )
  const records = [...new Set(ids)].flatMap((id) => {
    const record = loaded.get(id)
    const template = record && templates.get(record.templateId)
    if (!template) return []
    const { qcValueBaseId, recordNo, judgement, lockVersion, status } = record
    const hindrance = hindranceOf('approve', record, operator, selfReview)
    return {
      qcValueBaseId,
      recordNo,
      templateName: template.name,
      templateNameEn: template.nameEn,
      judgement,
      openSignals: openSignals.get(id) ?? 0,
      lockVersion,
      hindrance: hindrance ? renderMessage(locale, { key: hindranceKey(hindrance, status), values: {} }) : null,
    }
  })
  return { isPasswordAsked: signaturePassword, records }
}
