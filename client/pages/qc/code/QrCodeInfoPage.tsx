import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { codes } from '#shared/envelope'
import { isAllowed } from '#shared/permissions'
import { codeIn } from '#shared/qc/code'
import { Failure } from '../../../api/failure'
import { session } from '../../../stores/session'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Icon } from '../../../ui/Icon'
import { PageHead } from '../../../ui/layout/PageHead'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useText } from '../../../ui/useText'
import { Card } from './Card'
import { CodeEntry } from './CodeEntry'
import { codeQuery } from './code-query'
import { SeenCard } from './SeenCard'
import { StartRecord } from './StartButton'
import './QrCodeInfoPage.css'

/** What the label in somebody's hand stands for, and where the next one is scanned. */
export default function QrCodeInfoPage() {
  const t = useText()
  const [path, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('code')?.trim() ?? ''
  useEffect(preloadEntry, [])
  return (
    <section className="qr-page">
      <PageHead title={t('qcQr.scanTitle')} intro={asked ? undefined : t('qcQr.scanIntro')} />
      {asked && <Answer key={asked} asked={asked} />}
      <CodeEntry
        isFirst={!asked}
        onCode={(code) => navigate(`${path}?code=${encodeURIComponent(code)}`, { replace: code === codeIn(asked) })}
      />
    </section>
  )
}

function Answer({ asked }: { asked: string }) {
  const t = useText()
  const queries = useQueryClient()
  const code = codeIn(asked)
  const { data, error, refetch } = useQuery({ ...codeQuery(queries, code ?? ''), enabled: code !== undefined })
  if (code === undefined) return <Nothing text={t('qcQr.malformed')} />
  if (error instanceof Failure && (error.code === codes.notFound || error.code === codes.forbidden)) {
    return <Nothing text={error.message} />
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="280px" />
  if ('info' in data) return <Card info={data.info} />
  return data.seen ? <SeenCard template={data.seen} /> : <Nothing text={t('qcQr.offline')} />
}

/** A code that leads nowhere: why, and nothing of what it may have stood for. */
const Nothing = ({ text }: { text: string }) => (
  <p className="qr-nothing card" role="alert">
    <Icon name="warning" size={20} />
    {text}
  </p>
)

/** The pages that a check is entered on are fetched ahead: there may be no network by then. */
function preloadEntry() {
  if (!isAllowed(session.permissions, ['qc:record:add'])) return
  const fetched = [
    StartRecord.preload(),
    import('../record/RecordDetailPage'),
    import('../record/entry/LocalRecord'),
    import('../../../ui/qc/draft/DraftButton'),
  ]
  void Promise.allSettled(fetched) // what did not come is fetched when it is needed
}
