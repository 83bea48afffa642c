import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Role, RoleQuery } from '#shared/schemas/role'
import { NEW_RECORD } from '../../api/resource'
import { roleApi } from '../../api/role'
import { Allow, useAllowed } from '../../ui/Allow'
import { Button } from '../../ui/Button'
import { DataTable } from '../../ui/DataTable'
import { dialogPart } from '../../ui/Dialog'
import { isReady } from '../../ui/ready'
import { SearchBox } from '../../ui/SearchBox'
import { StatusFilter } from '../../ui/status'
import { useList } from '../../ui/useList'
import { useListQuery } from '../../ui/useListQuery'
import { useText } from '../../ui/useText'
import { roleColumns } from './columns'
import { removeRoles, switchRole } from './role-actions'

const RoleForm = dialogPart(() => import('./RoleForm'))

/** Roles: who may see and do what. */
export default function RolePage() {
  const t = useText()
  const queries = useQueryClient()
  const [query, setQuery] = useListQuery<RoleQuery>()
  const page = useList('role', roleApi.list, query)
  const [selected, setSelected] = useState<number[]>([])
  const [editing, setEditing] = useState<number>()
  const mayUpdate = useAllowed(['admin:sysRole:update'])
  const mayQuery = useAllowed(['admin:sysRole:query'])
  const mayRemove = useAllowed(['admin:sysRole:remove'])

  const columns = useMemo(() => {
    const refresh = () => void queries.invalidateQueries() // a role counts on other pages too
    return roleColumns(t, {
      onEdit: mayUpdate && mayQuery ? ({ roleId }) => void edit(roleId) : undefined,
      onStatus: mayUpdate ? (role) => void switchRole(role, refresh) : undefined,
      onRemove: mayRemove ? (role) => void removeRoles([role], refresh) : undefined,
    })
  }, [t, queries, mayUpdate, mayQuery, mayRemove])

  async function edit(roleId: number) {
    if (await isReady(RoleForm)) setEditing(roleId)
  }

  /** What is ticked belongs to the rows in view. */
  function show(next: RoleQuery) {
    setSelected([])
    setQuery(next)
  }
  const filter = (change: Partial<RoleQuery>) => show({ ...query, ...change, pageIndex: 1 })

  function removeSelected() {
    const roles = page.list.filter(({ roleId }) => selected.includes(roleId))
    void removeRoles(roles, () => {
      setSelected([])
      void queries.invalidateQueries()
    })
  }

  const createButton = (
    <Allow tags={['admin:sysRole:add']}>
      <Button
        variant="primary"
        icon="plus"
        aria-keyshortcuts="n"
        onPointerEnter={() => void RoleForm.preload().catch(() => {})} // ahead of the click; should it fail, the click will tell
        onClick={() => void edit(NEW_RECORD)}
      >
        {t('role.create')}
      </Button>
    </Allow>
  )

  return (
    <section>
      <div className="page-head">
        <div>
          <h1>{t('role.title')}</h1>
          <p className="page-intro">{t('role.intro')}</p>
        </div>
        {createButton}
      </div>
      <DataTable
        label={t('role.title')}
        columns={columns}
        page={page}
        query={query}
        onQuery={show}
        rowId={(role) => role.roleId}
        rowLabel={(role) => role.roleName}
        toolbar={
          <>
            <SearchBox
              label={t('role.name')}
              value={query.roleName ?? ''}
              onSearch={(roleName) => filter({ roleName })}
            />
            <SearchBox label={t('role.key')} value={query.roleKey ?? ''} onSearch={(roleKey) => filter({ roleKey })} />
            <StatusFilter value={query.status} onSelect={(status) => filter({ status })} />
          </>
        }
        {...(mayRemove && {
          selection: {
            selected,
            onSelect: setSelected,
            canSelect: (role: Role) => !role.admin,
            actions: (
              <Button icon="trash" onClick={removeSelected}>
                {t('role.delete', { count: selected.length })}
              </Button>
            ),
          },
        })}
        emptyText={t('role.empty')}
        emptyAction={createButton}
      />
      {editing !== undefined && (
        <RoleForm id={editing} onSaved={() => void queries.invalidateQueries()} onClose={() => setEditing(undefined)} />
      )}
    </section>
  )
}
