import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { BACKUP_PATH } from '#shared/backup-upload'
import { codes } from '#shared/envelope'
import { MAX_SHEET_BYTES } from '#shared/schemas/import'
import { Refusal } from '../refusal'
import type { AppEnv } from './app-env'

const MAX_BODY_BYTES = 1024 * 1024
/** The longest file, and what stands around it; routes that take shorter ones have limits of their own. */
const MAX_FORM_BYTES = MAX_SHEET_BYTES + 64 * 1024

function onError(): never {
  throw new Refusal(codes.tooLarge, 'error.tooLarge')
}
const limit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError })
const isJson = (type = '') => /^application\/json\s*(;|$)/i.test(type)
const isForm = (type = '') => /^multipart\/form-data\s*;/i.test(type)

/**
 * Refuses long bodies before they are read. Only forms may bring files: one that does not say how long it is goes on to
 * its route, which reads no more than it takes, and no other route reads a form. A backup that an empty installation is
 * sent may be as long as there is room for.
 *
 * JSON is waited for before anything else is looked at: who is shut out while they send, drop by drop, is refused, and
 * what they do is of the time at which it can be done.
 */
export const bodyLimits = createMiddleware<AppEnv>((c, next) => {
  if (c.req.path === BACKUP_PATH) return next()
  const type = c.req.header('content-type')
  if (isJson(type)) {
    return limit(c, async () => {
      await c.req.arrayBuffer().catch(() => {}) // who reads it is told
      c.set('now', c.var.clock())
      await next()
    })
  }
  if (!isForm(type)) return limit(c, next)
  if (Number(c.req.header('content-length')) > MAX_FORM_BYTES) onError()
  return next()
})
