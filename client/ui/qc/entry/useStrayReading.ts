import { useState, type KeyboardEvent } from 'react'
import { toast } from '../../overlay/toast'
import { tr } from '../../useText'
import { followReading } from './reading'

/**
 * For a control that takes no numbers, at which a gauge may type all the same: the Enter, Tab and blanks of its reading
 * neither press nor leave it, and the operator is told.
 *
 * @param pauseMs the longest time between two keys of one reading
 * @param least the shortest reading; fewer characters may be keys of the control
 * @returns the handler of its keys, which answers the reading up to a key
 */
function useStrayReading(pauseMs: number, least: number): (event: KeyboardEvent) => string {
  const [onKeyDown] = useState(() => {
    const follow = followReading(pauseMs)
    return (event: KeyboardEvent) => {
      const { key, shiftKey, ctrlKey, altKey, metaKey } = event
      if (ctrlKey || altKey || metaKey) return ''
      const reading = follow(event)
      const isOfReading = key === ' ' || key === 'Enter' || (key === 'Tab' && !shiftKey)
      if (reading.length < least || !isOfReading) return reading
      event.preventDefault()
      event.stopPropagation()
      if (key !== ' ') toast.show(tr('qcEntry.strayReading', { reading }))
      return reading
    }
  })
  return onKeyDown
}

/** A gauge takes some milliseconds from key to key; fingers that choose answers by their numbers take longer. */
const GAUGE_MS = 60

export const useReadingAtAnswers = () => useStrayReading(GAUGE_MS, 2)

/** At a button that submits, Enter a moment after other keys is not meant for it, however slow the gauge is. */
const BUTTON_MS = 1000

export const useReadingAtButton = () => useStrayReading(BUTTON_MS, 1)
