import { behind } from '#shared/list/next-order'
import { postApi } from '../../../api/access/post'
import { NEW_RECORD } from '../../../api/resource'
import { postName } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { PostFields } from './PostFields'

/** The dialog that makes or changes a post. */
export default function PostForm(props: RecordFormProps) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="post"
      load={() => loadForm(props.id)}
      title={(form) =>
        isNew ? t('post.create') : t('post.editTitle', { name: form?.post ? postName(form.post) : '…' })
      }
    >
      {(form, fields) => <PostFields {...form} {...fields} />}
    </RecordDialog>
  )
}

async function loadForm(postId: number) {
  if (postId !== NEW_RECORD) return { post: await postApi.get(postId), sort: 0 }
  const { list } = await postApi.list({ pageIndex: 1, pageSize: 1, orders: [['sort', 'desc']] })
  return { post: undefined, sort: behind(list.map(({ sort }) => sort)) }
}
