import { memo } from 'react'
import { INBOX_PATH } from '#shared/qc/paths'
import { Icon } from '../../ui/icons/Icon'
import { part } from '../../ui/part'
import { Tooltip } from '../../ui/overlay/Tooltip'
import { useLatePart } from '../../ui/qc/LatePart'
import { useText } from '../../ui/useText'
import { preloadsAt } from '../routing/preload'
import { follow } from './follow'
import type { LeafNode, MenuPlace } from './menu-nodes'

const InboxCount = part(async () => ({ default: (await import('../../ui/qc/every-page')).InboxCount }))

type MenuEntryProps = {
  node: LeafNode
  title: string
  mark: MenuPlace['mark'] | undefined
  /** Distance of the icon from the edge; by default from the style sheet. */
  indentPx?: number
}

/** An entry of the sidebar with a target. Redrawn only when it has changed. */
export const MenuEntry = memo(function MenuEntry({ node, title, mark, indentPx }: MenuEntryProps) {
  const look = { className: 'sidebar-item', style: { paddingInlineStart: indentPx } }
  const face = (
    <>
      <Icon name={node.icon} size={20} />
      <span className="sidebar-title">{title}</span>
    </>
  )
  return (
    <Tooltip text={title} side="end" when={isTitleCut}>
      {node.kind === 'page' ? (
        <a {...look} href={node.path} aria-current={mark} onClick={follow} {...preloadsAt(node.path)}>
          {face}
          {node.path === INBOX_PATH && <InboxWaiting />}
        </a>
      ) : (
        <a {...look} href={node.href} target="_blank" rel="noopener noreferrer">
          {face}
          <NewWindow />
        </a>
      )}
    </Tooltip>
  )
})

/** The number of tasks for the operator, shown once its code is loaded. */
export const InboxWaiting = () => useLatePart(InboxCount) && <InboxCount />

/** Says that a link opens a new window. */
export function NewWindow() {
  const t = useText()
  return (
    <>
      <span className="sr-only">{t('shell.newWindow')}</span>
      <Icon name="external" />
    </>
  )
}

/** True for an entry whose title does not fit, or that shows only its icon. */
export function isTitleCut(entry: HTMLElement): boolean {
  const title = entry.querySelector('.sidebar-title')
  return title !== null && title.scrollWidth > title.clientWidth
}
