import { nameSchemas, z } from '../zod'
import { Spc } from '../qc/analysis/schema'
import { QcOverview } from '../qc/overview'
import { MenuItem } from './menu'

/** The signed-in operator, in the answer of GET /getinfo. */
export const CurrentUser = z.object({
  userId: z.int(),
  userName: z.string(),
  name: z.string(),
  /** 0 for an operator without a department. */
  deptId: z.int(),
  /** Empty, an address, or a path below the API host. */
  avatar: z.string(),
  introduction: z.string(),
  /** Role keys; never empty. */
  roles: z.array(z.string()).min(1),
  permissions: z.array(z.string()),
  /** Every enabled role of the operator, independent of the acting role. */
  ownRoles: z.array(z.object({ roleKey: z.string(), roleName: z.string(), roleNameEn: z.string() })),
  /** Key of the acting role, or `*` for all roles. */
  actingRole: z.string(),
  /** Another person chose the password. Until the operator changes it, no other call is answered. */
  mustChangePassword: z.boolean(),
  /** The last event of the live feed, for operators who may read it. Events during the load of a page come after it. */
  lastEventId: z.int().optional(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Key of one of the operator's roles, or `*` for all of them. */
export const ActingRole = z.object({ roleKey: z.string().min(1).max(64) })
export type ActingRole = z.infer<typeof ActingRole>

/** Figures of the dashboard. Figures of objects that the operator may not see are left out. */
export const Overview = z.object({
  /** The operator's own open sessions. */
  ownSessions: z.int(),
  /** The operator's previous sign-in; null on the first. */
  lastSignInAt: z.iso.datetime().nullable(),
  roles: z.object({ total: z.int(), enabled: z.int() }).optional(),
  /** Users in the operator's data scope. */
  users: z.object({ total: z.int(), enabled: z.int() }).optional(),
  /** Open sessions of these users and of the operator. */
  openSessions: z.int().optional(),
  qc: QcOverview.optional(),
})
export type Overview = z.infer<typeof Overview>

/** All data for the first page after a sign-in, each part as in the answer of its own call. */
export const Start = z.object({
  /** `GET /getinfo` */
  user: CurrentUser,
  /** `GET /menurole` */
  menu: z.array(MenuItem),
  /** `GET /overview` */
  overview: Overview,
  /** `GET /qc/analysis/spc` for the characteristic of the overview; left out if the overview has none. */
  chart: Spc.optional(),
})
export type Start = z.infer<typeof Start>

nameSchemas({ CurrentUser, ActingRole, Overview, Start })
