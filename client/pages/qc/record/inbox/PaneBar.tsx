import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Button, IconButton } from '../../../../ui/Button'
import { useText } from '../../../../ui/useText'
import { ActionBar } from '../ActionBar'
import type { InboxView } from './useInbox'

type PaneBarProps = {
  inbox: InboxView
  status?: ReactNode
  /** The address of the item, and the label of its link if not "open as a tab". */
  href: string | undefined
  openLabel?: string
  isOpenPrimary?: boolean
  /** The buttons of the item, the primary one last. */
  children?: ReactNode
}

/** The actions of an item, always visible at the foot of its pane. */
export function PaneBar({ inbox, status, href, openLabel, isOpenPrimary = false, children }: PaneBarProps) {
  const t = useText()
  const [, navigate] = useLocation()
  const { next, previous, open } = inbox
  const openButton = href !== undefined && (
    <Button aria-keyshortcuts="o" variant={isOpenPrimary ? 'primary' : 'default'} onClick={() => navigate(href)}>
      {openLabel ?? t('qcInbox.open')}
    </Button>
  )
  return (
    <ActionBar problems={[]} onGo={() => {}} status={status}>
      <span className="row inline stretch gap-0">
        <IconButton
          label={t('qcInbox.previous')}
          icon="chevron-up"
          size={20}
          aria-keyshortcuts="k"
          disabled={!previous}
          onClick={() => open(previous)}
        />
        <IconButton
          label={t('qcInbox.next')}
          icon="chevron-down"
          size={20}
          aria-keyshortcuts="j"
          disabled={!next}
          onClick={() => open(next)}
        />
      </span>
      {!isOpenPrimary && openButton}
      {children}
      {isOpenPrimary && openButton}
    </ActionBar>
  )
}
