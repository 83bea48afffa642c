import { useEffect, type RefObject } from 'react'

const fields = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]'

/**
 * Leads what is typed outside of fields into `input`: a hardware scanner types what it reads and ends with Enter, and
 * nobody puts the focus anywhere before. Its letters are no shortcuts of the product.
 */
export function useTypedAnywhere(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function lead(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const field = input.current
      if (!field || ctrlKey || metaKey || altKey || key.length !== 1 || key === ' ') return
      if (target instanceof Element && target.closest(fields)) return
      event.stopPropagation()
      field.focus()
      field.select() // what was read before is replaced; the key itself goes to where the focus is now
    }
    document.addEventListener('keydown', lead, { capture: true })
    return () => document.removeEventListener('keydown', lead, { capture: true })
  }, [input])
}
