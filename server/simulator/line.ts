import { isOwnLot } from '#seed/qc/lots'
import { judged, valuesOf } from '#seed/qc/records'
import { streamOf } from '#seed/qc/random'
import type { Occasion, Readings, TemplatePlan } from '#seed/qc/template-plan'
import { coating } from '#seed/qc/templates/coating'
import { filling } from '#seed/qc/templates/filling'
import { kValue } from '#seed/qc/templates/k-value'
import { weldPull } from '#seed/qc/templates/weld-pull'
import { log } from '../log'

/** What the line inspects, in turn. */
const stations: readonly TemplatePlan[] = [coating, kValue, filling, weldPull]
/** Every so many readings a process is off, as its charts will say; it is so early, for somebody may look. */
const OFF_EVERY = 60
const FIRST_OFF = 12
const OFF_BY = 1.012
/** Who looks at once sees much happen; who leaves it running all day finds no flood. */
const BUSY_MS = 8000
const BUSY_FOR_MS = 10 * 60_000
const CALM_MS = 60_000
/** Of the readings that chance makes NG, so many are entered: rare on a line that is in order. */
const NG_KEPT = 0.2
const MOST_TRIES = 10
const PATIENCE_MS = 10_000

type Line = {
  /** Where the API is, without a path. */
  url: string
  /** A token of somebody who may record; asked for again when it is not good any more. */
  tokenOf: () => Promise<string | undefined>
}

type Option = { code?: string; templateId?: number; lotId?: number; lotNo?: string; equipmentId?: number }

/**
 * A line of the demo's plant: every few seconds, after ten minutes every minute, somebody enters a reading, through the same calls as any other client, so
 * that charts, bell and wall move. What goes wrong is noted, and tried again with the next reading.
 * @returns stops it
 */
export function startLine({ url, tokenOf }: Line): () => void {
  const random = streamOf(Date.now(), 'line')
  const models = new Map(stations.map((plan) => [plan, plan.model(random)]))
  let token: string | undefined
  let made = 0

  async function call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    token ??= await tokenOf()
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: Data }
    if (code === 401 || code === 6401) token = undefined
    if (code !== 200) throw new Error(`${method} ${path}: ${code} ${msg}`)
    return data
  }

  async function inspectOnce() {
    const plan = stations[made % stations.length]!
    const version = plan.versions.at(-1)!
    const [templates, lots, machines] = await Promise.all([
      call<Option[]>('GET', `/qc/template/option-select?product=${plan.product}`),
      call<Option[]>('GET', `/qc/lot/option-select?product=${plan.product}`),
      call<Option[]>('GET', `/qc/equipment/option-select?product=${plan.product}`),
    ])
    const templateId = templates.find(({ code }) => code === plan.code)?.templateId
    if (templateId === undefined) return
    const machine = plan.machines.length > 0 ? random.pick(plan.machines) : null
    const occasion = occasionOf(machine, made)
    const isOff = ++made % OFF_EVERY === FIRST_OFF
    const mostTries = isOff || random.happens(NG_KEPT) ? 1 : MOST_TRIES
    const read = () => {
      const readings = models.get(plan)!(occasion)
      return valuesOf(version, isOff ? shifted(readings) : readings, random)
    }
    let values = read()
    for (let tries = 1; tries < mostTries && judged(version, values) === 'NG'; tries++) values = read()
    const { qcValueBaseId, lockVersion, judgement } = await call<{
      qcValueBaseId: number
      lockVersion: number
      judgement: string
    }>('POST', '/qc/value-base', {
      templateId,
      lotId: lots.find(({ lotNo = '' }) => isOwnLot(plan.product, lotNo))?.lotId ?? null,
      equipmentId: machines.find(({ code }) => code === machine)?.equipmentId ?? null,
      remark: isOff ? '模拟产品线：过程偏移 Simulated line: process off' : '',
      values: values.map(({ gauge: _gauge, ...value }) => value),
    })
    const remark = judgement === 'NG' && !isOff ? '模拟产品线 Simulated line' : undefined
    if (remark) await call('PUT', `/qc/value-base/${qcValueBaseId}`, { lockVersion, remark })
    await call('POST', `/qc/value-base/${qcValueBaseId}/submit`, { lockVersion: lockVersion + (remark ? 1 : 0) })
  }

  const begunAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  function wait() {
    if (!isOver) timer = setTimeout(inspect, Date.now() - begunAt < BUSY_FOR_MS ? BUSY_MS : CALM_MS)
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

/** The year of the demo is over; what its models know of days is that this one is later. */
const occasionOf = (machine: string | null, index: number): Occasion => ({
  index,
  day: 400,
  date: new Date().toISOString().slice(0, 10),
  shift: index % 3,
  machine,
  operator: 'inspector',
  supplier: '',
})

/** All numbers a little higher: little as it is, limits of charts are narrower. */
const shifted = (readings: Readings): Readings =>
  Object.fromEntries(
    Object.entries(readings).map(([code, reading]) => [
      code,
      typeof reading === 'number'
        ? reading * OFF_BY
        : Array.isArray(reading)
          ? reading.map((one: number | string) => (typeof one === 'number' ? one * OFF_BY : one))
          : reading,
    ]),
  )
