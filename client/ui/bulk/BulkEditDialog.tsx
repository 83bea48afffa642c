import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { codes } from '#shared/envelope'
import { Failure } from '../../api/http'
import { InputField, SelectField } from '../form/fields'
import { FormFooter } from '../form/FormFooter'
import { Dialog } from '../overlay/Dialog'
import { inList } from '../record/record-actions'
import { useLocale, useText } from '../useText'
import { changeMany, type BulkChange } from './bulk-change'
import { valueIn, type BulkField } from './bulk-field'
import './bulk.css'

export type BulkEditProps<Row> = Omit<BulkChange<Row>, 'field' | 'value'> & {
  fields: readonly BulkField[]
  /** Called when somebody else has changed rows meanwhile. */
  onConflict: () => void
  onClose: () => void
}

const MAX_SORT = 9999

/** Changes a field of the ticked rows, after a preview of the changes and their number. */
export default function BulkEditDialog<Row>(props: BulkEditProps<Row>) {
  const { fields, rows, path, id, label, refresh, onDone, onConflict, onClose } = props
  const t = useText()
  const locale = useLocale()
  const [name, setName] = useState(fields[0]?.name)
  const [value, setValue] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const field = fields.find((one) => one.name === name)
  const { data: options = [] } = useQuery({
    queryKey: ['bulk', path, name, locale],
    queryFn: async () => field!.options!(t),
    enabled: field?.options !== undefined,
    gcTime: 0,
  })
  const isNumber = field !== undefined && !field.options
  const isValid = value !== undefined && (!isNumber || (/^\d{1,4}$/.test(value) && Number(value) <= MAX_SORT))
  const wordOf = (of: string) =>
    options.find((option) => option.value === of)?.label ?? (of === '0' ? t('bulk.none') : of)
  const differing =
    field && isValid ? rows.filter((row) => valueIn(row, field.name) !== String(isNumber ? Number(value) : value)) : []
  const groups = Map.groupBy(differing, (row) => valueIn(row, field!.name))

  async function save(event: SyntheticEvent) {
    event.preventDefault()
    setIsTried(true)
    setRefusal(undefined)
    if (!field || !isValid || differing.length === 0) return
    setIsBusy(true)
    const change = {
      path,
      rows: differing,
      id,
      label,
      field: field.name,
      value: isNumber ? Number(value) : value,
      refresh,
      onDone,
    }
    try {
      await changeMany(change)
      onClose()
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      setRefusal(Object.values(failure.errors ?? {})[0] ?? failure.message)
      if (failure.code === codes.conflict) onConflict()
    } finally {
      setIsBusy(false)
    }
  }

  function enter(next: string | undefined) {
    setValue(next)
    setRefusal(undefined)
  }

  return (
    <Dialog
      title={t('bulk.title', { count: rows.length })}
      open
      onClose={onClose}
      isChanged={value !== undefined}
      size="medium"
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <SelectField
          label={t('bulk.field')}
          value={name}
          options={fields.map((one) => ({ value: one.name, label: t(one.text) }))}
          onSelect={(chosen) => {
            setName(chosen ?? name)
            enter(undefined)
            setIsTried(false)
          }}
        />
        {isNumber ? (
          <InputField
            label={t('bulk.value')}
            inputMode="numeric"
            value={value ?? ''}
            error={isTried && !isValid ? t('bulk.number', { max: MAX_SORT }) : refusal}
            onChange={({ target }) => enter(target.value)}
            required
          />
        ) : (
          <SelectField
            label={t('bulk.value')}
            placeholder={t('bulk.choose')}
            value={value}
            options={options}
            error={isTried && !isValid ? t('field.required') : refusal}
            onSelect={enter}
            required
          />
        )}
        <section className="bulk-preview" role="status" aria-label={t('bulk.preview')}>
          {isValid && differing.length === 0 && <p>{t('bulk.nothing')}</p>}
          {[...groups].map(([before, some]) => (
            <p key={before}>
              <b>
                {t('bulk.change', { before: wordOf(before), after: wordOf(String(isNumber ? Number(value) : value)) })}
              </b>{' '}
              {t('bulk.rows', { count: some.length, names: inList(some.map(label)) })}
            </p>
          ))}
          {differing.length > 0 && differing.length < rows.length && (
            <p className="muted">{t('bulk.same', { count: rows.length - differing.length })}</p>
          )}
        </section>
        <FormFooter onCancel={onClose} isBusy={isBusy}>
          {t('bulk.submit', { count: differing.length })}
        </FormFooter>
      </form>
    </Dialog>
  )
}
