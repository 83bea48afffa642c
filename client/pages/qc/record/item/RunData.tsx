import { formatTime } from '#shared/format/time'
import { Verdict } from '../../../../ui/qc/Verdict'
import { TableScroller } from '../../../../ui/table/TableScroller'
import { useText } from '../../../../ui/useText'
import type { RunPoint } from './run-scale'

type RunDataProps = {
  history: readonly RunPoint[]
  /** The place of the record that is looked at. */
  here: number
  /** Of counts the rate stands in place of the mean. */
  isRate: boolean
  written: (mean: number) => string
}

/** What a run chart shows, as a table. */
export function RunData({ history, here, isRate, written }: RunDataProps) {
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
              <tr key={point.qcValueBaseId} data-ticked={index === here}>
                <th scope="row">{point.recordNo}</th>
                <td>{formatTime(point.inspectedAt)}</td>
                <td data-align="end">{point.mean === null ? '-' : written(point.mean)}</td>
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
