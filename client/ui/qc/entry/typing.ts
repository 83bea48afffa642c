import type { KeyboardEvent } from 'react'
import { proxy } from 'valtio'

/** The `cellKey` of the number that is being typed. Nothing is asked or announced about it before it is left. */
export const typing = proxy({ cell: undefined as string | undefined })

/**
 * True for a Tab that ends the number that is being typed: some gauges end their readings with it, as others do with
 * Enter. Each other Tab is the browser's.
 */
export const isTabAfterTyping = ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Tab' && typing.cell !== undefined && !shiftKey && !ctrlKey && !altKey && !metaKey

const end = () => void (typing.cell = undefined)

/** A press of the mouse that leaves the cell ends first: a question would move the pressed button away. */
export function endTyping(): void {
  if (document.querySelector(':active')) addEventListener('mouseup', end, { once: true })
  else end()
}
