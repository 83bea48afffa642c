import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { DoneBefore } from '../crud/idempotency'
import { noteOperation, type RequestContext } from './write'
import { Refusal } from '../../platform/http/refusal'
import { createRefusalLogLimit } from '../../platform/security/log-limits'
import { storeFault } from '../../platform/store/fault'
import type { SessionEnv } from '../session/session-env'
import { routeOf } from '../../platform/http/describe'
import { isForFamily } from '../../platform/http/envelope'
import { deviceOf } from '../session/device'

const MAX_IDS = 500

/**
 * Sets `c.var.context`, with which queries write into the operation log. It logs refused attempts, and writes without
 * an entry of their own (S69).
 */
export function operations() {
  const mayLog = createRefusalLogLimit()
  return createMiddleware<SessionEnv>(async function operations(c, next) {
    const context = contextOf(c)
    c.set('context', context)
    await next()
    const refused = refusalOf(c.error)
    if (refused) {
      if (!isLogged(refused, context) || !mayLog(attemptOf(context))) return
      await noteOperation(c.var.store, context, { action: 'refused', record: await recordOf(c, context) }, refused)
    } else if (isWrite(context.method) && c.res.status === 200 && !c.error && !context.isWritten) {
      await noteOperation(c.var.store, context, { action: 'update' })
    }
  })
}

/** A change of an invisible record is answered as not found. */
const isLogged = ({ code }: Refusal, { method, resource }: RequestContext) =>
  code === codes.forbidden || code === codes.conflict || (code === codes.notFound && isWrite(method) && resource !== '')

/** The field with the id of the record, in the body of a request. */
const idFields: Readonly<Record<string, string>> = { user: 'userId', role: 'roleId', job: 'jobId', messenger: 'userId' }

/** The ids of a request's records, as far as it names them. Its body is not validated. */
async function recordOf({ req }: Context<SessionEnv>, { path, resource }: RequestContext): Promise<string> {
  const inPath = /\/(\d{1,10})(?:\/[a-z]+)?$/.exec(path)?.[1]
  if (inPath) return inPath
  if (!isWrite(req.method) || !/^application\/json\b/i.test(req.header('content-type') ?? '')) return ''
  const body: unknown = await req.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return ''
  const fields = new Map<string, unknown>(Object.entries(body))
  const named = fields.get('ids') ?? fields.get('order') ?? fields.get(idFields[resource] ?? '')
  const ids = [named].flat().filter((id) => /^\d{1,10}$/.test(String(id)))
  return ids.slice(0, MAX_IDS).join()
}

const attemptOf = ({ operator, method, resource, summary, now }: RequestContext) => ({
  userId: operator.userId,
  isWrite: isWrite(method),
  route: `${method} ${resource} ${summary}`,
  now,
})

const isWrite = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** The refusal of a request, also by rules of the database. A repeated write with a kept answer was not refused. */
function refusalOf(error: Error | undefined) {
  if (error instanceof DoneBefore && error.answer !== undefined) return undefined
  if (error instanceof Refusal) return error
  const fault = storeFault(error)
  if (fault === 'duplicate') return new Refusal(codes.conflict, 'error.duplicate')
  return fault === 'referenced' ? new Refusal(codes.conflict, 'error.inUse') : undefined
}

function contextOf(c: Context<SessionEnv>): RequestContext {
  const { operator, now, requestId } = c.var
  const { resource = '', summary = '' } = routeOf(c) ?? {}
  const { method, path } = c.req
  return {
    operator,
    device: deviceOf(c),
    now,
    requestId,
    isForFamily: isForFamily(c),
    method,
    path,
    resource,
    summary,
    began: performance.now(),
  }
}
