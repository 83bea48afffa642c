import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { useDeferredValue, useEffect, useState } from 'react'
import { TEMPLATES_PATH, recordsPath, SCAN_PATH } from '#shared/qc/paths'
import { draftCount } from '../../stores/qc/draft-count'
import { overviewQuery } from '../../stores/qc/overview-query'
import { session } from '../../stores/session'
import { useAllowed } from '../../ui/Allow'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { dashboardPart, qcPart } from '../../ui/qc/qc-part'
import { LatePart, SOON_MS } from '../../ui/qc/LatePart'
import { useText } from '../../ui/useText'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/icons/Icon'
import { usePainted } from '../../ui/paint/usePainted'
import { isReady } from '../../ui/ready'
import { appInfo } from '../../stores/app-info'
import { readText, writeText } from '../../stores/storage'
import { People, Quality, useQcRights } from './Figures'
import { Today } from './Today'
import './DashboardPage.css'

const Live = dashboardPart(() => import('./Live'))
const LocalDrafts = qcPart(() => import('../../ui/qc/draft/LocalDrafts'))

/** The present state. Figures that the operator may not see are left out; nothing is made up. */
export default function DashboardPage() {
  const t = useText()
  const { name } = useSnapshot(session)
  const { unsent } = useSnapshot(draftCount)
  const { data, error, refetch } = useQuery(overviewQuery)
  const { mayRecords, mayAnalyse, mayAny } = useQcRights()
  const mayInspect = useAllowed(['qc:record:add'])
  const isBegun = useDeferredValue(usePainted(true)) // one layout of everything would block a slow computer for long

  return (
    <section className="dashboard">
      <div className="split wrap page-head">
        <div>
          <h1>{t('page.home')}</h1>
          <p className="muted">{t(data?.qc?.isScoped ? 'dashboard.welcomeScoped' : 'dashboard.welcome', { name })}</p>
        </div>
      </div>
      {mayAny && <Tour />}
      {mayInspect && <Inspect />}
      {error && !data ? (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          {mayAny && <Quality qc={data?.qc} />}
          {(mayRecords || mayAnalyse) && (
            <div className="grid gap-12 dashboard-parts">
              {data?.qc?.isEmpty ? (
                <section className="stack dashboard-part card">
                  <Beginning hasLine={data.qc.businessDay !== null} />
                </section>
              ) : (
                isBegun && data?.qc && <Today qc={data.qc} />
              )}
            </div>
          )}
          <People of={data} />
        </>
      )}
      {unsent > 0 && <LocalDrafts />}
      {mayAny && <LatePart of={Live} with={{}} />}
    </section>
  )
}

const PRODUCTS_PATH = '/caliper/product'

/** The first steps, while there are no records. */
function Beginning({ hasLine }: { hasLine: boolean }) {
  const t = useText()
  const mayAddLine = useAllowed(['qc:product:add'])
  const mayAddTemplate = useAllowed(['qc:template:add'])
  const mayBegin = hasLine ? mayAddTemplate : mayAddLine
  return (
    <EmptyState
      icon="chart"
      text={t('dashboard.nothing')}
      action={
        mayBegin && (
          <Link href={hasLine ? TEMPLATES_PATH : PRODUCTS_PATH} className="button button-primary">
            {t('dashboard.setUp')}
          </Link>
        )
      }
    />
  )
}

const StartRecord = qcPart(() => import('../../ui/qc/draft/StartRecord'))

/** The start of an inspection by a template or a label, and the way to begun records. */
function Inspect() {
  const t = useText()
  const [isStarting, setIsStarting] = useState(false)
  return (
    <div className="row stretch wrap dashboard-inspect">
      <Button variant="primary" icon="plus" onClick={() => void isReady(StartRecord).then(setIsStarting)}>
        {t('action.startInspection')}
      </Button>
      <Link href={SCAN_PATH} className="button button-default">
        <Icon name="scan" />
        {t('page.qrCode')}
      </Link>
      <Link href={recordsPath({ status: 'draft', mine: '1' })} className="button button-default">
        {t('dashboard.myDrafts')}
      </Link>
      {isStarting && <StartRecord onClose={() => setIsStarting(false)} />}
    </div>
  )
}

const FiveThings = qcPart(() => import('../../ui/qc/tour/FiveThings'))

const KEY = 'five_things'

/** Only in a demonstration, until it is dismissed in this browser. Its space is reserved, so that nothing moves. */
function Tour() {
  const { demoAccounts } = useSnapshot(appInfo)
  const [done, setDone] = useState(readDone)
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => key === KEY && setDone(readDone()) // of another window
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [])
  if (demoAccounts.length === 0 || done.includes('dismissed')) return null

  function writeDone(next: string[]) {
    setDone(next)
    writeText(KEY, next.join())
  }
  return (
    <section className="stack dashboard-part dashboard-tour card">
      <LatePart
        of={FiveThings}
        idleMs={SOON_MS}
        with={{
          done,
          onTick: (...things) => writeDone([...new Set([...readDone(), ...things])]),
          onUntick: (thing) => writeDone(readDone().filter((other) => other !== thing)),
        }}
      />
    </section>
  )
}

const readDone = () => (readText(KEY) ?? '').split(',')
