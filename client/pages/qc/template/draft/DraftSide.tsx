import { useMemo } from 'react'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { part } from '../../../../ui/part'
import { useText } from '../../../../ui/useText'
import { Differences } from '../Differences'
import { SideTabs } from '../SideTabs'
import { VersionList } from '../VersionList'
import { draftDifferences } from './draft-differences'
import { itemsOf } from './as-items'
import type { DraftFault } from './faults'
import { Sheet } from './Sheet'
import type { DraftDesk } from './useDraft'

const Preview = part(() => import('../Preview'))

type DraftSideProps = {
  desk: DraftDesk
  faults: readonly DraftFault[]
  current: number | undefined
  open: string
  onOpen: (key: string) => void
  /** All of a line has its place here. */
  hasLine: boolean
}

/** Beside the lines of a draft: all of one of them, how they look on a phone, and what they change. */
export function DraftSide({ desk, faults, current, open, onOpen, hasLine }: DraftSideProps) {
  const t = useText()
  const line = { key: 'line', label: t('qcTemplate.line') } as const
  const others = [
    { key: 'preview', label: t('qcTemplate.preview') },
    { key: 'diff', label: t('qcTemplate.diff') },
    { key: 'versions', label: t('qcTemplate.versions') },
  ] as const
  const { template, items } = desk
  const known = items.find(({ rowId }) => rowId === current)
  return (
    <SideTabs tabs={hasLine ? [line, ...others] : others} open={open} onOpen={onOpen}>
      {(key) => {
        if (key === 'preview') return <Preview items={itemsOf(items)} />
        if (key === 'diff') return <DraftDiff desk={desk} />
        if (key === 'versions') return template.draft && <VersionList template={template} shown={template.draft} />
        return known ? (
          <Sheet desk={desk} faults={faults} current={known.rowId} />
        ) : (
          <EmptyState text={t('qcTemplate.noLine')} />
        )
      }}
    </SideTabs>
  )
}

/** What the draft changes, as it is written. */
function DraftDiff({ desk: { template, items, saved } }: Pick<DraftSideProps, 'desk'>) {
  const t = useText()
  const { version } = template
  const found = useMemo(() => draftDifferences(version, items), [version, items])
  if (!version) return <EmptyState text={t('qcTemplate.firstVersion')} />
  return (
    <Differences
      items={found}
      title={t('qcTemplate.diffTitle', { from: version.versionNo, to: saved.versionNo })}
      none={t('qcTemplate.sameAsPublished')}
    />
  )
}
