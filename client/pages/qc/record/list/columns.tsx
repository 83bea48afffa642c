import { MINUTE_MS } from '#shared/durations'
import { Link } from 'wouter'
import { formatTime } from '#shared/format/time'
import type { Locale } from '#shared/i18n/text'
import { localizedName, equipmentOf, shiftOf, templateOf } from '#shared/qc/localized-name'
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

/** The columns of the list of records. */
export const recordColumns = (t: T, locale: Locale): Columns => [
  {
    id: 'recordNo',
    header: t('qcRecord.recordNo'),
    sortable: true,
    canHide: false,
    cell: ({ qcValueBaseId, recordNo }) => (
      <Link href={recordPath(qcValueBaseId)} className="record-number">
        {recordNo}
      </Link>
    ),
  },
  {
    id: 'template',
    header: t('qc.template'),
    cell: (record) => (
      <>
        {localizedName(locale, templateOf(record))}{' '}
        <span className="muted small record-version">{t('qcRecord.version', { no: record.versionNo })}</span>
      </>
    ),
  },
  { id: 'lot', header: t('qc.lot'), cell: ({ lotNo }) => lotNo ?? '-' },
  {
    id: 'equipment',
    header: t('qc.equipment'),
    priority: 3,
    cell: (record) => localizedName(locale, equipmentOf(record)) ?? '-',
  },
  { id: 'shift', header: t('qc.shift'), priority: 3, cell: (record) => localizedName(locale, shiftOf(record)) ?? '-' },
  { id: 'operator', header: t('qcRecord.operator'), priority: 3, cell: ({ operatorName }) => operatorName },
  {
    id: 'inspectedAt',
    header: t('qcRecord.inspectedAt'),
    sortable: true,
    cell: (record) => <Time value={record.inspectedAt} />,
  },
  {
    id: 'judgement',
    header: t('qcRecord.judgement'),
    priority: 1,
    cell: ({ judgement, ngItems }) => (
      <>
        <Verdict value={judgement} />
        {ngItems > 0 && <span className="muted small"> {t('qcRecord.ngItems', { count: ngItems })}</span>}
      </>
    ),
  },
  {
    id: 'status',
    header: t('record.status'),
    priority: 1,
    cell: (record) => <RecordStatusTag of={record} />,
  },
  {
    id: 'waiting',
    header: t('qcRecord.waitingSince'),
    cell: ({ waitingSince }) => (waitingSince ? <Waiting since={waitingSince} /> : '-'),
  },
]

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** The waiting time of a record, in whole minutes, hours or days. The tooltip has the time. */
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
