import { place } from './position'

/** The only tooltip of the page, made on first use: only one element is pointed at. */
let bubble: HTMLElement | undefined
let described: Element | undefined
/** A tooltip belongs to the region of its target; a dialog hides everything outside from screen readers. */
const REGIONS = '[role=dialog], [role=alertdialog], [role=status], [role=alert], main, nav, header, aside, footer'
let timer: ReturnType<typeof setTimeout> | undefined

export type TipSide = 'above' | 'end'

export function showTip(target: Element, text: string, delayMs: number, side: TipSide = 'above'): void {
  clearTimeout(timer)
  timer = setTimeout(() => open(target, text, side), delayMs)
}

export function hideTip(delayMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(close, delayMs)
}

function open(target: Element, text: string, side: TipSide): void {
  close()
  // its open popup says more, and would be covered
  if (!target.isConnected || target.getAttribute('aria-expanded') === 'true') return
  bubble ??= createBubble()
  bubble.textContent = text
  ;(target.closest(REGIONS) ?? document.body).append(bubble)
  bubble.showPopover()
  place(bubble, target, { side, align: 'center' })
  if (target.getAttribute('aria-label') === text || target.hasAttribute('aria-describedby')) return
  described = target
  target.setAttribute('aria-describedby', bubble.id)
}

function close(): void {
  described?.removeAttribute('aria-describedby')
  described = undefined
  if (bubble?.matches(':popover-open')) bubble.hidePopover()
}

function createBubble(): HTMLElement {
  const element = document.createElement('div')
  element.id = 'tooltip'
  element.className = 'tooltip'
  element.role = 'tooltip'
  element.popover = 'manual'
  element.addEventListener('pointerenter', () => clearTimeout(timer))
  element.addEventListener('pointerleave', () => hideTip(0))
  for (const type of ['pointerdown', 'keydown', 'scroll']) addEventListener(type, () => hideTip(0), true)
  return element
}
