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
import { LimitsBar } from '../../../../ui/qc/LimitsBar'
import { hasLimits } from '../../../../ui/qc/limits-scale'
import { useText } from '../../../../ui/useText'
import { ChoiceRows } from './ChoiceRows'
import { isFieldOf, type DraftItem, type ItemChange } from './draft-item'
import { readable, type DraftFault } from './faults'
import { FormulaField } from './FormulaField'
import { RulesField } from './RulesField'
import { Figure, Long, Pick, Text } from './SheetFields'
import type { DraftDesk } from './useDraft'

type SheetProps = { desk: DraftDesk; faults: readonly DraftFault[]; current: number }

/** All of one line, by what it is about. What is written here is written in the draft at once. */
export function Sheet({ desk, faults, current }: SheetProps) {
  const t = useText()
  const index = desk.items.findIndex(({ rowId }) => rowId === current)
  const item = desk.items[index]
  if (!item) return null
  const own = faults.filter(({ rowId }) => rowId === current)
  const set = (change: ItemChange) => desk.edits.change(current, change)
  const draw = { item, faults: own, set }
  const { type } = item
  const limits = readable(item)
  const groups = [...new Set(desk.items.map(({ groupName }) => groupName))].filter(Boolean)
  return (
    <div className="draft-sheet" key={current}>
      <p className="draft-sheet-title">
        <span>{t('qcTemplate.lineOf', { no: index + 1, count: desk.items.length })}</span>
        <b>{item.name || item.code}</b>
      </p>
      <Section title={t('qcTemplate.section.basics')}>
        <Text {...draw} field="code" required />
        <Pick {...draw} field="type" values={itemTypes} />
        <Text {...draw} field="name" required />
        <Text {...draw} field="nameEn" />
        <Text {...draw} field="unit" list="draft-units" />
        <Text {...draw} field="groupName" list="draft-groups" />
        <Pick {...draw} field="severity" values={severities} />
        <Long {...draw} field="instruction" />
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
          <FormulaField {...draw} field="formula" items={desk.items} />
        </Section>
      )}
      {isMeasured(type) && (
        <Section title={t('qcTemplate.section.limits')}>
          {hasLimits(limitsOf(limits)) && (
            <div className="draft-sheet-wide">
              <LimitsBar item={limitsOf(limits)} />
            </div>
          )}
          <Figure {...draw} field="nominal" />
          <Figure {...draw} field="decimals" />
          <Figure {...draw} field="lsl" />
          <Figure {...draw} field="usl" />
          <Figure {...draw} field="warnLow" />
          <Figure {...draw} field="warnHigh" />
          <Figure {...draw} field="plausLow" hint={t('qcTemplate.plausHint')} />
          <Figure {...draw} field="plausHigh" />
          <Pick {...draw} field="judgeMode" values={judgeModes} hint={t('qcTemplate.judgeHint')} />
        </Section>
      )}
      {isChoice(type) && (
        <Section title={t('qcTemplate.section.choices')}>
          <ChoiceRows {...draw} />
        </Section>
      )}
      {(isFieldOf(type, 'sampleSize') || isFieldOf(type, 'gaugeKind')) && (
        <Section title={t('qcTemplate.section.sampling')}>
          <Figure {...draw} field="sampleSize" hint={t('qcTemplate.samplesHint')} />
          <Text {...draw} field="gaugeKind" hint={t('qcTemplate.gaugeHint')} />
        </Section>
      )}
      <Section title={t('qcTemplate.section.conditions')}>
        <Pick {...draw} field="required" values={requirements} />
        {item.required === 'when' && type !== 'note' && (
          <FormulaField {...draw} field="requiredWhen" items={desk.items} />
        )}
        <FormulaField {...draw} field="visibleWhen" items={desk.items} hint={t('qcTemplate.visibleHint')} />
      </Section>
      {isMeasured(type) && (
        <Section title={t('qcTemplate.section.spc')}>
          <label className="template-check draft-sheet-wide">
            <input type="checkbox" checked={item.spc} onChange={(event) => set({ spc: event.target.checked })} />
            {t('qcTemplate.inCharts')}
          </label>
          {item.spc && (
            <>
              <Pick {...draw} field="chart" values={chartsFor(item)} />
              <RulesField {...draw} />
            </>
          )}
        </Section>
      )}
    </div>
  )
}

const limitsOf = (item: ReturnType<typeof readable>) => ({
  lsl: item.lsl,
  usl: item.usl,
  warnLow: item.warnLow,
  warnHigh: item.warnHigh,
  nominal: item.nominal,
  decimals: item.decimals,
})

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="draft-section">
    <legend>{title}</legend>
    <div className="draft-section-fields">{children}</div>
  </fieldset>
)

/** What a chart can be drawn of. */
function chartsFor({ type, chart }: DraftItem) {
  const ofType = { defectives: ['auto', 'p', 'np'], defects: ['auto', 'c', 'u'] }
  const usual = ['auto', 'imr', 'xbar-r', 'xbar-s']
  const fitting = isCount(type) ? ofType[type] : usual
  return charts.filter((known) => fitting.includes(known) || known === chart)
}
