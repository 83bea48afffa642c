import { statuses } from '#shared/constants'
import { PostInput, type Post } from '#shared/access/post'
import { post } from '#shared/access/post-resource'
import { postApi } from '../../../api/access/post'
import {
  FIRST_ROW,
  lastPlace,
  RecordFooter,
  recordForm,
  saveRecord,
  type FieldsProps,
} from '../../../ui/record/record-form'
import { useText } from '../../../ui/useText'
import { InputField, RemarkField } from '../../../ui/form/fields'
import { StatusField } from '../../../ui/record/StatusField'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'

/** The dialog that creates or changes a post. */
export default recordForm(post, {
  api: postApi,
  async load(id) {
    const last = () => postApi.list({ ...FIRST_ROW, orders: [['sort', 'desc']] })
    return { sort: await lastPlace(id, last, ({ sort }) => sort) }
  },
  Fields: PostFields,
})

/** `sort` is the order number of a new post. */
function PostFields({ sort, ...dialog }: FieldsProps<Post> & { sort: number }) {
  const t = useText()
  const { input, select, formProps, formState } = useSchemaForm(PostInput, {
    record: dialog.record,
    defaults: { postName: '', postNameEn: '', postCode: '', sort, status: statuses.on, remark: '', remarkEn: '' },
    save: saveRecord(postApi, dialog),
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
      <RecordFooter {...dialog} isBusy={formState.isSubmitting} />
    </form>
  )
}
