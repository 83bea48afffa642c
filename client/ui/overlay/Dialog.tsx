import { useInsertionEffect, useRef, useState, type ComponentType } from 'react'
import { withMore } from '../app/more'
import { part } from '../part'
import type { DialogProps } from './DialogFrame'

const DialogFrame = part(() => withMore(() => import('./DialogFrame')))

/**
 * A part that draws a {@link Dialog}: it is ready only together with the dialog's own code. Its `onClose` works only
 * while it is open: a late answer must not close a dialog opened since.
 */
export function dialogPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Loaded = part(async () => (await Promise.all([load(), DialogFrame.preload()]))[0])
  function Opened(props: Props) {
    const isGone = useRef(false)
    // Unlike other effects, this one continues while the tab is hidden.
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
 * A dialog on top of the page. The focus goes to the first field, or the one with `data-first-field`, stays inside, and
 * returns at the end. Its code is loaded with the first dialog, so importing this module costs a page nothing.
 */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  return wasOpened && <DialogFrame {...props} />
}
