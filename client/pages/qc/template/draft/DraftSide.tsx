import { useMemo } from 'react'
import type { TemplateItem } from '#shared/qc/template/schema'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { SubTabs } from '../../../../ui/layout/SubTabs'
import { part } from '../../../../ui/part'
import { useText } from '../../../../ui/useText'
import { Differences } from '../Differences'
import { VersionList } from '../VersionList'
import { draftDifferences } from './draft-differences'
import type { Items } from './edits'
import { readable, type DraftFault } from './faults'
import { Sheet } from './Sheet'
import type { TemplateDraft } from './useTemplateDraft'

const Preview = part(() => import('../Preview'))

type DraftSideProps = {
  draft: TemplateDraft
  faults: readonly DraftFault[]
  current: number | undefined
  open: string
  onOpen: (key: string) => void
  /** True if the sheet of a line is shown here. */
  hasLine: boolean
}

/** Beside the lines of a draft: the sheet of one line, the preview on a phone, the changes, and the versions. */
export function DraftSide({ draft, faults, current, open, onOpen, hasLine }: DraftSideProps) {
  const t = useText()
  const { template, items } = draft
  const item = items.find(({ rowId }) => rowId === current)
  const tabs = [
    hasLine && {
      name: 'line',
      label: t('qcTemplate.item'),
      panel: item ? (
        <Sheet draft={draft} faults={faults} current={item.rowId} />
      ) : (
        <EmptyState text={t('qcTemplate.noLine')} />
      ),
    },
    { name: 'preview', label: t('qcTemplate.preview'), panel: <DraftPreview items={items} /> },
    { name: 'diff', label: t('qcTemplate.diff'), panel: <DraftDifferences draft={draft} /> },
    {
      name: 'versions',
      label: t('qcTemplate.versions'),
      panel: template.draft && <VersionList template={template} shown={template.draft} />,
    },
  ].filter((tab) => tab !== false)
  return (
    <div className="template-side card">
      <SubTabs label={t('qcTemplate.side')} tabs={tabs} open={open} onOpen={onOpen} isScrolled />
    </div>
  )
}

const DraftPreview = ({ items }: { items: Items }) => <Preview items={previewItems(items)} />

/** The lines as items of a version, as far as they are readable. Each keeps its key before and after saving. */
const previewItems = (items: Items): TemplateItem[] =>
  items.map((item, index) => ({
    ...readable(item),
    itemId: item.rowId,
    itemKey: `row-${item.rowId}`,
    seq: index + 1,
  }))

/** The changes of the draft. */
function DraftDifferences({ draft: { template, items, saved } }: Pick<DraftSideProps, 'draft'>) {
  const t = useText()
  const { version } = template
  const differences = useMemo(() => draftDifferences(version, items), [version, items])
  if (!version) return <EmptyState text={t('qcTemplate.firstVersion')} />
  return (
    <Differences
      items={differences}
      title={t('qcTemplate.diffTitle', { from: version.versionNo, to: saved.versionNo })}
      none={t('qcTemplate.sameAsPublished')}
    />
  )
}
