import { memo, useMemo } from 'react'
import { titleText } from '../../stores/titles'
import { Icon } from '../../ui/icons/Icon'
import { Tooltip } from '../../ui/overlay/Tooltip'
import { useLocale, useText } from '../../ui/useText'
import { isTitleCut, MenuEntry } from './MenuEntry'
import { markOf, NOWHERE, type BranchNode, type MenuNode, type MenuPlace } from './menu-nodes'

type SidebarListProps = {
  nodes: readonly MenuNode[]
  /** Keys of the branches above this list, from the top of the menu down. */
  above: readonly string[]
  depth?: number
  place: MenuPlace
  /** Keys of the open branches, from the top of the menu down. */
  open: readonly string[]
  onToggle: (chain: readonly string[]) => void
}

/** The entries of one level of the menu; a branch draws its entries while it is open. */
export function SidebarList({ nodes, above, depth = 0, place, open, onToggle }: SidebarListProps) {
  const t = useText()
  const locale = useLocale()
  const level = above.length
  return (
    <ul className="grid gap-2 sidebar-list">
      {nodes.map((node) => {
        const title = titleText(node.title, t, locale)
        if (node.kind !== 'branch') {
          return (
            <li key={node.key}>
              <MenuEntry node={node} title={title} mark={markOf(node, place)} indentPx={indent(depth)} />
            </li>
          )
        }
        const isOpen = open[level] === node.key
        // Closed branches do not receive changes elsewhere in the menu, so they are not redrawn.
        const within = isOpen ? { place, open } : CLOSED
        const holdsPage = place.chain[level] === node.key
        return <Branch key={node.key} {...{ node, title, above, depth, isOpen, holdsPage, onToggle }} within={within} />
      })}
    </ul>
  )
}

type BranchProps = Pick<SidebarListProps, 'above' | 'onToggle'> & {
  node: BranchNode
  title: string
  depth: number
  isOpen: boolean
  /** True if the present page is in it. */
  holdsPage: boolean
  within: Pick<SidebarListProps, 'place' | 'open'>
}

const Branch = memo(function Branch(props: BranchProps) {
  const { node, title, above, depth, isOpen, holdsPage, within, onToggle } = props
  const chain = useMemo(() => [...above, node.key], [above, node.key])
  return (
    <li>
      <Tooltip text={title} side="end" when={isTitleCut}>
        <button
          type="button"
          className="sidebar-item"
          style={{ paddingInlineStart: indent(depth) }}
          aria-expanded={isOpen}
          data-here={holdsPage || undefined}
          onClick={() => onToggle(chain)}
        >
          <Icon name={node.icon} size={20} />
          <span className="sidebar-title">{title}</span>
          <Icon name="chevron-down" />
        </button>
      </Tooltip>
      {isOpen && <SidebarList nodes={node.children} above={chain} depth={depth + 1} onToggle={onToggle} {...within} />}
    </li>
  )
})

const CLOSED = { place: NOWHERE, open: [] }

/** The first value centres the icon in a collapsed sidebar. */
const FIRST_INDENT_PX = 18
const INDENT_PX = 26

const indent = (depth: number) => FIRST_INDENT_PX + depth * INDENT_PX
