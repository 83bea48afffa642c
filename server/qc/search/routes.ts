import { Hono } from 'hono'
import { codes } from '#shared/envelope'
import { SearchAnswer, SearchQuery } from '#shared/qc/search'
import { searchTags } from '#shared/qc/search-kinds'
import { permit } from '../../access/permission/permit'
import type { SessionEnv } from '../../access/session/session-env'
import { answers, refuses } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { validate } from '../../platform/http/validate'
import { search } from './search'

const { record, ...others } = searchTags

export const searchRoutes = new Hono<SessionEnv>().get(
  '/',
  answers('search', 'route.search', SearchAnswer),
  refuses(codes.tooMany),
  permit(record, ...Object.values(others)),
  validate('query', SearchQuery),
  async (c) => ok(c, await search(c.var.store, c.req.valid('query'), c.var.operator)),
)
