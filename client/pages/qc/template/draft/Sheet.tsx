import type { ReactNode } from 'react'
import {
  charts,
  isChoice,
  isCount,
  isMeasured,
  itemTypes,
  judgeModes,
  requirements,
  severities,
} from '#shared/qc/constants'
import { LimitsBar } from '../../../../ui/qc/limits-bar/LimitsBar'
import { hasLimits } from '../../../../ui/qc/limits-bar/limits-scale'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { useText } from '../../../../ui/useText'
import { ChoiceRows } from './ChoiceRows'
import { isFieldOf, type DraftItem, type ItemChange } from './draft-item'
import { readable, type DraftFault } from './faults'
import { FormulaField } from './FormulaField'
import { renumberedIn, renumberedText } from './renumbered'
import { NumberField, SelectField, TextAreaField, TextField } from './SheetFields'
import type { TemplateDraft } from './useTemplateDraft'

type SheetProps = { draft: TemplateDraft; faults: readonly DraftFault[]; current: number }

/** All fields of one line, by subject. They change the draft at once. */
export function Sheet({ draft: { template, items, edits }, faults, current }: SheetProps) {
  const t = useText()
  const localized = useLocalizedName()
  const index = items.findIndex(({ rowId }) => rowId === current)
  const item = items[index]
  if (!item) return null
  const own = faults.filter(({ rowId }) => rowId === current)
  const set = (change: ItemChange) => edits.change(current, change)
  const field = { item, faults: own, set }
  const { type } = item
  const limits = readable(item)
  const renumbered = renumberedIn(template.version, items).find((one) => one.item === item)
  const groups = [...new Set(items.map(({ groupName }) => groupName))].filter(Boolean)
  return (
    <div key={current}>
      <p className="stack gap-0 draft-sheet-title">
        <span>{t('qcTemplate.lineOf', { no: index + 1, count: items.length })}</span>
        <b>{localized(item) || item.code}</b>
      </p>
      <Section title={t('qcTemplate.section.basics')}>
        <TextField {...field} field="code" required />
        <SelectField {...field} field="type" values={itemTypes} />
        <TextField {...field} field="name" required />
        <TextField {...field} field="nameEn" />
        <TextField {...field} field="unit" list="draft-units" />
        <TextField {...field} field="groupName" list="draft-groups" />
        <SelectField {...field} field="severity" values={severities} />
        <TextAreaField {...field} field="instruction" />
        <datalist id="draft-groups">
          {groups.map((group) => (
            <option key={group} value={group}>
              {group}
            </option>
          ))}
        </datalist>
      </Section>
      {type === 'calculated' && (
        <Section title={t('qcTemplate.section.formula')}>
          <FormulaField {...field} field="formula" items={items} />
        </Section>
      )}
      {isMeasured(type) && (
        <Section title={t('qcTemplate.section.limits')}>
          {hasLimits(limits) && (
            <div className="draft-sheet-wide">
              <LimitsBar item={limits} />
            </div>
          )}
          <NumberField {...field} field="nominal" />
          <NumberField {...field} field="decimals" />
          <NumberField {...field} field="lsl" />
          <NumberField {...field} field="usl" />
          <NumberField {...field} field="warnLow" />
          <NumberField {...field} field="warnHigh" />
          <NumberField {...field} field="plausLow" hint={t('qcTemplate.plausHint')} />
          <NumberField {...field} field="plausHigh" />
          <SelectField {...field} field="judgeMode" values={judgeModes} hint={t('qcTemplate.judgeHint')} />
        </Section>
      )}
      {isChoice(type) && (
        <Section title={t('qcTemplate.section.choices')}>
          <ChoiceRows {...field} warning={renumbered && renumberedText(t, localized, renumbered)} />
        </Section>
      )}
      {(isFieldOf(type, 'sampleSize') || isFieldOf(type, 'gaugeKind')) && (
        <Section title={t('qcTemplate.section.sampling')}>
          <NumberField {...field} field="sampleSize" hint={t('qcTemplate.samplesHint')} />
          <TextField {...field} field="gaugeKind" hint={t('qcTemplate.gaugeHint')} />
        </Section>
      )}
      <Section title={t('qcTemplate.section.conditions')}>
        <SelectField {...field} field="required" values={requirements} />
        {item.required === 'when' && type !== 'note' && <FormulaField {...field} field="requiredWhen" items={items} />}
        <FormulaField {...field} field="visibleWhen" items={items} hint={t('qcTemplate.visibleHint')} />
      </Section>
      {isMeasured(type) && (
        <Section title={t('qcTemplate.section.spc')}>
          <label className="row template-check draft-sheet-wide">
            <input type="checkbox" checked={item.spc} onChange={(event) => set({ spc: event.target.checked })} />
            {t('qcTemplate.inCharts')}
          </label>
          {item.spc && (
            <>
              <SelectField {...field} field="chart" values={chartsFor(item)} />
              <fieldset className="draft-rules draft-sheet-wide">
                <legend className="field-label">{t('qcTemplate.field.rules')}</legend>
                {ruleNumbers.map((rule) => (
                  <label key={rule} className="row template-check">
                    <input
                      type="checkbox"
                      checked={item.rules.includes(rule)}
                      onChange={({ target }) =>
                        set({
                          rules: ruleNumbers.filter((no) => (no === rule ? target.checked : item.rules.includes(no))),
                        })
                      }
                    />
                    <span>
                      {rule} · {t(`qcTemplate.rule.${rule}`)}
                    </span>
                  </label>
                ))}
              </fieldset>
            </>
          )}
        </Section>
      )}
    </div>
  )
}

const ruleNumbers = [1, 2, 3, 4, 5, 6, 7, 8] as const

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="draft-section">
    <legend>{title}</legend>
    <div className="grid draft-section-fields">{children}</div>
  </fieldset>
)

/** The charts that fit the type of a line. */
function chartsFor({ type, chart }: DraftItem) {
  const ofType = { defectives: ['auto', 'p', 'np'], defects: ['auto', 'c', 'u'] }
  const fitting: readonly string[] = isCount(type) ? ofType[type] : ['auto', 'imr', 'xbar-r', 'xbar-s']
  return charts.filter((kind) => fitting.includes(kind) || kind === chart)
}
