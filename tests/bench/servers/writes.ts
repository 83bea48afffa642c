/**
 * One server of the benchmark of writes: the product as the sources below a folder have it, which may be those of an older
 * commit. Prints its address and process id.
 *   bun tests/bench/servers/writes.ts NAME ROOT PLACE_AS_JSON
 */
import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../serve'

const [, , , root, place] = process.argv
const { isDurable, isNew, ...given } = JSON.parse(place!)
if (!isDurable) {
  const { pragma } = Database.prototype
  Database.prototype.pragma = function patched(source, options) {
    return pragma.call(this, source === 'synchronous = FULL' ? 'synchronous = NORMAL' : source, options)
  }
}
const sources = (path: string) => join(root!, path)
const store = existsSync(sources('server/platform')) ? 'server/platform/store/index' : 'server/store/index'
const { createApp } = await import(sources('server/app'))
const { readSettings } = await import(sources('server/env'))
const { openStore } = await import(sources(store))
const settings = readSettings(
  {},
  { captcha: 'never', logRequests: false, writesPerMinute: undefined, publicPerMinute: undefined, ...given },
)
const opened = await openStore(settings)
if (isNew) {
  const { seedDemo } = await import(sources('seed/index'))
  await seedDemo(opened, () => 'caliper-demo')
}
const app = createApp({ store: opened, settings })
serve((request) => app.fetch(request))
