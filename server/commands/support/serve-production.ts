import { seedProduction } from '#seed/index'
import type { Settings } from '../../env'
import { startServer } from '../../main'
import { errorFields, keepLog, log } from '../../platform/log/index'
import { isWithoutUsers } from '../../access/user/queries'
import { setupLinks } from '../../platform/security/setup'
import { openStore, type Store } from '../../platform/store'
import { logCrashes } from '../../admin/watch/crash'
import { openLogFile } from '../../admin/watch/log-file'
import { refuseDemoData } from '../demo-folder'
import { endInGoodOrder } from '../lifetime'
import { refuseOthersFolder } from '../open-data'
import { site } from '../paths'
import { commandSettings } from '../settings'

/** Interval of reminders of the set-up link, and their number per link: a link is valid for half an hour. */
const REMIND_MS = 10 * 60_000
const REMINDERS_PER_LINK = 3
/** After the start. */
const TIDY_MS = 2_000

type Overrides = { [Name in 'host' | 'port' | 'allowedOrigins']: Settings[Name] | undefined }

/** Production: no demo data, no default password. An empty database is set up by a link that only the log has. */
export async function serveProduction(overrides: Overrides) {
  const settings = commandSettings('production', { overrides })
  if (!settings.databaseUrl) {
    refuseDemoData(settings.dataDir)
    refuseOthersFolder(settings.dataDir)
  }
  logCrashes()

  const running = await startServer({
    settings,
    site,
    async open(_report, url) {
      const store = await openStore(settings)
      keepLogOnce(settings) // not before it is certain that the folder is ours
      const needsSetup = await seedProduction(store, { adminPassword: settings.adminPassword })
      if (needsSetup) await inviteUntilSetUp(store, url)
      return store
    },
  })
  endInGoodOrder(async () => {
    log('info', 'stopping')
    await running.stop()
    log('info', 'stopped')
  })
  await running.ready
  Bun.unsafe.setJITPolicy(1) // `run-serve` has put compiling off until here
  tidyUp()
  log('info', 'started', { url: running.url, pid: running.pid, dataDir: settings.dataDir })
  void notifySystemd()
  await running.over
}

let isLogKept = false
/** A server that restarts on restored data continues in the same file. */
function keepLogOnce({ logFile }: Pick<Settings, 'logFile'>) {
  if (!logFile || isLogKept) return
  isLogKept = true
  keepLog(openLogFile(logFile))
}

/** Frees the memory that only the start needed, once, when the start is over: a tenth of all. */
function tidyUp() {
  const tidy = () => {
    Bun.gc(true)
    Bun.shrink()
  }
  setTimeout(tidy, TIDY_MS).unref()
}

/** Shows the set-up link, and repeats it until it is used. */
async function inviteUntilSetUp(store: Store, url: string) {
  const issueSetupToken = setupLinks(store.sharedState)
  let link = ''
  let reminders = 0
  async function invite() {
    if (!(await isWithoutUsers(store))) return clearInterval(timer)
    if (reminders++ % REMINDERS_PER_LINK === 0) link = `${url}/setup#${await issueSetupToken(Date.now())}`
    console.log(`Nobody has an account yet. Make the first administrator within 30 minutes: ${link}`)
  }
  const timer = setInterval(() => void invite().catch(() => {}), REMIND_MS) // the next reminder tries again
  timer.unref()
  await invite()
}

/**
 * Tells systemd that the server is ready: `systemctl start` waits for it (Type=notify in the unit). systemd's own
 * program sends it, because the runtime has no datagram sockets. Nothing happens without systemd.
 */
async function notifySystemd(environment: Record<string, string | undefined> = process.env) {
  if (!environment['NOTIFY_SOCKET']) return
  try {
    const child = Bun.spawn(['systemd-notify', '--ready'], { env: environment, stdio: ['ignore', 'ignore', 'ignore'] })
    const code = await child.exited
    if (code !== 0) throw new Error(`systemd-notify ended with ${code}.`)
  } catch (error) {
    log('error', 'notify', errorFields(error))
  }
}
