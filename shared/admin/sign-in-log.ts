import { nameSchemas, z } from '../zod'
import { signInEvents, signInMethods, signInReasons, statuses } from '../constants'
import { Instant, line, listQuery, StatusInput } from '../list/page'
import { FirstOfPeriod, LastOfPeriod } from '../list/moment'

/** An entry of the sign-in log. */
export const LoginLogEntry = z.object({
  id: z.int(),
  event: z.enum(signInEvents),
  /** '2' done, '1' refused. */
  status: z.enum(statuses),
  reason: z.enum(signInReasons),
  method: z.enum(signInMethods),
  /** Null if no account has the entered name. */
  userId: z.int().nullable(),
  username: z.string(),
  ipaddr: z.string(),
  /** Always empty: the product does not look up locations. */
  loginLocation: z.string(),
  /** Empty when unknown. */
  browser: z.string(),
  os: z.string(),
  platform: z.string(),
  loginTime: Instant,
  /** Event and reason in the caller's language. */
  msg: z.string(),
  remark: z.string(),
})
export type LoginLogEntry = z.infer<typeof LoginLogEntry>

const period = { status: StatusInput.optional(), beginTime: FirstOfPeriod.optional(), endTime: LastOfPeriod.optional() }

export const LoginLogQuery = listQuery(
  { username: line(64).optional(), ipaddr: line(64).optional(), ...period },
  // any other field would sort the whole log
  ['id', 'loginTime', 'createdAt'],
)
export type LoginLogQuery = z.infer<typeof LoginLogQuery>

/** The caller's own entries; the newest first. */
export const OwnLoginLogQuery = listQuery(period, ['loginTime'])
export type OwnLoginLogQuery = z.infer<typeof OwnLoginLogQuery>

nameSchemas({ LoginLogEntry })
