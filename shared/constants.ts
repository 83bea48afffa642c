/** Figures for client and server. Source: the product specification, section 9. */
export const pageSizes = [10, 20, 30, 50] as const
export const DEFAULT_PAGE_SIZE = 20
/** Maximum number of rows per request. */
export const MAX_PAGE_SIZE = 10_000
export const REQUEST_TIMEOUT_MS = 30_000
export const TOKEN_COOKIE = 'Admin-Token'
/** The look of pages before any script runs, in the form of `look.ts`. */
export const LOOK_COOKIE = 'look'
export const APP_INFO_KEY = 'app_info'
export const MOBILE_BREAKPOINT_PX = 992
export const DEFAULT_THEME_COLOR = '#1890FF'

/** Values of `status` on roles and users, in the form of the API family. */
export const statuses = { on: '2', off: '1' } as const
export type Status = (typeof statuses)[keyof typeof statuses]

/** The role with every permission; it cannot be changed away. */
export const ADMIN_ROLE_KEY = 'admin'

/** Means all roles of an operator, in the place of an acting role. */
export const ALL_ROLES = '*'

/** Values of `menuType`: directory, page, action. */
export const menuTypes = ['M', 'C', 'F'] as const
export type MenuType = (typeof menuTypes)[number]

/** Values of `sex`, in the form of the API family: male, female, unknown. */
export const sexes = ['0', '1', '2'] as const
export type Sex = (typeof sexes)[number]

/** The rows for holders of a role: all; of chosen departments; of their department; of its subtree; their own. */
export const dataScopes = ['1', '2', '3', '4', '5'] as const
export type DataScope = (typeof dataScopes)[number]

/** Yes and no in settings and dictionaries. */
export const yesNo = ['Y', 'N'] as const
export type YesNo = (typeof yesNo)[number]

/** The methods of signing in: a password, or a scan of a QR code with WeCom. */
export const signInMethods = ['password', 'wecom'] as const
export type SignInMethod = (typeof signInMethods)[number]

/**
 * The events of the sign-in log. `replay`: a replaced token was used again; `bind`, `unbind`: the binding of the
 * account to a member in WeCom began or ended.
 */
export const signInEvents = ['sign-in', 'sign-out', 'ended', 'replay', 'password', 'bind', 'unbind'] as const
export type SignInEvent = (typeof signInEvents)[number]

/** The reasons for the result of an entry of the sign-in log. */
export const signInReasons = [
  'done',
  'captcha',
  'unknown-user',
  'wrong-password',
  'password-expired',
  'disabled',
  'no-role',
  'throttled',
  'wecom-not-bound',
  'wecom-refused',
  'wecom-away',
  'token-replayed',
] as const
export type SignInReason = (typeof signInReasons)[number]

/** The actions in the operation log. */
export const operationActions = [
  'create',
  'update',
  'delete',
  'restore',
  'status',
  'grant',
  'reset',
  'password',
  'export',
  'import',
  'run',
  'end',
  'clean',
  'refused',
] as const
export type OperationAction = (typeof operationActions)[number]

/**
 * The tasks of scheduled jobs, in this order: prune logs and trash, copy the database, refresh the database's
 * statistics of its tables, notify of due calibrations, notify of overdue assignments.
 */
export const jobKinds = ['log-cleanup', 'backup', 'statistics', 'calibration-due', 'overdue'] as const
export type JobKind = (typeof jobKinds)[number]

/** Minimum length of a password. This file has it because the sign-in page does not load zod. */
export const MIN_PASSWORD_LENGTH = 8
