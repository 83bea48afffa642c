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
import { SubTabs } from '../../../ui/layout/SubTabs'
import { useTabTitle } from '../../../ui/tab'
import { useText } from '../../../ui/useText'
import { BackLink, DetailHead } from './DetailHead'
import { ItemTable } from './ItemTable'
import { Differences } from './Differences'
import { VersionList } from './VersionList'
import './template.css'

const Preview = part(() => import('./Preview'))
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
    <section className="stack gap-12">
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
  // A changed draft stays in its editor, even if it is published or discarded elsewhere, or another version is shown.
  const [unsaved, setUnsaved] = useState<Version>()
  const isDraftShown = isDraftRequested || !version
  const edited = mayEdit && status === 'active' ? (draft ?? unsaved) : unsaved
  const isEditing = isDraftShown && edited !== undefined
  const shown = isDraftShown ? (draft ?? unsaved ?? version) : version
  // True while the version in the address is loading.
  const isLate = oldVersion !== undefined && version?.versionNo !== oldVersion
  return (
    <>
      <DetailHead template={template} shown={shown} isEditing={isEditing} />
      {edited && (isEditing || unsaved) && (
        <div hidden={!isEditing}>
          <DraftEditor key={template.templateId} template={template} version={edited} onHold={setUnsaved} />
        </div>
      )}
      {!isEditing && shown && (
        <div className="grid start template-columns" aria-busy={isLate}>
          <ItemTable items={shown.items} />
          <Side template={template} shown={shown} />
        </div>
      )}
    </>
  )
}

type SideProps = { template: TemplateDetail; shown: Version }

/** Beside the items of a version: the preview on a phone, the differences, and all versions. */
function Side({ template, shown }: SideProps) {
  const t = useText()
  return (
    <div className="template-side card">
      <SubTabs
        label={t('qcTemplate.side')}
        param="side"
        isScrolled
        tabs={[
          { name: 'preview', label: t('qcTemplate.preview'), panel: <Preview items={shown.items} /> },
          { name: 'diff', label: t('qcTemplate.diff'), panel: <VersionDiff template={template} shown={shown} /> },
          {
            name: 'versions',
            label: t('qcTemplate.versions'),
            panel: <VersionList template={template} shown={shown} />,
          },
        ]}
      />
    </div>
  )
}

/** The differences between a version and the published one; for the published one, those to the previous version. */
function VersionDiff({ template, shown }: SideProps) {
  const t = useText()
  const pair = pairOf(template, shown)
  const { data, error, refetch } = useQuery({
    queryKey: ['qcTemplate', 'diff', template.templateId, pair],
    queryFn: ({ signal }) => templateApi.diff(template.templateId, pair?.from ?? 1, pair?.to ?? 1, signal),
    enabled: pair !== undefined,
    retry: false,
  })
  if (!pair) return <EmptyState text={t('qcTemplate.noOther')} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="120px" />
  return <Differences items={data.items} title={t('qcTemplate.diffTitle', pair)} />
}

/** The numbers of the older and the newer version. */
function pairOf({ versions, publishedVersion }: TemplateDetail, { versionNo }: Version) {
  const other =
    versionNo === publishedVersion
      ? versions.find((version) => version.versionNo < versionNo)?.versionNo
      : publishedVersion
  if (other === undefined || other === null) return undefined
  return { from: Math.min(other, versionNo), to: Math.max(other, versionNo) }
}
