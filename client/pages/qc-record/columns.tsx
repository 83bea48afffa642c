import { Link } from 'wouter'
import type { RecordRow } from '#shared/schemas/qc-record'
import type { RecordSearch } from '../../api/qc-record'
import type { Column } from '../../ui/column'
import { calledIn } from '../../ui/qc/called'
import { RecordStatusTag } from '../../ui/qc/RecordStatusTag'
import { Verdict } from '../../ui/qc/Verdict'
import { Time } from '../../ui/time'
import type { T } from '../../ui/useText'
import type { Locale } from '#shared/i18n/text'
import { recordPath } from '#shared/qc/paths'

/** The columns of the list of records. */
export const recordColumns = (t: T, locale: Locale): Column<RecordRow, RecordSearch>[] => [
  {
    id: 'recordNo',
    header: t('qcRecord.recordNo'),
    sortable: true,
    canHide: false,
    cell: ({ qcValueBaseId, recordNo }) => <Link href={recordPath(qcValueBaseId)}>{recordNo}</Link>,
  },
  {
    id: 'template',
    header: t('qc.template'),
    cell: ({ templateName, templateNameEn, versionNo }) => (
      <>
        {calledIn(locale, { name: templateName, nameEn: templateNameEn })}{' '}
        <span className="record-version">{t('qcRecord.version', { no: versionNo })}</span>
      </>
    ),
  },
  { id: 'lot', header: t('qc.lot'), cell: ({ lotNo }) => lotNo ?? '-' },
  { id: 'equipment', header: t('qc.equipment'), cell: ({ equipmentName }) => equipmentName ?? '-' },
  { id: 'shift', header: t('qc.shift'), cell: ({ shiftName }) => shiftName ?? '-' },
  { id: 'operator', header: t('qcRecord.operator'), cell: ({ operatorName }) => operatorName },
  {
    id: 'inspectedAt',
    header: t('qcRecord.inspectedAt'),
    sortable: true,
    cell: ({ inspectedAt }) => <Time value={inspectedAt} />,
  },
  {
    id: 'judgement',
    header: t('qcRecord.judgement'),
    cell: ({ judgement, ngItems }) => (
      <>
        <Verdict value={judgement} />
        {ngItems > 0 && <span className="record-ng-items"> {t('qcRecord.ngItems', { count: ngItems })}</span>}
      </>
    ),
  },
  { id: 'status', header: t('record.status'), cell: ({ status }) => <RecordStatusTag value={status} /> },
  {
    id: 'waiting',
    header: t('qcRecord.waitingSince'),
    cell: ({ waitingSince }) => (waitingSince ? <Time value={waitingSince} relative /> : '-'),
  },
]
