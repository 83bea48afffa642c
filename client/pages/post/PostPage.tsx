import { post } from '#shared/access/post-resource'
import { postApi } from '../../api/post'
import { listPage } from '../../ui/declared'
import { dialogPart } from '../../ui/Dialog'
import { RecordPage } from '../../ui/RecordPage'

const posts = listPage(post, {
  api: postApi,
  Form: dialogPart(() => import('./PostForm')),
  setStatus: postApi.setStatus,
})

/** Posts: the jobs of users. */
export default function PostPage() {
  return <RecordPage of={posts} />
}
