import { nameSchemas, z } from '../zod'
import { operationActions, statuses } from '../constants'
import { Instant, line, listQuery, StatusInput } from '../list/page'
import { FirstOfPeriod, LastOfPeriod } from '../list/moment'

/** An entry of the operation log in a list. Fields without a comment are those of the API family. */
export const Operation = z.object({
  id: z.int(),
  /** The resource, in the caller's language. */
  title: z.string(),
  /** The action by the numbers of the API family: values of its dictionary `sys_oper_type`. */
  businessType: z.string(),
  /** The purpose of the route. */
  method: z.string(),
  requestMethod: z.string(),
  operName: z.string(),
  deptName: z.string(),
  /** The API token of the program that did it; empty for a person. */
  program: z.string(),
  operUrl: z.string(),
  operIp: z.string(),
  /** Always empty: the product does not look up locations. */
  operLocation: z.string(),
  /** '2' done, '1' refused. */
  status: z.enum(statuses),
  operTime: Instant,
  /** The message of the refusal, in the caller's language; empty if it was done. */
  jsonResult: z.string(),
  latencyTime: z.string().meta({ examples: ['12ms'] }),
  userAgent: z.string(),
  remark: z.string(),
  action: z.enum(operationActions),
  /** The new status of an enabled or disabled object; else empty. */
  switchedTo: z.enum(['', ...Object.values(statuses)]),
  /** The step of a record, signal or code whose status changed, in the caller's language; else empty. */
  step: z.string(),
  /** The refused action, in the caller's language; else empty. */
  attempt: z.string(),
  /** The present name of the operator; empty if the account is deleted. */
  operNickName: z.string(),
  /** The resource. */
  stem: z.string(),
  /** Ids of the records, separated by commas, and their names. */
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

/** One entry with its changes. Secrets were removed before it was written. */
export const OperationDetail = Operation.extend({
  /** JSON of `after`. */
  operParam: z.string(),
  before: Fields,
  after: Fields,
})
export type OperationDetail = z.infer<typeof OperationDetail>

export const OperationQuery = listQuery(
  {
    /** Contained in the name of a resource, in any of the languages. */
    title: line(64).optional(),
    /** Contained in the purpose of the route. */
    method: line(200).optional(),
    requestMethod: line(10)
      .transform((method) => method.toUpperCase())
      .optional(),
    operUrl: line(300).optional(),
    operIp: line(64).optional(),
    /** Contained in the account or the name of the operator. */
    operName: line(64).optional(),
    status: StatusInput.optional(),
    beginTime: FirstOfPeriod.optional(),
    endTime: LastOfPeriod.optional(),
    action: z.enum(operationActions).optional(),
    stem: line(64).optional(),
    record: line(300).optional(),
    /** Contained in the names of the records. */
    name: line(300).optional(),
  },
  // any other field would sort the whole log
  ['id', 'operTime', 'createdAt'],
)
export type OperationQuery = z.infer<typeof OperationQuery>

nameSchemas({ Operation, OperationDetail })
