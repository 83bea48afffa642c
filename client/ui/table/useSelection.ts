import { useRef } from 'react'

export type Selection = { selected: readonly number[]; onSelect: (selected: number[]) => void }

/** Ticking rows: one by one, a range with Shift from the last one ticked, or all of the page. `ids`: those that can be. */
export function useSelection(ids: readonly number[], selection: Selection | undefined) {
  const lastTicked = useRef<number>(undefined)
  const selected = selection?.selected ?? NONE

  function tick(id: number, isRange: boolean) {
    const isOn = !selected.includes(id)
    const from = isRange && lastTicked.current !== undefined ? ids.indexOf(lastTicked.current) : -1
    const to = ids.indexOf(id)
    const changed = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    lastTicked.current = id
    change(changed, isOn)
  }

  function change(changed: readonly number[], isOn: boolean) {
    const rest = selected.filter((id) => !changed.includes(id))
    selection?.onSelect(isOn ? [...rest, ...changed] : rest)
  }

  const onPage = ids.filter((id) => selected.includes(id)).length
  const state = onPage === 0 ? 'none' : onPage === ids.length ? 'all' : 'some'
  const canTick = (id: number) => ids.includes(id)
  return { selected, state, canTick, tick, tickAll: () => change(ids, state !== 'all') } as const
}

const NONE: readonly number[] = []
