import { postgresPrograms } from '../../support/database/postgres'
import { seen, undoing, type Fault } from '../support/fault'
import { countOf, nothingYet, writing } from '../support/load'
import { freshFolder } from '../support/plant'
import { startDatabase } from './database'
import { follower, gapsIn, lastId, missingFrom, outboxAfter, plantOn, until } from './processes'
import { call, serve } from '../support/server'

const CLIENTS = 8
const LOAD_MS = 2_000
const FROZEN_MS = [20_000, 60_000]
const REFUSED_MS = 5_000
const AT_ONCE_MS = 500
const BACK_MS = 1_000
const ASK_EVERY_MS = 1_000

/** PostgreSQL is frozen under load, twice; who asks meanwhile is refused soon, and nothing is lost. */
export const frozenPostgres: Fault = {
  name: 'frozen-postgres',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, expectTime, leftOut, outcome } = seen()
      if (!postgresPrograms()) return leftOut('PostgreSQL is not installed')
      const database = await startDatabase()
      undo(() => database.stop())
      const keys = await plantOn(database.url)
      const server = await serve(freshFolder('frozen-'), { env: { CALIPER_DATABASE_URL: database.url } })
      undo(() => server.kill('SIGKILL'))
      const from = await lastId(database)
      const acknowledged = nothingYet()
      const listener = follower(server, keys, from)
      const load = writing(server, keys, acknowledged, CLIENTS)

      for (const frozenMs of FROZEN_MS) {
        await Bun.sleep(LOAD_MS)
        const thawing = Promise.withResolvers<void>()
        database.freeze()
        setTimeout(() => {
          database.thaw()
          thawing.resolve()
        }, frozenMs)
        const first = await timed(() => call(server, keys.admin, '/getinfo'))
        expect(first.code === 503, 'who asks is refused by 503', first.code)
        expectTime(first.ms < REFUSED_MS, `refused within ${REFUSED_MS} ms`, first.ms)
        const later: number[] = []
        for (const end = performance.now() + frozenMs / 2; performance.now() < end; await Bun.sleep(ASK_EVERY_MS)) {
          later.push((await timed(() => call(server, keys.admin, '/getinfo'))).ms)
        }
        expectTime(
          Math.max(...later) < AT_ONCE_MS,
          `later requests are refused within ${AT_ONCE_MS} ms`,
          Math.max(...later),
        )
        const ready = await fetch(`${server.url}/readyz`)
        expect(ready.status === 503, '/readyz says that it cannot serve', ready.status)
        await thawing.promise
        const back = performance.now()
        while ((await call(server, keys.admin, '/getinfo')).code !== 200) await Bun.sleep(20)
        const backMs = Math.round(performance.now() - back)
        expectTime(backMs < BACK_MS, `answers again within ${BACK_MS} ms`, backMs)
        const before = countOf(acknowledged)
        await until(() => countOf(acknowledged) > before + CLIENTS, 'writes succeed afterwards')
        note(
          `${frozenMs / 1000} s: first refusal after ${Math.round(first.ms)} ms, ${later.length} later within ` +
            `${Math.round(Math.max(...later))} ms, back after ${backMs} ms`,
        )
      }
      await load.stop()
      const lost = await missingFrom(database, acknowledged)
      const told = await outboxAfter(database, from)
      const heard = await listener.all(told.at(-1)!)
      expect(heard.join() === told.join(), 'everything is told once and in order', gapsIn(heard, told))
      const odd = [...load.codes.keys()].filter((code) => ![200, 409, 503].includes(code))
      expect(odd.length === 0, 'whoever cannot be served is told so by 503', odd)
      note(`${countOf(acknowledged)} acknowledged, ${told.length} events heard without a gap`)
      return outcome(
        `PostgreSQL frozen for ${FROZEN_MS.map((ms) => ms / 1000).join(' and ')} s under ${CLIENTS} clients`,
        lost,
      )
    }),
}

async function timed<Result extends object>(work: () => Promise<Result>) {
  const began = performance.now()
  const result = await work()
  return { ...result, ms: performance.now() - began }
}
