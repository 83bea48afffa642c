/** Figures both rooms need. Source: the product specification, section 9. */
export const pageSizes = [10, 20, 30, 50] as const
export const DEFAULT_PAGE_SIZE = 20
/** One request cannot read more rows than this. */
export const MAX_PAGE_SIZE = 10_000
export const REQUEST_TIMEOUT_MS = 30_000
export const TOKEN_COOKIE = 'Admin-Token'
/** How pages should look before any script has run, as `look.ts` writes it. */
export const LOOK_COOKIE = 'look'
export const APP_INFO_KEY = 'app_info'
export const MOBILE_BREAKPOINT_PX = 992
export const DEFAULT_THEME_COLOR = '#1890FF'

/** Values of `status` on roles and users, as the API family writes them. */
export const statuses = { on: '2', off: '1' } as const
export type Status = (typeof statuses)[keyof typeof statuses]

/** The role that holds every permission and cannot be changed away. */
export const ADMIN_ROLE_KEY = 'admin'

/** Stands for all roles of an operator where one is chosen to act as. */
export const ALL_ROLES = '*'

/** Values of `menuType`: directory, page, action. */
export const menuTypes = ['M', 'C', 'F'] as const
export type MenuType = (typeof menuTypes)[number]

/** Values of `sex`, as the API family writes them: male, female, unknown. */
export const sexes = ['0', '1', '2'] as const
export type Sex = (typeof sexes)[number]

/** Which rows the holders of a role see: all, of chosen departments, of their own, of that and all below, their own. */
export const dataScopes = ['1', '2', '3', '4', '5'] as const
export type DataScope = (typeof dataScopes)[number]

/** As settings and dictionaries write yes and no. */
export const yesNo = ['Y', 'N'] as const
export type YesNo = (typeof yesNo)[number]

/** How somebody signs in: with a password, or by scanning a QR code with WeCom. */
export const signInMethods = ['password', 'wecom'] as const
export type SignInMethod = (typeof signInMethods)[number]

/**
 * What the sign-in log records. `replay`: a token that had been replaced was used again; `bind`, `unbind`: the account
 * was bound to a member in WeCom, or no longer is.
 */
export const signInEvents = ['sign-in', 'sign-out', 'ended', 'replay', 'password', 'bind', 'unbind'] as const
export type SignInEvent = (typeof signInEvents)[number]

/** Why an entry of the sign-in log ended as it did. */
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

/** What an entry of the operation log records. */
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
 * What a scheduled job does: prune logs and trash, copy the database, refresh what the database knows of its tables, notify
 * of calibrations that are due.
 */
export const jobKinds = ['log-cleanup', 'backup', 'statistics', 'calibration-due', 'overdue'] as const
export type JobKind = (typeof jobKinds)[number]

/** The fewest characters of a password. The sign-in page has this file but not zod, so it stands here. */
export const MIN_PASSWORD_LENGTH = 8
