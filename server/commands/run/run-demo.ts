import type { Account } from '#seed/index'
import { ENGINEER } from '#seed/qc/dispositions'
import packageJson from '../../../package.json'
import type { Settings } from '../../env'
import { startServer } from '../../main'
import { packaged } from '../../platform/process/packaged'
import { StartError, type Store } from '../../platform/store'
import { optionsOf, portOf, progressLine, type Command, flag, value } from '../support/command-line'
import { openSession } from '../../access/session/token'
import { findCredential } from '../../access/user/queries'
import { startLine } from '../simulator/line'
import { refuseRealData } from '../demo-folder'
import { endInGoodOrder } from '../lifetime'
import { isLoopback, networkUrls, openDemo } from '../open-demo'
import { site } from '../paths'
import { commandSettings } from '../settings'

export const command: Command = {
  summary: 'shows the whole product on data of its own',
  help: `
Usage: caliper demo [--host] [--port <number>] [--reset] [--empty] [--still]

Runs Caliper on a folder of its own, ./demo-data unless CALIPER_DATA_DIR says otherwise: a year of records of an invented
plant, accounts that are shown here, and a line that sends readings. Real data are never touched.

  --host           opens it to the network; the passwords are random then
  --port <number>  3000 unless CALIPER_PORT says otherwise; 0 takes a free one
  --reset          throws away what the demo has kept, and starts over
  --empty          makes no records
  --still          nothing happens by itself

Example: caliper demo --host --port 8080

Exit codes: 0 ended in good order, 1 could not start or go on, 2 used wrongly.
`,
  async run(args) {
    await demo(args)
    return undefined
  },
}

/** The whole product on its own data; only reachable from this machine unless `--host` opens it to the network. */
async function demo(args: string[]) {
  const options = optionsOf(args, { host: flag, port: value, reset: flag, empty: flag, still: flag })
  const { reset = false, empty = false, still = false } = options
  const settings = demoSettings(options.host ? '0.0.0.0' : undefined, portOf(options.port))
  refuseRealData(settings.dataDir)
  const line = progressLine()
  let opened: Store | undefined

  const running = await startServer({
    settings,
    site,
    loadSimulator: async () => (await import('../simulator')).createSimulator,
    addressesAt(port) {
      const computer = `http://localhost:${port}`
      return { phone: (isLoopback(settings.host) ? undefined : networkUrls(port)[0]) ?? computer, computer }
    },
    async open(report, url) {
      const { store, accounts } = await openDemo(settings, { reset, empty }, (progress) => {
        report(progress)
        line.show(`  ${url} · preparing demo data`, progress)
      })
      line.end()
      const addresses = isLoopback(settings.host) ? [url] : [url, ...networkUrls(new URL(url).port)]
      console.log(welcome(addresses, accounts, { ...settings, isLive: !empty && !still }))
      return (opened = store)
    },
  })
  let stopLine: (() => void) | undefined
  endInGoodOrder(() => {
    stopLine?.()
    return running.stop()
  })
  await running.ready
  if (opened && !empty && !still) stopLine = demoLine(opened, `http://127.0.0.1:${running.port}`, settings)
}

/** The demo's settings. By default it is open to this machine only, where a captcha would be a nuisance. */
export function demoSettings(host: string | undefined, port: number | undefined): Settings {
  const overrides = { host, port }
  const isPrivate = isLoopback(commandSettings('demo', { overrides }).host)
  const defaults = {
    CALIPER_DATA_DIR: 'demo-data',
    CALIPER_LOG_REQUESTS: 'off',
    CALIPER_CAPTCHA: isPrivate ? 'never' : 'always',
  }
  const settings = commandSettings('demo', { defaults, overrides })
  if (settings.databaseUrl) {
    throw new StartError('The demo keeps its data in a folder of its own; unset CALIPER_DATABASE_URL.')
  }
  return settings
}

type Shown = Pick<Settings, 'dataDir' | 'wecomSimulator'> & { isLive: boolean }

function welcome([url, ...network]: string[], accounts: Account[], { dataDir, wecomSimulator, isLive }: Shown): string {
  const names = accounts.map(({ username }) => username)
  const isOnePassword = new Set(accounts.map(({ password }) => password)).size === 1
  const passwords = isOnePassword
    ? [`     ${names.join(' · ')}      password  ${accounts[0]?.password}`]
    : accounts.map(({ username, password }) => `     ${username.padEnd(12)} ${password}`)
  return [
    '',
    `  Caliper ${packageJson.version}   demo · data in ${dataDir} · start over: ${packaged ? 'caliper' : 'bun run'} demo --reset`,
    `  ➜  Open      ${url}`,
    `  ➜  English   ${url}/?lang=en-US`,
    ...network.map((address) => `  ➜  Network   ${address}`),
    ...(wecomSimulator && network.length > 0
      ? ['  ➜  Phone     may scan the QR code on the sign-in page of this computer; a simulator answers for WeCom']
      : []),
    `  ➜  Wall      ${url}/caliper/bigscreen`,
    `  ➜  API docs  ${url}/api/docs`,
    ...passwords,
    '     Try: as admin, give the role "viewer" the right to delete roles under System > Roles; then sign in as viewer',
    `  ✓  ready · process ${process.pid} · Ctrl-C ends it${isLive ? ' · live line on: one reading every 8 s, after a minute every three minutes (--still: none)' : ''}`,
    '',
  ].join('\n')
}

/** Accounts that no visitor has, so that a visitor's own readings can be distinguished. */
const accounts = { inspector: 'zhengkai', engineer: ENGINEER }
const device = { address: '127.0.0.1', userAgent: 'Caliper demo line' }

/** Starts a line of the demo's plant. @returns a function that stops it */
function demoLine(store: Store, url: string, settings: Settings): () => void {
  return startLine({
    url,
    async tokenOf(role) {
      const user = await findCredential(store, accounts[role])
      if (!user) return undefined
      // its password is unknown where the demo is open to a network, and a captcha would block it
      return (await openSession(store, { userId: user.userId, method: 'password', device }, Date.now(), settings))
        ?.token
    },
  })
}
