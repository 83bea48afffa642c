import { useId } from 'react'
import { useFieldArray } from 'react-hook-form'
import { statuses } from '#shared/constants'
import { clockText } from '#shared/qc/clock'
import { ProductInput, type Product } from '#shared/qc/product'
import { productApi } from '../../../api/qc/product'
import { calledNow } from '../../../ui/qc/localized-name'
import { Button, IconButton } from '../../../ui/Button'
import { FieldConflict } from '../../../ui/form/ConflictChoice'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import type { RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { StatusField, statusText } from '../../../ui/record/status'
import { toastCreated } from '../../../ui/record/save-record'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'
import './product.css'

type ProductFieldsProps = RecordFieldsProps & {
  /** Undefined for a new product line. */
  product: Product | undefined
  /** The order number of a new product line. */
  sort: number
}

/** The start of the day of a new line, in minutes: the early shift of most plants. */
const DAY_START = 8 * 60
const shiftFields = [
  ['code', 'qc.code', undefined],
  ['name', 'record.name', undefined],
  ['nameEn', 'record.nameEn', undefined],
  ['startMin', 'qcProduct.shiftStart', '08:00'],
  ['endMin', 'qcProduct.shiftEnd', '16:00'],
] as const
type ShiftField = (typeof shiftFields)[number][0]
const emptyShift: Record<ShiftField, string> = { code: '', name: '', nameEn: '', startMin: '', endMin: '' }
const zones = Intl.supportedValuesOf('timeZone')
const { timeZone: ownZone } = new Intl.DateTimeFormat().resolvedOptions()

export function ProductFields({ product, sort, onChanged, onSaved, onClose }: ProductFieldsProps) {
  const t = useText()
  const zoneList = useId()
  const { register, selectProps, formProps, fieldProps, formState, control } = useSchemaForm(ProductInput, {
    record: product,
    defaults: (product) => ({
      code: product?.code ?? '',
      name: product?.name ?? '',
      nameEn: product?.nameEn ?? '',
      tz: product?.tz ?? ownZone,
      dayStartMin: clockText(product?.dayStartMin ?? DAY_START),
      sort: product?.sort ?? sort,
      status: product?.status ?? statuses.on,
      remark: product?.remark ?? '',
      shifts: (product?.shifts ?? []).map(({ startMin, endMin, ...shift }) => ({
        ...shift,
        startMin: clockText(startMin),
        endMin: clockText(endMin),
      })),
    }),
    async save(input, change) {
      if (product) await productApi.update(product.productId, change)
      else {
        await productApi.create(input)
        toastCreated(calledNow(input))
      }
      onSaved()
    },
  })
  const shifts = useFieldArray({ control, name: 'shifts', keyName: 'key' })
  const { errors, isSubmitting } = formState
  const shiftsProps = fieldProps('shifts', shiftsText)

  /** The library checks a new row at once. Its errors are shown when a field is left, like those of other fields. */
  const shiftError = (index: number, name: ShiftField) =>
    formState.isSubmitted || formState.touchedFields.shifts?.[index]?.[name]
      ? errors.shifts?.[index]?.[name]?.message
      : undefined

  function addShift() {
    shifts.append(emptyShift)
    onChanged()
  }

  function removeShift(index: number) {
    shifts.remove(index)
    onChanged()
  }

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('qcProduct.name')} {...fieldProps('name')} required>
          {(field) => <input {...field} {...register('name')} autoComplete="off" />}
        </Field>
        <Field label={t('record.nameEn')} {...fieldProps('nameEn')}>
          {(field) => <input {...field} {...register('nameEn')} autoComplete="off" />}
        </Field>
        <Field label={t('qc.code')} {...fieldProps('code')} hint={t('qcProduct.codeHint')} required>
          {(field) => (
            <input {...field} {...register('code')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <StatusField {...selectProps('status')} {...fieldProps('status', statusText)} />
        <Field label={t('qcProduct.tz')} {...fieldProps('tz')} hint={t('qcProduct.tzHint')} required>
          {(field) => (
            <input
              {...field}
              {...register('tz')}
              list={zoneList}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <datalist id={zoneList}>
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </datalist>
        <Field label={t('qcProduct.dayStart')} {...fieldProps('dayStartMin')} hint={t('qcProduct.dayStartHint')}>
          {(field) => <input {...field} {...register('dayStartMin')} autoComplete="off" />}
        </Field>
        <Field label={t('record.sort')} {...fieldProps('sort')} hint={t('record.sortHint')}>
          {(field) => <input {...field} {...register('sort')} inputMode="numeric" autoComplete="off" />}
        </Field>
        <Field label={t('record.remark')} {...fieldProps('remark')}>
          {(field) => <input {...field} {...register('remark')} autoComplete="off" />}
        </Field>
      </div>
      <fieldset className="shift-table">
        <legend>{t('qcProduct.shifts')}</legend>
        {shifts.fields.map(({ key }, index) => (
          <div key={key} className="shift-row" role="group" aria-label={t('qcProduct.shiftNo', { number: index + 1 })}>
            {shiftFields.map(([name, label, placeholder]) => (
              <Field key={name} label={t(label)} error={shiftError(index, name)}>
                {(field) => (
                  <input
                    {...field}
                    {...register(`shifts.${index}.${name}`)}
                    placeholder={placeholder}
                    autoComplete="off"
                  />
                )}
              </Field>
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
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t(product ? 'qcProduct.editSubmit' : 'qcProduct.createSubmit')}
      </FormFooter>
    </form>
  )
}

type EnteredShift = Record<'code' | 'name' | 'startMin' | 'endMin', unknown>

/** Shifts in words, one per line. */
const shiftsText = (shifts: readonly EnteredShift[] | undefined) =>
  (shifts ?? [])
    .map(({ code, name, startMin, endMin }) => [code, name, `${String(startMin)}–${String(endMin)}`].join(' '))
    .join('\n')
