import { codes } from '#shared/envelope'
import type { DayRange } from '#shared/format/time'
import type { RecordAction } from '#shared/qc/record/workflow'
import type { Page } from '#shared/list/page'
import type { Assignee, AssigneeQuery, AssignmentInput } from '#shared/qc/assignment'
import type { QcAuditEntry } from '#shared/qc/audit/schema'
import type {
  CommentInput,
  ApprovalSummary,
  BulkApproval,
  BulkFaults,
  ItemInfo,
  PrintedRecord,
  RecordChange,
  RecordDetail,
  RecordInput,
  RecordQuery,
  RecordRow,
  Transition,
} from '#shared/qc/record/schema'
import type { z } from '#shared/zod'
import type { Answer } from '../failure'
import { exchange, read, readEnvelope, request } from '../http'

/** Filters with one value here, although the server accepts several. */
type Chosen = 'versionNo' | 'lotId' | 'equipmentId' | 'shiftId' | 'operatorId' | 'status'
type OneOf<List> = List extends (infer One)[] ? One : never
/** The query in the address, with days as times. */
export type RecordSearch = Omit<RecordQuery, keyof DayRange | Chosen> &
  DayRange & { [Name in Chosen]?: OneOf<RecordQuery[Name]> }

/** Fields with a default may be left out of a request. */
export type NewRecord = z.input<typeof RecordInput>
export type ChangedRecord = z.input<typeof RecordChange>
export type TransitionInput = z.input<typeof Transition>
type ApprovalInput = z.input<typeof BulkApproval>

/** The owner. */
type As = { userId: number }

const path = '/qc/value-base'
const pathOf = (id: number) => `${path}/${id}`

/** Records, and the actions on them. Forms show the refusals of writes. */
export const recordApi = {
  /** The path of the export and import of values. */
  sheetPath: '/qc',
  path,
  list: (query: RecordSearch, signal?: AbortSignal) => read<Page<RecordRow>>(path, signal, query),
  get: (id: number, signal?: AbortSignal) => read<RecordDetail>(pathOf(id), signal),
  /**
   * Repeated under the same `clientUid`, it returns the existing record. 409 at `x-user` if `as` is given and another
   * user is signed in by now; the same for the following calls.
   */
  create: (record: NewRecord, as?: As) =>
    request<RecordDetail>('POST', path, { body: record, failures: 'show', ...as }),
  /** 409 if the record's version differs from `lockVersion`. */
  change: (id: number, change: ChangedRecord, as?: As) =>
    request<RecordDetail>('PUT', pathOf(id), { body: change, failures: 'show', ...as }),
  /** Submits, approves, … 409 if the record's version differs from `lockVersion`, or its status forbids the action. */
  advance: (id: number, action: Exclude<RecordAction, 'save'>, transition: TransitionInput, as?: As) =>
    request<RecordDetail>('POST', `${pathOf(id)}/${action}`, { body: transition, failures: 'show', ...as }),
  /** The facts that a bulk approval signs. */
  approval: (qcValueBaseId: readonly number[], signal?: AbortSignal) =>
    read<ApprovalSummary>(`${path}/approval`, signal, { qcValueBaseId }),
  /** All or none: returns the obstacles of records that cannot be approved; empty after the approval of all. */
  approve: (approval: ApprovalInput) =>
    exchange('POST', `/api/v1${path}/approve`, readApproval, { body: approval, failures: 'show' }),
  comment: (id: number, comment: CommentInput) =>
    request<RecordDetail>('POST', `${pathOf(id)}/comment`, { body: comment, failures: 'show' }),
  /** Marks the comments that mention the operator as seen. */
  seeMentions: (id: number) => request<RecordDetail>('POST', `${pathOf(id)}/mention/seen`),
  assign: (id: number, assignment: AssignmentInput) =>
    request<RecordDetail>('PUT', `${pathOf(id)}/assignment`, { body: assignment, failures: 'show' }),
  /** The possible owners. */
  assignees: (id: number, query: AssigneeQuery, signal?: AbortSignal) =>
    read<Assignee[]>(`${pathOf(id)}/assignee`, signal, query),
  /** The history, the latest first. */
  audit: (id: number, paging: { pageIndex: number; pageSize: number }, signal?: AbortSignal) =>
    read<Page<QcAuditEntry>>(`${pathOf(id)}/audit`, signal, paging),
  print: (id: number, signal?: AbortSignal) => read<PrintedRecord>(`${pathOf(id)}/print`, signal),
  item: (qcValueBaseId: number, itemKey: string, signal?: AbortSignal) =>
    read<ItemInfo>('/qc/value-item', signal, { qcValueBaseId, itemKey }),
}

/** A refusal that names records is a result of its own. */
async function readApproval(response: Response): Promise<Answer<BulkFaults['faults']>> {
  const whole = response.clone()
  const answer = await readEnvelope(response)
  if ('result' in answer) return { result: [] }
  if (!('failure' in answer) || answer.failure.code !== codes.conflict) return answer
  const { data }: { data?: Partial<BulkFaults> } = await whole.json()
  return data?.faults ? { result: data.faults } : answer
}
