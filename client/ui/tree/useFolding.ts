import { useState } from 'react'
import { hasChildren, rowsOf, type TreeRow } from './tree-rows'

/** Above this many rows a tree begins folded below its first level. */
const OPEN_UP_TO = 120

const NONE: ReadonlySet<number> = new Set()

/**
 * Which parents of a tree are folded. While it is filtered by `filter` (blank for not at all) everything found is open,
 * and what is folded then is forgotten with the filter.
 * @param beginsFolded which parents are folded at first; without it all of a long tree and none of a short one
 */
export function useFolding<Row extends TreeRow<Row>>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  filter: string,
  beginsFolded?: (row: Row) => boolean,
) {
  const [chosen, setChosen] = useState<{ filter: string; ids: ReadonlySet<number> }>()
  const [whole, setWhole] = useState<ReadonlySet<number>>()
  const parents = () => rowsOf(rows).filter(hasChildren).map(idOf)
  function beginning(): ReadonlySet<number> {
    if (beginsFolded) return new Set(rowsOf(rows).filter(hasChildren).filter(beginsFolded).map(idOf))
    return rowsOf(rows).length > OPEN_UP_TO ? new Set(parents()) : NONE
  }
  const folded = filter ? (chosen?.filter === filter ? chosen.ids : NONE) : (whole ?? beginning())

  function fold(ids: ReadonlySet<number>) {
    if (filter) setChosen({ filter, ids })
    else setWhole(ids)
  }

  return {
    isFolded: (row: Row) => folded.has(idOf(row)),
    isAllOpen: folded.size === 0,
    setFolded(id: number, isFolded: boolean) {
      const next = new Set(folded)
      if (isFolded) next.add(id)
      else next.delete(id)
      fold(next)
    },
    foldAll: () => fold(new Set(parents())),
    openAll: () => fold(NONE),
  }
}
