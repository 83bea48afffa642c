import type { Post, PostQuery } from '#shared/schemas/post'
import type { Column } from '../../ui/column'
import { postName, remarkOf } from '../../ui/names'
import { hasDeeds, RecordActions, type RecordDeeds } from '../../ui/RecordActions'
import { RowLink } from '../../ui/RowLink'
import { StatusTag } from '../../ui/status'
import { Time } from '../../ui/time'
import type { T } from '../../ui/useText'

/** The columns of the list of posts. */
export const postColumns = (t: T, deeds: RecordDeeds<Post>): Column<Post, PostQuery>[] => [
  {
    id: 'postName',
    header: t('post.name'),
    sortable: true,
    canHide: false,
    cell: (post) => (
      <RowLink row={post} onOpen={deeds.onEdit}>
        {postName(post)}
      </RowLink>
    ),
  },
  { id: 'postCode', header: t('post.code'), sortable: true, cell: ({ postCode }) => <code>{postCode}</code> },
  { id: 'sort', header: t('record.sort'), sortable: true, align: 'end', cell: ({ sort }) => sort },
  { id: 'status', header: t('record.status'), sortable: true, cell: ({ status }) => <StatusTag value={status} /> },
  { id: 'remark', header: t('record.remark'), cell: (post) => remarkOf(post) || '-' },
  { id: 'createdAt', header: t('record.createdAt'), sortable: true, cell: (post) => <Time value={post.createdAt} /> },
  ...(hasDeeds(deeds) ? [actionsColumn(t, deeds)] : []),
]

const actionsColumn = (t: T, deeds: RecordDeeds<Post>): Column<Post, PostQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (post) => <RecordActions row={post} name={postName(post)} status={post.status} {...deeds} />,
})
