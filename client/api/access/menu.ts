import type { MenuItem, RoleMenus } from '#shared/access/menu'
import type { Start } from '#shared/access/operator'
import { exchange, read, readEnvelope } from '../http'

/** Says on every answer, by another value, that the operator may see or do something else than before. */
export const accessStampOf = ({ headers }: Response): string => headers.get('x-access') ?? ''

/** Data of the signed-in operator, and the state of their rights that it belongs to. The guard deals with failures. */
const readStamped = <Data>(path: string) =>
  exchange(
    'GET',
    path,
    async (response) => {
      const answer = await readEnvelope(response)
      if (!('result' in answer)) return answer
      const data = answer.result.data as Data // as in `request`
      return { result: { data, stamp: accessStampOf(response) } }
    },
    { failures: 'pass' },
  )

export const getMenu = () => readStamped<MenuItem[]>('/api/v1/menurole')

/** User, menu and dashboard at once. */
export const getStart = () => readStamped<Start>('/api/v1/start')

/** All menu entries to tick for a role; role 0 is one not made yet. */
export const getRoleMenus = (roleId: number) => read<RoleMenus>(`/roleMenuTreeselect/${roleId}`)
