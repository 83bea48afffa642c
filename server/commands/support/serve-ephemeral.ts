import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '#seed/index'
import { startServer } from '../../main'
import { openStore } from '../../platform/store'
import { endInGoodOrder } from '../lifetime'
import { site } from '../paths'
import { commandSettings } from '../settings'

const PASSWORD = 'caliper-demo'

type Wanted = {
  /** 0 takes a free one. */
  port: number
  /** Of pages that may call the API. */
  allowedOrigins: string[] | undefined
  /** Adds a year of quality control up to now, which takes some seconds. */
  hasYear: boolean
}

/**
 * A server for the tests of other programs: demo accounts on a database that is thrown away, ids the same each time, no
 * captcha. When it is ready it writes one line of JSON to standard output, and nothing else ever: see {@link Ready}.
 */
export async function serveEphemeral({ port, allowedOrigins, hasYear }: Wanted) {
  const dataDir = mkdtempSync(join(tmpdir(), 'caliper-ephemeral-'))
  const clean = () => rmSync(dataDir, { recursive: true, force: true })
  process.on('exit', clean)
  const settings = commandSettings('ephemeral', {
    defaults: { CALIPER_LOG_REQUESTS: 'off', CALIPER_CAPTCHA: 'never' },
    overrides: { dataDir, port, allowedOrigins, host: '127.0.0.1' },
  })
  let accounts: Ready['accounts'] = []

  const running = await startServer({
    settings,
    site,
    loadSimulator: async () => (await import('../simulator')).createSimulator,
    addressesAt: (port) => ({ phone: addressOf(port), computer: addressOf(port) }),
    async open(report) {
      const store = await openStore({ dataDir, databaseUrl: undefined })
      accounts = await seedDemo(store, () => PASSWORD, report, hasYear ? { year: { end: Date.now() } } : {})
      return store
    },
  })
  // The caller may be killed without a chance to stop this.
  endInGoodOrder(running.stop, { caller: true })
  await running.ready
  const ready: Ready = { url: addressOf(running.port), accounts }
  process.stdout.write(`${JSON.stringify(ready)}\n`)
}

const addressOf = (port: number) => `http://127.0.0.1:${port}`

/** The line that says where the server is and who may sign in. */
type Ready = { url: string; accounts: { username: string; password: string; roles: string[] }[] }
