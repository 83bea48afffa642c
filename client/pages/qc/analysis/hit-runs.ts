import type { Spc, SpcHit } from '#shared/qc/analysis/schema'

/** The hits of one rule at consecutive points: one finding. */
type HitRun = Pick<SpcHit, 'rule' | 'side' | 'track' | 'members'> & {
  since: string
  /** The numbers of the points of the first and the last hit. */
  first: number
  last: number
}

/** The broken rules, the latest first. Points that continue a pattern belong to the same finding. */
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
    const next = { rule, side, track, members: [...members], since, first: index, last: index }
    open.set(key, next)
    runs.push(next)
  }
  return runs.toSorted((a, b) => b.last - a.last)
}
