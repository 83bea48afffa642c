import type { QcOverview } from '#shared/qc/overview'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { useText } from '../../ui/useText'
import { MainChart } from './MainChart'
import { NeedsYou } from './NeedsYou'

/** The chart to look at, and what waits for the operator. */
export default function Today({ qc: { chart, yield: analysed, records } }: { qc: QcOverview }) {
  const t = useText()
  return (
    <>
      {(chart || analysed) && (
        <section className="dashboard-part dashboard-process card">
          {chart ? <MainChart of={chart} /> : <EmptyState icon="chart" text={t('dashboard.noChart')} />}
        </section>
      )}
      {records && <NeedsYou records={records} />}
    </>
  )
}
