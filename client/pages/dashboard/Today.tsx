import { Link } from 'wouter'
import type { QcOverview } from '#shared/qc/overview'
import { templateOf } from '#shared/qc/localized-name'
import { recordsPath, recordPath } from '#shared/qc/paths'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { useText } from '../../ui/useText'
import { useLocalizedName } from '../../ui/qc/localized-name'
import { Verdict } from '../../ui/qc/Verdict'
import { Time } from '../../ui/time'
import { MainChart } from './MainChart'

/** The main chart, and the records that wait for the operator. */
export function Today({ qc: { chart, newestSignal, yield: analysed, records } }: { qc: QcOverview }) {
  const t = useText()
  return (
    <>
      {(chart || analysed) && (
        <section className="stack dashboard-part dashboard-process card">
          {chart ? (
            <MainChart of={chart} signal={newestSignal} />
          ) : (
            <EmptyState icon="chart" text={t('dashboard.noChart')} />
          )}
        </section>
      )}
      {records && <NeedsYou records={records} />}
    </>
  )
}

/** The first records that wait for the operator. */
function NeedsYou({ records: { waiting, waitingFirst } }: { records: NonNullable<QcOverview['records']> }) {
  const t = useText()
  const localized = useLocalizedName()
  return (
    <section className="stack dashboard-part card" aria-label={t('dashboard.waitingForMe')}>
      <header>
        <h2>{t('dashboard.waitingForMe')}</h2>
        {waiting > 0 && <Link href={recordsPath({ waiting: '1' })}>{t('dashboard.allOf', { count: waiting })}</Link>}
      </header>
      {waitingFirst.length === 0 ? (
        <EmptyState icon="check" text={t('dashboard.quiet')} />
      ) : (
        <ul className="dashboard-waiting">
          {waitingFirst.map((record) => (
            <li key={record.qcValueBaseId}>
              <Link href={recordPath(record.qcValueBaseId)}>{record.recordNo}</Link>
              <Verdict value={record.judgement} />
              <span>{[localized(templateOf(record)), record.lotNo].filter(Boolean).join(' · ')}</span>
              <Time value={record.waitingSince ?? record.updatedAt} relative />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
