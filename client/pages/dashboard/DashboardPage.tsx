import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { draftCount } from '../../stores/qc/draft-count'
import { overviewQuery } from '../../stores/qc/overview-query'
import { session } from '../../stores/session'
import { useAllowed } from '../../ui/Allow'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { part } from '../../ui/part'
import { qcPart } from '../../ui/qc/qc-part'
import { Arriving } from '../../ui/qc/Arriving'
import { useText } from '../../ui/useText'
import { Beginning } from './Beginning'
import { Inspect } from './Inspect'
import { People } from './People'
import { Quality } from './Quality'
import { Tour } from './Tour'
import { useQcRights } from './useQcRights'
import './DashboardPage.css'

const Today = part(() => import('./Today'))
const Live = qcPart(() => import('./Live'))
const LocalDrafts = qcPart(() => import('../../ui/qc/draft/LocalDrafts'))

/** How things stand. A figure that the operator may not see is not there; nothing is made up. */
export default function DashboardPage() {
  const t = useText()
  const { name } = useSnapshot(session)
  const { unsent } = useSnapshot(draftCount)
  const { data, error, refetch } = useQuery(overviewQuery)
  const { mayRecords, mayAnalyse, mayAny } = useQcRights()
  const mayInspect = useAllowed(['qc:record:add'])

  return (
    <section className="dashboard">
      <div className="page-head">
        <div>
          <h1>{t('page.home')}</h1>
          <p className="page-intro">
            {t(data?.qc?.isScoped ? 'dashboard.welcomeScoped' : 'dashboard.welcome', { name })}
          </p>
        </div>
      </div>
      {mayInspect && <Inspect />}
      {error && !data ? (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          {mayAny && <Quality qc={data?.qc} />}
          {(mayRecords || mayAnalyse) && (
            <div className="dashboard-parts">
              {data?.qc?.isEmpty ? (
                <section className="dashboard-part card">
                  <Beginning hasLine={data.qc.businessDay !== null} />
                </section>
              ) : (
                data?.qc && <Today qc={data.qc} />
              )}
            </div>
          )}
          {mayAny && <Tour />}
          <People of={data} />
        </>
      )}
      {unsent > 0 && <LocalDrafts />}
      {mayAny && <Arriving of={Live} with={{}} />}
    </section>
  )
}
