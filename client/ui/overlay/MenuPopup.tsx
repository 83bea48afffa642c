import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { Link } from 'wouter'
import { Icon } from '../icons/Icon'
import type { Entry, Items, LinkItem } from './menu-item'
import { place, type Anchor } from './position'
import { useText } from '../useText'

type MenuPopupProps = {
  /** The place to open at; read at opening. For a context menu, the point of the click. */
  anchor: () => Anchor
  align?: 'start' | 'end'
  label: string
  items: Items
  onClose: () => void
}

/** The open list itself. For context menus; buttons use `Menu`. */
export default function MenuPopup({ anchor, align = 'start', label, items, onClose }: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  const opener = useRef<Element>(null)
  const anchorAtOpening = useRef(anchor)
  useEffect(() => {
    close.current = onClose
  })

  useLayoutEffect(() => {
    const list = popup.current
    if (!list) return
    const at = anchorAtOpening.current()
    opener.current = document.activeElement
    list.showPopover()
    place(list, at, { align })
    list.querySelector<HTMLElement>('[role^=menuitem]')?.focus()

    const dismiss = (event: Event) => {
      const target = event.target
      const isOwn = target instanceof Node && (list.contains(target) || (at instanceof Element && at.contains(target)))
      if (!isOwn) close.current()
    }
    const gone = new AbortController()
    const options = { capture: true, signal: gone.signal }
    addEventListener('pointerdown', dismiss, options)
    // A scroll that was running at opening fires its event in the next frame. That event must not close the menu.
    requestAnimationFrame(() => addEventListener('scroll', dismiss, options))
    addEventListener('resize', () => close.current(), options)
    return () => {
      gone.abort()
      list.hidePopover() // its page may be hidden, which the top layer is not
    }
  }, [align])

  /** The focus returns before the action runs, so that a dialog it opens returns it to the same place. */
  function leave(then?: () => void) {
    if (opener.current instanceof HTMLElement) opener.current.focus()
    onClose()
    then?.()
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Tab') return leave()
    event.stopPropagation() // must not reach the page or a dialog around the menu
    if (event.key === 'Escape') return leave()
    if (event.key === ' ' && event.target instanceof HTMLAnchorElement) {
      event.preventDefault()
      return event.target.click() // links react only to Enter by default
    }
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
    const next = entryFor(event.key, entries, entries.indexOf(document.activeElement as HTMLElement))
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the entries take the focus
    <div ref={popup} popover="manual" role="menu" aria-label={label} className="menu" onKeyDown={onKeyDown}>
      {items.map((item, index) =>
        item === 'separator' ? (
          <hr key={`separator-${index}`} className="menu-separator" />
        ) : 'href' in item ? (
          <LinkEntry key={item.key} item={item} onLeave={() => leave()} />
        ) : (
          <button
            key={item.key}
            type="button"
            {...(item.isChosen === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemradio', 'aria-checked': item.isChosen })}
            tabIndex={-1}
            aria-disabled={item.disabled}
            aria-current={item.isCurrent || undefined}
            className={`row menu-item ${item.tone === 'danger' ? 'menu-item-danger' : ''}`}
            onClick={() => !item.disabled && leave(item.onSelect)}
            onPointerMove={takeFocus}
          >
            <Face of={item} />
          </button>
        ),
      )}
    </div>
  )
}

const Face = ({ of: { icon, label, shortcut, isChosen } }: { of: Entry }) => (
  <>
    {icon && <Icon name={icon} />}
    <span className="menu-label">{label}</span>
    {isChosen && <Icon name="check" />}
    {shortcut && <kbd className="menu-shortcut">{shortcut}</kbd>}
  </>
)

const takeFocus = ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.focus({ preventScroll: true })

/** A link, so that it can be opened in another window. */
function LinkEntry({ item, onLeave }: { item: LinkItem; onLeave: () => void }) {
  const t = useText()
  const look = { role: 'menuitem', tabIndex: -1, className: 'menu-item', onClick: onLeave, onPointerMove: takeFocus }
  const current = item.isCurrent ? ({ 'aria-current': 'page' } as const) : {}
  if (!/^https?:/i.test(item.href)) {
    return (
      <Link {...look} {...current} href={item.href}>
        <Face of={item} />
      </Link>
    )
  }
  return (
    <a {...look} href={item.href} target="_blank" rel="noopener noreferrer">
      <Face of={item} />
      <span className="sr-only">{t('shell.newWindow')}</span>
      <Icon name="external" />
    </a>
  )
}

/**
 * The entry that a key leads to: arrows cycle, Home and End go to the ends, a letter to the next entry with that
 * initial.
 */
function entryFor(key: string, entries: HTMLElement[], current: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return entries[(current + 1) % entries.length]
  if (key === 'ArrowUp') return entries.at(current <= 0 ? -1 : current - 1)
  if (key === 'Home') return entries[0]
  if (key === 'End') return entries.at(-1)
  if (key.length > 1 || key === ' ') return undefined
  const after = [...entries.slice(current + 1), ...entries.slice(0, current + 1)]
  return after.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}
