import { useState, type DragEvent } from 'react'

/** The props of an element that accepts a dropped file. It has `data-over` while a file is dragged over it. */
export function useFileDrop(take: (file: File | undefined) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    'data-over': isOver,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault() // otherwise the browser would open the file in place of the product
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
