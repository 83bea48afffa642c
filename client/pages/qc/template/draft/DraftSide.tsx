import { useMemo } from 'react'
import type { TemplateItem } from '#shared/qc/template/schema'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { part } from '../../../../ui/part'
import { useText } from '../../../../ui/useText'
import { Differences } from '../Differences'
import { SideTabs } from '../SideTabs'
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
  /** The sheet of a line is shown here. */
  hasLine: boolean
}

/** Beside the lines of a draft: the sheet of one line, the preview on a phone, the changes, and the versions. */
export function DraftSide({ draft, faults, current, open, onOpen, hasLine }: DraftSideProps) {
  const t = useText()
  const line = { key: 'line', label: t('qcTemplate.item') } as const
  const others = [
    { key: 'preview', label: t('qcTemplate.preview') },
    { key: 'diff', label: t('qcTemplate.diff') },
    { key: 'versions', label: t('qcTemplate.versions') },
  ] as const
  const { template, items } = draft
  const item = items.find(({ rowId }) => rowId === current)
  return (
    <SideTabs tabs={hasLine ? [line, ...others] : others} open={open} onOpen={onOpen}>
      {(key) => {
        if (key === 'preview') return <Preview items={previewItems(items)} />
        if (key === 'diff') return <DraftDifferences draft={draft} />
        if (key === 'versions') return template.draft && <VersionList template={template} shown={template.draft} />
        return item ? (
          <Sheet draft={draft} faults={faults} current={item.rowId} />
        ) : (
          <EmptyState text={t('qcTemplate.noLine')} />
        )
      }}
    </SideTabs>
  )
}

/** The lines as a version would have them, as far as they can be read. Saved or not, each keeps the same key. */
const previewItems = (items: Items): TemplateItem[] =>
  items.map((item, index) => ({
    ...readable(item),
    itemId: item.rowId,
    itemKey: `row-${item.rowId}`,
    seq: index + 1,
  }))

/** What the draft changes. */
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
