import { HOUR_MS } from '#shared/durations'
import type { BoxAnswer, CapabilityAnswer, Distribution, Spc } from '#shared/qc/analysis/schema'
import { startApp } from '../app'
import { CENTRE, chartOf, SIGMA, type Charted } from './charts'
import { done, qcPlant, type Person } from './plant'

const NOW = Date.parse('2026-05-20T12:00:00Z')
export const begin = NOW - 5 * 24 * HOUR_MS
export const hour = (hours: number) => new Date(begin + hours * HOUR_MS).toISOString()

export type Query = Record<string, string | number | readonly (string | number)[]>

/** A plant whose charts begin at `begin`, and the calls of the analysis. */
export async function analysedPlant() {
  const app = await startApp({ now: () => NOW })
  const plant = await qcPlant(app, { isScoped: true })
  const asked = (call: string, query: Query, by: Person = plant.admin) => {
    const search = new URLSearchParams()
    for (const [name, given] of Object.entries(query))
      for (const one of [given].flat()) search.append(name, String(one))
    return by.get(`/qc/analysis/${call}?${search}`)
  }
  return {
    app,
    plant,
    asked,
    chart: (item?: Parameters<typeof chartOf>[2]) => chartOf(plant, { begin }, item),
    spc: async ({ itemKey }: Charted, query: Query = {}, by?: Person): Promise<Spc> =>
      done(await asked('spc', { itemKey, ...query }, by)),
    capability: async ({ itemKey }: Charted, query: Query = {}): Promise<CapabilityAnswer> =>
      done(await asked('capability', { itemKey, ...query })),
    distribution: async ({ itemKey }: Charted, query: Query = {}): Promise<Distribution> =>
      done(await asked('distribution', { itemKey, ...query })),
    box: async ({ itemKey }: Charted, by: string, query: Query = {}): Promise<BoxAnswer> =>
      done(await asked('box', { itemKey, by, ...query })),
  }
}

/** So many σ from the centre each point lies; a gap is null. */
export const offs = ({ points }: Pick<Spc, 'points'>) =>
  points.map(({ mean }) => (mean === null ? null : Math.round(((mean - CENTRE) / SIGMA) * 100) / 100))
export const marksOf = ({ points }: Spc) => points.map(({ marks }) => marks.join(' '))
