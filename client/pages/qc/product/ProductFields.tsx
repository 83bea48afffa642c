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
import { toastCreated } from '../../../ui/record/toast-created'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'
import './product.css'

type ProductFieldsProps = RecordFieldsProps & {
  /** Undefined for a new one. */
  product: Product | undefined
  /** Where a new one is to stand. */
  sort: number
}

/** When the day of a new line begins: with the early shift of most plants. */
const NEW_DAY = 8 * 60
type ShiftField = 'code' | 'name' | 'nameEn' | 'startMin' | 'endMin'
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
      dayStartMin: clockText(product?.dayStartMin ?? NEW_DAY),
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

  /** The library judges a whole row as soon as it is there; its fields wait until they are left, as all others do. */
  const shiftFault = (at: number, name: ShiftField) =>
    formState.isSubmitted || formState.touchedFields.shifts?.[at]?.[name]
      ? errors.shifts?.[at]?.[name]?.message
      : undefined

  function addShift() {
    shifts.append(emptyShift)
    onChanged()
  }

  function removeShift(at: number) {
    shifts.remove(at)
    onChanged()
  }

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('qcProduct.name')} {...fieldProps('name')} required>
          {(field) => <input {...field} {...register('name')} autoComplete="off" />}
        </Field>
        <Field label={t('qc.nameEn')} {...fieldProps('nameEn')}>
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
        {shifts.fields.map(({ key }, at) => (
          <div key={key} className="shift-row" role="group" aria-label={t('qcProduct.shiftNo', { number: at + 1 })}>
            <Field label={t('qc.code')} error={shiftFault(at, 'code')}>
              {(field) => <input {...field} {...register(`shifts.${at}.code`)} autoComplete="off" />}
            </Field>
            <Field label={t('qcProduct.shiftName')} error={shiftFault(at, 'name')}>
              {(field) => <input {...field} {...register(`shifts.${at}.name`)} autoComplete="off" />}
            </Field>
            <Field label={t('qc.nameEn')} error={shiftFault(at, 'nameEn')}>
              {(field) => <input {...field} {...register(`shifts.${at}.nameEn`)} autoComplete="off" />}
            </Field>
            <Field label={t('qcProduct.shiftStart')} error={shiftFault(at, 'startMin')}>
              {(field) => (
                <input {...field} {...register(`shifts.${at}.startMin`)} placeholder="08:00" autoComplete="off" />
              )}
            </Field>
            <Field label={t('qcProduct.shiftEnd')} error={shiftFault(at, 'endMin')}>
              {(field) => (
                <input {...field} {...register(`shifts.${at}.endMin`)} placeholder="16:00" autoComplete="off" />
              )}
            </Field>
            <IconButton
              icon="trash"
              label={t('qcProduct.shiftRemove', { number: at + 1 })}
              onClick={() => removeShift(at)}
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

/** Shifts in words, a line each. */
const shiftsText = (shifts: readonly EnteredShift[] | undefined) =>
  (shifts ?? [])
    .map(({ code, name, startMin, endMin }) => [code, name, `${String(startMin)}–${String(endMin)}`].join(' '))
    .join('\n')
