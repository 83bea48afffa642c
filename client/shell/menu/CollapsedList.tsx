import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { titleText } from '../../stores/titles'
import { Icon } from '../../ui/icons/Icon'
import { place as placeBeside } from '../../ui/overlay/position'
import { Tooltip } from '../../ui/overlay/Tooltip'
import { useLocale, useText } from '../../ui/useText'
import { isTitleCut, MenuEntry } from './MenuEntry'
import { markOf, type BranchNode, type MenuNode, type MenuPlace } from './menu-nodes'
import { useFlyOut, type FlyOut } from './useFlyOut'
import './CollapsedList.css'

export type CollapsedListProps = {
  nodes: readonly MenuNode[]
  /** Keys of the branches above this list, from the top of the menu down. */
  above: readonly string[]
  place: MenuPlace
}

/**
 * The menu as icons. Titles are tooltips; a branch opens beside its icon, by pointing, by a click, or by Enter or the
 * right arrow; the left arrow and Escape go back.
 */
export default function CollapsedList(props: CollapsedListProps) {
  const root = useRef<HTMLUListElement>(null)
  const flyOut = useFlyOut(root)
  return (
    <ul
      ref={root}
      className="grid gap-2 sidebar-list"
      {...flyOut.pointedInto}
      onKeyDown={walk}
      onClick={(event) => leadsOn(event) && flyOut.close()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) flyOut.close()
      }}
    >
      <Entries {...props} flyOut={flyOut} isBar />
    </ul>
  )
}

type EntriesProps = CollapsedListProps & {
  flyOut: FlyOut
  /** True for the icons themselves, not the lists that open beside them. */
  isBar?: boolean
}

function Entries({ nodes, above, place, flyOut, isBar = false }: EntriesProps) {
  const t = useText()
  const locale = useLocale()
  return nodes.map((node) => {
    const title = titleText(node.title, t, locale)
    if (node.kind === 'branch') return <Branch key={node.key} {...{ node, title, above, place, flyOut, isBar }} />
    return (
      <li key={node.key} {...flyOut.pointedAt(above)}>
        <MenuEntry node={node} title={title} mark={markOf(node, place)} />
      </li>
    )
  })
}

type BranchProps = Omit<EntriesProps, 'nodes'> & { node: BranchNode; title: string }

function Branch({ node, title, above, place, flyOut, isBar = false }: BranchProps) {
  const chain = [...above, node.key]
  const level = above.length
  const isOpen = flyOut.open[level] === node.key

  function enter(opener: HTMLElement) {
    flushSync(() => flyOut.show(chain))
    opener.parentElement?.querySelector<HTMLElement>(':scope > .fly-out .sidebar-item')?.focus()
  }

  return (
    <li {...flyOut.pointedAt(chain)}>
      <Tooltip text={title} side="end" when={isBar ? isClosed : isTitleCut}>
        <button
          type="button"
          className="sidebar-item"
          aria-expanded={isOpen}
          data-here={place.chain[level] === node.key || undefined}
          onClick={({ currentTarget, detail }) => (detail === 0 ? enter(currentTarget) : flyOut.show(chain))}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowRight') return
            event.preventDefault()
            enter(event.currentTarget)
          }}
        >
          <Icon name={node.icon} size={20} />
          <span className="sidebar-title">{title}</span>
          <Icon name="chevron-right" />
        </button>
      </Tooltip>
      {isOpen && (
        <Panel title={title} isNamed={isBar} onLeave={() => flyOut.show(above)}>
          <Entries nodes={node.children} above={chain} place={place} flyOut={flyOut} />
        </Panel>
      )}
    </li>
  )
}

type PanelProps = {
  title: string
  /** True to show its title, which an icon does not. */
  isNamed: boolean
  onLeave: () => void
  children: ReactNode
}

/** The entries of a branch, beside the entry that opened them. */
function Panel({ title, isNamed, onLeave, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const own = panel.current
    const opener = own?.previousElementSibling
    if (!own || !opener) return
    own.showPopover()
    placeBeside(own, opener, { side: 'end' })
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== 'ArrowLeft' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    const opener = event.currentTarget.previousElementSibling
    if (opener instanceof HTMLElement) opener.focus()
    onLeave()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the entries take the keys, and they bubble
    <div ref={panel} popover="manual" className="fly-out" onKeyDown={onKeyDown}>
      {isNamed && (
        <p className="truncate fly-out-title" aria-hidden="true">
          {title}
        </p>
      )}
      <ul className="grid gap-2 sidebar-list" aria-label={title} onKeyDown={walk}>
        {children}
      </ul>
    </div>
  )
}

/** Arrows up and down, Home and End move between the entries of one list. */
function walk(event: KeyboardEvent<HTMLUListElement>) {
  const entries = [...event.currentTarget.children].map((item) => item.firstElementChild)
  const at = entries.findIndex((entry) => entry === document.activeElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined || at < 0) return
  event.preventDefault()
  event.stopPropagation()
  const entry = entries.at(next % entries.length)
  if (entry instanceof HTMLElement) entry.focus()
}

/** True for a click that goes to another page; a click with a modifier key opens a window and leaves the menu open. */
const leadsOn = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  target instanceof Element && target.closest('a') !== null && !ctrlKey && !metaKey && !shiftKey

/** An opened entry shows its title itself; a closed entry with keyboard focus does not. */
const isClosed = (opener: HTMLElement) => opener.matches('[aria-expanded=false]:focus-visible')
