import { nameSchemas, z } from '../zod'
import { operationActions, statuses } from '../constants'
import { Instant, line, listQuery, StatusInput } from '../list/page'
import { FirstOfPeriod, LastOfPeriod } from '../list/moment'

/** An entry of the operation log, as lists show it. Fields without a word on them are those of the API family. */
export const Operation = z.object({
  id: z.int(),
  /** What it was done to, in the caller's language. */
  title: z.string(),
  /** The action as the family numbers it: values of its dictionary `sys_oper_type`. */
  businessType: z.string(),
  /** What the route is for. */
  method: z.string(),
  requestMethod: z.string(),
  operName: z.string(),
  deptName: z.string(),
  /** The API token by which a program did it; empty for a person. */
  program: z.string(),
  operUrl: z.string(),
  operIp: z.string(),
  /** The product looks up no places: always empty. */
  operLocation: z.string(),
  /** '2' done, '1' refused. */
  status: z.enum(statuses),
  operTime: Instant,
  /** The message of the refusal, in the caller's language; empty when it was done. */
  jsonResult: z.string(),
  latencyTime: z.string().meta({ examples: ['12ms'] }),
  userAgent: z.string(),
  remark: z.string(),
  action: z.enum(operationActions),
  /** Of something that was enabled or disabled: its status since; else empty. */
  switchedTo: z.enum(['', ...Object.values(statuses)]),
  /** Of a record, signal or code whose status changed: the step that was taken, in the caller's language; else empty. */
  step: z.string(),
  /** What a refused caller was about to do, in the caller's language; else empty. */
  attempt: z.string(),
  /** The name of who did it, as it is now; empty when the account is deleted. */
  operNickName: z.string(),
  /** The resource. */
  stem: z.string(),
  /** Ids of the records, separated by commas, and what they are called. */
  record: z.string(),
  name: z.string(),
  code: z.int(),
  requestId: z.string(),
  /** Empty when unknown. */
  browser: z.string(),
  os: z.string(),
})
export type Operation = z.infer<typeof Operation>

const Fields = z.record(z.string(), z.unknown()).nullable()

/** One entry with what was changed. Secrets were struck out before it was written. */
export const OperationDetail = Operation.extend({
  /** JSON of `after`. */
  operParam: z.string(),
  before: Fields,
  after: Fields,
})
export type OperationDetail = z.infer<typeof OperationDetail>

export const OperationQuery = listQuery(
  {
    /** Contained in what a resource is called, in any of the languages. */
    title: line(64).optional(),
    /** Contained in what the route is for. */
    method: line(200).optional(),
    requestMethod: line(10)
      .transform((method) => method.toUpperCase())
      .optional(),
    operUrl: line(300).optional(),
    operIp: line(64).optional(),
    /** Contained in the account, or the name, of who did it. */
    operName: line(64).optional(),
    status: StatusInput.optional(),
    beginTime: FirstOfPeriod.optional(),
    endTime: LastOfPeriod.optional(),
    action: z.enum(operationActions).optional(),
    stem: line(64).optional(),
    record: line(300).optional(),
    /** Contained in what the records are called. */
    name: line(300).optional(),
  },
  // further ones would sort the whole log
  ['id', 'operTime', 'createdAt'],
)
export type OperationQuery = z.infer<typeof OperationQuery>

nameSchemas({ Operation, OperationDetail })
