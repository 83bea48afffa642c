import { seedProduction } from '#seed/index'
import { openStore } from '#server/platform/store/index'
import { startApp } from '../../support/app'
import { spawnCommand } from '../../support/commands'
import { listening } from '../../support/stream'
import { percentile, seen, undoing, type Fault } from '../support/fault'
import { countOf, makeRecord, nothingYet, writing, type Acknowledged } from '../support/load'
import { freshFolder, keysOf, type Keys } from '../support/plant'
import { startDatabase, type Database } from './database'
import { call, caliper, serve, type Server } from '../support/server'

const CLIENTS = 6
const LOAD_MS = 2_500
const AWAY_MS = 1_500
const TOLD = 30
/** What happens at one process is to be seen at another within this time. */
const SOON_MS = 1_000

/** S18, S82: of two processes on one PostgreSQL one is killed under load, then the database crashes under both. */
export const processes: Fault = {
  name: 'processes',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, expectTime, outcome } = seen()
      const database = await startDatabase()
      undo(() => database.stop())
      const keys = await plantOn(database.url)
      const start = () => serve(freshFolder('process-'), { env: { CALIPER_DATABASE_URL: database.url } })
      const [a, killed] = await Promise.all([start(), start()])
      undo(() => a.kill('SIGKILL'))
      undo(() => killed.kill('SIGKILL'))
      const before = await lateness(a, killed, keys)
      const acknowledged = nothingYet()
      const from = await lastId(database)
      const atFirst = follower(a, keys, from)

      const load = [writing(a, keys, acknowledged, CLIENTS), writing(killed, keys, acknowledged, CLIENTS)]
      await Bun.sleep(LOAD_MS)
      killed.kill('SIGKILL')
      await load[1]!.over
      const half = countOf(acknowledged)
      const b = await start() // no lock is left behind
      undo(() => b.kill('SIGKILL'))
      const atSecond = follower(b, keys, from)
      load.push(writing(b, keys, acknowledged, CLIENTS))
      await Bun.sleep(LOAD_MS)
      const crashed = countOf(acknowledged)
      await database.crash(AWAY_MS)
      const back = performance.now()
      await until(() => countOf(acknowledged) > crashed + CLIENTS, 'writes succeed after the database is back')
      const recoveredMs = performance.now() - back
      await Bun.sleep(LOAD_MS)
      await Promise.all(load.map((one) => one.stop()))

      const lost = await missingFrom(database, acknowledged)
      const told = await outboxAfter(database, from)
      for (const [name, listener] of [
        ['the process that lived', atFirst],
        ['the one that was started again', atSecond],
      ] as const) {
        const heard = await listener.all(told.at(-1)!)
        expect(heard.join() === told.join(), `${name} tells everything once and in order`, gapsIn(heard, told))
      }
      const after = await lateness(a, b, keys)
      const outMs = await signedOutWithin(a, b, keys)
      expectTime(outMs < SOON_MS, `a stream ends within ${SOON_MS} ms of signing out at the other process`, outMs)
      expectTime(before.most < SOON_MS && after.most < SOON_MS, `told within ${SOON_MS} ms`, { before, after })
      const odd = load.flatMap(({ codes }) => [...codes.keys()]).filter((code) => ![200, 409, 503].includes(code))
      expect(odd.length === 0, 'whoever cannot be served is told so by 503', odd)
      const audit = spawnCommand(caliper('audit', 'verify'), { env: { CALIPER_DATABASE_URL: database.url } })
      expect((await audit.ended()) === 0, 'the audit trail is whole', audit.written)
      note(
        `${countOf(acknowledged)} acknowledged (${half} before the kill), ${told.length} events heard at both without a gap, ` +
          `writes again ${Math.round(recoveredMs)} ms after the database; one process hears of the other within ` +
          `${said(before)} before, ${said(after)} after, a stream ends ${Math.round(outMs)} ms after signing out at the other; memory ${Math.round(a.memory())} MiB`,
      )
      return outcome('kill -9 of one of two processes under 12 clients, then a crash of PostgreSQL under both', lost)
    }),
}

/** A plant in an empty database. */
export async function plantOn(databaseUrl: string): Promise<Keys> {
  const store = await openStore({ dataDir: '', databaseUrl })
  await seedProduction(store)
  const app = await startApp({ store, settings: { envelopeStatus: 'http' } })
  return keysOf(app).finally(() => app.close())
}

/** How long it takes until one process tells what was acknowledged at the other. */
async function lateness(at: Server, heardAt: Server, keys: Keys) {
  const leaving = new AbortController()
  const stream = listening(await listen(heardAt, keys, undefined, leaving.signal))
  await stream.begun()
  const late: number[] = []
  for (let n = 0; n < TOLD; n++) {
    const { data } = await makeRecord(at, keys, nothingYet())
    const done = performance.now()
    await stream.until((event) => event.data.recordNo === data.recordNo)
    late.push(performance.now() - done)
  }
  leaving.abort()
  return { usual: percentile(late, 50), most: Math.max(...late) }
}
/** How long a stream at one process goes on after its listener has signed out at the other, in milliseconds. */
async function signedOutWithin(at: Server, heardAt: Server, keys: Keys) {
  const stream = listening(
    await listen(heardAt, { ...keys, admin: keys.inspector }, undefined, AbortSignal.timeout(60_000)),
  )
  await stream.begun()
  const { code } = await call(at, keys.inspector, '/logout', {})
  if (code !== 200) throw new Error(`Signing out was answered ${code}.`)
  const done = performance.now()
  await stream.over
  return performance.now() - done
}

const said = ({ usual, most }: { usual: number; most: number }) => `${Math.round(usual)} (most ${Math.round(most)}) ms`

const listen = (server: Server, { admin }: Keys, after: number | undefined, signal: AbortSignal) =>
  fetch(`${server.url}/api/v1/qc/stream`, {
    headers: { authorization: `Bearer ${admin}`, ...(after !== undefined && { 'last-event-id': String(after) }) },
    signal,
  })

/** Somebody who listens, and comes again wherever the stream breaks off; what they heard, by its ids. */
export function follower(server: Server, keys: Keys, from: number) {
  const heard: number[] = []
  const leaving = new AbortController()
  const over = (async () => {
    while (!leaving.signal.aborted) {
      try {
        const response = await listen(server, keys, heard.at(-1) ?? from, leaving.signal)
        if (response.status === 200) await read(response)
      } catch {
        // cut: again
      }
      await Bun.sleep(100)
    }
  })()
  async function read(response: Response) {
    let rest = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + piece).split('\n\n')
      rest = frames.pop()!
      for (const frame of frames) {
        if (/^event: reset$/m.test(frame)) heard.push(-1) // which is a gap
        const id = /^id: (\d+)\nevent: (?:record|signal)$/m.exec(frame)?.[1]
        if (id !== undefined) heard.push(Number(id))
      }
    }
  }
  return {
    /** Once the last event was heard, or does not come. */
    async all(last: number): Promise<number[]> {
      await until(() => heard.includes(last), 'the last event is heard').catch(() => {})
      leaving.abort()
      await over
      return heard
    },
  }
}

export const gapsIn = (heard: number[], told: number[]) => ({
  missing: told.filter((id) => !heard.includes(id)).slice(0, 5),
  beyond: heard.filter((id, index) => heard.indexOf(id) !== index || !told.includes(id)).slice(0, 5),
})

async function rowsOf({ url }: Database, query: string): Promise<Record<string, unknown>[]> {
  const client = new Bun.SQL(url, { max: 1 })
  return client.unsafe(query).finally(() => client.close())
}

export const lastId = async (database: Database) =>
  Number((await rowsOf(database, 'select coalesce(max(outbox_id), 0) as id from qc_outbox'))[0]!['id'])

export const outboxAfter = async (database: Database, from: number) =>
  (await rowsOf(database, `select outbox_id as id from qc_outbox where outbox_id > ${from} order by 1`)).map((row) =>
    Number(row['id']),
  )

/** Of what was acknowledged: how much is not there, or only half. */
export async function missingFrom(database: Database, { roles, records }: Acknowledged): Promise<number> {
  const keys = new Set((await rowsOf(database, 'select role_key as key from sys_role')).map((row) => row['key']))
  const found = await rowsOf(database, 'select qc_value_base_id as id, status from qc_value_base')
  const statuses = new Map(found.map((row) => [Number(row['id']), row['status']]))
  const [halves] = await rowsOf(
    database,
    `select count(*) as n from qc_value_base b
     where (select count(*) from qc_value v where v.qc_value_base_id = b.qc_value_base_id) <> 5`,
  )
  const isGone = ([id, status]: [number, string]) =>
    !statuses.has(id) || (status === 'submitted' && statuses.get(id) !== status)
  return roles.filter((key) => !keys.has(key)).length + [...records].filter(isGone).length + Number(halves!['n'])
}

export async function until(holds: () => boolean, what: string, patienceMs = 20_000) {
  const late = performance.now() + patienceMs
  while (!holds()) {
    if (performance.now() > late) throw new Error(`it does not come to that: ${what}`)
    await Bun.sleep(20)
  }
}
