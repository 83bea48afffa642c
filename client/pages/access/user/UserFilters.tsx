import { useSnapshot } from 'valtio'
import type { UserQuery } from '#shared/access/user'
import { useAllowed } from '../../../ui/Allow'
import { IconButton } from '../../../ui/Button'
import { roleName } from '../../../ui/record/names'
import type { FiltersProps } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import { StatusFilter } from '../../../ui/record/status'
import { TreeSelect } from '../../../ui/input/TreeSelect'
import { useIsNarrow } from '../../../ui/layout/useIsNarrow'
import { useText } from '../../../ui/useText'
import { panel, useDepartments, useUserChoices } from './departments'

/** The filters of the list of users. The department is one of them if its tree is hidden. */
export function UserFilters({ query, filter }: FiltersProps<UserQuery>) {
  const t = useText()
  const { isOpen } = useSnapshot(panel)
  const isNarrow = useIsNarrow()
  const departments = useDepartments()
  const { roles } = useUserChoices()
  const maySeeContacts = useAllowed(['admin:sysUser:query'])
  return (
    <>
      <SearchBox
        label={t(maySeeContacts ? 'user.search' : 'user.searchNames')}
        value={query.keyword ?? ''}
        onSearch={(keyword) => filter({ keyword })}
      />
      {!isNarrow && !isOpen && (
        <IconButton label={t('user.showTree')} icon="tree" size={20} onClick={() => (panel.isOpen = true)} />
      )}
      {(isNarrow || !isOpen) && (
        <TreeSelect
          label={t('resource.department')}
          placeholder={t('user.anyDept')}
          nodes={departments}
          value={query.deptId}
          isClearable
          onSelect={(deptId) => filter({ deptId })}
        />
      )}
      <Select
        label={t('resource.role')}
        placeholder={t('session.allRoles')}
        value={query.roleId === undefined ? undefined : Number(query.roleId)}
        options={roles.map((role) => ({ value: role.roleId, label: roleName(role) }))}
        onSelect={(roleId) => filter({ roleId })}
      />
      <StatusFilter value={query.status} onSelect={(status) => filter({ status })} />
    </>
  )
}
