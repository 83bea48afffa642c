import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { shortLineTime } from '#shared/format/line-time'
import { readAnalysis } from '../../../../api/qc/analysis'
import { onFeed } from '../../../../stores/qc/feed'
import { Button } from '../../../../ui/Button'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { PageHead } from '../../../../ui/layout/PageHead'
import { everySecond } from '../../../../ui/qc/every-second'
import { useProducts } from '../../../../ui/qc/products'
import { ANALYSIS_KEY } from '../../../../ui/qc/query-keys'
import { ProductFilter } from '../../../../ui/qc/select/ProductFilter'
import { useText } from '../../../../ui/useText'
import { useView, type ChangeAddress } from '../analysis-query'
import { deviceZone } from '../line-clock'
import { SmallChart } from './SmallChart'
import './all-charts.css'

type AllChartsProps = {
  /** The code of a product line; undefined for the first. */
  product: string | undefined
  change: ChangeAddress
}

/** Small control charts of all charted characteristics of a product line, the most urgent first. */
export default function AllCharts({ product, change }: AllChartsProps) {
  const t = useText()
  const [, show] = useView()
  const products = useProducts()
  const line = products.find(({ code }) => code === product) ?? (product === undefined ? products[0] : undefined)
  const code = product ?? line?.code
  const tz = line?.tz ?? deviceZone()
  const [isNeedOnly, setIsNeedOnly] = useState(false)
  const { data, error, refetch } = useAllCharts(code)
  const need = data?.charts.filter(({ recentRules }) => recentRules.length > 0) ?? []
  const shown = (isNeedOnly ? need : data?.charts) ?? []

  return (
    <section className="analysis">
      <PageHead title={t('page.analysis')}>
        <Button icon="chart" onClick={() => show('one')}>
          {t('qcAnalysis.oneChart')}
        </Button>
      </PageHead>
      <div className="row wrap gap-12 card all-charts-bar" role="group" aria-label={t('table.filters')}>
        <ProductFilter value={code} onSelect={(next) => change({ product: next })} />
        <label className="row gap-6">
          <input type="checkbox" checked={isNeedOnly} onChange={({ target }) => setIsNeedOnly(target.checked)} />
          {t('qcAnalysis.onlyNeed')}
        </label>
        {data && (
          <p className="muted" role="status">
            {t('qcAnalysis.allCount', { count: data.charts.length })}
            {need.length > 0 && (
              <>
                {' · '}
                {t('qcAnalysis.needCount', {
                  count: need.length,
                  since: shortLineTime(data.since, new Date(), tz),
                })}
              </>
            )}
          </p>
        )}
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height="640px" />
      ) : shown.length === 0 ? (
        <EmptyState icon="chart" text={t(isNeedOnly ? 'qcAnalysis.noneNeed' : 'qcAnalysis.noItems')} />
      ) : (
        <ul className="grid gap-12 all-charts">
          {shown.map((chart) => (
            <SmallChart key={chart.item.itemKey} chart={chart} tz={tz} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The charts, reloaded on events of the line. */
function useAllCharts(product: string | undefined) {
  const queries = useQueryClient()
  useEffect(() => {
    const read = () => void queries.invalidateQueries({ queryKey: [ANALYSIS_KEY, 'charts', product] })
    const [readSoon, stop] = everySecond(read)
    const leave = onFeed((event) => {
      if (event.type === 'reset' || (event.type !== 'kpi' && event.data.product === product)) readSoon()
    })
    return () => {
      leave()
      stop()
    }
  }, [queries, product])
  return useQuery({
    queryKey: [ANALYSIS_KEY, 'charts', product],
    queryFn: ({ signal }) => readAnalysis('charts', { product }, signal),
    enabled: product !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
