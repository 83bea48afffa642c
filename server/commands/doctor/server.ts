import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import packageJson from '../../../package.json'
import type { Settings } from '../../env'
import { loopbackOf } from '../../platform/http/listen'
import { codeOf } from '../../platform/log/reason'
import { serversOn } from '../../platform/store/postgres/news'
import { LOCK_NAME, lockFolder } from '../../platform/store/sqlite/file'
import { FolderInUse } from '../../platform/store/start-error'
import { counted } from '../support/command-line'
import { findingsOf, type Finding } from './finding'

const PATIENCE_MS = 3_000
/** The answer of `/healthz`; during the start, its progress. */
const Health = z.object({
  requestId: z.string(),
  data: z.union([z.object({ version: z.string() }), z.object({ phase: z.string() })]),
})

/** Checks if the server of these settings runs and answers; otherwise if it could run. */
export async function checkServer({ host, port, dataDir, databaseUrl }: Settings): Promise<Finding[]> {
  const { ok, warning, failure } = findingsOf('server')
  const isHeld = databaseUrl ? false : isLocked(dataDir)
  const at = `http://${loopbackOf(host)}:${port}`
  const health = await ask(`${at}/healthz`)
  if (health === 'silent') {
    return [failure(`What listens at port ${port} does not answer.`, 'If that is Caliper, restart it; else stop it.')]
  }
  if (health === 'nobody' && isHeld) {
    const advice = 'Is it on another port? Name it in CALIPER_PORT. A restore or another command may be at work, too.'
    return [warning(`A server uses ${dataDir}, but none answers at ${at}.`, advice)]
  }
  if (health === 'nobody') {
    const servers = databaseUrl ? await serversOn(databaseUrl).catch(() => undefined) : 0 // its own check says why
    if (servers !== 0) {
      const works =
        servers && `${counted(servers, 'server')} ${servers === 1 ? 'works' : 'work'} on the database, but none`
      const advice = 'Is it on another port? Name that: CALIPER_PORT=3001 caliper doctor'
      return [warning(`${works ?? 'No server'} answers at ${at}.`, advice)]
    }
    const several = databaseUrl ? '; one of several: caliper@PORT' : ''
    const advice = `Start it: systemctl start caliper (in a container: docker start caliper${several}).`
    return [warning(`No server runs; port ${port} is free.`, advice)]
  }
  const { data: answer } = Health.safeParse(health.body).data ?? {}
  if (answer === undefined) {
    const advice = 'Stop it, or give Caliper another port with --port or in CALIPER_PORT.'
    return [failure(`Another program answers at port ${port}.`, advice)]
  }
  if ('phase' in answer) return [ok(`The server at ${at} is starting.`)]
  const { version } = answer
  const ready = await ask(`${at}/readyz`)
  const answers = `Caliper ${version} answers at ${at}.`
  const status = typeof ready === 'string' ? 'nothing' : ready.status
  const isDegraded = typeof ready !== 'string' && Readiness.safeParse(ready.body).data?.data.state === 'degraded'
  const findings = [
    isDegraded
      ? failure(`${answers} It reads, but cannot write at present.`, 'Is the disk full, or read-only? See its log.')
      : status === 200
        ? ok(answers)
        : failure(`${answers} It cannot serve: /readyz says ${status}.`, 'See its log, and the lines below.'),
  ]
  if (version !== packageJson.version) {
    const advice = 'Restart the server to have it be of the same version.'
    findings.push(warning(`This program is ${packageJson.version}.`, advice))
  }
  if (!isHeld && !databaseUrl) {
    const advice = 'Name the folder of its data in CALIPER_DATA_DIR.'
    findings.push(warning(`The server at port ${port} does not use ${dataDir}.`, advice))
  }
  return findings
}

const Readiness = z.object({ data: z.object({ state: z.string() }) })

type Answer = { status: number; body: unknown } | 'nobody' | 'silent'

async function ask(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  } catch (error) {
    return codeOf(error) === 'ECONNREFUSED' ? 'nobody' : 'silent'
  }
}

function isLocked(dataDir: string): boolean {
  if (!existsSync(join(dataDir, LOCK_NAME))) return false // asking would make it
  try {
    lockFolder(dataDir)()
    return false
  } catch (error) {
    return error instanceof FolderInUse
  }
}
