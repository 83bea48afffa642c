import Database from 'better-sqlite3'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBackup } from '#server/platform/backup/open'
import { databasePath } from '#server/platform/store/sqlite/file'
import { spawnCommand } from '../../support/commands'
import { seen, undoing, type Fault } from '../support/fault'
import { caliper, launch, serve } from '../support/server'
import { smallDisk } from './small-disk'

const DISK_MB = 8
const fixture = join(import.meta.dir, '../../fixtures/0.1.0.tar.gz')
/** Left on the disk: less than the copy that an upgrade makes first. */
const LEFT = 600_000

/**
 * S79, S80, S97: an upgrade, a backup and a restore without room are refused before anything is touched, and nothing is
 * left by half; with room the next start completes the upgrade.
 */
export const noRoom: Fault = {
  name: 'no-room',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, leftOut, outcome } = seen()
      const disk = smallDisk(DISK_MB)
      if (!disk) return leftOut('this process may not mount a disk (it is not root)')
      undo(disk.unmount)
      const path = databasePath(disk.data)
      await (await openBackup(fixture, '')).read(path, () => {})
      asServed(path)
      const before = readFileSync(path)
      disk.fill(LEFT)
      const refused = launch(disk.data)
      expect((await refused.ended()) === 1, 'the start ends with 1')
      const said = refused.written.err.trim().split('\n').at(-1)!
      const [, needed, free] =
        said.match(/This upgrade needs (\S+) MB in .*where (\S+) MB are free.*Nothing was changed/) ?? []
      expect(Number(free) < Number(needed), 'it says why, in figures that differ', said)
      expect(readFileSync(path).equals(before), 'the database is as it was, byte for byte')
      const copies = () => readdirSync(disk.data).filter((name) => name.includes('.before-'))
      expect(copies().length === 0, 'no copy is left by half', copies())
      disk.makeRoom()
      const server = await serve(disk.data)
      undo(() => server.kill('SIGKILL'))
      expect((await server.stop()) === 0, 'with room the next start completes it')
      expect(copies().length === 1, 'and keeps a copy from before', copies())
      note(said)

      const upgraded = readFileSync(path)
      const names = () => readdirSync(disk.data, { recursive: true }).map(String)
      const whole = names() // a backup as well, which the server has made up for
      disk.fill(LEFT)
      for (const args of [['backup'], ['restore', fixture, '--yes']]) {
        const command = spawnCommand(caliper(...args, '--data', disk.data))
        expect((await command.ended()) === 1, `${args[0]} ends with 1`)
        const why = command.written.err.trim().split('\n').at(-1)!
        expect(/^There is not enough space in .* MB are needed, .* MB are free$/.test(why), `${args[0]} says why`, why)
      }
      expect(readFileSync(path).equals(upgraded), 'the database is as it was')
      const halves = names().filter((name) => !whole.includes(name) && /\.new$|\.gz$|restor/.test(name))
      expect(halves.length === 0, 'nothing is left by half', halves)
      return outcome(`upgrade, backup and restore on a disk of ${DISK_MB} MB with ${LEFT / 1000} kB left`)
    }),
}

/** As servers leave it: with a write-ahead log. */
function asServed(path: string) {
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.close()
}
