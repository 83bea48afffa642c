import { relative } from 'node:path'
import type { Account } from '#seed/index'
import packageJson from '../../package.json'
import { readSettings } from '../env'
import { startServer } from '../main'
import { StartError } from '../store'
import { refuseRealData } from './demo-folder'
import { endInGoodOrder } from './lifetime'
import { isLoopback, networkUrls, openDemo } from './open-demo'
import { root, site } from './paths'
import { commandSettings } from './settings'
import { options, portOf, progressLine } from './terminal'

/** `bun run demo`: the whole product on data of its own; reached from this machine alone unless `--host` opens it. */
export async function demo() {
  const given = options({ host: { type: 'boolean' }, port: { type: 'string' }, reset: { type: 'boolean' } })
  const settings = demoSettings(given.host ? '0.0.0.0' : undefined, portOf(given.port))
  const { dataDir, host } = settings
  refuseRealData(dataDir)
  const line = progressLine()

  const running = await startServer({
    settings,
    site,
    async open(report, url) {
      const { store, accounts } = await openDemo(settings, { reset: given.reset ?? false }, (progress) => {
        report(progress)
        line.show(progress)
      })
      line.end()
      const addresses = isLoopback(host) ? [url] : [url, ...networkUrls(new URL(url).port)]
      console.log(welcome(addresses, accounts, dataDir))
      return store
    },
  })
  endInGoodOrder(running.stop)
  await running.ready
}
