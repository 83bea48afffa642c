import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { undoing, seen, type Fault } from '../support/fault'
import { makeRecord, makeRole, missingFrom, nothingYet } from '../support/load'
import { freshFolder, plantFolder } from '../support/plant'
import { serve } from '../support/server'

const ROUNDS = 40

/**
 * S82: a power cut keeps what was synced and nothing else. So every acknowledgement has to come after a sync of the log
 * that was begun after the request: the kernel's own list of calls shows it.
 */
export const powerCut: Fault = {
  name: 'power-cut',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, leftOut, outcome } = seen()
      if (!Bun.which('strace')) return leftOut('strace is not installed (apt-get install strace)')
      const { folder, keys } = await plantFolder()
      const calls = join(freshFolder(), 'calls')
      const behind = ['strace', '-f', '-y', '-ttt', '-T', '-e', 'trace=fsync,fdatasync', '-o', calls]
      const server = await serve(folder, { behind })
      undo(() => server.kill('SIGKILL'))
      const acknowledged = nothingYet()
      const writes: { asked: number; answered: number }[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const asked = now()
        const { code } = await (round % 2 === 0 ? makeRole : makeRecord)(server, keys, acknowledged)
        expect(code === 200, 'every write is acknowledged', code)
        writes.push({ asked, answered: now() })
      }
      process.kill(server.pid, 'SIGTERM')
      expect((await server.ended()) === 0, 'it stops with 0')
      const syncs = syncsIn(readFileSync(calls, 'utf8'))
      const unsynced = writes.filter(
        ({ asked, answered }) => !syncs.some(({ from, to }) => from > asked && to < answered),
      )
      expect(
        unsynced.length === 0,
        'each acknowledgement has a sync of the log between question and answer',
        unsynced.length,
      )
      const { lost, isSound, verdict } = missingFrom(folder, acknowledged)
      expect(isSound, 'the database is sound', verdict)
      note(`${syncs.length} syncs of the log, one at least between each question and its answer`)
      return outcome(
        `${ROUNDS} writes one after the other, every sync of the log watched by strace`,
        lost + unsynced.length,
      )
    }),
}

const now = () => (performance.timeOrigin + performance.now()) / 1000

/** When syncs of the write-ahead log began and ended, in seconds. */
const syncsIn = (calls: string) =>
  [...calls.matchAll(/^\d+ +(\d+\.\d+) f(?:data)?sync\(\d+<[^>]*caliper\.sqlite-wal>\) += 0 <(\d+\.\d+)>/gm)].map(
    ([, from, took]) => ({ from: Number(from), to: Number(from) + Number(took) }),
  )
