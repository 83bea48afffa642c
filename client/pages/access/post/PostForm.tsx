import { behind } from '#shared/list/next-order'
import { statuses } from '#shared/constants'
import { PostInput, type Post } from '#shared/access/post'
import { postApi } from '../../../api/access/post'
import { NEW_RECORD } from '../../../api/resource'
import { postName } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps, type RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import { RemarkField } from '../../../ui/form/fields'
import { StatusField, statusText } from '../../../ui/record/status'
import { toastCreated } from '../../../ui/record/save-record'
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
  const { register, selectProps, formProps, fieldProps, formState } = useSchemaForm(PostInput, {
    record: post,
    defaults: (post) => ({
      postName: post?.postName ?? '',
      postNameEn: post?.postNameEn ?? '',
      postCode: post?.postCode ?? '',
      sort: post?.sort ?? sort,
      status: post?.status ?? statuses.on,
      remark: post?.remark ?? '',
      remarkEn: post?.remarkEn ?? '',
    }),
    async save(input, change) {
      if (post) await postApi.update(post.postId, change)
      else {
        await postApi.create(input)
        toastCreated(input.postName)
      }
      onSaved()
    },
  })
  const { isSubmitting } = formState

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('post.name')} {...fieldProps('postName')} required>
          {(control) => <input {...control} {...register('postName')} autoComplete="off" />}
        </Field>
        <Field label={t('record.nameEn')} {...fieldProps('postNameEn')}>
          {(control) => <input {...control} {...register('postNameEn')} autoComplete="off" />}
        </Field>
        <Field label={t('post.code')} {...fieldProps('postCode')} hint={t('post.codeHint')} required>
          {(control) => (
            <input {...control} {...register('postCode')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <Field label={t('record.sort')} {...fieldProps('sort')} hint={t('record.sortHint')}>
          {(control) => <input {...control} {...register('sort')} inputMode="numeric" autoComplete="off" />}
        </Field>
        <StatusField {...selectProps('status')} {...fieldProps('status', statusText)} />
      </div>
      <RemarkField {...register('remark')} {...fieldProps('remark')} />
      <RemarkField {...register('remarkEn')} {...fieldProps('remarkEn')} isEnglish />
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t(post ? 'post.editSubmit' : 'post.createSubmit')}
      </FormFooter>
    </form>
  )
}
