import type { TemplateItem } from '#shared/qc/template/schema'
import { isMeasured } from '#shared/qc/constants'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { LimitsBar } from '../../../ui/qc/limits-bar/LimitsBar'
import { hasLimits } from '../../../ui/qc/limits-bar/limits-scale'
import { choicesOf } from '../../../ui/qc/entry/choices'
import { Tag } from '../../../ui/feedback/Tag'
import { useLocale, useText, type T } from '../../../ui/useText'

/** The name of an item with its formula, condition, gauge and instruction. */
export function ItemName({ item }: { item: TemplateItem }) {
  const t = useText()
  const localized = useLocalizedName()
  return (
    <div className="stack gap-0 template-item-name">
      <span>{localized(item)}</span>
      {item.formula && <code className="template-formula">= {item.formula}</code>}
      {item.visibleWhen && (
        <span className="template-condition">
          {t('qcTemplate.shownWhen')} <code>{item.visibleWhen}</code>
        </span>
      )}
      {item.gaugeKind && (
        <span className="template-condition">{t('qcRecord.gaugeKind', { kind: item.gaugeKind })}</span>
      )}
      {item.instruction && <span className="template-condition">{item.instruction}</span>}
    </div>
  )
}

const tones = { OK: 'ok', WARN: 'warn', NG: 'ng', PENDING: 'pending' } as const

/** The criterion of an item: its limits, or the judgement of each option. */
export function Verdicts({
  item,
}: {
  item: Pick<TemplateItem, 'type' | 'choices'> & Parameters<typeof LimitsBar>[0]['item']
}) {
  const t = useText()
  const locale = useLocale()
  if (isMeasured(item.type)) {
    if (hasLimits(item)) return <LimitsBar item={item} />
    return item.nominal === null ? '-' : t('qcTemplate.saysNominal', { value: item.nominal })
  }
  const choices = choicesOf(item, t, locale)
  if (choices.length === 0) return '-'
  return (
    <span className="row stretch wrap gap-4">
      {choices.map(({ code, name, judgement }) => (
        <Tag key={code} tone={tones[judgement]}>
          {name}
        </Tag>
      ))}
    </span>
  )
}

export const SeverityTag = ({ item: { severity } }: { item: Pick<TemplateItem, 'severity'> }) => {
  const t = useText()
  return (
    <span className={`template-severity template-severity-${severity}`}>{t(`qcTemplate.severity.${severity}`)}</span>
  )
}

export function requiredText(t: T, { type, required, requiredWhen }: TemplateItem) {
  if (type === 'note') return '-'
  return required === 'when'
    ? t('qcTemplate.requiredIf', { formula: requiredWhen })
    : t(`qcTemplate.required.${required}`)
}

export const Spc = ({ item: { spc, chart, rules } }: { item: TemplateItem }) => {
  const t = useText()
  if (!spc) return '-'
  return (
    <div className="template-item-spc">
      {t(`qcTemplate.chart.${chart}`)}
      {rules.length > 0 && <small>{t('qcTemplate.rulesOn', { rules: rules.join(', ') })}</small>}
    </div>
  )
}

export const spcText = (t: T, { spc, chart, rules }: TemplateItem) =>
  spc ? [t(`qcTemplate.chart.${chart}`), rules.length > 0 && rules.join(', ')].filter(Boolean).join(' · ') : '-'
