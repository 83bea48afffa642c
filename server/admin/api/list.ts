import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type { ApiRoute } from '#shared/admin/api'
import type { AppEnv } from '../../platform/http/app-env'
import { endpointsOf } from './document'

/** The routes of `app`, as the code calls them. Ask when all are registered: they are looked up once. */
export function apiListOf(app: Hono<AppEnv>): () => ApiRoute[] {
  let list: ApiRoute[] | undefined
  return () => (list ??= readList(app))
}

const readList = (app: Hono<AppEnv>): ApiRoute[] =>
  endpointsOf(app)
    .filter(({ description }) => description.summary)
    .map(({ method, path, isPrivate, description }) => ({
      id: idOf(method, path),
      handle: description.resource ?? '',
      module: description.resource ?? '',
      title: description.summary ?? '',
      path,
      action: method,
      type: isPrivate ? 'BUS' : 'SYS',
      permissions: [...(description.permissions ?? [])],
    }))

/** 31 bits, made from what tells a route from the others; a test sees to it that no two are the same. */
const idOf = (method: string, path: string) =>
  createHash('sha256').update(`${method} ${path}`).digest().readUInt32BE() >>> 1 || 1
