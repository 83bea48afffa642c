/**
 * `kept-server.ts {folder} {port}`: a server with the demo accounts whose data outlives it, so that a test can end it and
 * start it again at the same address. Says where it is.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { seedDemo } from '#seed/index'
import { site } from '#server/commands/paths'
import { readSettings } from '#server/env'
import { startServer } from '#server/main'
import { openStore } from '#server/platform/store/index'

const [dataDir = '', port = '0'] = process.argv.slice(2)
const settings = readSettings(
  {},
  { mode: 'ephemeral', port: Number(port), dataDir, captcha: 'never', logRequests: false },
)
const isNew = !existsSync(join(dataDir, 'caliper.sqlite'))
const running = await startServer({
  settings,
  site,
  async open() {
    const store = await openStore(settings)
    if (isNew) await seedDemo(store, () => 'caliper-demo')
    return store
  },
})
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
await running.ready
console.log(`http://127.0.0.1:${running.port}`)
