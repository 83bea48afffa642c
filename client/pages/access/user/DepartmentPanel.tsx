import type { UserQuery } from '#shared/access/user'
import { IconButton } from '../../../ui/Button'
import { useListQuery } from '../../../ui/table/useListQuery'
import { useText } from '../../../ui/useText'
import { useDepartments } from './choices'
import { DepartmentTree } from './DepartmentTree'
import { panel } from './panel'

/** The departments beside the list of users, which shows those of the chosen one and of all below it. */
export function DepartmentPanel() {
  const t = useText()
  const departments = useDepartments()
  const [query, setQuery] = useListQuery<UserQuery>()
  const { deptId, ...others } = query
  return (
    <aside className="user-departments card" aria-label={t('user.departments')}>
      <header className="user-departments-head">
        <h2>{t('user.departments')}</h2>
        <IconButton label={t('user.hideTree')} icon="fold" onClick={() => (panel.isOpen = false)} />
      </header>
      <DepartmentTree
        nodes={departments}
        chosen={deptId === undefined ? undefined : Number(deptId)}
        onChoose={(id) => setQuery({ ...others, ...(id !== undefined && { deptId: id }), pageIndex: 1 })}
      />
    </aside>
  )
}
