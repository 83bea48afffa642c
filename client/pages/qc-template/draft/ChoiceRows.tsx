import type { Choice } from '#shared/schemas/qc-template'
import { Button, IconButton } from '../../../ui/Button'
import { useText } from '../../../ui/useText'
import { faultAt, type FieldProps } from './SheetFields'

const verdicts = ['OK', 'WARN', 'NG'] as const

/** The options of a choice, and what each means. */
export function ChoiceRows({ item: { type, choices }, faults, set }: FieldProps) {
  const t = useText()
  const change = (at: number, part: Partial<Choice>) =>
    set({ choices: choices.map((choice, index) => (index === at ? { ...choice, ...part } : choice)) })
  const whole = faultAt(faults, 'choices')
  return (
    <div className="draft-choices draft-sheet-wide" data-sheet-field="choices">
      {choices.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('qcTemplate.field.code')}</th>
              <th scope="col">{t('qcTemplate.field.name')}</th>
              <th scope="col">{t('qcTemplate.field.nameEn')}</th>
              <th scope="col">{t('qcTemplate.verdict')}</th>
              <th scope="col">
                <span className="sr-only">{t('record.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {choices.map((choice, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- an option has no name of its own while it is typed
              <tr key={at}>
                {(['code', 'name', 'nameEn'] as const).map((field) => {
                  const fault = faultAt(faults, `choices.${at}.${field}`)
                  return (
                    <td key={field}>
                      <input
                        aria-label={t('qcTemplate.cell', {
                          field: t(`qcTemplate.field.${field}`),
                          name: choice.name || String(at + 1),
                        })}
                        aria-invalid={fault !== undefined}
                        title={fault}
                        value={choice[field]}
                        autoComplete="off"
                        onChange={(event) => change(at, { [field]: event.target.value })}
                      />
                      {fault && <span className="field-error">{fault}</span>}
                    </td>
                  )
                })}
                <td>
                  <select
                    aria-label={t('qcTemplate.cell', {
                      field: t('qcTemplate.verdict'),
                      name: choice.name || String(at + 1),
                    })}
                    value={choice.judgement}
                    onChange={({ target }) =>
                      change(at, { judgement: verdicts.find((known) => known === target.value) ?? 'OK' })
                    }
                  >
                    {verdicts.map((verdict) => (
                      <option key={verdict} value={verdict}>
                        {t(`qc.judgement.${verdict}`)}
                      </option>
                    ))}
                  </select>
                </td>
                <td>
                  <IconButton
                    label={t('qcTemplate.removeChoice', { name: choice.name || String(at + 1) })}
                    icon="trash"
                    onClick={() => set({ choices: choices.filter((_, index) => index !== at) })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {whole && (
        <p className="field-error" role="alert">
          {whole}
        </p>
      )}
      {type === 'boolean' && choices.length === 0 && <p className="field-hint">{t('qcTemplate.yesNoHint')}</p>}
      <Button
        variant="text"
        icon="plus"
        onClick={() =>
          set({ choices: type === 'boolean' && choices.length === 0 ? yesNo(t) : [...choices, next(choices)] })
        }
      >
        {t('qcTemplate.addChoice')}
      </Button>
    </div>
  )
}

/** The two answers that a question of yes and no has. */
const yesNo = (t: ReturnType<typeof useText>): Choice[] => [
  { code: '1', name: t('changes.yes'), nameEn: '', judgement: 'OK' },
  { code: '0', name: t('changes.no'), nameEn: '', judgement: 'NG' },
]

const next = (choices: readonly Choice[]): Choice => ({
  code: String(choices.length + 1),
  name: '',
  nameEn: '',
  judgement: choices.length === 0 ? 'OK' : 'NG',
})
