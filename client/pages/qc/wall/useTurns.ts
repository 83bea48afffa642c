import { useEffect, useState } from 'react'

/** Counts on every so many milliseconds. */
export function useTurns(everyMs: number): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return turn
}

/** One page of what has more than there is room for, another with each turn. */
export function usePages<Row>(rows: readonly Row[], room: number, turnMs: number) {
  const turn = useTurns(turnMs)
  const pages = Math.max(1, Math.ceil(rows.length / room))
  const page = turn % pages
  return { shown: rows.slice(page * room, (page + 1) * room), page, pages }
}
