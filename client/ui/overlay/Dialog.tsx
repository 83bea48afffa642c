import { useInsertionEffect, useRef, useState, type ComponentType } from 'react'
import { withMore } from '../app/more'
import { part } from '../part'
import type { DialogProps } from './DialogFrame'

const DialogFrame = part(() => withMore(() => import('./DialogFrame')))

/**
 * A part that draws a {@link Dialog}: it is not ready before the dialog's own machinery is. Its `onClose` closes it as
 * long as it is open, and later nothing: a late answer must not close what was opened since.
 */
export function dialogPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Loaded = part(async () => (await Promise.all([load(), DialogFrame.preload()]))[0])
  function Opened(props: Props) {
    const isGone = useRef(false)
    // Unlike other effects, this one goes on while the tab is hidden.
    useInsertionEffect(() => {
      isGone.current = false
      return () => {
        isGone.current = true
      }
    }, [])
    if (!('onClose' in props) || typeof props.onClose !== 'function') return <Loaded {...props} />
    const { onClose } = props
    return <Loaded {...props} onClose={(...args: unknown[]) => void (isGone.current || onClose(...args))} />
  }
  return Object.assign(Opened, { preload: Loaded.preload, loaded: Loaded.loaded })
}

/**
 * A dialog on top of the page: focus goes to the first field, or the one with `data-first-field`, stays inside, and returns where it came from.
 * Its machinery is fetched when the first one opens, so a page may import this without paying for it.
 */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  return wasOpened && <DialogFrame {...props} />
}
