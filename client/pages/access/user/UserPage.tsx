import { useSnapshot } from 'valtio'
import type { User, UserQuery } from '#shared/access/user'
import { user } from '#shared/access/user-resource'
import { userApi } from '../../../api/access/user'
import { appInfo } from '../../../stores/app-info'
import { session } from '../../../stores/session'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { listPage } from '../../../ui/record/declared'
import { RecordPage } from '../../../ui/record/RecordPage'
import { useIsNarrow } from '../../../ui/layout/useIsNarrow'
import { userColumns } from './columns'
import { DepartmentPanel } from './DepartmentPanel'
import { panel } from './panel'
import { UserFilters } from './UserFilters'
import './user.css'

const users = listPage<User, UserQuery>(user, {
  api: userApi,
  columns: userColumns,
  Filters: UserFilters,
  Form: dialogPart(() => import('./UserForm')),
  setStatus: userApi.setStatus,
  isFixed: isOneself,
  actions: [
    {
      key: 'password',
      label: 'user.resetPassword',
      icon: 'lock',
      tag: 'admin:sysUser:resetPassword',
      isOff: isOneself,
      Dialog: dialogPart(() => import('./PasswordResetDialog')),
    },
    {
      key: 'messenger',
      label: 'user.messenger',
      icon: 'phone',
      tag: 'admin:sysUser:edit',
      isFor: () => appInfo.isWecomEnabled,
      isOff: isOneself,
      Dialog: dialogPart(() => import('./MessengerDialog')),
    },
  ],
})

/** The people who may sign in, by department. */
export default function UserPage() {
  const { isOpen } = useSnapshot(panel)
  const isNarrow = useIsNarrow()
  const hasPanel = isOpen && !isNarrow
  return (
    <div className="user-page" data-panel={hasPanel}>
      {hasPanel && <DepartmentPanel />}
      <RecordPage of={users} />
    </div>
  )
}

/** Nobody disables or deletes themselves; their own password is changed on the profile page. */
function isOneself({ userId }: User) {
  return userId === session.userId
}
