import { ownLotOn } from '#seed/qc/lots'
import { judged, valuesOf } from '#seed/qc/records'
import { streamOf } from '#seed/qc/random'
import type { Circumstances, Reading, Readings, TemplatePlan, VersionPlan } from '#seed/qc/template-plan'
import { coating } from '#seed/qc/templates/coating'
import { filling } from '#seed/qc/templates/filling'
import { sealing } from '#seed/qc/templates/sealing'
import { weldPull } from '#seed/qc/templates/weld-pull'
import { log } from '../../platform/log/index'

/** The line inspects these in turn. */
const stations: readonly TemplatePlan[] = [coating, sealing, filling, weldPull]
/** Interval in readings at which a characteristic is off: about once an hour, and once in the first minute. */
const OFF_EVERY = 21 // not a multiple of the stations, so that each has its turn
const FIRST_OFF = 5
const OFF_BY = 1.012
/** The ratio of this line's deviations from nominal values to those of the year, so that chance gives few signals. */
const STEADY = 0.6
/** Readings are frequent at first, so that a visitor sees changes. Later the line has about the plant's pace. */
const BUSY_MS = 8000
const BUSY_FOR_MS = 60_000
const CALM_MS = 3 * 60_000
/** The share of random NG readings that are entered: NG is rare on a good line. */
const NG_KEPT = 0.2
const MOST_TRIES = 10
const PATIENCE_MS = 10_000

/** The roles that enter records and open lots. */
type Role = 'inspector' | 'engineer'

type Line = {
  /** The URL of the API, without a path. */
  url: string
  /** A token of a user with that role; called again when it is no longer valid. */
  tokenOf: (role: Role) => Promise<string | undefined>
  /** The seed of its random readings. */
  seed?: number
  /** The day of the plant, `YYYY-MM-DD`: it begins at midnight UTC. */
  today?: () => string
}

type Option = {
  code?: string
  templateId?: number
  lotId?: number
  lotNo?: string
  equipmentId?: number
  productId?: number
}

/**
 * A line of the demo's plant. For a minute every few seconds, then every three minutes it enters a reading, with the
 * same calls as any other client, so that charts, bell and wall change. Failures are logged, and the next reading is
 * tried.
 * @returns a function that stops it
 */
export function startLine(line: Line): () => void {
  const inspectOnce = inspectionsOf(line)
  const begunAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  function wait() {
    if (!isOver) timer = setTimeout(inspect, pauseAfter(Date.now() - begunAt))
  }
  function inspect() {
    inspectOnce()
      .catch((error: unknown) => log('info', 'demo line', { error: String(error) }))
      .finally(wait)
  }
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** The pause before the next reading, in milliseconds, after the line has run for this time. */
export const pauseAfter = (ranMs: number) => (ranMs < BUSY_FOR_MS ? BUSY_MS : CALM_MS)

const dayNow = () => new Date().toISOString().slice(0, 10)

/** Each call enters the next reading of the line. */
export function inspectionsOf({ url, tokenOf, seed = Date.now(), today = dayNow }: Line): () => Promise<void> {
  const random = streamOf(seed, 'line')
  const models = new Map(stations.map((plan) => [plan, plan.model(random)]))
  const tokens: { [Name in Role]?: string | undefined } = {}
  let inspections = 0

  async function call<Data>(method: string, path: string, body?: unknown, role: Role = 'inspector'): Promise<Data> {
    const token = (tokens[role] ??= await tokenOf(role))
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: Data }
    if (code === 401 || code === 6401) tokens[role] = undefined
    if (code !== 200) throw new Error(`${method} ${path}: ${code} ${msg}`)
    return data
  }

  /** Today's lot, which the engineer opens with the first reading of the day. */
  async function lotOf({ product }: TemplatePlan): Promise<number> {
    const { lotNo, ...lot } = ownLotOn(product, today())
    const options = await call<Option[]>(
      'GET',
      `/qc/lot/option-select?${new URLSearchParams({ product, keyword: lotNo })}`,
    )
    const lotId = options.find((option) => option.lotNo === lotNo)?.lotId
    if (lotId !== undefined) return lotId
    const products = await call<Option[]>('GET', '/qc/product/option-select')
    const productId = products.find(({ code }) => code === product)?.productId
    return call<number>('POST', '/qc/lot', { ...lot, productId, lotNo }, 'engineer')
  }

  async function inspectOnce() {
    const plan = stations[inspections % stations.length]!
    const version = plan.versions.at(-1)!
    const [templates, machines] = await Promise.all([
      call<Option[]>('GET', `/qc/template/option-select?product=${plan.product}`),
      call<Option[]>('GET', `/qc/equipment/option-select?product=${plan.product}`),
    ])
    const templateId = templates.find(({ code }) => code === plan.code)?.templateId
    if (templateId === undefined) return
    const machine = plan.machines.length > 0 ? random.pick(plan.machines) : null
    const circumstances = circumstancesOf(machine, inspections, today())
    const isOff = ++inspections % OFF_EVERY === FIRST_OFF
    const mostTries = isOff || random.happens(NG_KEPT) ? 1 : MOST_TRIES
    const read = () => {
      const readings = steadied(version, models.get(plan)!(circumstances))
      return valuesOf(version, isOff ? shifted(version, readings) : readings, random)
    }
    let values = read()
    for (let tries = 1; tries < mostTries && judged(version, values) === 'NG'; tries++) values = read()
    const { qcValueBaseId, lockVersion, judgement } = await call<{
      qcValueBaseId: number
      lockVersion: number
      judgement: string
    }>('POST', '/qc/value-base', {
      templateId,
      lotId: await lotOf(plan),
      equipmentId: machines.find(({ code }) => code === machine)?.equipmentId ?? null,
      remark: isOff ? '模拟产品线：过程偏移 Simulated line: process off' : '',
      values: values.map(({ gauge: _gauge, ...value }) => value),
    })
    const remark = judgement === 'NG' && !isOff ? '模拟产品线 Simulated line' : undefined
    if (remark) await call('PUT', `/qc/value-base/${qcValueBaseId}`, { lockVersion, remark })
    await call('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion: lockVersion + (remark ? 1 : 0) })
  }

  return inspectOnce
}

/** The year of the demo is over; its models only need to know that this day is later. */
const circumstancesOf = (machine: string | null, index: number, date: string): Circumstances => ({
  index,
  day: 400,
  date,
  shift: index % 3,
  machine,
  operator: 'inspector',
  supplier: '',
})

const mapped = (reading: Readings[string], change: (value: number) => number): Readings[string] => {
  const changed = (value: Reading) => (typeof value === 'number' ? change(value) : value)
  return typeof reading === 'number' ? change(reading) : Array.isArray(reading) ? reading.map(changed) : reading
}

/** Readings moved nearer to the nominal values of their items. */
function steadied({ items }: VersionPlan, readings: Readings): Readings {
  const nominals = new Map(items.map(({ code, nominal }) => [code, Number(nominal ?? NaN)]))
  const steady = (code: string, reading: Readings[string]) => {
    const nominal = nominals.get(code) ?? NaN
    return Number.isNaN(nominal) ? reading : mapped(reading, (value) => nominal + STEADY * (value - nominal))
  }
  return Object.fromEntries(Object.entries(readings).map(([code, reading]) => [code, steady(code, reading)]))
}

/** Raises the readings of the first item slightly; the limits of charts are narrower than that. */
function shifted({ items: [first] }: VersionPlan, readings: Readings): Readings {
  const { code } = first!
  return { ...readings, [code]: mapped(readings[code]!, (value) => value * OFF_BY) }
}
