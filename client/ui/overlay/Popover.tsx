import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { place, type Side } from './position'
import './Popover.css'

export type PopoverProps = {
  /** For `aria-controls` of the button. */
  id?: string
  label: string
  /** The button; the focus returns there. The panel opens beside it, or beside its ancestor with `data-anchor`. */
  anchor: () => HTMLElement | null
  align?: 'start' | 'end'
  onClose: () => void
  children: ReactNode
}

/**
 * A small panel beside a button; Esc and a click elsewhere close it. The focus goes to the element with `data-begin`,
 * else to its first control.
 */
export function Popover({ id, label, anchor, align = 'start', onClose, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const latest = useRef({ anchor, onClose })
  useEffect(() => {
    latest.current = { anchor, onClose }
  })

  useLayoutEffect(() => {
    const element = panel.current
    const button = latest.current.anchor()
    if (!element || !button) return
    const beside = button.closest('[data-anchor]') ?? button
    element.showPopover()
    let side: Side | undefined // kept while the content grows and shrinks
    const settle = () => {
      side = place(element, beside, { ...(side && { side }), align: isBeyondDialog(element, beside) ? 'end' : align })
    }
    settle()
    const growth = new ResizeObserver(settle)
    growth.observe(element)
    const begin = element.querySelector<HTMLElement>('[data-begin]')
    const first = begin ?? element.querySelector<HTMLElement>('[tabindex="0"], input, button')
    first?.focus()

    const gone = new AbortController()
    const options = { capture: true, signal: gone.signal }
    const dismiss = (event: Event) => {
      const { target } = event
      if (target instanceof Node && !element.contains(target) && !button.contains(target)) latest.current.onClose()
    }
    addEventListener('pointerdown', dismiss, options)
    addEventListener('focusin', dismiss, options)
    addEventListener('resize', () => latest.current.onClose(), options)
    addEventListener(
      'scroll',
      (event) => event.target instanceof Node && !element.contains(event.target) && settle(),
      options,
    )
    return () => {
      growth.disconnect()
      gone.abort()
      element.hidePopover() // its page may be hidden, which the top layer is not
    }
  }, [align])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    anchor()?.focus()
    onClose()
  }

  return (
    <div
      ref={panel}
      id={id}
      popover="manual"
      role="dialog"
      aria-label={label}
      className="popover"
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}

/** True if the panel, aligned with its anchor, would extend beyond the dialog of both. */
function isBeyondDialog(panel: HTMLElement, beside: Element): boolean {
  const dialog = beside.closest('.dialog')
  return !!dialog && beside.getBoundingClientRect().left + panel.offsetWidth > dialog.getBoundingClientRect().right
}
