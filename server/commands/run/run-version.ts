import Database from 'better-sqlite3'
import packageJson from '../../../package.json'
import { packaged } from '../../platform/process/packaged'
import { migrationsOf } from '../../platform/store/migrations'
import { optionsOf, type Command, flag } from '../support/command-line'

export const command: Command = {
  summary: 'says which version this is, and of what it is made',
  help: `
Usage: caliper version [--json]

Says the version, the commit it was packaged from, the form of the database it writes, and the versions of Bun and SQLite
in it. Needs no data folder.

  --json  one line of JSON

Example: caliper version --json

Exit codes: 0 said, 2 used wrongly.
`,
  async run(args) {
    const { json } = optionsOf(args, { json: flag })
    const versions = {
      version: packageJson.version,
      commit: packaged?.commit ?? null,
      schema: migrationsOf('sqlite').at(-1)!.name,
      bun: Bun.version,
      sqlite: sqliteVersion(),
    }
    console.log(json ? JSON.stringify(versions) : versionText(versions))
    return 0
  },
}

const versionText = (versions: {
  version: string
  commit: string | null
  schema: string
  bun: string
  sqlite: string
}) =>
  [
    `Caliper ${versions.version} (${madeFrom(versions.commit)})`,
    `Database ${versions.schema}`,
    `Bun ${versions.bun}, SQLite ${versions.sqlite}`,
  ].join('\n')

const madeFrom = (commit: string | null) =>
  commit ? `commit ${commit}` : packaged ? 'packaged without a repository' : 'from its sources'

function sqliteVersion(): string {
  const connection = new Database(':memory:')
  const version = connection.prepare<[], string>('select sqlite_version()').pluck().get()
  connection.close()
  return version ?? 'unknown'
}
