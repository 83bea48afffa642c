import { badDisk, EIO, EROFS } from './bad-disk'
import { expectReads } from './disk-full'
import { seen, undoing, type Fault } from '../support/fault'
import { countOf, isAuditWhole, makeRecord, makeRole, missingFrom, nothingYet, writing } from '../support/load'
import { plantFolder } from '../support/plant'
import { call, serve } from '../support/server'

const BUSY = [503, 507]
const HURT_MS = 1500

/** What the disk does to whom, and how it is called. */
const troubles = [
  ['the disk is read-only', ['w'], EROFS],
  ['writes fail with an I/O error', ['w'], EIO],
  ['syncs fail with an I/O error', ['s'], EIO],
] as const

/** S84: a disk that takes nothing any more, or fails; and goes well again later. */
export const ioError: Fault = {
  name: 'io-error',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, leftOut, outcome } = seen()
      const { folder, keys } = await plantFolder()
      const disk = badDisk(folder)
      if (!disk) return leftOut('there is no C compiler')
      const server = await serve(folder, { env: disk.env })
      undo(() => server.kill('SIGKILL'))
      const acknowledged = nothingYet()
      for (const [what, kinds, error] of troubles) {
        const load = writing(server, keys, acknowledged, 8)
        await Bun.sleep(300)
        disk.fail([...kinds], error)
        await Bun.sleep(HURT_MS)
        await load.stop()
        const codes = [...load.codes.keys()].filter((code) => code !== 200)
        expect(
          codes.length > 0 && codes.every((code) => BUSY.includes(code)),
          `${what}: writes are answered 503 or 507`,
          codes,
        )
        await expectReads(server, keys, (holds, text, found) => expect(holds, `${what}: ${text}`, found))
        disk.heal()
        for (const write of [makeRole, makeRecord]) {
          const { code } = await write(server, keys, acknowledged)
          expect(code === 200, `${what}: healed, a write goes well at once`, code)
        }
        note(`${what}: ${codes.join(', ')} for ${codes.reduce((sum, code) => sum + load.codes.get(code)!, 0)} writes`)
      }
      disk.fail(['r'], EIO)
      const reads = await Promise.all(
        ['/role', '/qc/lot', '/qc/equipment', '/menu', '/dept', '/sys-opera-log'].map((path) =>
          call(server, keys.admin, path),
        ),
      )
      disk.heal()
      const codes = reads.map(({ code }) => code)
      expect(
        codes.every((code) => [200, 503].includes(code)),
        'reads fail with an I/O error: 200 from memory, or 503',
        codes,
      )
      const healed = await call(server, keys.admin, '/sys-opera-log')
      expect(healed.code === 200, 'reads fail with an I/O error: healed, a read goes well at once', healed.code)
      note(`reads fail with an I/O error: ${codes.join(', ')}`)
      const exit = await server.stop()
      expect(exit === 0, 'it stops with 0', exit)
      const { lost, isSound, verdict } = missingFrom(folder, acknowledged)
      expect(isSound, 'the database is sound', verdict)
      const audit = await isAuditWhole(folder)
      expect(audit.isWhole, 'the audit trail is whole', audit.said)
      return outcome(`calls to the disk made to fail under 8 writers, ${countOf(acknowledged)} acknowledged`, lost)
    }),
}
