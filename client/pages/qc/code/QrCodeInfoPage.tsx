import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { codes } from '#shared/envelope'
import { isAllowed } from '#shared/permissions'
import { codeFrom, codeIn } from '#shared/qc/code'
import type { QrInfo } from '#shared/qc/label/schema'
import { Failure } from '../../../api/failure'
import { qrApi } from '../../../api/qc/label'
import type { DraftTemplate } from '../../../stores/qc/draft'
import { templateOfCode } from '../../../stores/qc/offline-cache'
import { session } from '../../../stores/session'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Icon } from '../../../ui/icons/Icon'
import { PageHead } from '../../../ui/layout/PageHead'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { isOffline, templateToBegin } from '../../../ui/qc/entry/template-query'
import { useText } from '../../../ui/useText'
import { CodeEntry } from './CodeEntry'
import { EquipmentCard } from './EquipmentCard'
import { LotCard } from './LotCard'
import { RecordCard } from './RecordCard'
import { StartRecord } from './StartButton'
import { OfflineTemplateCard, TemplateCard } from './TemplateCard'
import './QrCodeInfoPage.css'

/** The meaning of a label's code, and the field for the next code. */
export default function QrCodeInfoPage() {
  const t = useText()
  const [path, navigate] = useLocation()
  const text = new URLSearchParams(useSearch()).get('code')?.trim() ?? ''
  useEffect(preloadEntry, [])
  return (
    <section className="stack gap-16 qr-page">
      <PageHead title={t('qcQr.scanTitle')} intro={text ? undefined : t('qcQr.scanIntro')} />
      {text && <Answer key={text} text={text} />}
      <CodeEntry
        isFirst={!text}
        onCode={(code) => navigate(`${path}?code=${encodeURIComponent(code)}`, { replace: code === codeIn(text) })}
      />
    </section>
  )
}

function Answer({ text }: { text: string }) {
  const t = useText()
  const queries = useQueryClient()
  const code = codeIn(text)
  const { data, error, refetch } = useQuery({ ...codeQuery(queries, code ?? ''), enabled: code !== undefined })
  if (code === undefined) return <Nothing text={t('qcQr.malformed')} />
  if (error instanceof Failure && (error.code === codes.notFound || error.code === codes.forbidden)) {
    return <Nothing text={error.message} />
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="280px" />
  if ('info' in data) return <Card info={data.info} />
  return data.stored ? <OfflineTemplateCard template={data.stored} /> : <Nothing text={t('qcQr.offline')} />
}

function Card({ info }: { info: QrInfo }) {
  if (info.kind === 'record') return <RecordCard info={info} />
  if (info.kind === 'template') return <TemplateCard info={info} />
  if (info.kind === 'lot') return <LotCard info={info} />
  return <EquipmentCard info={info} />
}

/** An invalid code: the reason, and nothing about the record behind it. */
const Nothing = ({ text }: { text: string }) => (
  <p className="row card qr-nothing" role="alert">
    <Icon name="warning" size={20} />
    {text}
  </p>
)

/** The meaning of a code; without network the template stored on this device, if any. */
type CodeAnswer = { info: QrInfo } | { stored: DraftTemplate | undefined }

/** A request counts as a scan: the answer is kept until the page is left or reloaded. */
const codeQuery = (queries: QueryClient, code: string) =>
  queryOptions({
    queryKey: ['qcQr', 'code', codeFrom(code)],
    queryFn: async ({ signal }): Promise<CodeAnswer> => {
      try {
        const info = await qrApi.resolve(code, signal)
        // Stored completely, so that the next record can begin offline.
        if (info.kind === 'template' && info.versionNo !== null) {
          void queries.prefetchQuery(templateToBegin(info.templateId, info.code))
        }
        return { info }
      } catch (error) {
        if (!isOffline(error)) throw error
        return { stored: await templateOfCode(codeFrom(code)) }
      }
    },
    retry: false,
  })

/** Preloads the pages of data entry: the network may be gone by then. */
function preloadEntry() {
  if (!isAllowed(session.permissions, ['qc:record:add'])) return
  const parts = [
    StartRecord.preload(),
    import('../record/RecordDetailPage'),
    import('../record/entry/LocalRecord'),
    import('../../../ui/qc/draft/DraftButton'),
  ]
  void Promise.allSettled(parts) // a part that fails is loaded when it is needed
}
