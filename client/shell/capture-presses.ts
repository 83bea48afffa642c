/** A hand may move this far between press and release. */
const SLOP_PX = 8

const PRESSABLE = 'button, a[href], label, [role=option], [role=treeitem], [role=menuitem]'
/** Tabs are dragged; a press that opens a list may end on an option. */
const RELEASED_ELSEWHERE = '[role=tab], [aria-haspopup]'
/** Their text is selected with the pointer. */
const TEXT_FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select'

/**
 * A press belongs to the element under the pointer at its start, even if late content moves that element before the
 * release. An operator who changes their mind still moves away before releasing. Returns a function that stops it.
 */
export function capturePresses(): () => void {
  let began: { x: number; y: number } | undefined

  function onPointerDown({ target, pointerId, pointerType, button, clientX, clientY }: PointerEvent) {
    began = undefined
    if (pointerType !== 'mouse' || button !== 0 || !(target instanceof Element)) return
    const pressed = target.closest(PRESSABLE)
    if (!pressed || pressed.matches(RELEASED_ELSEWHERE) || target.closest(TEXT_FIELD)) return
    began = { x: clientX, y: clientY }
    pressed.setPointerCapture(pointerId) // release and click go to this element too
  }

  function onClick(event: MouseEvent) {
    if (!began || event.detail === 0) return
    const isMoved = Math.hypot(event.clientX - began.x, event.clientY - began.y) > SLOP_PX
    began = undefined
    if (!isMoved || !(event.target instanceof Element)) return
    const released = document.elementFromPoint(event.clientX, event.clientY)
    if (released && event.target.contains(released)) return
    event.preventDefault()
    event.stopPropagation()
  }

  document.addEventListener('pointerdown', onPointerDown, true)
  document.addEventListener('click', onClick, true)
  return () => {
    document.removeEventListener('pointerdown', onPointerDown, true)
    document.removeEventListener('click', onClick, true)
  }
}
