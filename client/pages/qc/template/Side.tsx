import type { TemplateDetail, TemplateItem, Version } from '#shared/qc/template/schema'
import { part } from '../../../ui/part'
import { useText } from '../../../ui/useText'
import { SideTabs } from './SideTabs'
import { VersionDiff } from './VersionDiff'
import { VersionList } from './VersionList'

const Preview = part(() => import('./Preview'))

type SideProps = { template: TemplateDetail; shown: Version; items: readonly TemplateItem[] }

/** Beside the items of a version: how it looks on a phone, what differs, and the versions there are. */
export function Side({ template, shown, items }: SideProps) {
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
        if (open === 'preview') return <Preview items={items} />
        if (open === 'diff') return <VersionDiff template={template} shown={shown} />
        return <VersionList template={template} shown={shown} />
      }}
    </SideTabs>
  )
}
