/**
 * A server that tells, whenever it is sent SIGUSR2, for how long its event loop has come to nothing else since then.
 *   bun tests/faults/backup/watched-server.ts FOLDER_OF_A_CLIENT   (CALIPER_DATA_DIR: the data)
 */
import { readSettings } from '#server/env'
import { startServer } from '#server/main'
import { openStore } from '#server/platform/store/index'
import { watchPauses } from '../../support/event-loop-pauses'

const settings = readSettings(process.env, {
  port: 0,
  captcha: 'never',
  logRequests: false,
  publicPerMinute: undefined,
  writesPerMinute: undefined,
})
const running = await startServer({ settings, site: process.argv[2]!, open: () => openStore(settings) })
await running.ready
const pauses = watchPauses()
process.on('SIGUSR2', () => void process.stdout.write(`pause ${pauses.taken().toFixed(1)}\n`))
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
process.stdout.write(`ready ${running.url}\n`)
