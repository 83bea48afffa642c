import { useState, type DragEvent } from 'react'

/** What an element needs that takes a dropped file; it has `data-over` while one is held above it. */
export function useFileDrop(take: (file: File | undefined) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    'data-over': isOver,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault() // else the browser would open the file in place of the product
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setIsOver(false)
      take(event.dataTransfer.files[0])
    },
  }
}
