import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { PageHead } from '../../../ui/layout/PageHead'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useText } from '../../../ui/useText'
import { AnalysisView } from './AnalysisView'
import { useAnalysisAddress } from './analysis-query'
import { useAnalysis } from './useAnalysis'
import './analysis.css'

/** The analysis of a characteristic: whether its process is in control and capable, since when, and by which records. */
export default function AnalysisPage() {
  const t = useText()
  const [address, change] = useAnalysisAddress()
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
