import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearch } from 'wouter'
import type { TemplateDetail, Version } from '#shared/qc/template/schema'
import { Failure } from '../../../api/http'
import { templateApi } from '../../../api/qc/template'
import { useAllowed } from '../../../ui/Allow'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { part } from '../../../ui/part'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { useTabTitle } from '../../../ui/tab'
import { useText } from '../../../ui/useText'
import { BackLink, DetailHead } from './DetailHead'
import { ItemTable } from './ItemTable'
import { Side } from './Side'
import './template.css'

const DraftEditor = part(() => import('./draft/DraftEditor'))

/** One template: its published version, older versions, and its draft, which is edited here. */
export default function TemplateDetailPage() {
  const t = useText()
  const templateId = Number(useParams().templateId)
  const versionInAddress = new URLSearchParams(useSearch()).get('version')
  const isDraftRequested = versionInAddress === 'draft'
  const oldVersion = isDraftRequested ? undefined : Number(versionInAddress) || undefined
  const { data, error, refetch } = useQuery({
    queryKey: ['qcTemplate', 'one', templateId, oldVersion],
    queryFn: () => templateApi.get(templateId, oldVersion),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const template = data?.templateId === templateId ? data : undefined
  useTabTitle(template?.name, template?.nameEn)
  return (
    <section className="template-page">
      {template ? (
        <Detail template={template} isDraftRequested={isDraftRequested} oldVersion={oldVersion} />
      ) : error instanceof Failure && error.code === 404 ? (
        <EmptyState icon="search" text={t('qcTemplate.none')} action={<BackLink />} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="480px" />
      )}
    </section>
  )
}

type DetailProps = { template: TemplateDetail; isDraftRequested: boolean; oldVersion: number | undefined }

function Detail({ template, isDraftRequested, oldVersion }: DetailProps) {
  const mayEdit = useAllowed(['qc:template:edit'])
  const { draft, version, status } = template
  // A changed draft stays in its editor, also when it is published or discarded elsewhere, or another version is shown.
  const [held, setHeld] = useState<Version>()
  const isDraftShown = isDraftRequested || !version
  const edited = mayEdit && status === 'active' ? (draft ?? held) : held
  const isEditing = isDraftShown && edited !== undefined
  const shown = isDraftShown ? (draft ?? held ?? version) : version
  // The version that the address names is still being fetched.
  const isLate = oldVersion !== undefined && version?.versionNo !== oldVersion
  return (
    <>
      <DetailHead template={template} shown={shown} isEditing={isEditing} />
      {edited && (isEditing || held) && (
        <div hidden={!isEditing}>
          <DraftEditor key={template.templateId} template={template} version={edited} onHold={setHeld} />
        </div>
      )}
      {!isEditing && shown && (
        <div className="template-columns" aria-busy={isLate}>
          <ItemTable items={shown.items} />
          <Side template={template} shown={shown} />
        </div>
      )}
    </>
  )
}
