import type { Hono } from 'hono'
import { codes, type Code } from '#shared/envelope'
import type { AppEnv } from '../../platform/http/app-env'
import { authenticate } from '../../access/session/authenticate'
import { descriptionOf, type Description } from '../../platform/http/describe'
import { inputOf } from './json-schema'

export type Endpoint = { method: string; path: string; isPrivate: boolean; description: Description }

/** The routes with the declarations of their handlers, in the order of registration. */
export function endpointsOf(app: Hono<AppEnv>): Endpoint[] {
  const gate = app.routes.findIndex(({ handler }) => handler === (authenticate as unknown))
  const endpoints = new Map<string, Endpoint>()
  for (const [index, { method, path, handler }] of app.routes.entries()) {
    if (method === 'ALL') continue
    const key = `${method} ${path}`
    const known = endpoints.get(key) ?? { method, path, isPrivate: index > gate, description: {} }
    const description = descriptionOf(handler)
    const inputs = [...(known.description.inputs ?? []), ...(description?.inputs ?? [])]
    const refuses = [...(known.description.refuses ?? []), ...(description?.refuses ?? [])]
    const isPrivate = known.isPrivate || description?.isByKey === true
    endpoints.set(key, { ...known, isPrivate, description: { ...known.description, ...description, inputs, refuses } })
  }
  return [...endpoints.values()]
}

/**
 * The codes of a route's answers besides 200, without those of any call (500, 503, 507). Routes without a session are
 * limited per network.
 */
export function refusalsOf({ method, isPrivate, description }: Endpoint): Code[] {
  const { inputs = [], refuses = [] } = description
  const body = inputs.find(({ target }) => target === 'json')
  const isWrite = isPrivate && method !== 'GET'
  const namesRecords = body && (method !== 'POST' || 'ids' in (inputOf(body.schema).properties ?? {}))
  const found: Code[] = [
    ...refuses,
    ...(isPrivate ? [codes.signedOut, codes.forbidden] : [codes.tooMany]),
    ...(isWrite && namesRecords ? [codes.notFound] : []),
    ...(isWrite ? [codes.badRequest, codes.conflict, codes.impossible] : []),
  ]
  return [...new Set(found)].toSorted((a, b) => a - b)
}
