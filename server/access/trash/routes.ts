import { Hono } from 'hono'
import { z } from 'zod'
import { trashKinds, type TrashKind } from '#shared/constants'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { IdsBody } from '#shared/list/page'
import { TrashPage, TrashQuery } from '#shared/access/trash'
import type { SessionEnv } from '../../platform/http/app-env'
import { answers } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { permit } from '../permission/permit'
import { validate } from '../../platform/http/validate'
import type { Operator } from '../session/queries'
import { emptyTrash, listTrash } from './list'

const DAY_MS = 86_400_000

type Resource = { removeTag: PermissionTag; restorePath: string }

/** Who may see the deleted records of a kind: those who may delete them. And where they are brought back. */
const resourceOf: Record<TrashKind, Resource> = {
  role: { removeTag: 'admin:sysRole:remove', restorePath: '/role/restore' },
  user: { removeTag: 'admin:sysUser:remove', restorePath: '/sys-user/restore' },
  dept: { removeTag: 'admin:sysDept:remove', restorePath: '/dept/restore' },
  post: { removeTag: 'admin:sysPost:remove', restorePath: '/post/restore' },
  menu: { removeTag: 'admin:sysMenu:remove', restorePath: '/menu/restore' },
  dictType: { removeTag: 'admin:sysDictType:remove', restorePath: '/dict/type/restore' },
  dictData: { removeTag: 'admin:sysDictData:remove', restorePath: '/dict/data/restore' },
  config: { removeTag: 'admin:sysConfig:remove', restorePath: '/config/restore' },
  job: { removeTag: 'job:sysJob:remove', restorePath: '/sysjob/restore' },
  qcProduct: { removeTag: 'qc:product:remove', restorePath: '/qc/product/restore' },
  qcEquipment: { removeTag: 'qc:equipment:remove', restorePath: '/qc/equipment/restore' },
  qcLot: { removeTag: 'qc:lot:remove', restorePath: '/qc/lot/restore' },
}

const kindsFor = ({ permissions }: Operator) =>
  trashKinds.filter((kind) => isAllowed(permissions, [resourceOf[kind].removeTag]))

/** Deleted records. Each kind is brought back by its own resource, under the path that its entry names. */
export const trashRoutes = new Hono<SessionEnv>()
  .get(
    '/',
    answers('trash', 'List deleted records that you may bring back', TrashPage),
    permit('admin:sysTrash:list'),
    validate('query', TrashQuery),
    async (c) => {
      const { store, operator, settings } = c.var
      const reader = { operator, kinds: kindsFor(operator) }
      const page = await listTrash(store, c.req.valid('query'), reader, settings.trashMs)
      const list = page.list.map((entry) => ({ ...entry, restorePath: resourceOf[entry.kind].restorePath }))
      return ok(c, { ...page, list, keptDays: Math.round(settings.trashMs / DAY_MS) })
    },
  )
  .delete(
    '/',
    answers('trash', 'Delete records for good', z.array(z.int())),
    permit('admin:sysTrash:remove'),
    validate('json', IdsBody),
    async (c) => {
      const { store, operator, act } = c.var
      const ids = await emptyTrash(store, c.req.valid('json').ids, kindsFor(operator), act)
      return ok(c, ids, 'done.deleted')
    },
  )
