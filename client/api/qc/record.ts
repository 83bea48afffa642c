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
type Chosen = 'lotId' | 'equipmentId' | 'shiftId' | 'operatorId' | 'status'
type OneOf<List> = List extends (infer One)[] ? One : never
/** As the address has it, whose times are days. */
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

/** Records, and what is done with them. What is written answers in its place: the forms show what was refused. */
export const recordApi = {
  /** The path of the export and import of values. */
  sheetPath: '/qc',
  path,
  list: (query: RecordSearch, signal?: AbortSignal) => read<Page<RecordRow>>(path, signal, query),
  get: (id: number, signal?: AbortSignal) => read<RecordDetail>(pathOf(id), signal),
  /**
   * Sent again under the same `clientUid` it answers with the record that is there. 409 at `x-user` when `as` is given
   * and somebody else is signed in by now; likewise of what follows.
   */
  create: (record: NewRecord, as?: As) =>
    request<RecordDetail>('POST', path, { body: record, failures: 'show', ...as }),
  /** 409 when it is another one than `lockVersion` says. */
  change: (id: number, change: ChangedRecord, as?: As) =>
    request<RecordDetail>('PUT', pathOf(id), { body: change, failures: 'show', ...as }),
  /** Submits, approves, … 409 when it is another one than `lockVersion` says, or its state forbids it. */
  advance: (id: number, action: Exclude<RecordAction, 'save'>, transition: TransitionInput, as?: As) =>
    request<RecordDetail>('POST', `${pathOf(id)}/${action}`, { body: transition, failures: 'show', ...as }),
  /** The facts that a bulk approval signs. */
  approval: (qcValueBaseId: readonly number[], signal?: AbortSignal) =>
    read<ApprovalSummary>(`${path}/approval`, signal, { qcValueBaseId }),
  /** All of them or none: answers what stands in the way of those that cannot be, nothing where all are approved. */
  approve: (approval: ApprovalInput) =>
    exchange('POST', `/api/v1${path}/approve`, readApproval, { body: approval, failures: 'show' }),
  comment: (id: number, comment: CommentInput) =>
    request<RecordDetail>('POST', `${pathOf(id)}/comment`, { body: comment, failures: 'show' }),
  /** The comments that mention the operator wait no longer for them. */
  seeMentions: (id: number) => request<RecordDetail>('POST', `${pathOf(id)}/mention/seen`),
  assign: (id: number, assignment: AssignmentInput) =>
    request<RecordDetail>('PUT', `${pathOf(id)}/assignment`, { body: assignment, failures: 'show' }),
  /** To whom it can be assigned. */
  assignees: (id: number, query: AssigneeQuery, signal?: AbortSignal) =>
    read<Assignee[]>(`${pathOf(id)}/assignee`, signal, query),
  /** The history, the latest first. */
  audit: (id: number, paging: { pageIndex: number; pageSize: number }, signal?: AbortSignal) =>
    read<Page<QcAuditEntry>>(`${pathOf(id)}/audit`, signal, paging),
  print: (id: number, signal?: AbortSignal) => read<PrintedRecord>(`${pathOf(id)}/print`, signal),
  item: (qcValueBaseId: number, itemKey: string, signal?: AbortSignal) =>
    read<ItemInfo>('/qc/value-item', signal, { qcValueBaseId, itemKey }),
}

/** A refusal that names records is an answer of its own. */
async function readApproval(response: Response): Promise<Answer<BulkFaults['faults']>> {
  const whole = response.clone()
  const answer = await readEnvelope(response)
  if ('result' in answer) return { result: [] }
  if (!('failure' in answer) || answer.failure.code !== codes.conflict) return answer
  const { data }: { data?: Partial<BulkFaults> } = await whole.json()
  return data?.faults ? { result: data.faults } : answer
}
