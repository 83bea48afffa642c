import { useText } from '../../../../ui/useText'
import type { FieldProps } from './SheetFields'

const ruleNumbers = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** Which patterns count as a signal. */
export function RulesField({ item, set }: FieldProps) {
  const t = useText()
  return (
    <fieldset className="draft-rules draft-sheet-wide">
      <legend className="field-label">{t('qcTemplate.field.rules')}</legend>
      {ruleNumbers.map((rule) => (
        <label key={rule} className="template-check">
          <input
            type="checkbox"
            checked={item.rules.includes(rule)}
            onChange={(event) =>
              set({
                rules: ruleNumbers.filter((one) => (one === rule ? event.target.checked : item.rules.includes(one))),
              })
            }
          />
          <span>
            {rule} · {t(`qcTemplate.rule.${rule}`)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
