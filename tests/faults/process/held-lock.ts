import Database from 'better-sqlite3'
import { databasePath } from '#server/platform/store/sqlite/file'
import { percentile, seen, undoing, type Fault } from '../support/fault'
import { countOf, makeRole, missingFrom, nothingYet } from '../support/load'
import { servedPlant } from '../support/plant'
import { call } from '../support/server'

const HELD_MS = 10_000
const READ_MS = 250
/** Writers wait a few seconds and are told 503 then. */
const WRITE_MS = 5_000

/** S87: somebody else holds the write lock, such as a program that was left open on the file. */
export const heldLock: Fault = {
  name: 'held-lock',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, expectTime, outcome } = seen()
      const { folder, keys, server } = await servedPlant()
      const acknowledged = nothingYet()
      await makeRole(server, keys, acknowledged)

      const other = new Database(databasePath(folder))
      undo(() => other.close())
      other.exec('begin immediate')
      const until = performance.now() + HELD_MS
      const reads: number[] = []
      const writes: { code: number; ms: number }[] = []
      await Promise.all([
        ...Array.from({ length: 4 }, async () => {
          while (performance.now() < until) {
            const { code, ms } = await call(server, keys.admin, '/role?pageSize=20')
            expect(code === 200, 'a read is answered', code)
            reads.push(ms)
          }
        }),
        ...Array.from({ length: 4 }, async () => {
          while (performance.now() < until - WRITE_MS) writes.push(await makeRole(server, keys, acknowledged))
        }),
      ])
      other.exec('rollback')
      const later = await makeRole(server, keys, acknowledged)
      const p99 = percentile(reads, 99)
      const longest = Math.max(...writes.map(({ ms }) => ms))
      expectTime(p99 < READ_MS, `of reads the slowest hundredth takes less than ${READ_MS} ms`, p99)
      expect(
        writes.every(({ code }) => code === 503),
        'writes are answered 503',
        writes.map(({ code }) => code),
      )
      expectTime(longest < WRITE_MS, `writes wait less than ${WRITE_MS} ms`, longest)
      expect(later.code === 200, 'once it is given back, a write goes well', later.code)
      await server.stop()
      const { lost } = missingFrom(folder, acknowledged)
      note(
        `${reads.length} reads, p99 ${p99.toFixed(1)} ms; ${writes.length} writes waited up to ${Math.round(longest)} ms, 503; then well`,
      )
      return outcome(
        `another process held the write lock ${HELD_MS / 1000} s, ${countOf(acknowledged)} acknowledged`,
        lost,
      )
    }),
}
