import { useCallback, useEffect, useMemo, useRef, useState, type PointerEvent, type RefObject } from 'react'

/** Long enough to pass over an icon, or over a neighbour on the way into the open list. */
const OPEN_MS = 150
/** Long enough to cross the gap, or to leave the edge for a moment. */
const CLOSE_MS = 300

const NONE: readonly string[] = []

/** The branches of the collapsed menu in `root` that are open beside it, and the pointer handlers. */
export function useFlyOut(root: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(NONE)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOpen = open.length > 0

  /** Opens the branch at `chain` at once, and closes branches beside it. */
  const show = useCallback((chain: readonly string[]) => {
    clearTimeout(timer.current)
    setOpen(chain)
  }, [])
  const close = useCallback(() => show(NONE), [show])
  const later = useCallback(
    (ms: number, chain: readonly string[]) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // A pointer that merely rests there does not close a fly-out in keyboard use.
        if (!root.current?.querySelector('.fly-out :focus-visible')) setOpen(chain)
      }, ms)
    },
    [root],
  )

  /** Handlers of an entry: pointing at it opens it, or closes lists open beside it. */
  const pointedAt = useCallback(
    (chain: readonly string[]) => ({
      onPointerEnter({ pointerType }: PointerEvent) {
        if (pointerType !== 'touch') later(OPEN_MS, chain)
      },
      onPointerLeave: () => clearTimeout(timer.current),
    }),
    [later],
  )

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return
    const gone = new AbortController()
    const options = { capture: true, signal: gone.signal }
    const dismiss = ({ target }: Event) => {
      const isInside = target instanceof Element && root.current?.contains(target)
      if (!isInside) close()
    }
    addEventListener('pointerdown', dismiss, options)
    addEventListener('scroll', dismiss, options)
    addEventListener('resize', close, options)
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    addEventListener('keydown', onKeyDown, { signal: gone.signal })
    return () => gone.abort()
  }, [root, isOpen, close])

  /** Handlers of the whole menu. */
  const pointedInto = useMemo(
    () => ({
      onPointerEnter: () => clearTimeout(timer.current),
      onPointerLeave: () => later(CLOSE_MS, NONE),
    }),
    [later],
  )
  return { open, show, close, pointedAt, pointedInto }
}

export type FlyOut = ReturnType<typeof useFlyOut>
