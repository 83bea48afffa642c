import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { PageHead } from '../../../ui/layout/PageHead'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useText } from '../../../ui/useText'
import { AnalysisView } from './AnalysisView'
import { useAnalysisAddress } from './analysis-query'
import { useAnalysis } from './useAnalysis'
import './analysis.css'

/** From values to insight: is the process in control, is it capable, since when, and which record is it. */
export default function AnalysisPage() {
  const t = useText()
  const [address, change] = useAnalysisAddress()
  const analysis = useAnalysis(address)
  const { items, itemKey } = analysis
  if (itemKey === undefined || !items.data) {
    return (
      <section className="analysis">
        <PageHead title={t('qcAnalysis.title')} />
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
