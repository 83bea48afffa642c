import { useRef, useState } from 'react'
import { isPlainDecimal } from '#shared/spc/decimal'
import { plainDecimal } from '#shared/spc/typed-decimal'
import {
  codesIn,
  evaluateFormula,
  functionNames,
  parseFormula,
  type FormulaErrorKind,
  type FormulaValue,
} from '#shared/spc/formula/formula'
import { hasFormulaValue } from '#shared/spc/formula/order'
import { Field } from '../../../../ui/form/Field'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { useText, type T } from '../../../../ui/useText'
import { fieldKey } from '../item-words'
import { inputOf, type DraftItem } from './draft-item'
import { faultAt, type FieldProps } from './SheetFields'
import { hasNumbers, ChoiceNumbers } from './ChoiceNumbers'

type FormulaFieldProps = FieldProps & {
  field: 'formula' | 'requiredWhen' | 'visibleWhen'
  items: readonly DraftItem[]
}

/** A formula with its available codes and functions, the position of its error, and its result for test values. */
export function FormulaField({ item, faults, set, field, items, hint }: FormulaFieldProps) {
  const t = useText()
  const localized = useLocalizedName()
  const input = useRef<HTMLTextAreaElement>(null)
  const [testValues, setTestValues] = useState<Readonly<Record<string, string>>>({})
  const text = item[field]
  const isBlank = text.trim() === ''
  const test = testFormula(text, items, testValues)
  const { fault } = parseFormula(text)
  const others = items.filter((other) => other !== item && other.code !== '' && hasFormulaValue(other.type))

  /** Inserts at the cursor, and puts the cursor after the insertion or `back` characters before its end. */
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
      <div className="row stretch wrap gap-4 draft-formula-words">
        {others.map((other) => (
          <button key={other.rowId} type="button" title={localized(other)} onClick={() => insert(other.code)}>
            {other.code}
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
        <div className="stack gap-4 draft-formula-test">
          {test.codes.map((code) => (
            <label key={code} className="grid middle">
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

type FormulaTest = {
  /** The items that need a test value, in the order of the formula. */
  codes: readonly string[]
  result: { value: FormulaValue; error?: FormulaErrorKind } | undefined
}

/** Evaluates a formula with test values: texts of figures, separated by spaces. */
function testFormula(
  text: string,
  items: readonly DraftItem[],
  testValues: Readonly<Record<string, string>>,
): FormulaTest {
  const { formula } = parseFormula(text)
  if (!formula) return { codes: [], result: undefined }
  const named = codesIn(formula)
  const codes = named.filter((code) => items.some((item) => item.code === code))
  const scope = new Map(codes.map((code) => [code, valueOf(testValues[code] ?? sampleOf(code, items))] as const))
  return { codes, result: codes.length === named.length ? evaluateFormula(formula, scope) : undefined }
}

/** A first test value: the nominal or a limit, once per sample. */
function sampleOf(code: string, items: readonly DraftItem[]): string {
  const item = items.find((line) => line.code === code)
  if (!item) return ''
  const { nominal, lsl, usl, sampleSize } = inputOf(item)
  const count = Number.isInteger(sampleSize) ? Math.min(Math.max(sampleSize, 1), 10) : 1
  return Array.from({ length: count }, () => nominal ?? usl ?? lsl ?? '1').join(' ')
}

function valueOf(text: string): FormulaValue {
  const values = text
    .trim()
    .split(/[\s;、，]+/)
    .map(plainDecimal)
    .map((figure) => (isPlainDecimal(figure) ? Number(figure) : null)) // a missing value stays missing
  return values.length === 1 ? (values[0] ?? null) : values
}
