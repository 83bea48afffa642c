import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../env'
import { openStore } from '../../platform/store'
import { schemaState } from '../../platform/store/schema-state'
import { optionsOf, type Command, flag } from '../support/command-line'
import { refuseNoData } from '../open-data'
import { commandSettings } from '../settings'

export const command: Command = {
  summary: 'brings the database to the form of this version',
  help: `
Usage: caliper migrate [--check]

Takes every step the database still needs, after keeping a copy of it as it was; the server does the same when it
starts. The server must not run. On PostgreSQL no copy is made: make one with pg_dump before.

  --check  only says which steps are pending, and changes nothing

Example: caliper migrate --check

Exit codes: 0 done, or nothing pending; 1 could not, or with --check: steps are pending; 2 used wrongly.
`,
  async run(args) {
    const { check } = optionsOf(args, { check: flag })
    const settings = commandSettings('production')
    refuseNoData(settings)
    const { pending, total } = await schemaState(settings)
    if (pending.length === 0) {
      console.log(`Nothing is pending: the database has all ${total} steps of this version.`)
      return 0
    }
    if (check) {
      console.log(`${pending.length} of ${total} steps are pending: ${pending.join(', ')}.`)
      return 1
    }
    await migrate(settings, pending)
    return 0
  },
}

async function migrate(settings: Settings, pending: string[]) {
  const before = new Set(copiesIn(settings))
  const store = await openStore(settings)
  await store.close()
  for (const name of copiesIn(settings)) {
    if (!before.has(name)) console.log(`The database as it was is kept in ${join(settings.dataDir, name)}.`)
  }
  console.log(`Done: ${pending.join(', ')}.`)
}

const copiesIn = ({ databaseUrl, dataDir }: Settings) =>
  databaseUrl ? [] : readdirSync(dataDir).filter((name) => name.includes('.before-'))
