import { grouped, percent } from '#shared/format/number'
import type { Workload } from '#shared/qc/analysis/schema'
import { Chart } from '../../../../ui/chart/Chart'
import { Plot } from '../../../../ui/chart/Plot'
import { ticksIn } from '../../../../ui/chart/scale'
import { Select } from '../../../../ui/input/Select'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { TableBelow } from '../../../../ui/table/SmallTable'
import { useText } from '../../../../ui/useText'
import { useChoice, type AnalysisQuery } from '../analysis-query'
import { Answer } from './Answer'
import { useCall, useItem } from './useCall'

const ranges = ['template', 'line'] as const

/** The number of records in each hour of the day, and in each shift. */
export default function WorkloadTab({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const localized = useLocalizedName()
  const item = useItem(query)
  const [of, choose] = useChoice('workOf', ranges, 'template')
  const { itemKey, ...filters } = query
  const workload = useCall(
    'workload',
    of === 'template' ? { ...filters, itemKey } : { ...filters, product: item?.product },
    of === 'template' || item !== undefined,
  )
  const nameOf = ({ shiftId, label, labelEn }: Workload['shifts'][number]) =>
    shiftId === null ? t('qcAnalysis.workload.noShift') : localized({ name: label, nameEn: labelEn })
  return (
    <>
      <p className="row wrap qa-choice">
        <Select
          label={t('qcAnalysis.workload.of')}
          value={of}
          options={ranges.map((value) => ({ value, label: t(`qcAnalysis.workload.of.${value}`) }))}
          onSelect={(value) => value && choose(value)}
        />
        <span className="note">{t('qcAnalysis.workload.note')}</span>
      </p>
      <Answer of={workload} emptyText={({ records }) => records === 0 && t('qcAnalysis.workload.none')}>
        {({ hours, shifts }) => (
          <>
            <Counts
              name="workload-hours"
              kind="hours"
              bars={hours.map(({ hour, records }) => ({ key: hourText(hour), tick: String(hour), records }))}
            />
            <Counts
              name="workload-shifts"
              kind="shifts"
              bars={shifts.map((shift) => ({ key: nameOf(shift), tick: nameOf(shift), records: shift.records }))}
            />
          </>
        )}
      </Answer>
    </>
  )
}

/** `08:00 – 09:00`. */
const hourText = (hour: number) => [hour, hour + 1].map((edge) => `${String(edge).padStart(2, '0')}:00`).join(' – ')

type CountsProps = {
  name: string
  kind: 'hours' | 'shifts'
  bars: readonly { key: string; tick: string; records: number }[]
}

/** Counts of records as bars side by side. */
function Counts({ name, kind, bars }: CountsProps) {
  const t = useText()
  const total = bars.reduce((sum, { records }) => sum + records, 0)
  const most = bars.reduce((high, bar) => (bar.records > high.records ? bar : high), bars[0]!)
  const up = [0, most.records * 1.12] as const
  const share = (records: number) => percent(records / total)
  const figures = { most: grouped(most.records), percent: share(most.records) }
  return (
    <Chart
      name={name}
      title={t(`qcAnalysis.workload.${kind}`)}
      summary={
        kind === 'hours'
          ? t('qcAnalysis.workload.hoursSummary', { ...figures, records: grouped(total), hour: most.key })
          : t('qcAnalysis.workload.shiftsSummary', { ...figures, name: most.key })
      }
      height={240}
      drawing={
        <Plot
          margin={{ top: 24, right: 20, bottom: 36, left: 52 }}
          x={{
            span: [-0.5, bars.length - 0.5],
            ticks: bars.flatMap(({ tick }, index) =>
              kind === 'hours' && index % 3 !== 0 ? [] : [{ value: index, text: tick }],
            ),
          }}
          left={{
            span: up,
            ticks: ticksIn(up, 4).filter(({ value }) => Number.isInteger(value)),
            title: t('qcAnalysis.workload.records'),
          }}
          rows={bars.map(({ key, records }, index) => ({
            x: index,
            values: { records },
            tip: t('qcAnalysis.workload.bar', { name: key, records: grouped(records), percent: share(records) }),
          }))}
          step={1}
          series={[{ key: 'records', as: 'bar', isLabelled: kind === 'shifts' }]}
        />
      }
    >
      <TableBelow
        summary={t('qcAnalysis.asTable')}
        label={t(`qcAnalysis.workload.${kind}`)}
        head={[
          t(kind === 'hours' ? 'qcAnalysis.workload.hour' : 'qc.shift'),
          t('qcAnalysis.workload.records'),
          t('qcAnalysis.share'),
        ]}
        rows={bars.map(({ key, records }) => ({ key, head: key, cells: [records, share(records)] }))}
      />
    </Chart>
  )
}
