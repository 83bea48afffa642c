import { useRef } from 'react'
import type { Choice } from '#shared/qc/template/schema'
import { Button, IconButton } from '../../../../ui/Button'
import { Field } from '../../../../ui/form/Field'
import { Select } from '../../../../ui/input/Select'
import { useCalled } from '../../../../ui/qc/localized-name'
import { useText } from '../../../../ui/useText'
import { faultAt, type FieldProps } from './SheetFields'
import { hasWorths, Worths, yesNo } from './Worths'

const verdicts = ['OK', 'WARN', 'NG'] as const

/** The options of a choice, and what each means. */
export function ChoiceRows({ item, faults, set }: FieldProps) {
  const t = useText()
  const { type, choices } = item
  const change = (at: number, part: Partial<Choice>) =>
    set({ choices: choices.map((choice, index) => (index === at ? { ...choice, ...part } : choice)) })
  const whole = faultAt(faults, 'choices')
  const list = useRef<HTMLOListElement>(null)

  function add() {
    set({ choices: type === 'boolean' && choices.length === 0 ? yesNo : [...choices, next(choices)] })
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector<HTMLElement>(NAME)?.focus())
  }

  return (
    <div className="draft-choices draft-sheet-wide" data-sheet-field="choices">
      {type === 'boolean' && <GoodAnswer choices={choices} onChange={(answers) => set({ choices: answers })} />}
      <ol ref={list}>
        {choices.map((choice, at) => (
          <ChoiceRow
            // oxlint-disable-next-line react/no-array-index-key -- an option has no name of its own while it is typed
            key={at}
            choice={choice}
            position={at + 1}
            faultOf={(field) => faultAt(faults, `choices.${at}.${field}`)}
            onChange={(part) => change(at, part)}
            onRemove={() => set({ choices: choices.filter((_, index) => index !== at) })}
          />
        ))}
      </ol>
      {whole && (
        <p className="field-error" role="alert">
          {whole}
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
      {choices.length > 0 && hasWorths(item) && (
        <>
          <p className="field-hint">{t('qcTemplate.worthHint')}</p>
          <Worths item={item} />
        </>
      )}
    </div>
  )
}

const NAME = '.draft-choice-name input'

type GoodAnswerProps = { choices: readonly Choice[]; onChange: (choices: readonly Choice[]) => void }

/** Which of the two answers is OK; nothing where neither or both are. */
function GoodAnswer({ choices, onChange }: GoodAnswerProps) {
  const t = useText()
  const called = useCalled()
  const answers = choices.length === 0 ? yesNo : choices
  const good = answers.filter(({ judgement }) => judgement === 'OK')
  return (
    <Field label={t('qcTemplate.goodAnswer')}>
      {(control) => (
        <Select
          {...control}
          label={t('qcTemplate.goodAnswer')}
          value={good.length === 1 ? good[0]?.code : undefined}
          options={answers.map((answer) => ({ value: answer.code, label: called(answer) || answer.code }))}
          onSelect={(code) =>
            code && onChange(answers.map((answer) => ({ ...answer, judgement: answer.code === code ? 'OK' : 'NG' })))
          }
        />
      )}
    </Field>
  )
}

type ChoiceRowProps = {
  choice: Choice
  /** From 1. */
  position: number
  faultOf: (field: string) => string | undefined
  onChange: (part: Partial<Choice>) => void
  onRemove: () => void
}

function ChoiceRow({ choice, position, faultOf, onChange, onRemove }: ChoiceRowProps) {
  const t = useText()
  const name = choice.name || String(position)
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
        onChange={({ target }) => onChange({ judgement: verdicts.find((known) => known === target.value) ?? 'OK' })}
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

const next = (choices: readonly Choice[]): Choice => ({
  code: String(choices.length + 1),
  name: '',
  nameEn: '',
  judgement: choices.length === 0 ? 'OK' : 'NG',
})
