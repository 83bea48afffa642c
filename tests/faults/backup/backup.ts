import Database from 'better-sqlite3'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databasePath } from '#server/platform/store/sqlite/file'
import { spawnCommand } from '../../support/commands'
import { seen, undoing, type Fault } from '../support/fault'
import { countOf, isAuditWhole, missingFrom, nothingYet, writing, type Acknowledged } from '../support/load'
import { freshFolder, plantFolder, type Keys } from '../support/plant'
import { call, caliper } from '../support/server'

/** Entries of the operation log, a kilobyte each, so that there is something to copy. */
const ENTRIES = 140_000
/** The event loop may come to nothing else for so long (S79, S94), or for as long as without a backup. */
const LONGEST_PAUSE_MS = 50
const CLIENTS = 6
const QUIET_MS = 3_000

/**
 * S79, S81: 200 MB are backed up under writers, by the command and by the job. No write is refused, nobody is held up, and
 * what is restored from either has everything that was acknowledged before it began.
 */
export const backup: Fault = {
  name: 'backup',
  run: () =>
    undoing(async (undo) => {
      const { note, expect, expectTime, outcome } = seen()
      const { folder, keys } = await plantFolder()
      fatten(folder)
      const megabytes = Math.round(statSync(databasePath(folder)).size / 1024 / 1024)
      const server = await watched(folder)
      undo(() => server.kill('SIGKILL'))
      const acknowledged = nothingYet()
      const load = writing(server, keys, acknowledged, CLIENTS)

      await Bun.sleep(QUIET_MS)
      const quiet = await server.longestPause()
      const longest = Math.max(LONGEST_PAUSE_MS, quiet)
      const ways = [
        ['command', () => byCommand(folder)],
        ['job', () => byJob(server, keys)],
      ] as const
      const made: { way: string; before: Acknowledged; file: string; ms: number; pause: number }[] = []
      for (const [way, take] of ways) {
        const before = { roles: [...acknowledged.roles], records: new Map(acknowledged.records) }
        const began = performance.now()
        await take()
        const ms = performance.now() - began
        const file = newestIn(join(folder, 'backups'))
        made.push({ way, before, file, ms, pause: await server.longestPause() })
      }
      await load.stop()
      const refused = [...load.codes].filter(([code]) => code !== 200)
      expect(refused.length === 0, 'no write is refused', refused)
      expect((await server.stop()) === 0, 'the server ends in good order')

      let lost = 0
      for (const { way, before, file, ms, pause } of made) {
        const restored = freshFolder('restored-')
        const { code, said } = await run('restore', file, '--yes', '--data', restored)
        expect(code === 0, `the backup by the ${way} is restored`, said)
        const missing = missingFrom(restored, before)
        lost += missing.lost
        expect(missing.isSound, `what the ${way} has backed up is sound`, missing.verdict)
        const audit = await isAuditWhole(restored)
        expect(audit.isWhole, `the audit trail in it is whole`, audit.said)
        expectTime(pause < longest, `the ${way} holds nobody up for ${Math.round(longest)} ms`, pause)
        const size = Math.round(statSync(file).size / 1024 / 1024)
        note(
          `${way}: ${(ms / 1000).toFixed(1)} s, ${size} MB, longest pause ${pause} ms, ${countOf(before)} writes before it all there`,
        )
      }
      note(`longest pause without a backup ${quiet} ms`)
      return outcome(
        `${megabytes} MB backed up twice under ${CLIENTS} writers, ${countOf(acknowledged)} writes acknowledged`,
        lost,
      )
    }),
}

function fatten(folder: string) {
  const database = new Database(databasePath(folder))
  const columns = 'at, action, stem, summary, request_method, url, user_id, username, address, user_agent, status, code'
  const insert = database.prepare(
    `insert into sys_opera_log (${columns}, latency_ms, request_id, after)
     values (?, 'update', 'role', 's', 'PUT', '/', 1, 'a', 'b', 'c', '2', 200, 1, 'r', hex(randomblob(500)))`,
  )
  const all = database.transaction(() => {
    for (let at = 0; at < ENTRIES; at++) insert.run(at)
  })
  all()
  database.close()
}

async function watched(dataDir: string) {
  const site = freshFolder()
  mkdirSync(site, { recursive: true })
  writeFileSync(join(site, 'index.html'), '<title>Caliper</title>')
  const program = join(import.meta.dir, 'watched-server.ts')
  const command = spawnCommand([process.execPath, program, site], { env: { CALIPER_DATA_DIR: dataDir } })
  const [, url] = await command.says(/ready (\S+)/)
  let asked = 0
  return {
    ...command,
    url: url!,
    /** Since it was asked last, in milliseconds. */
    async longestPause() {
      asked += 1
      command.kill('SIGUSR2')
      const [told] = await command.says(new RegExp(`(?:pause \\S+\\s+(?:.*\\n)*?){${asked}}`))
      return Number([...told.matchAll(/pause (\S+)/g)].at(-1)![1])
    },
    async stop() {
      command.kill('SIGTERM')
      return command.ended()
    },
  }
}

async function run(...args: string[]) {
  const command = spawnCommand(caliper(...args))
  return { code: await command.ended(), said: command.written.err }
}

async function byCommand(dataDir: string) {
  const { code, said } = await run('backup', '--data', dataDir)
  if (code !== 0) throw new Error(said)
}

async function byJob(server: { url: string }, { admin }: Keys) {
  const job = { jobName: 'Now', invokeTarget: 'backup', cronExpression: '0 4 * * *', args: '9' }
  const { data: jobId } = await call(server, admin, '/sysjob', job)
  await call(server, admin, `/job/run/${jobId}`, {})
  for (;;) {
    await Bun.sleep(200)
    const { data } = await call(server, admin, `/sysjob-run?jobId=${jobId}`)
    const [last] = data.list
    if (last?.finishedAt && last.status === '2') return
    if (last?.finishedAt) throw new Error(last.message)
  }
}

const newestIn = (folder: string) => join(folder, readdirSync(folder).toSorted().at(-1)!)
