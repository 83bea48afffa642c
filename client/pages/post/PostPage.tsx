import type { Post, PostQuery } from '#shared/schemas/post'
import { postApi } from '../../api/post'
import { dialogPart } from '../../ui/Dialog'
import { postName } from '../../ui/names'
import { RecordPage } from '../../ui/RecordPage'
import type { FiltersProps, Resource } from '../../ui/resource'
import { SearchBox } from '../../ui/SearchBox'
import { StatusFilter } from '../../ui/status'
import { useText } from '../../ui/useText'
import { postColumns } from './columns'

const posts: Resource<Post, PostQuery> = {
  name: 'post',
  id: ({ postId }) => postId,
  label: postName,
  words: {
    title: 'post.title',
    intro: 'post.intro',
    create: 'post.create',
    remove: 'post.delete',
    empty: 'post.empty',
  },
  tags: {
    add: 'admin:sysPost:add',
    query: 'admin:sysPost:query',
    edit: 'admin:sysPost:edit',
    remove: 'admin:sysPost:remove',
    export: 'admin:sysPost:export',
  },
  api: postApi,
  columns: postColumns,
  Filters: PostFilters,
  Form: dialogPart(() => import('./PostForm')),
  setStatus: postApi.setStatus,
}

/** Posts: what the jobs of users are called. */
export default function PostPage() {
  return <RecordPage of={posts} />
}

function PostFilters({ query, filter }: FiltersProps<PostQuery>) {
  const t = useText()
  return (
    <>
      <SearchBox label={t('post.name')} value={query.postName ?? ''} onSearch={(postName) => filter({ postName })} />
      <SearchBox label={t('post.code')} value={query.postCode ?? ''} onSearch={(postCode) => filter({ postCode })} />
      <StatusFilter value={query.status} onSelect={(status) => filter({ status })} />
    </>
  )
}
