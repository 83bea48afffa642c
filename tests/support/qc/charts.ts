import { HOUR_MS } from '#shared/durations'
import type { Answer } from '../app'
import { done, draftBy, step, stepped, valuesOf, type ItemInput, type Person, type Plant } from './plant'

/** Where limits of tests lie: single values around 10, σ 0.01. */
export const CENTRE = 10
export const SIGMA = 0.01

/** A diameter, measured once a record and charted; its specification is wide. */
export const diameter: ItemInput = {
  code: 'diameter',
  name: '直径',
  nameEn: 'Diameter',
  type: 'numeric',
  unit: 'mm',
  decimals: 4,
  lsl: '9',
  usl: '11',
  spc: true,
}

/** As it is entered, so many σ from the centre. */
export const sigmasOff = (z: number) => (CENTRE + z * SIGMA).toFixed(4)

type Stored = { qcValueBaseId: number; recordNo: string; lockVersion: number; status: string }
type Where = { by?: Person; equipmentId?: number; at?: number; more?: object }

/** A template with one charted item, and records of it an hour apart. */
export async function chartOf(plant: Plant, { begin }: { begin: number }, item: ItemInput = {}) {
  const template = await plant.template({}, [{ ...diameter, ...item }])
  const itemKey = template.keys['diameter']!
  const ids: number[] = []
  let hours = 0

  const valueOf = (entered: number | readonly number[]) => ({ diameter: [entered].flat().map(sigmasOff) })

  /** One record, as many σ off as is said; it is in the charts when this resolves. */
  async function record(
    entered: number | readonly number[],
    { by = plant.inspector, equipmentId, at, more }: Where = {},
  ): Promise<Stored> {
    const inspectedAt = new Date(at ?? begin + ++hours * HOUR_MS).toISOString()
    const machine = equipmentId === undefined ? {} : { equipmentId }
    const draft = await draftBy(by, template, valueOf(entered), { inspectedAt, ...machine, ...more })
    const stored: Stored = await stepped(by, 'submit', draft)
    ids.push(stored.qcValueBaseId)
    return stored
  }

  async function records(all: readonly number[], where: Where = {}) {
    const made: Stored[] = []
    for (const z of all) made.push(await record(z, where))
    return made
  }

  /** Changes what a record says, after it was submitted. */
  async function correct(stored: Stored, z: number | readonly number[], by: Person = plant.inspector): Promise<Stored> {
    const back = await stepped(by, 'withdraw', stored)
    const values = valuesOf(template, valueOf(z))
    const body = { lockVersion: back.lockVersion, values, reasonCode: 'typing' }
    const changed = done(await by.put(`/qc/value-base/${stored.qcValueBaseId}`, body))
    return stepped(by, 'submit', changed)
  }

  /** Has limits in force from before the first record on. */
  const freeze = (change: object = {}, by: Person = plant.engineer): Promise<Answer> =>
    by.post('/qc/limit-set', {
      itemKey,
      chart: 'imr',
      centre: CENTRE,
      sigma: SIGMA,
      validFrom: new Date(begin).toISOString(),
      rules: { rules: ['1', '2', '5'] },
      reason: '首件合格后冻结',
      ...change,
    })

  /** What is stored, in the order of the axis: `2@8:0-8 open`, by places in the order of entry. */
  async function signals(by: Person = plant.admin): Promise<string[]> {
    const { list } = done(await by.get(`/qc/signal?itemKey=${itemKey}&pageSize=100&inspectedAtOrder=asc`))
    return (list as Seen[]).map(sentence)
  }
  type Seen = { rule: string; track: string; qcValueBaseId: number; members: number[]; state: string; side: string }
  const place = (id: number) => ids.indexOf(id)
  function sentence({ rule, track, qcValueBaseId, members, state, side }: Seen) {
    const name = track === 'dispersion' ? 'spread' : `rule ${rule}`
    return `${name} ${side} at ${place(qcValueBaseId)} of ${members.map(place).join(' ')}: ${state}`
  }
  const listed = async (by: Person = plant.admin) =>
    done(await by.get(`/qc/signal?itemKey=${itemKey}&pageSize=100`)).list

  const voided = (stored: Stored) => step(plant.engineer, 'void', stored, { reason: 'x' })
  return { template, itemKey, ids, record, records, correct, freeze, signals, listed, voided }
}
export type Charted = Awaited<ReturnType<typeof chartOf>>
