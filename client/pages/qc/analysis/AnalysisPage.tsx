import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { PageHead } from '../../../ui/layout/PageHead'
import { part } from '../../../ui/part'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useText } from '../../../ui/useText'
import { AnalysisView } from './AnalysisView'
import { useAnalysisAddress, useView, type Address, type ChangeAddress } from './analysis-query'
import { useAnalysis } from './useAnalysis'
import './analysis.css'

const AllCharts = part(() => import('./all/AllCharts'))

/** The analysis of one characteristic, or small charts of all. */
export default function AnalysisPage() {
  const [address, change] = useAnalysisAddress()
  const [view] = useView()
  return view === 'all' ? (
    <AllCharts product={address.product} change={change} />
  ) : (
    <OneCharacteristic address={address} change={change} />
  )
}

type OneCharacteristicProps = { address: Address; change: ChangeAddress }

/** Shows if the process of a characteristic is in control and capable, since when, and from which records. */
function OneCharacteristic({ address, change }: OneCharacteristicProps) {
  const t = useText()
  const analysis = useAnalysis(address)
  const { items, itemKey } = analysis
  if (itemKey === undefined || !items.data) {
    return (
      <section className="analysis">
        <PageHead title={t('page.analysis')} />
        {items.error ? (
          <ErrorState error={items.error} onRetry={() => void items.refetch()} />
        ) : items.data ? (
          <EmptyState icon="chart" text={t('qcAnalysis.noItems')} />
        ) : (
          <Skeleton height="640px" />
        )}
      </section>
    )
  }
  return <AnalysisView key={itemKey} itemKey={itemKey} address={address} change={change} analysis={analysis} />
}
