import { useWatch } from 'react-hook-form'
import { DictDataInput, dictTones, type DictDataQuery, type DictData } from '#shared/admin/dictionary'
import { statuses } from '#shared/constants'
import { dictData } from '#shared/admin/dict-data-resource'
import { dictDataApi } from '../../../api/admin/dictionary'
import {
  FIRST_ROW,
  lastPlace,
  RecordFooter,
  recordForm,
  saveRecord,
  type FieldsProps,
} from '../../../ui/record/record-form'
import { useText, type T } from '../../../ui/useText'
import { ToneTag } from '../../../ui/dict'
import { RemarkField, InputField, SelectField } from '../../../ui/form/fields'
import { StatusField } from '../../../ui/record/StatusField'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'

/** The dialog that creates or changes an entry of the shown dictionary. */
export default recordForm<DictData, { dictType: string; dictSort: number }, DictDataQuery>(dictData, {
  api: dictDataApi,
  async load(id, { fixed: { dictType = '' } = {} }) {
    const last = () => dictDataApi.list({ ...FIRST_ROW, dictType, orders: [['dictSort', 'desc']] })
    return { dictType, dictSort: await lastPlace(id, last, ({ dictSort }) => dictSort) }
  },
  Fields: DictDataFields,
})

type DictDataFieldsProps = FieldsProps<DictData> & {
  dictType: string
  /** The order number of a new entry. */
  dictSort: number
}

function DictDataFields({ dictType, dictSort, ...dialog }: DictDataFieldsProps) {
  const { record: entry } = dialog
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
    save: saveRecord(dictDataApi, dialog),
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
      <RecordFooter {...dialog} isBusy={formState.isSubmitting} />
    </form>
  )
}

type Tone = (typeof dictTones)[number]
const ownTones = ['ok', 'warn', 'ng', 'pending', 'info', 'approval'] as const

const toneOf = (listClass: string | undefined): Tone | '' => dictTones.find((tone) => tone === listClass) ?? ''

const toneText = (t: T, tone: string | null | undefined) =>
  tone ? (tonesOf(t, toneOf(tone)).find(({ value }) => value === tone)?.label ?? tone) : t('dictData.noTone')

/** Our tones in words, plus the present tone name of another client. */
function tonesOf(t: T, current: Tone | ''): { value: Tone; label: string }[] {
  const own = ownTones.map((tone) => ({ value: tone, label: t(`dictData.tone.${tone}`) }))
  return current === '' || own.some(({ value }) => value === current)
    ? own
    : [...own, { value: current, label: current }]
}
