import { addTo, createRecent, emptyHistogram, type Histogram } from './durations'

/** A route of the code: `GET /api/v1/role/:id`. Their number does not depend on the requests. */
type Route = { method: string; path: string }
/** `answers` by the class of their status: 1xx, 2xx, and so on. */
export type RouteFigures = Route & { answers: Uint32Array; durations: Histogram }

const FIFTH = 5
/** All requests without a route. */
const other: Route = { method: 'other', path: 'other' }

/** Counts requests, and the time until their answer began. Costs well under a microsecond each. */
export function createRequestMeter(since = performance.now()) {
  const routes = new Map<Route, RouteFigures>()
  const recent = createRecent(since)
  let underWay = 0
  return {
    began: () => void (underWay += 1),
    /** @param status the real HTTP status; @param at the time of the answer, by `performance.now()` */
    ended(route: Route | undefined, status: number, ms: number, at: number): void {
      underWay -= 1
      const key = route ?? other
      let figures = routes.get(key)
      if (!figures) routes.set(key, (figures = newFigures(key)))
      const group = Math.floor(status / 100)
      figures.answers[group - 1]! += 1
      addTo(figures.durations, ms / 1000)
      recent.add(ms, group === FIFTH, at)
    },
    underWay: () => underWay,
    routes: (): Iterable<RouteFigures> => routes.values(),
    recent: () => recent.figures(performance.now()),
  }
}

const newFigures = ({ method, path }: Route): RouteFigures => ({
  method,
  path,
  answers: new Uint32Array(FIFTH),
  durations: emptyHistogram(),
})
