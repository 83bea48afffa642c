import { Hono } from 'hono'
import { z } from 'zod'
import { IdsBody, pageOf } from '#shared/schemas/page'
import { TrashEntry, TrashQuery } from '#shared/schemas/trash'
import type { SessionEnv } from '../http/app-env'
import { answers } from '../http/describe'
import { ok } from '../http/envelope'
import { found } from '../http/found'
import { permit } from '../http/permit'
import { validate } from '../http/validate'
import { emptyTrash, listTrash } from '../queries/trash-list'

/** Deleted records. Each kind is brought back by its own resource, under the path that its entry names. */
export const trashRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('trash', 'List deleted records that you may bring back', pageOf(TrashEntry)),
    permit('admin:sysTrash:list'),
    validate('query', TrashQuery),
    async (c) => {
      const { store, operator, settings } = c.var
      return ok(c, await listTrash(store, c.req.valid('query'), operator, settings.trashMs))
    },
  )
  .delete(
    '/',
    answers('trash', 'Delete records for good', z.array(z.int())),
    permit('admin:sysTrash:remove'),
    validate('json', IdsBody),
    async (c) => {
      const ids = await emptyTrash(c.var.store, c.req.valid('json').ids, c.var.act)
      return ok(c, found(ids), 'done.deleted')
    },
  )
