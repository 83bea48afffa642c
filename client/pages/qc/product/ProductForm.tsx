import { useId } from 'react'
import { useFieldArray } from 'react-hook-form'
import { statuses } from '#shared/constants'
import { clockText } from '#shared/qc/clock'
import { ProductInput, type Product } from '#shared/qc/product'
import { product } from '#shared/qc/product-resource'
import { productApi } from '../../../api/qc/product'
import { Button, IconButton } from '../../../ui/Button'
import { FieldConflict } from '../../../ui/form/ConflictChoice'
import { InputField } from '../../../ui/form/fields'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { StatusField } from '../../../ui/record/StatusField'
import {
  FIRST_ROW,
  lastPlace,
  RecordFooter,
  recordForm,
  saveRecord,
  type FieldsProps,
} from '../../../ui/record/record-form'
import { useText } from '../../../ui/useText'
import './product.css'

/** The dialog that creates or changes a product line. */
export default recordForm(product, {
  api: productApi,
  async load(id) {
    const last = () => productApi.list({ ...FIRST_ROW, orders: [['sort', 'desc']] })
    return { sort: await lastPlace(id, last, ({ sort }) => sort) }
  },
  Fields: ProductFields,
})

/** The default start of the day, in minutes: the early shift of most plants. */
const DAY_START = 8 * 60
const shiftFields = [
  ['code', 'qc.code', undefined],
  ['name', 'record.name', undefined],
  ['nameEn', 'record.nameEn', undefined],
  ['startMin', 'qcProduct.shiftStart', '08:00'],
  ['endMin', 'qcProduct.shiftEnd', '16:00'],
] as const
const newShift = { code: '', name: '', nameEn: '', startMin: '', endMin: '' }
const zones = Intl.supportedValuesOf('timeZone')

/** `sort` is the order number of a new product line. */
function ProductFields({ sort, ...dialog }: FieldsProps<Product> & { sort: number }) {
  const { onChanged } = dialog
  const t = useText()
  const zoneList = useId()
  const { register, input, select, formProps, fieldProps, formState, control } = useSchemaForm(ProductInput, {
    record: dialog.record,
    defaults: (row) => ({
      code: row?.code ?? '',
      name: row?.name ?? '',
      nameEn: row?.nameEn ?? '',
      tz: row?.tz ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
      dayStartMin: clockText(row?.dayStartMin ?? DAY_START),
      sort: row?.sort ?? sort,
      status: row?.status ?? statuses.on,
      remark: row?.remark ?? '',
      shifts: (row?.shifts ?? []).map(({ startMin, endMin, ...shift }) => ({
        ...shift,
        startMin: clockText(startMin),
        endMin: clockText(endMin),
      })),
    }),
    save: saveRecord(productApi, dialog),
  })
  const shifts = useFieldArray({ control, name: 'shifts', keyName: 'key' })
  const { errors, isSubmitting } = formState
  const shiftsProps = fieldProps('shifts', shiftsText)

  /**
   * The library validates a new row at once. Its errors are shown after a field is left, like those of other fields.
   */
  const shiftError = (index: number, name: keyof typeof newShift) =>
    formState.isSubmitted || formState.touchedFields.shifts?.[index]?.[name]
      ? errors.shifts?.[index]?.[name]?.message
      : undefined

  function addShift() {
    shifts.append(newShift)
    onChanged()
  }

  function removeShift(index: number) {
    shifts.remove(index)
    onChanged()
  }

  return (
    <form {...formProps}>
      <div className="field-columns">
        <InputField {...input('name')} label={t('qcProduct.name')} required />
        <InputField {...input('nameEn')} label={t('record.nameEn')} />
        <InputField {...input('code')} label={t('qc.code')} hint={t('qcProduct.codeHint')} required isCode />
        <StatusField {...select('status')} />
        <InputField
          {...input('tz')}
          label={t('qcProduct.tz')}
          hint={t('qcProduct.tzHint')}
          list={zoneList}
          required
          isCode
        />
        <datalist id={zoneList}>
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </datalist>
        <InputField {...input('dayStartMin')} label={t('qcProduct.dayStart')} hint={t('qcProduct.dayStartHint')} />
        <InputField {...input('sort')} label={t('record.sort')} hint={t('record.sortHint')} inputMode="numeric" />
        <InputField {...input('remark')} label={t('record.remark')} />
      </div>
      <fieldset className="shift-table">
        <legend>{t('qcProduct.shifts')}</legend>
        {shifts.fields.map(({ key }, index) => (
          <div
            key={key}
            className="grid start shift-row"
            role="group"
            aria-label={t('qcProduct.shiftNo', { number: index + 1 })}
          >
            {shiftFields.map(([name, label, placeholder]) => (
              <InputField
                key={name}
                {...register(`shifts.${index}.${name}`)}
                label={t(label)}
                error={shiftError(index, name)}
                placeholder={placeholder}
              />
            ))}
            <IconButton
              icon="trash"
              label={t('qcProduct.shiftRemove', { number: index + 1 })}
              onClick={() => removeShift(index)}
            />
          </div>
        ))}
        <FieldConflict
          label={t('qcProduct.shifts')}
          {...shiftsProps}
          error={shiftsProps.error ?? errors.shifts?.root?.message}
        />
        <Button icon="plus" onClick={addShift}>
          {t('qcProduct.shiftAdd')}
        </Button>
      </fieldset>
      <RecordFooter {...dialog} isBusy={isSubmitting} />
    </form>
  )
}

type ShiftInput = Record<'code' | 'name' | 'startMin' | 'endMin', unknown>

/** Shifts in words, one per line. */
const shiftsText = (shifts: readonly ShiftInput[] | undefined) =>
  (shifts ?? [])
    .map(({ code, name, startMin, endMin }) => [code, name, `${String(startMin)}–${String(endMin)}`].join(' '))
    .join('\n')
