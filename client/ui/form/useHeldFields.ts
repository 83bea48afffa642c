import { useLayoutEffect, type RefObject } from 'react'
import { holdFields } from './hold-fields'

/** The fields in `box` take nothing as long as `isHeld`. */
export function useHeldFields(box: RefObject<HTMLElement | null>, isHeld: boolean): void {
  useLayoutEffect(() => (isHeld && box.current ? holdFields(box.current) : undefined), [box, isHeld])
}
