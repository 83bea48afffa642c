import { proxy } from 'valtio'

/** The `cellKey` of the number that is being typed. Nothing is asked or announced about it before it is left. */
export const typing = proxy({ cell: undefined as string | undefined })

const end = () => void (typing.cell = undefined)

/** A press of the mouse that leaves the cell ends first: a question would move the pressed button away. */
export function endTyping(): void {
  if (document.querySelector(':active')) addEventListener('mouseup', end, { once: true })
  else end()
}
