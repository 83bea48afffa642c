import { useRef } from 'react'
import type { Choice } from '#shared/qc/template/schema'
import { choiceFormulaValue } from '#shared/spc/sampling/sample'
import { Button, IconButton } from '../../../../ui/Button'
import { SelectField } from '../../../../ui/form/fields'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { useText } from '../../../../ui/useText'
import { faultAt, type FieldProps } from './SheetFields'
import { ChoiceNumbers, hasNumbers, yesNo } from './ChoiceNumbers'

const verdicts = ['OK', 'WARN', 'NG'] as const

/** The options of a choice with their judgements. */
export function ChoiceRows({ item, faults, set, warning }: FieldProps & { warning: string | undefined }) {
  const t = useText()
  const { type, choices } = item
  const listFault = faultAt(faults, 'choices')
  const list = useRef<HTMLOListElement>(null)

  function add() {
    set({ choices: type === 'boolean' && choices.length === 0 ? yesNo : [...choices, newChoice(choices)] })
    requestAnimationFrame(() =>
      list.current?.lastElementChild?.querySelector<HTMLElement>('.draft-choice-name input')?.focus(),
    )
  }

  return (
    <div className="draft-choices draft-sheet-wide" data-sheet-field="choices">
      {type === 'boolean' && <GoodAnswer choices={choices} onChange={(changed) => set({ choices: changed })} />}
      <ol ref={list} className="stack gap-0">
        {choices.map((choice, index) => (
          <ChoiceRow
            // oxlint-disable-next-line react/no-array-index-key -- an option has no identity while it is typed
            key={index}
            choice={choice}
            position={index + 1}
            faultOf={(field) => faultAt(faults, `choices.${index}.${field}`)}
            onChange={(change) => set({ choices: choices.with(index, { ...choice, ...change }) })}
            onRemove={() => set({ choices: choices.toSpliced(index, 1) })}
          />
        ))}
      </ol>
      {listFault && (
        <p className="field-error" role="alert">
          {listFault}
        </p>
      )}
      {type === 'boolean' ? (
        choices.length === 0 && (
          <Button variant="text" icon="edit" onClick={add}>
            {t('qcTemplate.nameAnswers')}
          </Button>
        )
      ) : (
        <Button variant="text" icon="plus" onClick={add}>
          {t('qcTemplate.addChoice')}
        </Button>
      )}
      {choices.length > 0 && hasNumbers(item) && (
        <>
          <p className="field-hint">{t('qcTemplate.worthHint')}</p>
          <ChoiceNumbers item={item} />
        </>
      )}
      {warning && (
        <p className="template-note" role="status">
          {warning}
        </p>
      )}
    </div>
  )
}

type GoodAnswerProps = { choices: readonly Choice[]; onChange: (choices: readonly Choice[]) => void }

/** Chooses which of the two answers is OK. Blank if neither or both are. */
function GoodAnswer({ choices, onChange }: GoodAnswerProps) {
  const t = useText()
  const localized = useLocalizedName()
  const answers = choices.length === 0 ? yesNo : choices
  const good = answers.filter(({ judgement }) => judgement === 'OK')
  return (
    <SelectField
      label={t('qcTemplate.goodAnswer')}
      value={good.length === 1 ? good[0]?.code : undefined}
      options={answers.map((answer) => ({ value: answer.code, label: localized(answer) || answer.code }))}
      onSelect={(code) =>
        code && onChange(answers.map((answer) => ({ ...answer, judgement: answer.code === code ? 'OK' : 'NG' })))
      }
    />
  )
}

type ChoiceRowProps = {
  choice: Choice
  /** From 1. */
  position: number
  faultOf: (field: string) => string | undefined
  onChange: (change: Partial<Choice>) => void
  onRemove: () => void
}

function ChoiceRow({ choice, position, faultOf, onChange, onRemove }: ChoiceRowProps) {
  const t = useText()
  const localized = useLocalizedName()
  const name = localized(choice) || String(position)
  return (
    <li>
      {(['code', 'name', 'nameEn'] as const).map((field) => {
        const fault = faultOf(field)
        const label = t(`qcTemplate.field.${field}`)
        return (
          <span key={field} className={`draft-choice-${field}`}>
            <input
              aria-label={t('qcTemplate.cell', { field: label, name })}
              aria-invalid={fault !== undefined}
              title={fault}
              placeholder={label}
              value={choice[field]}
              autoComplete="off"
              onChange={(event) => onChange({ [field]: event.target.value })}
            />
            {fault && <span className="field-error">{fault}</span>}
          </span>
        )
      })}
      <select
        className="draft-choice-verdict"
        aria-label={t('qcTemplate.cell', { field: t('qcTemplate.verdict'), name })}
        value={choice.judgement}
        onChange={({ target }) => onChange({ judgement: verdicts.find((verdict) => verdict === target.value) ?? 'OK' })}
      >
        {verdicts.map((verdict) => (
          <option key={verdict} value={verdict}>
            {t(`qc.judgement.${verdict}`)}
          </option>
        ))}
      </select>
      <IconButton label={t('qcTemplate.removeChoice', { name })} icon="trash" onClick={onRemove} />
    </li>
  )
}

function newChoice(choices: readonly Choice[]): Choice {
  const taken = choices.map(({ code }, index) => choiceFormulaValue(code, index))
  let number = choices.length + 1
  while (taken.includes(number)) number += 1
  return { code: String(number), name: '', nameEn: '', judgement: choices.length === 0 ? 'OK' : 'NG' }
}
