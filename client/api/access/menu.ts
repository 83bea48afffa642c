import type { MenuItem, RoleMenus } from '#shared/access/menu'
import type { Start } from '#shared/access/operator'
import { exchange, read, readEnvelope } from '../http'
import { accessStampOf, type Stamped } from './stamp'

/** The guard handles failures. */
const readStamped = <Data>(path: string) =>
  exchange(
    'GET',
    path,
    async (response) => {
      const answer = await readEnvelope(response)
      if (!('result' in answer)) return answer
      const data = answer.result.data as Data // as in `request`
      return { result: { data, stamp: accessStampOf(response) } satisfies Stamped<Data> }
    },
    { failures: 'pass' },
  )

export const getMenu = () => readStamped<MenuItem[]>('/api/v1/menurole')

/** User, menu and dashboard in one request. */
export const getStart = () => readStamped<Start>('/api/v1/start')

/** All menu entries to tick for a role; role 0 is a new one. */
export const getRoleMenus = (roleId: number) => read<RoleMenus>(`/roleMenuTreeselect/${roleId}`)
