import type { MenuItem, RoleMenus } from '#shared/access/menu'
import { exchange, read, readEnvelope } from '../http'

/** Says on every answer, by another value, that the operator may see or do something else than before. */
export const accessStampOf = ({ headers }: Response): string => headers.get('x-access') ?? ''

/** The signed-in operator's menu, and the state of their rights that it belongs to. The guard deals with failures. */
export const getMenu = () =>
  exchange(
    'GET',
    '/api/v1/menurole',
    async (response) => {
      const answer = await readEnvelope(response)
      if (!('result' in answer)) return answer
      const items = answer.result.data as MenuItem[] // as in `request`
      return { result: { items, stamp: accessStampOf(response) } }
    },
    { failures: 'pass' },
  )

/** All menu entries to tick for a role; role 0 is one not made yet. */
export const getRoleMenus = (roleId: number) => read<RoleMenus>(`/roleMenuTreeselect/${roleId}`)
