import type { Context, Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { errorFields, log } from '../../platform/log/index'
import { DoneBefore, keepAnswer, keptAnswer, markedStore } from './idempotency'
import { plainStore } from '../session/present-store'
import { Refusal } from '../../platform/http/refusal'
import { digest } from '../../platform/security/token'
import type { SessionEnv } from '../session/session-env'

/**
 * Runs a write with an `Idempotency-Key` only once. A repeated request gets the first answer, if it was kept (see
 * {@link keptAnswers}) and the permissions and the data scope of its sender are the same. The key is stored in the
 * transaction of the write, so that neither a lost answer nor a crash repeats it.
 * (draft-ietf-httpapi-idempotency-key-header)
 */
export const idempotency = createMiddleware<SessionEnv>(function idempotency(c, next) {
  const key = c.req.header('idempotency-key')
  if (key === undefined || c.req.method === 'GET' || !isJson(c.req.header('content-type'))) return next()
  return once(c, key, next)
})

/** Answers of the routes below are kept for repeated requests. Secrets, and answers to who sets a password, are not. */
export const keptAnswers = createMiddleware<SessionEnv>(function keptAnswers(c, next) {
  c.set('isAnswerKept', true)
  return next()
})

async function once(c: Context<SessionEnv>, key: string, next: Next) {
  if (!isKey(key)) throw new Refusal(codes.badRequest, 'error.idempotencyKey')
  const { store, now, operator, context } = c.var
  const body = new Uint8Array(await c.req.arrayBuffer())
  const fingerprint = digest(`${c.req.method} ${c.req.path} ${digest(withoutPassword(body))}`)
  const write = { userId: operator.userId, key, fingerprint }
  const marked = markedStore(store, write, now)

  c.set('store', marked.store)
  await next()
  c.set('store', store)
  if (isOfState(c.error) && !marked.isDone()) {
    const answer = await keptAnswer(store, write, context)
    if (answer !== undefined) c.error = new DoneBefore(answer)
  }
  if (c.error instanceof DoneBefore && c.error.answer) {
    c.set('code', undefined)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'idempotency-replayed': 'true' }
    c.res = new Response(c.error.answer, { headers })
  } else if (marked.isDone() && c.res.status === 200 && !c.error) {
    const answer = c.var.isAnswerKept ? await c.res.clone().text() : undefined
    await keepAnswer(plainStore(store), write, answer, context).catch((error: unknown) => {
      log('warn', 'answer-not-kept', { requestId: c.var.requestId, ...errorFields(error) }) // the write itself is done
    })
  }
}

/**
 * The fingerprint does not include the password: so it reveals nothing about it, and a retry with the right password is
 * the same write.
 */
function withoutPassword(body: Uint8Array): Uint8Array | string {
  try {
    const sent: unknown = JSON.parse(new TextDecoder().decode(body))
    if (typeof sent !== 'object' || sent === null || !('password' in sent)) return body
    const { password: _password, ...rest } = sent
    return JSON.stringify(rest)
  } catch {
    return body // no JSON: refused by its route
  }
}

/** The form of a key, which senders make up. */
export const isKey = (text: string) => /^[\w-]{16,64}$/.test(text)

/** A refusal before the transaction that may be caused by the write itself, if it was already done. */
const isOfState = (error: unknown) =>
  error instanceof Refusal &&
  (error.code === codes.conflict || error.code === codes.badRequest || error.code === codes.impossible)

/** Forms with files are never compared: the same form never has the same bytes. */
const isJson = (type: string | undefined) => type === undefined || type.startsWith('application/json')
