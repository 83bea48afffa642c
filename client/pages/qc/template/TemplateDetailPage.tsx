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

/** One template: what its published version says, what older ones said, and its draft, which is written here. */
export default function TemplateDetailPage() {
  const t = useText()
  const templateId = Number(useParams().templateId)
  const wanted = new URLSearchParams(useSearch()).get('version')
  const oldVersion = wanted === 'draft' ? undefined : Number(wanted) || undefined
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
        <Detail template={template} isDraftWanted={wanted === 'draft'} oldVersion={oldVersion} />
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

type DetailProps = { template: TemplateDetail; isDraftWanted: boolean; oldVersion: number | undefined }

function Detail({ template, isDraftWanted, oldVersion }: DetailProps) {
  const mayEdit = useAllowed(['qc:template:edit'])
  const { draft, version, status } = template
  // What is being written stays, whatever becomes of the draft meanwhile and whichever version is looked at.
  const [held, setHeld] = useState<Version>()
  const [hold] = useState(() => (written: Version | undefined) => setHeld(written))
  const isDraftShown = isDraftWanted || !version
  const written = mayEdit && status === 'active' ? (draft ?? held) : held
  const isWriting = isDraftShown && written !== undefined
  const shown = isDraftShown ? (draft ?? held ?? version) : version
  // Another version is still on its way: what is shown is not yet what the address names.
  const isLate = oldVersion !== undefined && version?.versionNo !== oldVersion
  return (
    <>
      <DetailHead template={template} shown={shown} isWriting={isWriting} />
      {written && (isWriting || held) && (
        <div hidden={!isWriting}>
          <DraftEditor key={template.templateId} template={template} draft={written} onHold={hold} />
        </div>
      )}
      {!isWriting && shown && <Reading template={template} shown={shown} isLate={isLate} />}
    </>
  )
}

type ReadingProps = { template: TemplateDetail; shown: Version; isLate: boolean }

/** A version as it is; only drafts can be written. */
const Reading = ({ template, shown, isLate }: ReadingProps) => (
  <div className="template-columns" aria-busy={isLate}>
    <ItemTable items={shown.items} />
    <Side template={template} shown={shown} items={shown.items} />
  </div>
)
