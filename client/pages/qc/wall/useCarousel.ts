import { useEffect, useRef, useState } from 'react'
import type { BigScreen } from '#shared/qc/wall'

type Charts = BigScreen['charts']

/**
 * Which chart has its turn. Items with open signals come back with every second turn; where a signal is new, its item is
 * shown at once. `turn` changes with each.
 */
export function useCarousel(charts: Charts, turnMs: number) {
  const [turn, setTurn] = useState(0)
  const known = useRef(new Map<string, number>())
  const pinned = charts.filter(({ item }) => item.openSignals > 0)
  const others = charts.filter(({ item }) => item.openSignals === 0)

  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), turnMs)
    return () => clearInterval(timer)
  }, [turnMs, turn])

  useEffect(() => {
    const before = known.current
    known.current = new Map(charts.map(({ item }) => [item.itemKey, item.openSignals]))
    if (before.size === 0) return
    const open = charts.filter(({ item }) => item.openSignals > 0)
    const rose = open.findIndex(({ item }) => item.openSignals > (before.get(item.itemKey) ?? 0))
    if (rose === -1) return
    setTurn((last) => turnOf(last, rose, open.length, charts.length - open.length))
  }, [charts])

  return { turn, chart: chartAt(turn, pinned, others) }
}

function chartAt(turn: number, pinned: Charts, others: Charts): Charts[number] | undefined {
  if (pinned.length === 0 || others.length === 0) {
    const all = [...pinned, ...others]
    return all[turn % Math.max(1, all.length)]
  }
  const half = Math.floor(turn / 2)
  return turn % 2 === 0 ? pinned[half % pinned.length] : others[half % others.length]
}

/** The next turn that a pinned item has. */
function turnOf(last: number, index: number, pinned: number, others: number): number {
  for (let turn = last + 1; ; turn += 1) {
    if (others === 0 ? turn % pinned === index : turn % 2 === 0 && (turn / 2) % pinned === index) return turn
  }
}
