import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { equipmentOf, shiftOf, templateOf } from '#shared/qc/localized-name'
import { qcDicts } from '#shared/qc/constants'
import type { RecordDetail } from '#shared/qc/record/schema'
import { recordPath, RECORDS_PATH, templatePath } from '#shared/qc/paths'
import { useAllowed } from '../../../ui/Allow'
import { IconButton } from '../../../ui/Button'
import { DictTag } from '../../../ui/dict'
import { Icon } from '../../../ui/Icon'
import { type Called, useCalled } from '../../../ui/qc/localized-name'
import { RecordStatusTag } from '../../../ui/qc/RecordStatusTag'
import { Verdict } from '../../../ui/qc/Verdict'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import { Tooltip } from '../../../ui/overlay/Tooltip'
import { Fact } from '../../../ui/layout/Fact'
import { useText } from '../../../ui/useText'
import { StatusSteps } from './StatusSteps'

type RecordHeadProps = {
  record: RecordDetail
  /** Buttons at its end. */
  children: ReactNode
}

/** What a record is: number, verdict, how far it has come, and the circumstances it was taken in. */
export function RecordHead({ record, children }: RecordHeadProps) {
  const t = useText()
  const called = useCalled()
  const maySeeTemplate = useAllowed(['qc:template:list'])
  const { recordNo, judgement, ngItems, warnItems, rev, retestOf, retests } = record
  const template = `${called(templateOf(record))} · ${t('qcRecord.version', { no: record.versionNo })}`
  return (
    <header className="record-head card">
      <Link href={RECORDS_PATH} className="record-back">
        <Icon name="chevron-left" />
        {t('qcRecord.back')}
      </Link>
      <div className="page-head">
        <div>
          <h1>{recordNo}</h1>
          <div className="record-chips">
            <Verdict value={judgement} />
            <RecordStatusTag of={record} />
            {ngItems > 0 && <span className="record-count-ng">{t('qcRecord.ngItems', { count: ngItems })}</span>}
            {warnItems > 0 && (
              <span className="record-count-warn">{t('qcRecord.warnItems', { count: warnItems })}</span>
            )}
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
          </div>
        </div>
        <div className="page-head-actions">{children}</div>
      </div>
      <StatusSteps record={record} />
      <dl className="record-facts">
        <Fact label={t('qc.template')}>
          {maySeeTemplate ? (
            <Link href={`${templatePath(record.templateId)}?version=${record.versionNo}`}>{template}</Link>
          ) : (
            template
          )}
        </Fact>
        <Fact label={t('qc.lot')}>{record.lotNo ?? '-'}</Fact>
        <Fact label={t('qc.equipment')}>{called(equipmentOf(record)) ?? '-'}</Fact>
        <Fact label={t('qcRecord.inspectedAt')}>
          <Time value={record.inspectedAt} />
        </Fact>
        <Fact label={t('qc.shift')}>{shiftText(record, called)}</Fact>
        <Fact label={t('qcRecord.operator')}>{record.operatorName}</Fact>
        {record.disposition && (
          <Fact label={t('qcRecord.disposition')}>
            <DictTag type={qcDicts.disposition} value={record.disposition} />
          </Fact>
        )}
        {record.remark && <Fact label={t('record.remark')}>{record.remark}</Fact>}
        {retestOf && (
          <Fact label={t('qcRecord.retestOf')}>
            <Link href={recordPath(retestOf.qcValueBaseId)}>{retestOf.recordNo}</Link>
          </Fact>
        )}
        {retests.length > 0 && (
          <Fact label={t('qcRecord.retests')}>
            {retests.map((one) => (
              <Link key={one.qcValueBaseId} href={recordPath(one.qcValueBaseId)} className="record-retest">
                {one.recordNo}
              </Link>
            ))}
          </Fact>
        )}
        {record.voidReason && <Fact label={t('qcRecord.voidReason')}>{record.voidReason}</Fact>}
      </dl>
    </header>
  )
}

/** The business day a record belongs to, and the shift it was taken in. */
export const shiftText = (record: RecordDetail, called: Called) =>
  [record.businessDay, called(shiftOf(record))].filter(Boolean).join(' · ')

type NeighbourButtonsProps = {
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** To the record before and after; nothing where there is neither. */
export function NeighbourButtons({ previous, next }: NeighbourButtonsProps) {
  const t = useText()
  if (!previous && !next) return null
  return (
    <span className="record-neighbours">
      <IconButton
        label={t('qcRecord.previous')}
        icon="chevron-left"
        size={20}
        aria-keyshortcuts="["
        disabled={!previous}
        onClick={previous}
      />
      <IconButton
        label={t('qcRecord.next')}
        icon="chevron-right"
        size={20}
        aria-keyshortcuts="]"
        disabled={!next}
        onClick={next}
      />
    </span>
  )
}
