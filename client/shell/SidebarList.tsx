import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { toggleSidebar } from '../stores/layout'
import { titleText } from '../stores/titles'
import { Icon } from '../ui/Icon'
import { Tooltip } from '../ui/Tooltip'
import { useLocale, useText } from '../ui/useText'
import { preloadPage } from './preload'
import type { SidebarNode } from './sidebar-nodes'

type SidebarListProps = {
  nodes: readonly SidebarNode[]
  path: string
  /** Keys of the open branches, from the top down. */
  open: readonly string[]
  /** Icons alone; titles are tooltips. */
  isCollapsed: boolean
  onToggle: (chain: string[]) => void
  onOpen: (chain: string[]) => void
  /** Keys of the branches above this list. */
  above?: readonly string[]
}

/** The entries of one level of the menu. */
export function SidebarList(props: SidebarListProps) {
  const { nodes, path, open, isCollapsed, onToggle, onOpen, above = [] } = props
  const t = useText()
  const locale = useLocale()

  return (
    <ul className="sidebar-list">
      {nodes.map((node) => {
        const title = titleText(node.title, t, locale)
        const needsHint = isCollapsed || isCut(title, above.length)
        const face = (
          <>
            <Icon name={node.icon} size={20} />
            <span className="sidebar-title">{title}</span>
          </>
        )
        if (node.kind === 'page') {
          return (
            <li key={node.key}>
              <Hint title={title} isNeeded={needsHint}>
                <Link
                  href={node.path}
                  className="sidebar-item"
                  style={{ paddingInlineStart: indent(above.length) }}
                  aria-current={node.path === path ? 'page' : undefined}
                  onPointerEnter={() => preloadPage(node.path)}
                >
                  {face}
                </Link>
              </Hint>
            </li>
          )
        }
        if (node.kind === 'link') {
          return (
            <li key={node.key}>
              <Hint title={title} isNeeded={needsHint}>
                <a
                  href={node.href}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="sidebar-item"
                  style={{ paddingInlineStart: indent(above.length) }}
                >
                  {face}
                  <span className="sr-only">{t('shell.newWindow')}</span>
                  <Icon name="external" />
                </a>
              </Hint>
            </li>
          )
        }
        const chain = [...above, node.key]
        const isOpen = !isCollapsed && open.includes(node.key)
        const expand = () => {
          toggleSidebar()
          onOpen(chain)
        }
        return (
          <li key={node.key}>
            <Hint title={title} isNeeded={needsHint}>
              <button
                type="button"
                className="sidebar-item"
                style={{ paddingInlineStart: indent(above.length) }}
                aria-expanded={isOpen}
                onClick={() => (isCollapsed ? expand() : onToggle(chain))}
              >
                {face}
                <Icon name="chevron-down" />
              </button>
            </Hint>
            {isOpen && <SidebarList {...props} nodes={node.children} above={chain} />}
          </li>
        )
      })}
    </ul>
  )
}

type HintProps = { title: string; isNeeded: boolean; children: ComponentProps<typeof Tooltip>['children'] }

/** Where a title is cut or not shown at all, pointing at the entry tells it. */
const Hint = ({ title, isNeeded, children }: HintProps) =>
  isNeeded ? <Tooltip text={title}>{children}</Tooltip> : children

const FIRST_INDENT_PX = 22
const INDENT_PX = 26

/** Room for icon, gaps and arrow beside a title. */
const BESIDE_TITLE_PX = 76
const SIDEBAR_PX = 210

/** Whether a title is likely too long for its line; Chinese letters are twice as wide as Latin ones. */
function isCut(title: string, depth: number): boolean {
  const widthPx = [...title].reduce((sum, letter) => sum + (letter > '\u2e80' ? 14 : 7.5), 0)
  return widthPx > SIDEBAR_PX - BESIDE_TITLE_PX - depth * INDENT_PX
}

const indent = (depth: number) => FIRST_INDENT_PX + depth * INDENT_PX
