import { seen, type Fault } from '../support/fault'
import { countOf, isAuditWhole, missingFrom, nothingYet, writing } from '../support/load'
import { plantFolder } from '../support/plant'
import { serve } from '../support/server'

const ROUNDS = 30
const READY_MS = 2_000

/** S82, S83, S86: nothing acknowledged is lost, nothing is there by half, and no hand is needed afterwards. */
export const killNine: Fault = {
  name: 'kill-9',
  async run() {
    const { note, expect, expectTime, outcome } = seen()
    const { folder, keys } = await plantFolder()
    const acknowledged = nothingYet()
    let slowest = 0
    for (let round = 0; round < ROUNDS; round++) {
      const server = await serve(folder)
      slowest = Math.max(slowest, server.readyMs)
      const load = writing(server, keys, acknowledged)
      await Bun.sleep(200 + Math.random() * 400)
      process.kill(server.pid, 'SIGKILL')
      await Promise.all([load.over, server.ended()])
    }
    const last = await serve(folder)
    expect((await last.stop()) === 0, 'the last stop ends with 0')
    const { lost, isSound, verdict } = missingFrom(folder, acknowledged)
    const audit = await isAuditWhole(folder)
    expect(isSound, 'the database is sound', verdict)
    expect(audit.isWhole, 'the audit trail is whole', audit.said)
    expectTime(slowest < READY_MS, `each start is ready within ${READY_MS} ms`, slowest)
    expect(acknowledged.records.size > ROUNDS, 'records were written', acknowledged.records.size)
    note(`slowest start after a kill ${Math.round(slowest)} ms, integrity, foreign keys and audit trail whole`)
    return outcome(`${ROUNDS} kills under 16 writers, ${countOf(acknowledged)} roles and records acknowledged`, lost)
  },
}
