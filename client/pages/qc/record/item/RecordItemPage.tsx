import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from 'wouter'
import { equipmentOf, templateOf } from '#shared/qc/localized-name'
import { hasCriterion, isCount, isMeasured } from '#shared/qc/constants'
import { recordItemPath, recordPath, RECORDS_PATH } from '#shared/qc/paths'
import { recordApi } from '../../../../api/qc/record'
import { Button } from '../../../../ui/Button'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { Icon } from '../../../../ui/Icon'
import { useCalled } from '../../../../ui/qc/localized-name'
import { LimitsBar } from '../../../../ui/qc/LimitsBar'
import { RecordStatusTag } from '../../../../ui/qc/RecordStatusTag'
import { Verdict } from '../../../../ui/qc/Verdict'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { useTabTitle } from '../../../../ui/tab'
import { useText } from '../../../../ui/useText'
import { ItemSamples } from './ItemSamples'
import { Fact } from '../../../../ui/layout/Fact'
import { NeighbourButtons } from '../RecordHead'
import { ItemSignals } from './ItemSignals'
import { RunChart } from './RunChart'
import '../grid/EntryGrid.css'
import '../record.css'

/** One item of one record, with the records before and after. */
export default function RecordItemPage() {
  const t = useText()
  const called = useCalled()
  const [, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const id = Number(search.get('qcValueBaseId'))
  const itemKey = search.get('itemKey') ?? ''
  const hasQuery = id > 0 && itemKey !== ''
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['qc-record-item', id, itemKey],
    queryFn: ({ signal }) => recordApi.item(id, itemKey, signal),
    enabled: hasQuery,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const name = data && called(data.item)
  useTabTitle(
    data && `${data.item.name} · ${data.record.recordNo}`,
    data && `${data.item.nameEn || data.item.name} · ${data.record.recordNo}`,
  )

  if (!hasQuery) {
    return <EmptyState text={t('qcRecord.noItem')} action={<Link href={RECORDS_PATH}>{t('qcRecord.back')}</Link>} />
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="480px" />
  const { record, item, values, judgement, previousItem, nextItem, previousRecord, nextRecord } = data
  const goTo = (recordId: number, key: string) => navigate(recordItemPath(recordId, key), { replace: true })
  const numbers = isCount(item.type) ? [] : values.flatMap(({ value }) => value ?? [])

  return (
    <section className="record" aria-busy={isPlaceholderData}>
      <header className="record-head card">
        <Link href={recordPath(record.qcValueBaseId)} className="record-back">
          <Icon name="chevron-left" />
          {record.recordNo}
        </Link>
        <div className="split wrap page-head">
          <div>
            <h1>{name}</h1>
            <div className="record-chips">
              {(hasCriterion(item.type) || judgement !== 'OK') && <Verdict value={judgement} />}
              <RecordStatusTag of={record} />
            </div>
          </div>
          <div className="row stretch wrap">
            <Button icon="chevron-up" disabled={!previousItem} onClick={() => previousItem && goTo(id, previousItem)}>
              {t('qcRecord.previousItem')}
            </Button>
            <Button icon="chevron-down" disabled={!nextItem} onClick={() => nextItem && goTo(id, nextItem)}>
              {t('qcRecord.nextItem')}
            </Button>
            <NeighbourButtons
              previous={previousRecord ? () => goTo(previousRecord.qcValueBaseId, itemKey) : undefined}
              next={nextRecord ? () => goTo(nextRecord.qcValueBaseId, itemKey) : undefined}
            />
          </div>
        </div>
        <dl className="record-facts">
          <Fact label={t('qc.record')}>
            <Link href={recordPath(record.qcValueBaseId)}>{record.recordNo}</Link>
          </Fact>
          <Fact label={t('qc.template')}>
            {called(templateOf(record))} · {t('qcRecord.version', { no: record.versionNo })}
          </Fact>
          <Fact label={t('qc.lot')}>{record.lotNo ?? '-'}</Fact>
          <Fact label={t('qc.equipment')}>{called(equipmentOf(record)) ?? '-'}</Fact>
          {item.unit && <Fact label={t('qcRecord.unit')}>{item.unit}</Fact>}
          <Fact label={t('qcRecord.severityLabel')}>{t(`qcTemplate.severity.${item.severity}`)}</Fact>
        </dl>
        {item.instruction && (
          <p className="record-instruction">
            <Icon name="info" /> {item.instruction}
          </p>
        )}
      </header>
      {isMeasured(item.type) && (
        <div className="record-limits card">
          <h2>{t('qcRecord.limits')}</h2>
          <LimitsBar item={item} values={numbers} size="large" />
        </div>
      )}
      {isMeasured(item.type) && <ItemSignals info={data} />}
      <ItemSamples info={data} />
      {isMeasured(item.type) && <RunChart info={data} />}
    </section>
  )
}
