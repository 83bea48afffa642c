import type { InSteps } from '../series/cooperative'
import type { Plotted } from '../charts/plotted'
import { brokenRules, edgesOf, type HitOptions } from './rules'
import type { Hit, RuleId } from '../charts/track'

/** A line with the nearest points on both sides; mirrored if `sign` is −1. */
type Edge = { sign: 1 | -1; within: number; beyond: number }
type Tested = { taken: number; hits: Hit[]; edges: Edge[] }

/** More hits are not cached, because they would need more memory than the series. */
const MOST_HITS = 50_000
/** The number of cached tracks and sets of rules, the most recently tested. */
const MAX_CACHED = 8

const cache = new WeakMap<object, Map<string, Tested>>()

/**
 * The same as `brokenRules`, for a series whose beginning was tested before (ADR 69). Lines move a little with each
 * new point, usually not across an earlier point. Then the earlier hits hold, and only the new points are tested.
 * @param sourceKey equal for series that are each the beginning of the next
 * @param name distinguishes series of one `sourceKey`
 */
export function* incrementalHits(
  sourceKey: object | undefined,
  name: string,
  plotted: Pick<Plotted, 'values' | 'steps'>,
  rules: readonly RuleId[],
  options: HitOptions,
): InSteps<Hit[]> {
  const { values, steps } = plotted
  const [centre, sigma] = [steps.centre[0]!, steps.sigma[0]!]
  const isSimple =
    steps.from.length === 1 && sigma > 0 && options.from === undefined && (options.phaseStarts ?? []).length === 0
  if (!sourceKey || !isSimple) return brokenRules(plotted, rules, options)
  const ofSource = cache.get(sourceKey) ?? new Map<string, Tested>()
  cache.set(sourceKey, ofSource)
  const key = JSON.stringify([name, rules, options.figures])
  const lines = edgesOf(centre, sigma, rules, options.figures)
  const before = ofSource.get(key)
  const holds = before && before.taken <= values.length && areWhereTheyWere(before.edges, centre, lines)
  const { taken, hits } = holds ? before : { taken: 0, hits: [] }
  const edges = holds ? before.edges.map((edge) => ({ ...edge })) : newEdges(lines.length)
  const all = [...hits, ...brokenRules(plotted, rules, { ...options, from: taken })]
  for (const [at, edge] of edges.entries()) {
    yield
    widen(edge, values, taken, centre, lines[at >> 1]!)
  }
  ofSource.delete(key)
  if (all.length <= MOST_HITS) ofSource.set(key, { taken: values.length, hits: all, edges })
  for (const oldest of ofSource.keys()) if (ofSource.size > MAX_CACHED) ofSource.delete(oldest)
  return all
}

/** One edge above the centre and one below it for each line. */
const newEdges = (lines: number): Edge[] =>
  Array.from({ length: 2 * lines }, (_, at) => ({ sign: at % 2 === 0 ? 1 : -1, within: -Infinity, beyond: Infinity }))

/** True if all points are on the same side of all lines as before. Checking the nearest points is sufficient. */
const areWhereTheyWere = (edges: readonly Edge[], centre: number, lines: readonly number[]): boolean =>
  edges.every(({ sign, within, beyond }, at) => {
    const line = lines[at >> 1]!
    return !(within - sign * centre > line) && (beyond === Infinity || beyond - sign * centre > line)
  })

function widen(edge: Edge, values: Float64Array, from: number, centre: number, line: number): void {
  const { sign } = edge
  const middle = sign * centre
  let { within, beyond } = edge
  for (let index = from; index < values.length; index++) {
    const value = sign * values[index]!
    const isBeyond = value - middle > line
    if (isBeyond && value < beyond) beyond = value
    if (!isBeyond && value > within) within = value
  }
  edge.within = within
  edge.beyond = beyond
}
