import { useRef, useState } from 'react'
import { functionNames, parseFormula } from '#shared/spc/formula/formula'
import { hasFormulaValue } from '#shared/spc/formula/order'
import { Field } from '../../../../ui/form/Field'
import { useText, type T } from '../../../../ui/useText'
import { fieldKey } from '../item-words'
import type { DraftItem } from './draft-item'
import { faultAt, type FieldProps } from './SheetFields'
import { sampleOf, testFormula, type FormulaTest } from './formula-test'
import { hasNumbers, ChoiceNumbers } from './ChoiceNumbers'

type FormulaFieldProps = FieldProps & {
  field: 'formula' | 'requiredWhen' | 'visibleWhen'
  items: readonly DraftItem[]
}

/** A formula with the codes and functions it may name, the place of its error, and its result for test values. */
export function FormulaField({ item, faults, set, field, items, hint }: FormulaFieldProps) {
  const t = useText()
  const input = useRef<HTMLTextAreaElement>(null)
  const [testValues, setTestValues] = useState<Readonly<Record<string, string>>>({})
  const text = item[field]
  const isBlank = text.trim() === ''
  const test = testFormula(text, items, testValues)
  const { fault } = parseFormula(text)
  const others = items.filter((other) => other !== item && other.code !== '' && hasFormulaValue(other.type))

  /** Inserts at the cursor, and puts the cursor behind the insertion or `back` characters before its end. */
  function insert(part: string, back = 0) {
    const { selectionStart = text.length, selectionEnd = text.length } = input.current ?? {}
    set({ [field]: text.slice(0, selectionStart) + part + text.slice(selectionEnd) })
    const cursor = selectionStart + part.length - back
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(cursor, cursor)
    })
  }

  return (
    <div className="draft-formula draft-sheet-wide" data-sheet-field={field}>
      <Field
        label={t(fieldKey(field))}
        error={isBlank && field === 'visibleWhen' ? undefined : faultAt(faults, field)}
        hint={hint}
        required={field !== 'visibleWhen'}
      >
        {(control) => (
          <textarea
            {...control}
            ref={input}
            rows={2}
            maxLength={500}
            value={text}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => set({ [field]: event.target.value })}
          />
        )}
      </Field>
      {fault && !isBlank && (
        <p className="draft-formula-place" aria-hidden="true">
          {text.slice(0, fault.at)}
          <mark>{text.slice(fault.at, fault.at + 1) || ' '}</mark>
          {text.slice(fault.at + 1)}
        </p>
      )}
      <div className="draft-formula-words">
        {others.map(({ rowId, code, name }) => (
          <button key={rowId} type="button" title={name} onClick={() => insert(code)}>
            {code}
          </button>
        ))}
        {functionNames.map((name) => (
          <button key={name} type="button" className="draft-formula-function" onClick={() => insert(`${name}()`, 1)}>
            {name}
          </button>
        ))}
      </div>
      {others
        .filter((other) => hasNumbers(other) && test.codes.includes(other.code))
        .map((other) => (
          <ChoiceNumbers key={other.rowId} item={other} />
        ))}
      {!isBlank && !fault && (
        <div className="draft-formula-test">
          {test.codes.map((code) => (
            <label key={code}>
              <code>{code}</code>
              <input
                value={testValues[code] ?? sampleOf(code, items)}
                inputMode="decimal"
                autoComplete="off"
                aria-label={t('qcTemplate.testValue', { code })}
                onChange={(event) => setTestValues({ ...testValues, [code]: event.target.value })}
              />
            </label>
          ))}
          <output>{resultText(t, test, field !== 'formula')}</output>
        </div>
      )}
    </div>
  )
}

function resultText(t: T, { result }: FormulaTest, isCondition: boolean): string {
  if (!result) return ''
  const { value, error } = result
  if (error) return `= ${t(`qcTemplate.result.${error}`)}`
  const values = typeof value === 'object' && value !== null ? value : [value]
  if (isCondition)
    return `= ${t(values.some((number) => number !== null && number !== 0) ? 'record.yes' : 'record.no')}`
  return `= ${values.map((number) => (number === null ? t('qcTemplate.result.nothing') : String(number))).join(' ')}`
}
