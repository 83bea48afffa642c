import { afterAll } from 'bun:test'
import { DAY_MS } from '#shared/durations'
import { startApp } from '../app'
import { clockAt } from '../clock'
import { done, qcPlant, type Person } from './plant'

export const at = (id: number) => `/qc/value-base/${id}`
export const get = async (person: Person, id: number) => done(await person.get(at(id)))
export const change = (person: Person, record: { qcValueBaseId: number; lockVersion: number }, more: object) =>
  person.put(at(record.qcValueBaseId), { lockVersion: record.lockVersion, ...more })
export const iso = (time: number) => new Date(time).toISOString()

/** A plant with a template of one signature, whose clock stands at 10:00 in Shanghai until a test moves it. */
export async function recordBench() {
  const clock = clockAt(Date.UTC(2026, 10, 20, 2, 0))
  const life = { sessionIdleMs: 400 * DAY_MS, sessionMaxMs: 400 * DAY_MS }
  const app = await startApp({ now: clock.now, settings: life })
  afterAll(app.close)
  const plant = await qcPlant(app)
  const one = await plant.template({ signLevels: 1 })
  const valueIn = (record: { values: { itemKey: string; sampleNo: number }[] }, code: string, sampleNo = 1): any =>
    record.values.find((value) => value.itemKey === one.keys[code] && value.sampleNo === sampleNo)
  return { app, plant, one, clock, valueIn }
}
