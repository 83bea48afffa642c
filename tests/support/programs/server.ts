/**
 * A server in a process of its own, on a database that is there already; says its address.
 *   bun tests/support/programs/server.ts FOLDER_OF_A_CLIENT SETTINGS_AS_JSON
 */
import { readSettings, type Settings } from '#server/env'
import { startServer } from '#server/main'
import { openStore } from '#server/platform/store/index'

const [site, given] = process.argv.slice(2)
const settings = readSettings(process.env, JSON.parse(given!) as Partial<Settings>)
const running = await startServer({ settings, site: site!, open: () => openStore(settings) })
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
await running.ready
process.stdout.write(`ready http://127.0.0.1:${running.port}\n`)
