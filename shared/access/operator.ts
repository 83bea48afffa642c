import { nameSchemas, z } from '../zod'
import { Spc } from '../qc/analysis/schema'
import { QcOverview } from '../qc/overview'
import { MenuItem } from './menu'

/** The signed-in operator, as GET /getinfo tells. */
export const CurrentUser = z.object({
  userId: z.int(),
  userName: z.string(),
  name: z.string(),
  /** 0 for who is in no department. */
  deptId: z.int(),
  /** Empty, an address, or a path below the API host. */
  avatar: z.string(),
  introduction: z.string(),
  /** Role keys; never empty. */
  roles: z.array(z.string()).min(1),
  permissions: z.array(z.string()),
  /** Every enabled role of the operator, whichever of them is acted as. */
  ownRoles: z.array(z.object({ roleKey: z.string(), roleName: z.string(), roleNameEn: z.string() })),
  /** Key of the one role that is acted as, or `*` for all. */
  actingRole: z.string(),
  /** The password was given by somebody else: nothing but choosing another is answered until that is done. */
  mustChangePassword: z.boolean(),
  /** The last event of the live feed so far, for who may hear it: what happens while a page loads comes after it. */
  lastEventId: z.int().optional(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Key of an own role, or `*` for all of them. */
export const ActingRole = z.object({ roleKey: z.string().min(1).max(64) })
export type ActingRole = z.infer<typeof ActingRole>

/** Figures of the dashboard. A figure is left out when the operator may not see what it counts. */
export const Overview = z.object({
  /** The operator's own open sessions. */
  ownSessions: z.int(),
  /** The operator's previous sign-in; null on the first. */
  lastSignInAt: z.iso.datetime().nullable(),
  roles: z.object({ total: z.int(), enabled: z.int() }).optional(),
  /** Those in the operator's data scope. */
  users: z.object({ total: z.int(), enabled: z.int() }).optional(),
  /** Sessions of these, and the operator's own, that are open now. */
  openSessions: z.int().optional(),
  qc: QcOverview.optional(),
})
export type Overview = z.infer<typeof Overview>

/** All that the first page needs after a sign-in, each part as its own call answers it. */
export const Start = z.object({
  /** `GET /getinfo` */
  user: CurrentUser,
  /** `GET /menurole` */
  menu: z.array(MenuItem),
  /** `GET /overview` */
  overview: Overview,
  /** `GET /qc/analysis/spc` of the characteristic that the overview names; left out where it names none. */
  chart: Spc.optional(),
})
export type Start = z.infer<typeof Start>

nameSchemas({ CurrentUser, ActingRole, Overview, Start })
