import { statSync } from 'node:fs'
import { openStore } from '#server/platform/store/index'
import { databasePath } from '#server/platform/store/sqlite/file'
import { fillPlant, foundPlant } from '../../bench/records-data'
import { startApp } from '../../support/app'
import { seen, type Fault } from '../support/fault'
import { countOf, missingFrom, nothingYet, writing } from '../support/load'
import { freshFolder, keysOf } from '../support/plant'
import { serve } from '../support/server'

const RECORDS = 100_000
const ROUNDS = 5
const READY_MS = 2_000

/** S83: with 100,000 records, too, a server that was killed under writers is ready in time, and nobody has to help. */
export const killNineLarge: Fault = {
  name: 'kill-9-large',
  async run() {
    const { note, expect, expectTime, outcome } = seen()
    const folder = freshFolder('large-')
    fillPlant(folder, await foundPlant(folder), 0, RECORDS, RECORDS)
    const app = await startApp({
      store: await openStore({ dataDir: folder, databaseUrl: undefined }),
      settings: { envelopeStatus: 'http' },
    })
    const keys = await keysOf(app)
    await app.close()
    const acknowledged = nothingYet()
    const readyMs: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const server = await serve(folder)
      if (round > 0) readyMs.push(Math.round(server.readyMs))
      if (round === ROUNDS) {
        expect((await server.stop()) === 0, 'the last stop ends with 0')
        break
      }
      const load = writing(server, keys, acknowledged)
      await Bun.sleep(1_500)
      process.kill(server.pid, 'SIGKILL')
      await Promise.all([load.over, server.ended()])
    }
    const { lost, isSound, verdict } = missingFrom(folder, acknowledged, { after: RECORDS })
    expect(isSound, 'the database is sound', verdict)
    expectTime(Math.max(...readyMs) < READY_MS, `each start is ready within ${READY_MS} ms`, readyMs)
    const megabytes = Math.round(statSync(databasePath(folder)).size / 1024 / 1024)
    note(`ready after a kill in ${readyMs.join(', ')} ms, with ${RECORDS} records in ${megabytes} MB`)
    return outcome(`${ROUNDS} kills under 16 writers, ${countOf(acknowledged)} acknowledged`, lost)
  },
}
