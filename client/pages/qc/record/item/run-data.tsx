import { formatTime } from '#shared/format/time'
import { Verdict } from '../../../../ui/qc/Verdict'
import { TableScroller } from '../../../../ui/table/TableScroller'
import { useText } from '../../../../ui/useText'
import type { ItemInfo } from '#shared/qc/record/schema'
import type { TemplateItem } from '#shared/qc/template/schema'
import { linear, spanOf } from '../../../../ui/chart/scale'

export type RunPoint = ItemInfo['history'][number]
type RunLine = { kind: 'limit' | 'warn' | 'nominal'; value: number; text: string }

/** The specification and warning limits of an item, as lines across the chart. */
export function linesOf({ lsl, usl, warnLow, warnHigh, nominal }: TemplateItem): RunLine[] {
  const limits = { limit: [lsl, usl], warn: [warnLow, warnHigh], nominal: [nominal] } as const
  return (['limit', 'warn', 'nominal'] as const).flatMap((kind) =>
    limits[kind].flatMap((text) => (text === null ? [] : { kind, value: Number(text), text })),
  )
}

/** The margins in pixels. The names of the lines are on the right. */
export const MARGIN = { top: 16, right: 64, bottom: 28, left: 8 }

/** The scales of a chart of that size, for all points and lines with some room beyond. */
export function scaleOf(
  points: readonly RunPoint[],
  lines: readonly Pick<RunLine, 'value'>[],
  width: number,
  height: number,
) {
  const span = spanOf([...points.map(({ mean }) => mean), ...lines.map(({ value }) => value)], 0.08)
  return {
    x: linear([-0.5, Math.max(1, points.length) - 0.5], [MARGIN.left, width - MARGIN.right]),
    y: linear(span, [height - MARGIN.bottom, MARGIN.top]),
  }
}

type RunDataProps = {
  history: readonly RunPoint[]
  /** Index of the record in view. */
  ownIndex: number
  /** True for counts, which have a rate instead of the mean. */
  isRate: boolean
  write: (mean: number) => string
}

/** The figures of a run chart as a table. */
export function RunData({ history, ownIndex, isRate, write }: RunDataProps) {
  const t = useText()
  return (
    <details className="run-data">
      <summary>{t('qcRecord.runData')}</summary>
      <TableScroller label={t('qcRecord.runData')}>
        <table className="row-table" aria-label={t('qcRecord.runData')}>
          <thead>
            <tr>
              <th scope="col">{t('qcRecord.recordNo')}</th>
              <th scope="col">{t('qcRecord.inspectedAt')}</th>
              <th scope="col" data-align="end">
                {t(isRate ? 'qcRecord.rate' : 'qcRecord.mean')}
              </th>
              <th scope="col" data-align="end">
                n
              </th>
              <th scope="col">{t('qcRecord.judgement')}</th>
            </tr>
          </thead>
          <tbody>
            {history.map((point, index) => (
              <tr key={point.qcValueBaseId} data-ticked={index === ownIndex}>
                <th scope="row">{point.recordNo}</th>
                <td>{formatTime(point.inspectedAt)}</td>
                <td data-align="end">{point.mean === null ? '-' : write(point.mean)}</td>
                <td data-align="end">{point.n}</td>
                <td>
                  <Verdict value={point.judgement} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroller>
    </details>
  )
}
