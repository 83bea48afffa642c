import { isCount } from '#shared/qc/constants'
import type { TemplateItem } from '#shared/qc/template/schema'
import { roundFigure } from '#shared/spc/decimal'
import type { ItemOutcome } from '#shared/spc/sampling/inspection'
import { rateText } from '../../../../ui/qc/figures'
import { useText } from '../../../../ui/useText'

type StatisticsProps = { item: Pick<TemplateItem, 'type' | 'decimals'>; outcome: Pick<ItemOutcome, 'mean' | 'range'> }

/** Mean and range of the values of an item; for counts the common rate. Nothing for a single value. */
export function Statistics({ item: { type, decimals }, outcome: { mean, range } }: StatisticsProps) {
  const t = useText()
  if (mean === null) return null
  const isRate = isCount(type)
  if (!isRate && range === null) return null
  return (
    <dl className="grid gap-2 record-statistics">
      <div className="row stretch between">
        <dt className="muted small">{t(isRate ? 'qcRecord.rate' : 'qcRecord.mean')}</dt>
        <dd>{isRate ? rateText(mean, decimals) : roundFigure(mean, decimals + 1)}</dd>
      </div>
      {range !== null && (
        <div className="row stretch between">
          <dt className="muted small">{t('qcRecord.range')}</dt>
          <dd>{roundFigure(range, decimals)}</dd>
        </div>
      )}
    </dl>
  )
}
