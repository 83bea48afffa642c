import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from 'wouter'
import { equipmentOf, templateOf } from '#shared/qc/localized-name'
import { hasCriterion, isCount, isMeasured } from '#shared/qc/constants'
import { recordItemPath, recordPath, RECORDS_PATH } from '#shared/qc/paths'
import { recordApi } from '../../../../api/qc/record'
import { Button } from '../../../../ui/Button'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { Icon } from '../../../../ui/icons/Icon'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { LimitsBar } from '../../../../ui/qc/limits-bar/LimitsBar'
import { RecordStatusTag } from '../../../../ui/qc/RecordStatusTag'
import { Verdict } from '../../../../ui/qc/Verdict'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { useAddressOf, useTabTitle } from '../../../../ui/tab'
import { useText } from '../../../../ui/useText'
import { ItemSamples } from './ItemSamples'
import { Facts } from '../../../../ui/layout/Fact'
import { HeadCard } from '../HeadCard'
import { NeighbourButtons } from '../RecordHead'
import { ItemSignals } from './ItemSignals'
import { RunChart } from './RunChart'
import '../grid/EntryGrid.css'
import '../record.css'

/** One item of one record, with the records before and after. */
export default function RecordItemPage() {
  const t = useText()
  const localized = useLocalizedName()
  const [, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const records = useAddressOf(RECORDS_PATH)
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
  useTabTitle(
    data && `${data.item.name} · ${data.record.recordNo}`,
    data && `${data.item.nameEn || data.item.name} · ${data.record.recordNo}`,
  )

  if (!hasQuery) {
    return <EmptyState text={t('qcRecord.noItem')} action={<Link href={records}>{t('qcRecord.back')}</Link>} />
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="480px" />
  const { record, item, values, judgement, previousItem, nextItem, previousRecord, nextRecord } = data
  const goTo = (recordId: number, key: string) => navigate(recordItemPath(recordId, key), { replace: true })
  const numbers = isCount(item.type) ? [] : values.flatMap(({ value }) => value ?? [])

  return (
    <section className="stack gap-12 record" aria-busy={isPlaceholderData}>
      <HeadCard
        back={{ path: recordPath(record.qcValueBaseId), text: record.recordNo }}
        title={localized(item)}
        badges={
          <>
            {(hasCriterion(item.type) || judgement !== 'OK') && <Verdict value={judgement} />}
            <RecordStatusTag of={record} />
          </>
        }
        buttons={
          <>
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
          </>
        }
      >
        <Facts
          className="facts record-facts"
          of={[
            [
              t('qc.record'),
              <Link key="record" href={recordPath(record.qcValueBaseId)}>
                {record.recordNo}
              </Link>,
            ],
            [t('qc.template'), `${localized(templateOf(record))} · ${t('qcRecord.version', { no: record.versionNo })}`],
            [t('qc.lot'), record.lotNo ?? '-'],
            [t('qc.equipment'), localized(equipmentOf(record)) ?? '-'],
            [t('qcRecord.unit'), item.unit],
            [t('qcRecord.severityLabel'), t(`qcTemplate.severity.${item.severity}`)],
          ]}
        />
        {item.instruction && (
          <p className="row stretch muted record-instruction">
            <Icon name="info" /> {item.instruction}
          </p>
        )}
      </HeadCard>
      {isMeasured(item.type) && (
        <div className="grid gap-12 record-limits card">
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
