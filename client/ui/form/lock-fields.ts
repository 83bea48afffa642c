import { useLayoutEffect, type RefObject } from 'react'

const refused = ['beforeinput', 'click', 'drop', 'keydown', 'mousedown', 'paste']

/**
 * Blocks input in the fields of `box` while their values are being sent; the focus stays. Buttons in the header and
 * footer of a dialog, Tab and Esc still work. Returns a function that unlocks the fields.
 */
export function lockFields(box: HTMLElement): () => void {
  const fields = [...box.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
  const held = fields.filter(({ readOnly }) => !readOnly)
  for (const field of held) field.readOnly = true // input of input methods cannot be cancelled
  box.dataset['held'] = 'true'
  const over = new AbortController()
  const refuse = (event: Event) => {
    if (isLeaving(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  for (const name of refused) box.addEventListener(name, refuse, { capture: true, signal: over.signal })
  return () => {
    over.abort()
    delete box.dataset['held']
    for (const field of held) field.readOnly = false
  }
}

function isLeaving(event: Event): boolean {
  if (event instanceof KeyboardEvent) {
    if (event.key === 'Tab' || event.key === 'Escape') return true
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return false // would submit the form again
  }
  return event.target instanceof Element && event.target.closest('.dialog-header, .dialog-footer') !== null
}

/** Locks the fields in `box` while `isHeld`. */
export function useLockedFields(box: RefObject<HTMLElement | null>, isHeld: boolean): void {
  useLayoutEffect(() => (isHeld && box.current ? lockFields(box.current) : undefined), [box, isHeld])
}
