import { useWatch } from 'react-hook-form'
import { DictDataInput, dictTones, type DictDataQuery, type DictData } from '#shared/admin/dictionary'
import { statuses } from '#shared/constants'
import { dictDataApi } from '../../../api/admin/dictionary'
import { NEW_RECORD } from '../../../api/resource'
import { RecordDialog, type RecordFieldsProps } from '../../../ui/record/RecordDialog'
import type { ResourceForm } from '../../../ui/record/list-page'
import { useText, type T } from '../../../ui/useText'
import { ToneTag } from '../../../ui/dict'
import { FormFooter } from '../../../ui/form/FormFooter'
import { RemarkField, InputField, SelectField } from '../../../ui/form/fields'
import { StatusField } from '../../../ui/record/status'
import { toastCreated } from '../../../ui/record/save-record'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'

/** The dialog that makes or changes an entry of the dictionary that the page shows. */
export default function DictDataForm({ fixed, ...props }: ResourceForm<DictDataQuery>) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  const dictType = fixed?.dictType ?? ''
  return (
    <RecordDialog
      {...props}
      name="dictData"
      load={() => loadForm(props.id, dictType)}
      title={(form) =>
        isNew ? t('dictData.create') : t('dictData.editTitle', { name: form?.entry?.dictLabel ?? '…' })
      }
    >
      {(form, fields) => <DictDataFields {...form} dictType={dictType} {...fields} />}
    </RecordDialog>
  )
}

/** A new entry is to stand behind the last one. */
async function loadForm(dictCode: number, dictType: string) {
  if (dictCode !== NEW_RECORD) {
    const entry = await dictDataApi.get(dictCode)
    return { entry, dictSort: entry.dictSort }
  }
  const { list } = await dictDataApi.list({ dictType, pageIndex: 1, pageSize: 1, orders: [['dictSort', 'desc']] })
  return { entry: undefined, dictSort: list[0] ? list[0].dictSort + 1 : 0 }
}

type DictDataFieldsProps = RecordFieldsProps & {
  /** Undefined for a new one. */
  entry: DictData | undefined
  dictType: string
  dictSort: number
}

function DictDataFields({ entry, dictType, dictSort, onSaved, onClose }: DictDataFieldsProps) {
  const t = useText()
  const { input, select, formProps, formState, control } = useSchemaForm(DictDataInput, {
    record: entry,
    defaults: (entry) => ({
      dictType,
      dictLabel: entry?.dictLabel ?? '',
      dictLabelEn: entry?.dictLabelEn ?? '',
      dictValue: entry?.dictValue ?? '',
      dictSort: entry?.dictSort ?? dictSort,
      status: entry?.status === 1 ? statuses.off : statuses.on,
      listClass: toneOf(entry?.listClass),
      remark: entry?.remark ?? '',
    }),
    async save(input, change) {
      if (entry) await dictDataApi.update(entry.dictCode, change)
      else {
        await dictDataApi.create({ ...input, cssClass: '', isDefault: '', default: '' })
        toastCreated(input.dictLabel)
      }
      onSaved()
    },
  })
  const [label, listClass] = useWatch({ control, name: ['dictLabel', 'listClass'] })
  const tone = select('listClass', (value) => toneText(t, value))

  return (
    <form {...formProps}>
      <div className="field-columns">
        <InputField {...input('dictLabel')} label={t('dictData.label')} required />
        <InputField {...input('dictLabelEn')} label={t('dictData.labelEn')} />
        <InputField
          {...input('dictValue')}
          label={t('dictData.value')}
          hint={t('dictData.valueHint')}
          required
          isCode
        />
        <SelectField
          {...tone}
          label={t('dictData.tone')}
          value={tone.value || undefined}
          placeholder={t('dictData.noTone')}
          options={tonesOf(t, toneOf(entry?.listClass))}
        />
        <div className="field">
          <span className="field-label">{t('dictData.preview')}</span>
          <span className="dict-preview">
            <ToneTag listClass={listClass ?? ''} label={label.trim() || t('dictData.previewEmpty')} />
          </span>
        </div>
        <InputField {...input('dictSort')} label={t('record.sort')} hint={t('record.sortHint')} inputMode="numeric" />
        <StatusField {...select('status')} />
      </div>
      <RemarkField {...input('remark')} />
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
        {t(entry ? 'dictData.editSubmit' : 'dictData.createSubmit')}
      </FormFooter>
    </form>
  )
}

type Tone = (typeof dictTones)[number]
const ownTones = ['ok', 'warn', 'ng', 'pending', 'info', 'approval'] as const

const toneOf = (listClass: string | undefined): Tone | '' => dictTones.find((tone) => tone === listClass) ?? ''

const toneText = (t: T, tone: string | null | undefined) =>
  tone ? (tonesOf(t, toneOf(tone)).find(({ value }) => value === tone)?.label ?? tone) : t('dictData.noTone')

/** Our tones in words, and the name that another client has given, as long as that is the one. */
function tonesOf(t: T, current: Tone | ''): { value: Tone; label: string }[] {
  const own = ownTones.map((tone) => ({ value: tone, label: t(`dictData.tone.${tone}`) }))
  return current === '' || own.some(({ value }) => value === current)
    ? own
    : [...own, { value: current, label: current }]
}
