import { seedProduction } from '#seed/index'
import { startServer } from '../main'
import { log } from '../log'
import { isWithoutUsers } from '../queries/user'
import { issueSetupToken } from '../security/setup'
import { openStore, type Store } from '../store'
import { refuseDemoData } from './demo-folder'
import { endInGoodOrder } from './lifetime'
import { site } from './paths'
import { commandSettings } from './settings'
import { options, portOf } from './terminal'

/** How often the set-up link is said again, and how many times before there is a new one: it lives half an hour. */
const REMIND_MS = 10 * 60_000
const REMINDERS_PER_LINK = 3

/** Production: no demo data, no default password. An empty database is set up through a link that only the log shows. */
export async function start() {
  const given = options({ host: { type: 'string' }, port: { type: 'string' } })
  const settings = commandSettings('production', { given: { host: given.host, port: portOf(given.port) } })
  if (!settings.databaseUrl) refuseDemoData(settings.dataDir)

  const running = await startServer({
    settings,
    site,
    async open(_report, url) {
      const store = await openStore(settings)
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
  log('info', 'started', { url: running.url, pid: running.pid, dataDir: settings.dataDir })
}

/** Says the set-up link, and again until somebody has used it. */
async function inviteUntilSetUp(store: Store, url: string) {
  let link = ''
  let said = 0
  async function invite() {
    if (!(await isWithoutUsers(store))) return clearInterval(timer)
    if (said++ % REMINDERS_PER_LINK === 0) link = `${url}/setup#${issueSetupToken(Date.now())}`
    console.log(`Nobody has an account yet. Make the first administrator within 30 minutes: ${link}`)
  }
  const timer = setInterval(() => void invite().catch(() => {}), REMIND_MS) // the next reminder tries again
  timer.unref()
  await invite()
}
