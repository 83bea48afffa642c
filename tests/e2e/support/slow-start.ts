/** A server whose start waits for a line on standard input, so that a test can look at what people see meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '#seed/index'
import { site } from '#server/commands/paths'
import { readSettings } from '#server/env'
import { startServer } from '#server/main'
import { openStore } from '#server/platform/store/index'

const dataDir = mkdtempSync(join(tmpdir(), 'caliper-slow-start-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit(0))

const settings = readSettings({}, { mode: 'ephemeral', port: 0, dataDir, captcha: 'never', logRequests: false })
const { port } = await startServer({
  settings,
  site,
  async open(report) {
    report({ phase: 'accounts', done: 2, total: 5 })
    await process.stdin.take(1).toArray()
    const store = await openStore(settings)
    await seedDemo(store, () => 'caliper-demo')
    return store
  },
})
console.log(`http://127.0.0.1:${port}`)
