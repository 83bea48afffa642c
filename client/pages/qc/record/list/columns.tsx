import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatTime } from '#shared/format/time'
import type { Locale } from '#shared/i18n/text'
import { calledIn, equipmentOf, shiftOf, templateOf } from '#shared/qc/localized-name'
import { recordPath } from '#shared/qc/paths'
import type { RecordRow } from '#shared/qc/record/schema'
import type { RecordSearch } from '../../../../api/qc/record'
import type { Column } from '../../../../ui/table/column'
import { Tooltip } from '../../../../ui/overlay/Tooltip'
import { RecordStatusTag } from '../../../../ui/qc/RecordStatusTag'
import { Verdict } from '../../../../ui/qc/Verdict'
import { Time } from '../../../../ui/time'
import { useText, type T } from '../../../../ui/useText'

type Columns = Column<RecordRow, RecordSearch>[]

/** The columns of the list of records. In a tight list some stand below others, since not all have room side by side. */
export function recordColumns(t: T, locale: Locale, isTight: boolean): Columns {
  const number = ({ qcValueBaseId, recordNo }: RecordRow) => (
    <Link href={recordPath(qcValueBaseId)} className="record-number">
      {recordNo}
    </Link>
  )
  const template = (record: RecordRow) => (
    <>
      {calledIn(locale, templateOf(record))}{' '}
      <span className="muted small record-version">{t('qcRecord.version', { no: record.versionNo })}</span>
    </>
  )
  const equipment = (record: RecordRow) => calledIn(locale, equipmentOf(record))
  const shift = (record: RecordRow) => calledIn(locale, shiftOf(record))
  const inspectedAt = { id: 'inspectedAt', header: t('qcRecord.inspectedAt'), sortable: true } as const
  const head = { id: 'recordNo', header: t('qcRecord.recordNo'), sortable: true, canHide: false } as const
  const lot = { id: 'lot', header: t('qc.lot') }
  const operator: Columns[number] = {
    id: 'operator',
    header: t('qcRecord.operator'),
    cell: ({ operatorName }) => operatorName,
  }
  const circumstances: Columns = isTight
    ? [
        { ...head, cell: (record) => <Stacked first={number(record)} second={template(record)} /> },
        { ...lot, cell: (record) => <Stacked first={record.lotNo ?? '-'} second={equipment(record)} /> },
        operator,
        {
          ...inspectedAt,
          cell: (record) => <Stacked first={<Time value={record.inspectedAt} />} second={shift(record)} />,
        },
      ]
    : [
        { ...head, cell: number },
        { id: 'template', header: t('qc.template'), cell: template },
        { ...lot, cell: ({ lotNo }) => lotNo ?? '-' },
        { id: 'equipment', header: t('qc.equipment'), cell: (record) => equipment(record) ?? '-' },
        { id: 'shift', header: t('qc.shift'), cell: (record) => shift(record) ?? '-' },
        operator,
        { ...inspectedAt, cell: (record) => <Time value={record.inspectedAt} /> },
      ]
  return [
    ...circumstances,
    {
      id: 'judgement',
      header: t('qcRecord.judgement'),
      cell: ({ judgement, ngItems }) => (
        <>
          <Verdict value={judgement} />
          {ngItems > 0 && <span className="muted small"> {t('qcRecord.ngItems', { count: ngItems })}</span>}
        </>
      ),
    },
    { id: 'status', header: t('record.status'), cell: (record) => <RecordStatusTag of={record} /> },
    {
      id: 'waiting',
      header: t('qcRecord.waitingSince'),
      cell: ({ waitingSince }) => (waitingSince ? <Waiting since={waitingSince} /> : '-'),
    },
  ]
}

const Stacked = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <>
    {first}
    {second && <div className="muted small">{second}</div>}
  </>
)

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** How long a record has been waiting, in whole minutes, hours or days. The tooltip has the time. */
function Waiting({ since }: { since: string }) {
  const t = useText()
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / MINUTE_MS))
  const text =
    minutes < HOUR_MINUTES
      ? t('qcRecord.waited.minutes', { count: minutes })
      : minutes < DAY_MINUTES
        ? t('qcRecord.waited.hours', { count: Math.floor(minutes / HOUR_MINUTES) })
        : t('qcRecord.waited.days', { count: Math.floor(minutes / DAY_MINUTES) })
  return (
    <Tooltip text={formatTime(since)}>
      <time className="record-waiting" dateTime={since}>
        {text}
      </time>
    </Tooltip>
  )
}
