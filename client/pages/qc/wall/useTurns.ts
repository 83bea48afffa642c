import { useEffect, useState } from 'react'

/** Counts up by one every `everyMs` milliseconds. */
export function useTurns(everyMs: number): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return turn
}

/** One page of `pageSize` rows at a time, the next one with each turn. */
export function usePages<Row>(all: readonly Row[], pageSize: number, turnMs: number) {
  const turn = useTurns(turnMs)
  const pages = Math.max(1, Math.ceil(all.length / pageSize))
  const page = turn % pages
  return { rows: all.slice(page * pageSize, (page + 1) * pageSize), page, pages }
}
