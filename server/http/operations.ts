import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { codes } from '#shared/envelope'
import { DoneBefore } from '../queries/idempotency'
import { noteOperation, type Act } from '../queries/operation'
import { Refusal } from '../refusal'
import { createNoteLimit } from '../security/note-limit'
import { storeFault } from '../store/fault'
import type { SessionEnv } from './app-env'
import { descriptionOf } from './describe'
import { deviceOf } from './device'

/** So many refused attempts of one user are written down at once; then one a minute. */
const FREE_REFUSALS = 60

/**
 * Makes a request known as `c.var.act`, by which queries write what they do into the operation log. Attempts that are
 * refused are written here, and so is a write whose query has said nothing (S69).
 */
export function operations() {
  const mayNote = createNoteLimit(FREE_REFUSALS)
  return createMiddleware<SessionEnv>(async function operations(c, next) {
    const act = actOf(c)
    c.set('act', act)
    await next()
    const refused = refusalOf(c.error)
    if (refused) {
      const isTold = refused.code === codes.forbidden || refused.code === codes.conflict
      if (!isTold || !mayNote(`user ${act.operator.userId}`, act.now)) return
      await noteOperation(c.var.store, act, { action: 'refused' }, refused)
    } else if (isWrite(act.method) && c.res.status === 200 && !c.error && !act.isWritten) {
      await noteOperation(c.var.store, act, { action: 'update' })
    }
  })
}

const isWrite = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** What a caller was refused by, the rules of the database included. A write that is answered again was not refused. */
function refusalOf(error: Error | undefined) {
  if (error instanceof DoneBefore && error.answer !== null) return undefined
  if (error instanceof Refusal) return error
  const fault = storeFault(error)
  if (fault === 'duplicate') return new Refusal(codes.conflict, 'error.duplicate')
  return fault === 'referenced' ? new Refusal(codes.conflict, 'error.inUse') : undefined
}

function actOf(c: Context<SessionEnv>): Act {
  const { operator, now, requestId } = c.var
  const described = matchedRoutes(c).map(({ handler }) => descriptionOf(handler))
  const { stem = '', summary = '' } = described.find((description) => description?.stem) ?? {}
  const { method, path } = c.req
  return { operator, device: deviceOf(c), now, requestId, method, path, stem, summary, began: performance.now() }
}
