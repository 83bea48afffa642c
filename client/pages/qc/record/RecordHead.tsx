import { Link, useLocation, useSearch } from 'wouter'
import { equipmentOf, shiftOf, templateOf } from '#shared/qc/localized-name'
import { qcDicts } from '#shared/qc/constants'
import type { RecordDetail } from '#shared/qc/record/schema'
import { recordPath, RECORDS_PATH, templatePath } from '#shared/qc/paths'
import { Allow, useAllowed } from '../../../ui/Allow'
import { Button, IconButton } from '../../../ui/Button'
import { DictTag } from '../../../ui/dict'
import { printLabels } from '../../../ui/qc/label/print-labels'
import { type LocalizedName, useLocalizedName } from '../../../ui/qc/localized-name'
import { RecordStatusTag } from '../../../ui/qc/RecordStatusTag'
import { Verdict } from '../../../ui/qc/Verdict'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import { Tooltip } from '../../../ui/overlay/Tooltip'
import { Facts } from '../../../ui/layout/Fact'
import { useText } from '../../../ui/useText'
import { assignmentText } from '../../../ui/qc/assign/assignment-text'
import { AssignRecord } from './AssignRecord'
import { HeadCard } from './HeadCard'
import { neighboursOf } from './list/neighbours'
import { StatusSteps } from './StatusSteps'

/** The head of a record: number, judgement, status, and the circumstances of the inspection. */
export function RecordHead({ record }: { record: RecordDetail }) {
  const t = useText()
  const localized = useLocalizedName()
  const maySeeTemplate = useAllowed(['qc:template:list'])
  const { recordNo, judgement, ngItems, warnItems, rev, disposition, retestOf, retests } = record
  const templateVersion = `${templatePath(record.templateId)}?version=${record.versionNo}`
  const template = `${localized(templateOf(record))} · ${t('qcRecord.version', { no: record.versionNo })}`
  return (
    <HeadCard
      back={{ path: RECORDS_PATH, text: t('qcRecord.back') }}
      title={recordNo}
      badges={
        <>
          <Verdict value={judgement} />
          <RecordStatusTag of={record} />
          {ngItems > 0 && <span className="record-count-ng">{t('qcRecord.ngItems', { count: ngItems })}</span>}
          {warnItems > 0 && <span className="record-count-warn">{t('qcRecord.warnItems', { count: warnItems })}</span>}
          {record.isLate && (
            <Tooltip text={t('qcRecord.lateHint')}>
              <span>
                <Tag tone="warn">{t('qcRecord.late')}</Tag>
              </span>
            </Tooltip>
          )}
          {record.values.some(({ gaugeOverdueSince }) => gaugeOverdueSince) && (
            <Tag tone="warn">{t('qcRecord.gaugeMarked')}</Tag>
          )}
          {rev > 1 && <Tag tone="info">{t('qcRecord.revision', { rev })}</Tag>}
          {record.source !== 'manual' && <Tag tone="info">{t(`qcRecord.source.${record.source}`)}</Tag>}
        </>
      }
      buttons={
        <>
          <AssignRecord record={record} />
          <HeadButtons recordId={record.qcValueBaseId} />
        </>
      }
    >
      <StatusSteps record={record} />
      <Facts
        className="facts record-facts"
        of={[
          [t('qc.template'), maySeeTemplate ? <Link href={templateVersion}>{template}</Link> : template],
          [t('qc.lot'), record.lotNo ?? '-'],
          [t('qc.equipment'), localized(equipmentOf(record)) ?? '-'],
          [t('qcRecord.inspectedAt'), <Time key="inspectedAt" value={record.inspectedAt} />],
          [t('qc.shift'), shiftText(record, localized)],
          [t('qcRecord.operator'), record.operatorName],
          [t('qcAssign.owner'), assignmentText(t, record.assignment)],
          [t('qcRecord.disposition'), disposition && <DictTag type={qcDicts.disposition} value={disposition} />],
          [t('record.remark'), record.remark],
          [
            t('qcRecord.retestOf'),
            retestOf && <Link href={recordPath(retestOf.qcValueBaseId)}>{retestOf.recordNo}</Link>,
          ],
          [
            t('qcRecord.retests'),
            retests.length > 0 &&
              retests.map((retest) => (
                <Link key={retest.qcValueBaseId} href={recordPath(retest.qcValueBaseId)} className="record-retest">
                  {retest.recordNo}
                </Link>
              )),
          ],
          [t('qcRecord.voidReason'), record.voidReason],
        ]}
      />
    </HeadCard>
  )
}

/** The buttons of a record: to its neighbours in the list, its label, and its printed copy. */
function HeadButtons({ recordId }: { recordId: number }) {
  const t = useText()
  const [path, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const { previous, next } = neighboursOf(recordId)
  const goTo = (id: number | undefined) => (id === undefined ? undefined : () => navigate(recordPath(id)))

  function print() {
    search.set('print', '1')
    navigate(`${path}?${search}`)
  }

  return (
    <>
      <NeighbourButtons previous={goTo(previous)} next={goTo(next)} />
      <Allow tags={['qc:qr:print']}>
        <Button onClick={() => void printLabels('record', [recordId])}>{t('qcRecord.qr')}</Button>
      </Allow>
      <Button data-command="print" onClick={print}>
        {t('qcRecord.print')}
      </Button>
    </>
  )
}

/** The business day and the shift of a record. */
export const shiftText = (record: RecordDetail, localized: LocalizedName) =>
  [record.businessDay, localized(shiftOf(record))].filter(Boolean).join(' · ')

type NeighbourButtonsProps = {
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** Buttons to the previous and the next record. Nothing if there is neither. */
export function NeighbourButtons({ previous, next }: NeighbourButtonsProps) {
  const t = useText()
  if (!previous && !next) return null
  const back = { label: t('qcRecord.previous'), icon: 'chevron-left', 'aria-keyshortcuts': '[' } as const
  const forward = { label: t('qcRecord.next'), icon: 'chevron-right', 'aria-keyshortcuts': ']' } as const
  return (
    <span className="row inline stretch gap-0">
      <IconButton {...back} size={20} disabled={!previous} onClick={previous} />
      <IconButton {...forward} size={20} disabled={!next} onClick={next} />
    </span>
  )
}
