import { behind } from '#shared/list/next-order'
import { statuses } from '#shared/constants'
import { PostInput, type Post } from '#shared/access/post'
import { postApi } from '../../../api/access/post'
import { NEW_RECORD } from '../../../api/resource'
import { postName } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps, type RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { FormFooter } from '../../../ui/form/FormFooter'
import { InputField, RemarkField } from '../../../ui/form/fields'
import { StatusField } from '../../../ui/record/status'
import { saveRecord } from '../../../ui/record/save-record'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'

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

type PostFieldsProps = RecordFieldsProps & {
  /** Undefined for a new one. */
  post: Post | undefined
  /** Where a new one is to stand. */
  sort: number
}

function PostFields({ post, sort, onSaved, onClose }: PostFieldsProps) {
  const t = useText()
  const { input, select, formProps, formState } = useSchemaForm(PostInput, {
    record: post,
    defaults: { postName: '', postNameEn: '', postCode: '', sort, status: statuses.on, remark: '', remarkEn: '' },
    save: saveRecord(postApi, post?.postId, ({ postName }) => postName, onSaved),
  })

  return (
    <form {...formProps}>
      <div className="field-columns">
        <InputField {...input('postName')} label={t('post.name')} required />
        <InputField {...input('postNameEn')} label={t('record.nameEn')} />
        <InputField {...input('postCode')} label={t('post.code')} hint={t('post.codeHint')} required isCode />
        <InputField {...input('sort')} label={t('record.sort')} hint={t('record.sortHint')} inputMode="numeric" />
        <StatusField {...select('status')} />
      </div>
      <RemarkField {...input('remark')} />
      <RemarkField {...input('remarkEn')} isEnglish />
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
        {t(post ? 'post.editSubmit' : 'post.createSubmit')}
      </FormFooter>
    </form>
  )
}
