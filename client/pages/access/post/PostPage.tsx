import { post } from '#shared/access/post-resource'
import { postApi } from '../../../api/access/post'
import { listPage } from '../../../ui/record/declared'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { recordPage } from '../../../ui/record/RecordPage'

const posts = listPage(post, {
  api: postApi,
  Form: dialogPart(() => import('./PostForm')),
  setStatus: postApi.setStatus,
})

/** Posts: the jobs of users. */
export default recordPage(posts)
