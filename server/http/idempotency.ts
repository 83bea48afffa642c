import { createMiddleware } from 'hono/factory'
import { codes } from '#shared/envelope'
import { findWrite, keepAnswer, markedStore } from '../queries/idempotency'
import { Refusal } from '../refusal'
import { digest } from '../security/token'
import type { SessionEnv } from './app-env'

/**
 * A write that carries an `Idempotency-Key` is done once: sent again, it is answered as it was the first time. The key
 * is kept in the transaction of the write itself, so neither a lost answer nor a crash makes it twice.
 * (draft-ietf-httpapi-idempotency-key-header)
 */
export const idempotency = createMiddleware<SessionEnv>(async function idempotency(c, next) {
  const key = c.req.header('idempotency-key')
  if (key === undefined || c.req.method === 'GET') return next()
  if (!/^[\w-]{16,64}$/.test(key)) throw new Refusal(codes.badRequest, 'error.idempotencyKey')
  const { store, now, operator } = c.var
  const body = await c.req.arrayBuffer()
  const fingerprint = digest(`${c.req.method} ${c.req.path} ${digest(new Uint8Array(body))}`)
  const write = { userId: operator.userId, key, fingerprint }

  const kept = await findWrite(store, write)
  if (kept && kept.fingerprint !== fingerprint) throw new Refusal(codes.impossible, 'error.idempotencyOther')
  if (kept?.answer) {
    c.header('idempotency-replayed', 'true')
    return c.body(kept.answer, 200, { 'content-type': 'application/json; charset=utf-8' })
  }
  if (kept) throw new Refusal(codes.conflict, 'error.alreadyDone')

  c.set('store', markedStore(store, write, now))
  await next()
  c.set('store', store)
  if (c.res.status === 200 && c.var.code === undefined) await keepAnswer(store, write, await c.res.clone().text())
})
