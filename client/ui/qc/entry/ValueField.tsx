import { useId } from 'react'
import { isChoice, isCount } from '#shared/qc/constants'
import { plainDecimal, withPoint } from '#shared/spc/typed-decimal'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import { ChoiceAnswers } from './ChoiceAnswers'
import type { EnteredValue } from '../../../stores/qc/entered'
import { faultOf, type Step } from './steps'
import { endTyping, typing } from './typing'
import { useMissingReasons } from './useMissingReasons'
import { notApplicable } from './not-applicable'

type ValueFieldProps = {
  step: Step
  /** True if an error from elsewhere concerns it. */
  isWrong: boolean
  onChange: (change: Partial<Pick<EnteredValue, 'raw' | 'den'>>) => void
}

/** The input of a step, by the type of its item. */
export function ValueField({ step, isWrong: isRefused, onChange }: ValueFieldProps) {
  const t = useText()
  const localized = useLocalizedName()
  const { labelOf } = useMissingReasons()
  const { item, value, sampleNo } = step
  const { raw = '', den = '', state = 'present', missingCode = null } = value ?? {}
  if (item.type === 'note') return null
  if (state !== 'present') {
    const reason = labelOf(missingCode)
    return (
      <p className="row gap-0 phone-missing">
        {state === 'na' ? notApplicable(t, reason) : t('qcRecord.missingBecause', { reason })}
      </p>
    )
  }
  const name = item.sampleSize > 1 ? t('qcEntry.valueOf', { name: localized(item), sampleNo }) : localized(item)
  if (isChoice(item.type))
    return <ChoiceAnswers step={step} name={name} raw={raw} isWrong={isRefused} onChange={onChange} />
  const isWrong = isRefused || faultOf(step) !== undefined
  if (isCount(item.type)) {
    const isPieces = item.type === 'defectives'
    return (
      <div className="row stretch">
        <NumberField
          cell={step.key}
          label={t(isPieces ? 'qcEntry.defectives' : 'qcEntry.defects')}
          value={raw}
          isWrong={isWrong}
          isWhole
          onChange={(text) => onChange({ raw: text })}
        />
        <NumberField
          cell={step.key}
          label={t(isPieces ? 'qcEntry.inspected' : 'qcEntry.units')}
          value={den}
          isWrong={isWrong}
          isWhole={isPieces}
          onChange={(text) => onChange({ den: text })}
        />
      </div>
    )
  }
  if (item.type === 'date') {
    return (
      <input
        type="date"
        className="phone-date"
        aria-invalid={isWrong}
        aria-label={name}
        value={raw}
        onChange={(event) => onChange({ raw: event.target.value })}
      />
    )
  }
  if (item.type === 'text') {
    return (
      <textarea
        className="phone-words"
        aria-invalid={isWrong}
        aria-label={name}
        rows={3}
        maxLength={2000}
        value={raw}
        onChange={(event) => onChange({ raw: event.target.value })}
      />
    )
  }
  return (
    <NumberField
      cell={step.key}
      label={t('qcRecord.value')}
      name={name}
      unit={item.unit}
      value={raw}
      isWrong={isWrong}
      onChange={(text) => onChange({ raw: text })}
    />
  )
}

type NumberFieldProps = {
  /** The `cellKey` of its value. */
  cell: string
  label: string
  /** The accessible name, if it says more than the label. */
  name?: string
  unit?: string
  value: string
  isWrong: boolean
  isWhole?: boolean
  onChange: (text: string) => void
}

function NumberField({ cell, label, name, unit, value, isWrong, isWhole = false, onChange }: NumberFieldProps) {
  const id = useId()
  return (
    <div className="phone-number">
      <label htmlFor={id} className={name ? 'sr-only' : undefined}>
        {name ?? label}
      </label>
      <input
        id={id}
        inputMode={isWhole ? 'numeric' : 'decimal'}
        enterKeyHint="next"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={32}
        aria-invalid={isWrong}
        value={value}
        onChange={(event) => {
          typing.cell = cell
          onChange(withPoint(event.target.value)) // the keypad of a phone may have a comma only
        }}
        onFocus={endTyping}
        onBlur={() => {
          endTyping()
          const plain = plainDecimal(value)
          if (plain !== value) onChange(plain)
        }}
      />
      {unit && <span aria-hidden="true">{unit}</span>}
    </div>
  )
}
