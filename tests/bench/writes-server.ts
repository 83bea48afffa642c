/**
 * One side of the benchmark of durable writes: `full` is the product as it is, `normal` the same with every connection at
 * `synchronous = NORMAL`, which loses acknowledged writes in a power cut. Prints its address and process id.
 *   bun tests/bench/writes-server.ts full|normal DATA_DIR
 */
import Database from 'better-sqlite3'
import { createApp } from '#server/app'
import { readSettings } from '#server/env'
import { openStore } from '#server/platform/store/index'
import { serve } from './serve'

const [side, dataDir] = process.argv.slice(2)
if (side === 'normal') {
  const { pragma } = Database.prototype
  Database.prototype.pragma = function patched(source, options) {
    return pragma.call(this, source === 'synchronous = FULL' ? 'synchronous = NORMAL' : source, options)
  }
}
const settings = readSettings(
  {},
  { dataDir: dataDir!, captcha: 'never', logRequests: false, writesPerMinute: undefined },
)
const app = createApp({ store: await openStore(settings), settings })
serve((request) => app.fetch(request))
