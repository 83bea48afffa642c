import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import type { View } from '#shared/access/view'
import { viewApi } from '../../api/access/view'
import { ErrorState } from '../feedback/ErrorState'
import { Skeleton } from '../feedback/Skeleton'
import { FormFooter } from '../form/FormFooter'
import { Dialog } from '../overlay/Dialog'
import { roleName } from '../record/names'
import { isDone } from '../record/record-actions'
import { useText } from '../useText'
import './view.css'

type ShareDialogProps = { view: View; onSaved: () => void; onClose: () => void }

/** Chooses the roles that a view is shared with, and those that have it as their default view. */
export default function ShareDialog({ view, onSaved, onClose }: ShareDialogProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['view', 'roles'],
    queryFn: ({ signal }) => viewApi.shareRoles(signal),
    gcTime: 0,
  })
  const [shares, setShares] = useState(() => new Map(view.roles.map(({ roleId, isDefault }) => [roleId, isDefault])))
  const [isChanged, setIsChanged] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const roles = [...(data ?? []), ...view.roles.filter(({ roleId }) => data?.every((role) => role.roleId !== roleId))]

  function change(roleId: number, isDefault: boolean | undefined) {
    const next = new Map(shares)
    if (isDefault === undefined) next.delete(roleId)
    else next.set(roleId, isDefault)
    setShares(next)
    setIsChanged(true)
  }

  async function save(event: SyntheticEvent) {
    event.preventDefault()
    setIsBusy(true)
    const chosen = [...shares].map(([roleId, isDefault]) => ({ roleId, isDefault }))
    const isSaved = await isDone(viewApi.share(view.viewId, chosen))
    setIsBusy(false)
    onSaved()
    if (isSaved) onClose()
  }

  return (
    <Dialog
      title={t('view.shareTitle', { name: view.viewName })}
      open
      onClose={onClose}
      isChanged={isChanged}
      size="medium"
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height="200px" />
      ) : (
        <form onSubmit={(event) => void save(event)}>
          <p className="view-warning">{t('view.sharedWarning')}</p>
          <table className="view-roles">
            <thead>
              <tr>
                <th scope="col">{t('record.roles')}</th>
                <th scope="col">{t('view.opensWith')}</th>
              </tr>
            </thead>
            <tbody>
              {roles.map((role) => (
                <tr key={role.roleId}>
                  <th scope="row">
                    <label className="row">
                      <input
                        type="checkbox"
                        checked={shares.has(role.roleId)}
                        onChange={({ target }) => change(role.roleId, target.checked ? false : undefined)}
                      />
                      {roleName(role)}
                    </label>
                  </th>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={t('view.opensWithFor', { role: roleName(role) })}
                      disabled={!shares.has(role.roleId)}
                      checked={shares.get(role.roleId) ?? false}
                      onChange={({ target }) => change(role.roleId, target.checked)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <FormFooter onCancel={onClose} isBusy={isBusy}>
            {t('view.shareSubmit')}
          </FormFooter>
        </form>
      )}
    </Dialog>
  )
}
