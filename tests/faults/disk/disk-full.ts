import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seen, undoing, type Fault } from '../support/fault'
import { countOf, isAuditWhole, makeRecord, makeRole, missingFrom, nothingYet, writing } from '../support/load'
import { plantFolder, type Keys } from '../support/plant'
import { call, launch, serve, type Server } from '../support/server'
import { smallDisk } from './small-disk'

const DISK_MB = 24
const NO_SPACE = 507

/** S84: writes are answered 507, reads go on, the process lives, and with room again writing resumes by itself. */
export const diskFull: Fault = {
  name: 'disk-full',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, leftOut, outcome } = seen()
      const disk = smallDisk(DISK_MB)
      if (!disk) return leftOut('this process may not mount a disk (it is not root)')
      undo(disk.unmount)
      const { keys } = await plantFolder(disk.data)
      const logs = join(disk.data, 'logs')
      const server = await serve(disk.data, { env: { CALIPER_LOG_DIR: logs, CALIPER_LOG_REQUESTS: 'on' } })
      undo(() => server.kill('SIGKILL'))
      const acknowledged = nothingYet()

      const load = writing(server, keys, acknowledged, 8) // it fills up while they write
      await Bun.sleep(500)
      const before = countOf(acknowledged)
      disk.fill()
      await Bun.sleep(1500)
      await load.stop()
      const codes = [...load.codes.keys()].filter((code) => code !== 200)
      expect(codes.length > 0 && codes.every((code) => code === NO_SPACE), 'writers are answered 200 or 507', codes)

      for (const write of [makeRole, makeRecord]) {
        const { http, code, msg } = await write(server, keys, acknowledged)
        expect(http === NO_SPACE && code === NO_SPACE && msg !== '', 'a write is answered 507 with its envelope', [
          http,
          code,
        ])
      }
      await expectReads(server, keys, expect)
      const login = await call(server, undefined, '/login', keys)
      expect([200, NO_SPACE].includes(login.code), 'signing in works, or says 507', login.code)
      await backUp(server, keys, expect)
      const drafts = readdirSync(disk.data, { recursive: true }).filter((name) => String(name).endsWith('.new'))
      expect(drafts.length === 0, 'a backup that found no room leaves nothing by half', drafts)

      disk.makeRoom()
      for (const write of [makeRole, makeRecord]) {
        const { code } = await write(server, keys, acknowledged)
        expect(code === 200, 'with room again a write goes well at once', code)
      }
      const again = await call(server, undefined, '/login', keys)
      expect(again.code === 200, 'and so does signing in', again.code)
      const exit = await server.stop()
      expect(exit === 0, 'it stops with 0', exit)
      const logged = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))
      expect(logged.join('').includes('"event":"stopped"'), 'the log on the same disk goes on as well')
      disk.fill()
      const early = launch(disk.data)
      const refused = await early.ended()
      const said = early.written.err.trim()
      expect(
        refused === 1 && /^There is no space left in \S+; make some/.test(said),
        'started on a full disk, it says so',
        said,
      )
      disk.makeRoom()
      const { lost, isSound, verdict } = missingFrom(disk.data, acknowledged)
      expect(isSound, 'the database is sound', verdict)
      const audit = await isAuditWhole(disk.data)
      expect(audit.isWhole, 'the audit trail is whole', audit.said)
      note(
        `507 for ${load.codes.get(NO_SPACE)} writes, sign-in ${login.code}, reads went on, resumed without a restart`,
      )
      return outcome(`a disk of ${DISK_MB} MB filled to the last block after ${before} acknowledged writes`, lost)
    }),
}

export async function expectReads(
  server: Server,
  { admin, inspector }: Keys,
  expect: (holds: boolean, text: string, found?: unknown) => void,
) {
  const reads = [
    [inspector, '/qc/value-base?pageSize=20'],
    [admin, '/role'],
    [admin, '/getinfo'],
    [undefined, '//healthz'],
    [undefined, '//readyz'],
  ] as const
  for (const [token, path] of reads) {
    const { code } = await call(server, token, path)
    expect(code === 200, `${path} is read all the same`, code)
  }
}

/** Whatever becomes of a backup now, it is said, and the server goes on. */
async function backUp(
  server: Server,
  { admin }: Keys,
  expect: (holds: boolean, text: string, found?: unknown) => void,
) {
  const jobs = await call(server, admin, '/sysjob?pageSize=100')
  const list: { jobId: number; invokeTarget: string }[] = jobs.data?.list ?? []
  const job = list.find(({ invokeTarget }) => invokeTarget === 'backup')
  if (!job) return expect(false, 'there is a job that makes backups')
  const { code } = await call(server, admin, `/job/run/${job.jobId}`, {})
  expect([200, NO_SPACE].includes(code), 'a backup is begun, or says 507', code)
  await Bun.sleep(1000)
  const { code: alive } = await call(server, undefined, '//readyz')
  expect(alive === 200, 'a backup that finds no room harms nothing', alive)
}
