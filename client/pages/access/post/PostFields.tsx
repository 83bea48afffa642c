import { statuses } from '#shared/constants'
import { PostInput, type Post } from '#shared/access/post'
import { postApi } from '../../../api/access/post'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import type { RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { RemarkField } from '../../../ui/form/RemarkField'
import { StatusField, statusText } from '../../../ui/record/status'
import { toastCreated } from '../../../ui/record/toast-created'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'

type PostFieldsProps = RecordFieldsProps & {
  /** Undefined for a new one. */
  post: Post | undefined
  /** Where a new one is to stand. */
  sort: number
}

export function PostFields({ post, sort, onSaved, onClose }: PostFieldsProps) {
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
