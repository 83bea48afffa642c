import type { User, UserQuery } from '#shared/access/user'
import { addressOf, session } from '../../../stores/session'
import { settings } from '../../../stores/settings'
import { Avatar } from '../../../ui/Avatar'
import type { Column } from '../../../ui/table/column'
import { departmentName, postName } from '../../../ui/record/names'
import { hasRowActions, RecordActions, type RowActions } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { StatusTag } from '../../../ui/record/status'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'

/** The columns of the list of users. */
export const userColumns = (t: T, actions: RowActions<User>): Column<User, UserQuery>[] => [
  {
    id: 'nickName',
    header: t('user.nickName'),
    sortable: true,
    canHide: false,
    cell: (user) => (
      <span className="user-name">
        <Avatar avatar={addressOf(user.avatar)} name={user.nickName} />
        <RowLink row={user} onOpen={actions.onEdit}>
          {user.nickName}
        </RowLink>
        {user.userId === session.userId && <span className="user-oneself">{t('user.oneself')}</span>}
      </span>
    ),
  },
  { id: 'username', header: t('user.username'), sortable: true, cell: ({ username }) => <code>{username}</code> },
  { id: 'dept', header: t('user.dept'), cell: ({ dept }) => <Whole text={departmentName(dept)} /> },
  { id: 'post', header: t('user.post'), cell: ({ post }) => <Whole text={postName(post)} /> },
  {
    id: 'roles',
    header: t('user.roles'),
    cell: ({ roleNames, roleNamesEn }) => (
      <Whole text={inOneLine(t, settings.locale === 'en' ? roleNamesEn : roleNames)} />
    ),
  },
  { id: 'phone', header: t('user.phone'), cell: ({ phone }) => phone || '-' },
  { id: 'status', header: t('record.status'), sortable: true, cell: ({ status }) => <StatusTag value={status} /> },
  {
    id: 'createdAt',
    header: t('record.createdAt'),
    sortable: true,
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  ...(hasRowActions(actions) ? [actionsColumn(t, actions)] : []),
]

const inOneLine = (t: T, names: readonly string[]) =>
  names.length === 0 ? '' : names.reduce((some, more) => t('list.of', { some, more }))

/** Words that stay in one piece where the column is narrow. */
const Whole = ({ text }: { text: string }) => (text === '' ? '-' : <span className="user-whole">{text}</span>)

const actionsColumn = (t: T, actions: RowActions<User>): Column<User, UserQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (user) => (
    <RecordActions
      row={user}
      name={user.nickName}
      status={user.status}
      isFixed={user.userId === session.userId}
      {...actions}
    />
  ),
})
