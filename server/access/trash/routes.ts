import { DAY_MS } from '#shared/durations'
import { Hono } from 'hono'
import { z } from 'zod'
import { isAllowed } from '#shared/permissions'
import { resourceOfKind, trashKinds } from '#shared/resources'
import { IdsBody } from '#shared/list/page'
import { TrashPage, TrashQuery } from '#shared/access/trash'
import type { SessionEnv } from '../session/session-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { permit } from '../permission/permit'
import { validate } from '../../platform/http/validate'
import type { Operator } from '../session/queries'
import { emptyTrash, listTrash } from './list'

/** The right to delete records of a kind includes seeing the deleted ones. */
const kindsFor = ({ permissions }: Operator) =>
  trashKinds.filter((kind) => isAllowed(permissions, [resourceOfKind(kind).tags.remove]))

/** Deleted records. Each kind is restored by its own resource, at the path in its entry. */
export const trashRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('trash', 'route.trash.list', TrashPage),
    permit('admin:sysTrash:list'),
    validate('query', TrashQuery),
    async (c) => {
      const { store, operator, settings } = c.var
      const reader = { operator, kinds: kindsFor(operator) }
      const page = await listTrash(store, c.req.valid('query'), reader, settings.trashMs)
      const list = page.list.map((entry) => ({ ...entry, restorePath: `${resourceOfKind(entry.kind).path}/restore` }))
      return ok(c, { ...page, list, keptDays: Math.round(settings.trashMs / DAY_MS) })
    },
  )
  .delete(
    '/',
    answers('trash', 'route.trash.remove', z.array(z.int())),
    permit('admin:sysTrash:remove'),
    validate('json', IdsBody),
    async (c) => {
      const { store, operator, context } = c.var
      const ids = await emptyTrash(store, c.req.valid('json').ids, kindsFor(operator), context)
      return ok(c, ids, 'done.deleted')
    },
  )
