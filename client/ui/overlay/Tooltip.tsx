import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement } from 'react'
import type * as Tip from './tooltip-text'
import './Tooltip.css'

type Handlers = {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void
  onFocus?: (event: FocusEvent<HTMLElement>) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
}

type TooltipProps = {
  text: string
  side?: Tip.TipSide
  /** True if the tooltip is needed, such as for a truncated title. Called just before it would be shown. */
  when?: (target: HTMLElement) => boolean
  children: ReactElement<Handlers>
}

/**
 * A tooltip for `children`, one element that takes pointer and focus handlers, after a moment of hovering or at once on
 * keyboard focus. A touch shows nothing: necessary information belongs on the page.
 */
export function Tooltip({ text, side = 'above', when = always, children }: TooltipProps) {
  const { onPointerEnter, onPointerLeave, onPointerDown, onFocus, onBlur } = children.props
  return cloneElement(children, {
    onPointerEnter(event) {
      onPointerEnter?.(event)
      if (event.pointerType === 'touch' || !when(event.currentTarget)) return
      const { currentTarget } = event
      withTip((tip) => tip.showTip(currentTarget, text, HOVER_MS, side))
    },
    onPointerLeave(event) {
      onPointerLeave?.(event)
      withTip((tip) => tip.hideTip(LEAVE_MS))
    },
    onPointerDown(event) {
      onPointerDown?.(event)
      withTip((tip) => tip.hideTip(0)) // a press before the tooltip is shown may change its text
    },
    onFocus(event) {
      onFocus?.(event)
      if (!event.currentTarget.matches(':focus-visible') || !when(event.currentTarget)) return
      const { currentTarget } = event
      withTip((tip) => tip.showTip(currentTarget, text, 0, side))
    },
    onBlur(event) {
      onBlur?.(event)
      withTip((tip) => tip.hideTip(0))
    },
  } satisfies Handlers)
}

const always = () => true

let loaded: typeof Tip | undefined
/** One promise for all callers keeps their order: two imports may finish in another order. */
let loading: Promise<typeof Tip> | undefined

/** The tooltip module is loaded when something is first pointed at. Without a server there are no tooltips. */
function withTip(use: (tip: typeof Tip) => void): void {
  if (loaded) return use(loaded)
  loading ??= import('./tooltip-text')
  loading.then(
    (tip) => use((loaded = tip)),
    () => (loading = undefined),
  )
}

const HOVER_MS = 400
/** Long enough to move the pointer onto the tooltip, to read or copy it. */
const LEAVE_MS = 120
