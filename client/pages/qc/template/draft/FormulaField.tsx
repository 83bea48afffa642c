import { useRef, useState, type ReactNode } from 'react'
import { functionNames, parseFormula, type FormulaErrorKind } from '#shared/spc/formula/formula'
import { isWorthSomething } from '#shared/spc/formula/order'
import { Field } from '../../../../ui/form/Field'
import type { PlainTextKey } from '#shared/i18n/text'
import { useText, type T } from '../../../../ui/useText'
import { fieldWords } from '../item-words'
import type { DraftItem } from './draft-item'
import { faultAt, type FieldProps } from './SheetFields'
import { sampleOf, testFormula, type FormulaTest } from './formula-test'
import { hasWorths, Worths } from './Worths'

type FormulaFieldProps = FieldProps & {
  field: 'formula' | 'requiredWhen' | 'visibleWhen'
  items: readonly DraftItem[]
}

/** A formula with what it may name, where it is wrong, and what it comes to with values to try. */
export function FormulaField({ item, faults, set, field, items, hint }: FormulaFieldProps) {
  const t = useText()
  const input = useRef<HTMLTextAreaElement>(null)
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  const text = item[field]
  const test = testFormula(text, items, given)
  const { fault } = parseFormula(text)
  const others = items.filter((one) => one !== item && one.code !== '' && isWorthSomething(one.type))

  /** Where the cursor stands, which goes behind it, or into the brackets of a function. */
  function insert(part: string, back = 0) {
    const { selectionStart = text.length, selectionEnd = text.length } = input.current ?? {}
    set({ [field]: text.slice(0, selectionStart) + part + text.slice(selectionEnd) })
    const at = selectionStart + part.length - back
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(at, at)
    })
  }

  return (
    <div className="draft-formula draft-sheet-wide" data-sheet-field={field}>
      <Field
        label={t(fieldWords[field])}
        error={text.trim() === '' && field === 'visibleWhen' ? undefined : faultAt(faults, field)}
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
      {fault && text.trim() !== '' && <Place text={text} at={fault.at} />}
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
        .filter((one) => hasWorths(one) && test.codes.includes(one.code))
        .map((one) => (
          <Worths key={one.rowId} item={one} />
        ))}
      {text.trim() !== '' && !fault && (
        <div className="draft-formula-test">
          {test.codes.map((code) => (
            <label key={code}>
              <code>{code}</code>
              <input
                value={given[code] ?? sampleOf(code, items)}
                inputMode="decimal"
                autoComplete="off"
                aria-label={t('qcTemplate.testValue', { code })}
                onChange={(event) => setGiven({ ...given, [code]: event.target.value })}
              />
            </label>
          ))}
          <output>{resultText(t, test, field !== 'formula')}</output>
        </div>
      )}
    </div>
  )
}

/** Where in the text something is not understood. */
function Place({ text, at }: { text: string; at: number }): ReactNode {
  return (
    <p className="draft-formula-place" aria-hidden="true">
      {text.slice(0, at)}
      <mark>{text.slice(at, at + 1) || ' '}</mark>
      {text.slice(at + 1)}
    </p>
  )
}

const errorWords: Record<FormulaErrorKind, PlainTextKey> = {
  syntax: 'qcTemplate.result.syntax',
  unknown_item: 'qcTemplate.result.unknown_item',
  unknown_function: 'qcTemplate.result.unknown_function',
  division_by_zero: 'qcTemplate.result.division_by_zero',
  domain: 'qcTemplate.result.domain',
  cycle: 'qcTemplate.result.cycle',
  length: 'qcTemplate.result.length',
}

function resultText(t: T, { result }: FormulaTest, isCondition: boolean): string {
  if (!result) return ''
  const { value, error } = result
  if (error) return `= ${t(errorWords[error])}`
  if (isCondition) return `= ${isTrue(value) ? t('changes.yes') : t('changes.no')}`
  const values = typeof value === 'object' && value !== null ? value : [value]
  return `= ${values.map((one) => (one === null ? t('qcTemplate.result.nothing') : String(one))).join(' ')}`
}

/** Nothing, or nought, is no. */
const isTrue = (value: NonNullable<FormulaTest['result']>['value']) =>
  (Array.isArray(value) ? value : [value]).some((one) => one !== null && one !== 0)
