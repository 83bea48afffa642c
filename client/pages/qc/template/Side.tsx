import { useQuery } from '@tanstack/react-query'
import type { TemplateDetail, Version } from '#shared/qc/template/schema'
import { templateApi } from '../../../api/qc/template'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { part } from '../../../ui/part'
import { useText } from '../../../ui/useText'
import { Differences } from './Differences'
import { SideTabs } from './SideTabs'
import { VersionList } from './VersionList'

const Preview = part(() => import('./Preview'))

type SideProps = { template: TemplateDetail; shown: Version }

/** Beside the items of a version: how it looks on a phone, what differs, and the versions there are. */
export function Side({ template, shown }: SideProps) {
  const t = useText()
  return (
    <SideTabs
      tabs={[
        { key: 'preview', label: t('qcTemplate.preview') },
        { key: 'diff', label: t('qcTemplate.diff') },
        { key: 'versions', label: t('qcTemplate.versions') },
      ]}
    >
      {(open) => {
        if (open === 'preview') return <Preview items={shown.items} />
        if (open === 'diff') return <VersionDiff template={template} shown={shown} />
        return <VersionList template={template} shown={shown} />
      }}
    </SideTabs>
  )
}

/** What differs between a version and the published one; of that itself, what it changed. */
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

/** From the older one to the newer one. */
function pairOf({ versions, publishedVersion }: TemplateDetail, { versionNo }: Version) {
  const other =
    versionNo === publishedVersion
      ? versions.find((version) => version.versionNo < versionNo)?.versionNo
      : publishedVersion
  if (other === undefined || other === null) return undefined
  return { from: Math.min(other, versionNo), to: Math.max(other, versionNo) }
}
