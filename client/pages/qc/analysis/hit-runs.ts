import type { Spc, SpcHit } from '#shared/qc/analysis/schema'

/** Hits of one rule at points that follow each other: one finding. */
type HitRun = Pick<SpcHit, 'rule' | 'side' | 'track' | 'members'> & {
  since: string
  /** Numbers of the points at which it was told first and last. */
  first: number
  last: number
}

/** What was broken, the latest first; each further point that goes on with a pattern belongs to the same finding. */
export function hitRuns({ hits }: Pick<Spc, 'hits'>): HitRun[] {
  const runs: HitRun[] = []
  const open = new Map<string, HitRun>()
  for (const { rule, side, track, index, members, since } of hits) {
    const key = `${track} ${rule} ${side}`
    const run = open.get(key)
    if (run && (members[0] ?? index) <= run.last + 1) {
      run.last = index
      run.members = [...new Set([...run.members, ...members])]
      continue
    }
    const begun = { rule, side, track, members: [...members], since, first: index, last: index }
    open.set(key, begun)
    runs.push(begun)
  }
  return runs.toSorted((a, b) => b.last - a.last)
}
