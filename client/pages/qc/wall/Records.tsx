import { Fragment } from 'react'
import type { BigScreen } from '#shared/qc/wall'
import { templateOf } from '#shared/qc/localized-name'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { useText } from '../../../ui/useText'
import { Mark } from './Mark'
import { Panel } from './Panel'
import { useWallTime } from './live/wall-time'

type Row = BigScreen['records'][number]
type RecordsProps = Pick<BigScreen, 'records'> & { newIds: ReadonlySet<number>; now: number }

/** The number of rows that fit, including rows with a day. */
const MAX_ROWS = 12

/**
 * The latest records; records of other days stand below their day. A new record slides in; a new NG record flashes
 * twice.
 */
export function Records({ records, newIds, now }: RecordsProps) {
  const t = useText()
  const localized = useLocalizedName()
  const { time } = useWallTime()
  const days = daysOf(records, (at) => time(at, 'day'), time(now, 'day'))
  return (
    <Panel area="records" title={t('qcWall.records')} emptyText={records.length === 0 && t('qcWall.noRecords')}>
      <ol className="wall-record-list">
        {days.map(({ day, rows }) => (
          <Fragment key={`${day} ${rows[0]?.qcValueBaseId}`}>
            {day && <li className="wall-record-day wall-muted">{day}</li>}
            {rows.map((record) => {
              const { qcValueBaseId, at, lotNo, judgement, isRetest } = record
              return (
                <li key={qcValueBaseId} data-new={newIds.has(qcValueBaseId)} data-tone={judgement}>
                  <time className="wall-muted" dateTime={at}>
                    {time(at, 'minute')}
                  </time>
                  <span className="row">
                    <span className="wall-clip">{localized(templateOf(record))}</span>
                    {isRetest && <span className="wall-muted wall-retest">{t('qcWall.retest')}</span>}
                  </span>
                  <span className="wall-muted">{lotNo}</span>
                  <span className="row wall-tone" data-tone={judgement}>
                    <Mark tone={judgement} size={20} />
                    {t(`qc.judgement.${judgement}`)}
                  </span>
                </li>
              )
            })}
          </Fragment>
        ))}
      </ol>
    </Panel>
  )
}

/** Neighbouring records of the same day, up to the rows that fit; each day except today needs a row as well. */
function daysOf(records: readonly Row[], dayOf: (at: string) => string, today: string) {
  const days: { day: string; rows: Row[] }[] = []
  let rowsLeft = MAX_ROWS
  for (const record of records) {
    const day = dayOf(record.at) === today ? '' : dayOf(record.at)
    const last = days.at(-1)
    const isSame = last?.day === day
    rowsLeft -= isSame || day === '' ? 1 : 2
    if (rowsLeft < 0) break
    if (isSame) last.rows.push(record)
    else days.push({ day, rows: [record] })
  }
  return days
}
