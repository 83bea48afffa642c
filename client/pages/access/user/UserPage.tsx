import { useSnapshot } from 'valtio'
import type { User, UserQuery } from '#shared/access/user'
import { statuses } from '#shared/constants'
import type { Choice } from '#shared/list/page'
import { user } from '#shared/access/user-resource'
import { getDepartments } from '../../../api/access/department'
import { userApi } from '../../../api/access/user'
import { appInfo } from '../../../stores/app-info'
import { session, addressOf } from '../../../stores/session'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { listPage } from '../../../ui/record/declared'
import { RecordPage } from '../../../ui/record/RecordPage'
import { withPrefetch } from '../../../ui/table/with-prefetch'
import { declaredBulkFields } from '../../../ui/bulk/bulk-field'
import { declaredGroupings } from '../../../ui/group/grouping'
import { useIsNarrow } from '../../../ui/layout/useIsNarrow'
import { settings } from '../../../stores/settings'
import { Avatar } from '../../../ui/avatar/Avatar'
import type { Column } from '../../../ui/table/column'
import { choicesNow, departmentName, postName } from '../../../ui/record/names'
import { actionsColumn } from '../../../ui/record/actions-column'
import type { RowActions } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { StatusCell } from '../../../ui/record/inline'
import { StatusTag } from '../../../ui/record/status'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'
import { DepartmentPanel } from './DepartmentPanel'
import { panel } from './departments'
import { UserFilters } from './UserFilters'
import './user.css'

const users = listPage<User, UserQuery>(user, {
  api: userApi,
  columns: userColumns,
  Filters: UserFilters,
  bulkFields: declaredBulkFields(user, {
    deptId: async (t) => [none(t), ...branches(choicesNow(await getDepartments()))],
    postId: async (t) => [
      none(t),
      ...(await userApi.choices()).posts
        .filter(({ status }) => status === statuses.on)
        .map((post) => ({ value: String(post.postId), label: postName(post) })),
    ],
  }),
  groupings: declaredGroupings(user, {
    postId: async () => new Map((await userApi.choices()).posts.map((post) => [String(post.postId), postName(post)])),
  }),
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
      label: 'resource.messenger',
      icon: 'phone',
      tag: 'admin:sysUser:edit',
      isFor: () => appInfo.isWecomEnabled,
      isOff: isOneself,
      Dialog: dialogPart(() => import('./MessengerDialog')),
    },
  ],
})

/** Users by department. */
function UserPage() {
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

export default withPrefetch(UserPage, users)

/** Operators can neither disable nor delete themselves; the profile page changes their own password. */
function isOneself({ userId }: User) {
  return userId === session.userId
}

/** The columns of the list of users. */
function userColumns(t: T, actions: RowActions<User>): Column<User, UserQuery>[] {
  return [
    {
      id: 'nickName',
      header: t('record.personName'),
      sortable: true,
      canHide: false,
      cell: (user) => (
        <span className="row inline user-name">
          <Avatar avatar={addressOf(user.avatar)} name={user.nickName} />
          <RowLink row={user} onOpen={actions.onEdit}>
            {user.nickName}
          </RowLink>
          {user.userId === session.userId && <span className="user-oneself">{t('user.oneself')}</span>}
        </span>
      ),
    },
    { id: 'username', header: t('login.username'), sortable: true, cell: ({ username }) => <code>{username}</code> },
    { id: 'dept', header: t('resource.department'), cell: ({ dept }) => <Whole text={departmentName(dept)} /> },
    { id: 'post', priority: 3, header: t('resource.post'), cell: ({ post }) => <Whole text={postName(post)} /> },
    {
      id: 'roles',
      header: t('record.roles'),
      cell: ({ roleNames, roleNamesEn }) => (
        <Whole text={inOneLine(t, settings.locale === 'en' ? roleNamesEn : roleNames)} />
      ),
    },
    { id: 'phone', priority: 3, header: t('record.phone'), cell: ({ phone }) => phone || '-' },
    {
      id: 'status',
      priority: 1,
      header: t('record.status'),
      sortable: true,
      cell: (row) =>
        isOneself(row) ? (
          <StatusTag value={row.status} />
        ) : (
          <StatusCell row={row} name={row.nickName} value={row.status} actions={actions} />
        ),
    },
    {
      id: 'createdAt',
      priority: 3,
      header: t('record.createdAt'),
      sortable: true,
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
    ...actionsColumn<User, UserQuery>(t, actions, (row) => ({
      name: row.nickName,
      status: row.status,
      isFixed: isOneself(row),
    })),
  ]
}

const none = (t: T) => ({ value: '0', label: t('group.without') })

/** The departments of a tree, each with its ancestors. */
const branches = (nodes: readonly Choice[], above = ''): { value: string; label: string }[] =>
  nodes.flatMap(({ id, label, children = [] }) => [
    { value: String(id), label: `${above}${label}` },
    ...branches(children, `${above}${label} / `),
  ])

const inOneLine = (t: T, names: readonly string[]) =>
  names.length === 0 ? '' : names.reduce((some, more) => t('list.of', { some, more }))

/** Words that do not wrap in a narrow column. */
const Whole = ({ text }: { text: string }) => (text === '' ? '-' : <span className="user-whole">{text}</span>)
