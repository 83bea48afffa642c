import { Fragment } from 'react'
import type { BigScreen } from '#shared/qc/wall'
import { templateOf } from '#shared/qc/localized-name'
import { useCalled } from '../../../ui/qc/localized-name'
import { useText } from '../../../ui/useText'
import { Mark } from './Mark'
import { Panel } from './Panel'
import { useWallTime } from './live/wall-clock'

type Row = BigScreen['records'][number]
type RecordsProps = Pick<BigScreen, 'records'> & { newIds: ReadonlySet<number>; now: number }

/** Rows there is room for. */
const ROOM = 12

/** What came in last, under the day of its own where that is not today. A new one slides in; one that is NG flashes twice. */
export function Records({ records, newIds, now }: RecordsProps) {
  const t = useText()
  const called = useCalled()
  const { time } = useWallTime()
  const days = daysOf(records, (at) => time(at, 'day'), time(now, 'day'))
  return (
    <Panel place="records" title={t('qcWall.records')}>
      {records.length === 0 && <p className="wall-empty">{t('qcWall.noRecords')}</p>}
      <ol className="wall-record-list">
        {days.map(({ day, rows }) => (
          <Fragment key={`${day} ${rows[0]?.qcValueBaseId}`}>
            {day && <li className="wall-record-day">{day}</li>}
            {rows.map((record) => {
              const { qcValueBaseId, at, lotNo, judgement } = record
              return (
                <li key={qcValueBaseId} data-new={newIds.has(qcValueBaseId)} data-tone={judgement}>
                  <time dateTime={at}>{time(at, 'minute')}</time>
                  <span className="wall-template">{called(templateOf(record))}</span>
                  <span className="wall-lot">{lotNo}</span>
                  <span className="wall-verdict" data-tone={judgement}>
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

/** Neighbours of one day together, as many as have room with a row for each day that is not today. */
function daysOf(records: readonly Row[], dayOf: (at: string) => string, today: string) {
  const days: { day: string; rows: Row[] }[] = []
  let room = ROOM
  for (const record of records) {
    const day = dayOf(record.at) === today ? '' : dayOf(record.at)
    const last = days.at(-1)
    const isSame = last?.day === day
    room -= isSame || day === '' ? 1 : 2
    if (room < 0) break
    if (isSame) last.rows.push(record)
    else days.push({ day, rows: [record] })
  }
  return days
}
