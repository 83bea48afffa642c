import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { databasePath } from '#server/platform/store/sqlite/file'
import { seen, undoing, type Fault } from '../support/fault'
import { countOf, isAuditWhole, makeRecord, makeRole, missingFrom, nothingYet } from '../support/load'
import { freshFolder, plantFolder } from '../support/plant'
import { call, serve } from '../support/server'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/**
 * S16: a clock set back by a day ends no session; one set forward past the end of a session ends it, and so does one set
 * back by a year. Jobs do not storm, the trail stays a chain.
 */
export const clockJump: Fault = {
  name: 'clock-jump',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, leftOut, outcome } = seen()
      if (!existsSync(library)) return leftOut('faketime is not installed (apt-get install faketime)')
      const { folder, keys } = await plantFolder()
      const clock = join(freshFolder(), 'clock')
      const setClock = (shift: string) => writeFileSync(clock, `${shift}\n`)
      setClock('+0d')
      const env = {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
      let server = await serve(folder, { env })
      undo(() => server.kill('SIGKILL'))
      const acknowledged = nothingYet()
      /** The token stands beside the data of the answer. */
      const signIn = async () =>
        (await call(server, undefined, '/login', keys)) as unknown as { code: number; token: string }
      const wrote = async (token = keys) =>
        [await makeRole(server, token, acknowledged), await makeRecord(server, token, acknowledged)].map(
          ({ code }) => code,
        )
      expect(
        (await wrote()).every((code) => code === 200),
        'before, writes go well',
      )

      setClock('-1d')
      const back = await wrote()
      expect(
        back.every((code) => code === 200),
        'set back a day: sessions go on and records are taken',
        back,
      )

      setClock('+365d')
      const { code } = await call(server, keys.admin, '/getinfo')
      expect([401, 6401].includes(code), 'set forward a year: sessions are over', code)
      const { code: signedIn, token } = await signIn()
      expect(signedIn === 200, 'and who signs in again may', signedIn)
      const forward = await wrote({ ...keys, admin: token, inspector: token })
      expect(
        forward.every((code) => code === 200),
        'records are taken',
        forward,
      )
      expect((await server.stop()) === 0, 'it stops with 0')
      server = await serve(folder, { env }) // a start makes up for what was missed: a year of nights
      await Bun.sleep(4000)

      setClock('+0d')
      const ended = await call(server, token, '/getinfo')
      expect(ended.code === 6401, 'set right again: the session of the year ahead is over', ended.code)
      const { token: present } = await signIn()
      const right = await wrote({ ...keys, admin: present, inspector: present })
      expect(
        right.every((code) => code === 200),
        'and writes go well',
        right,
      )
      expect((await server.stop()) === 0, 'it stops with 0')

      const runs = runsOfJobs(folder)
      expect(runs.length > 0, 'what was missed is made up for')
      expect(
        runs.every((count) => count === 1),
        'no job has run more than once, over a year of nights',
        runs,
      )
      const { lost, isSound, verdict } = missingFrom(folder, acknowledged)
      expect(isSound, 'the database is sound', verdict)
      const audit = await isAuditWhole(folder)
      expect(audit.isWhole, 'the audit trail is a whole chain', audit.said)
      note(
        `back: ${back.join(', ')}; forward: ${code}, after signing in ${forward.join(', ')}; ${runs.length} jobs ran once; trail whole`,
      )
      return outcome(
        `the clock set back a day, forward a year with a restart there, and right again, ${countOf(acknowledged)} acknowledged`,
        lost,
      )
    }),
}

/** How often each job has run that has. */
function runsOfJobs(folder: string): number[] {
  const database = new Database(databasePath(folder), { readonly: true })
  const runs = database.prepare<[], number>('select count(*) from sys_job_run group by job_id').pluck().all()
  database.close()
  return runs
}
