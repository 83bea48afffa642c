import { formatTime } from '#shared/format/time'
import { Verdict } from '../../../../ui/qc/Verdict'
import { TableScroller } from '../../../../ui/table/TableScroller'
import { useText } from '../../../../ui/useText'
import type { RunPoint } from './run-scale'

type RunDataProps = {
  history: readonly RunPoint[]
  /** Index of the record in view. */
  ownIndex: number
  /** Counts have a rate in place of the mean. */
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
