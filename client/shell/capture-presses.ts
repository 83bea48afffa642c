/** A hand may move this far between press and release. */
const SLOP_PX = 8

const PRESSABLE = 'button, a[href], label, [role=option], [role=treeitem], [role=menuitem]'
/** Tabs are dragged; a press that opens a list may end on an option. */
const RELEASED_ELSEWHERE = '[role=tab], [aria-haspopup]'
/** Their text is selected with the pointer. */
const TEXT_FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select'

/**
 * A press belongs to the element under the pointer at its start, even if late content moves that element before the
 * release. An operator who changes their mind still moves away before releasing.
 *
 * The pointer is not captured: its release would make the browser lay out and search the page within the click.
 */
export function capturePresses(): void {
  let press: { pressed: Element; x: number; y: number } | undefined

  function onPointerDown({ target, pointerType, button, clientX: x, clientY: y }: PointerEvent) {
    press = undefined
    if (pointerType !== 'mouse' || button !== 0 || !(target instanceof Element)) return
    const pressed = target.closest(PRESSABLE)
    if (!pressed || pressed.matches(RELEASED_ELSEWHERE) || target.closest(TEXT_FIELD)) return
    press = { pressed, x, y }
  }

  /** A press that ends elsewhere clicks, for the browser, the nearest element around both places. */
  function onClick(event: MouseEvent) {
    if (!press || event.detail === 0) return
    const { pressed, x, y } = press
    press = undefined
    if (event.target instanceof Node && pressed.contains(event.target)) return
    event.preventDefault()
    event.stopPropagation()
    const isWithdrawn = Math.hypot(event.clientX - x, event.clientY - y) > SLOP_PX
    if (!isWithdrawn) pressed.dispatchEvent(new MouseEvent('click', event))
  }

  document.addEventListener('pointerdown', onPointerDown, true)
  document.addEventListener('click', onClick, true)
}
