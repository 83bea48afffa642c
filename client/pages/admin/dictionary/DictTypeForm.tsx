import { statuses } from '#shared/constants'
import { DictTypeInput, type DictType } from '#shared/admin/dictionary'
import { dictType } from '#shared/admin/dict-type-resource'
import { isProductDict } from '#shared/admin/product-dicts'
import { dictTypeApi } from '../../../api/admin/dictionary'
import { RecordFooter, recordForm, saveRecord, type FieldsProps } from '../../../ui/record/record-form'
import { useText } from '../../../ui/useText'
import { RemarkField, InputField } from '../../../ui/form/fields'
import { StatusField } from '../../../ui/record/StatusField'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'

/** The dialog that creates or changes a dictionary. */
export default recordForm(dictType, { api: dictTypeApi, Fields: DictTypeFields })

function DictTypeFields(dialog: FieldsProps<DictType>) {
  const t = useText()
  const { input, select, formProps, formState } = useSchemaForm(DictTypeInput, {
    record: dialog.record,
    defaults: (type) => ({
      dictName: type?.dictName ?? '',
      dictNameEn: type?.dictNameEn ?? '',
      dictType: type?.dictType ?? '',
      status: type?.status === 1 ? statuses.off : statuses.on,
      remark: type?.remark ?? '',
      remarkEn: type?.remarkEn ?? '',
    }),
    save: saveRecord(dictTypeApi, dialog),
  })
  const isBuiltIn = dialog.record !== undefined && isProductDict(dialog.record.dictType)

  return (
    <form {...formProps}>
      <div className="field-columns">
        <InputField {...input('dictName')} label={t('dict.name')} required />
        <InputField {...input('dictNameEn')} label={t('record.nameEn')} />
        <InputField
          {...input('dictType')}
          label={t('dict.type')}
          hint={t(isBuiltIn ? 'dict.typeBuiltIn' : 'dict.typeHint')}
          required
          isCode
          readOnly={isBuiltIn}
        />
        <StatusField {...select('status')} />
      </div>
      <RemarkField {...input('remark')} />
      <RemarkField {...input('remarkEn')} isEnglish />
      <RecordFooter {...dialog} isBusy={formState.isSubmitting} />
    </form>
  )
}
