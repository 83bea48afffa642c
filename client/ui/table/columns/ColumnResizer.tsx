import type { KeyboardEvent, PointerEvent } from 'react'
import { useText } from '../../useText'
import { MAX_WIDTH, MIN_WIDTH, widthName } from './column-layout'
import type { ListTable } from '../useListTable'

/** The distance of one press of an arrow key, in pixels; the second with Shift. */
const STEPS = [10, 50] as const

export type ColumnResizerProps = { id: string; header: string; core: ListTable<unknown>['core'] }

/**
 * The edge of a column. Dragging it, or the arrow keys, set the width; a double click and Enter fit it to the content.
 * A drag changes only the custom property of the table.
 */
export default function ColumnResizer({ id, header, core }: ColumnResizerProps) {
  const t = useText()
  const width = core.state.columnSizing[id]

  const keep = (next: number | undefined) =>
    core.setColumnSizing(({ [id]: _old, ...others }) =>
      next === undefined ? others : { ...others, [id]: clamp(next) },
    )

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.preventDefault() // no text selection meanwhile
    event.stopPropagation()
    const separator = event.currentTarget
    const { head, table } = partsOf(separator)
    const { clientX: from } = event
    const begun = head.offsetWidth
    let next = begun
    const gone = new AbortController()
    const options = { signal: gone.signal }
    separator.setPointerCapture(event.pointerId)
    separator.addEventListener(
      'pointermove',
      (moved) => {
        if (!(moved instanceof globalThis.PointerEvent)) return
        const { clientX } = moved
        if (next === begun && Math.abs(clientX - from) < 3) return // a click moves a little
        if (next === begun && width === undefined) keep(begun) // from now on its width is fixed
        next = clamp(begun + clientX - from)
        table.style.setProperty(widthName(id), `${next}px`)
      },
      options,
    )
    separator.addEventListener(
      'lostpointercapture',
      () => {
        gone.abort()
        if (next !== begun) keep(next)
      },
      options,
    )
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { head } = partsOf(event.currentTarget)
    const step = STEPS[event.shiftKey ? 1 : 0]
    const next = {
      ArrowLeft: () => head.offsetWidth - step,
      ArrowRight: () => head.offsetWidth + step,
      Home: () => MIN_WIDTH,
      Enter: () => fittingWidth(event.currentTarget, id),
    }[event.key]
    if (!next) return
    event.preventDefault()
    keep(next())
  }

  return (
    <span
      role="separator"
      tabIndex={0}
      className="column-resizer"
      aria-orientation="vertical"
      aria-label={t('table.widthOf', { column: header })}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={width ?? core.getColumn(id)?.getSize() ?? MIN_WIDTH}
      title={t('table.widthHint')}
      onFocus={({ currentTarget }) => {
        if (width === undefined) currentTarget.ariaValueNow = String(partsOf(currentTarget).head.offsetWidth)
      }}
      onPointerDown={onPointerDown}
      onDoubleClick={({ currentTarget }) => keep(fittingWidth(currentTarget, id))}
      onKeyDown={onKeyDown}
    />
  )
}

const clamp = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

function partsOf(separator: HTMLElement): { head: HTMLElement; table: HTMLElement } {
  return { head: separator.closest('th')!, table: separator.closest('table')! }
}

/** The width that the content of a column needs, measured without its present width. */
function fittingWidth(separator: HTMLElement, id: string): number {
  const { head, table } = partsOf(separator)
  const old = table.style.getPropertyValue(widthName(id))
  table.dataset.fitting = ''
  table.style.setProperty(widthName(id), 'max-content')
  const width = head.offsetWidth
  delete table.dataset.fitting
  table.style.setProperty(widthName(id), old)
  return width
}
