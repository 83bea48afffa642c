import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { BACKUP_PATH } from '#shared/access/backup-upload'
import { MAX_SHEET_BYTES } from '#shared/list/import'
import { findApiToken } from '../api-token/find'
import { findOperator } from './queries'
import type { AppEnv } from '../../platform/http/app-env'
import { bearerOf } from './authenticate'
import { tooLarge, wholeBody } from '../../platform/http/whole-body'

const MAX_BODY_BYTES = 1024 * 1024
/** Without a session: a name, a password, a captcha. Thousands of connections may each hold this much. */
const MAX_STRANGERS_BYTES = 64 * 1024
/** The longest file with the rest of its form; routes with shorter files have their own limits. */
const MAX_FORM_BYTES = MAX_SHEET_BYTES + 64 * 1024

const limit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge })
const strangersLimit = bodyLimit({ maxSize: MAX_STRANGERS_BYTES, onError: tooLarge })
const isForm = (type = '') => /^multipart\/form-data\s*;/i.test(type)

/**
 * Refuses long bodies before they are read. Only forms may contain files. A form without a length goes on to its route,
 * which reads at most its own limit; no other route reads a form. A backup for an empty installation may be as long as
 * there is space.
 *
 * Other bodies are read before any other check. So a user who is locked out while a slow body arrives is refused, and
 * the time of the action is the time after the upload. A long body without a session is not read.
 */
export const bodyLimits = createMiddleware<AppEnv>(function bodyLimits(c, next) {
  return c.req.path === BACKUP_PATH || !c.req.raw.body ? next() : limitBody(c, next)
})

const limitBody = createMiddleware<AppEnv>(async function limitBody(c, next) {
  const length = lengthOf(c)
  if (isForm(c.req.header('content-type'))) return (length ?? 0) > MAX_FORM_BYTES ? tooLarge() : next()
  const isShort = (length ?? Infinity) <= MAX_STRANGERS_BYTES
  const isTaken = isShort || (await isSignedIn(c))
  if (!isTaken && length !== undefined) {
    c.set('isUnread', true)
    return limit(c, next)
  }
  await wholeBody(c, isTaken ? limit : strangersLimit)
  c.set('now', c.var.clock())
  await next()
})

function lengthOf({ req }: Context): number | undefined {
  const declared = req.header('content-length')
  return declared === undefined || req.header('transfer-encoding') !== undefined ? undefined : Number(declared)
}

async function isSignedIn(c: Context<AppEnv>): Promise<boolean> {
  const { store, now, settings } = c.var
  const token = bearerOf(c.req.header('authorization'))
  if (token === undefined) return false
  if (await findApiToken(store, token, now)) return true
  return typeof (await findOperator(store, token, now, settings, false)) !== 'string'
}
