import { expect, test } from 'bun:test'
import { Glob } from 'bun'

/**
 * A reset of the test backend makes every part of the server anew (ADR 87). What lives at the level of a module outlives it,
 * so it may hold nothing of a database. WeakMaps whose keys are a store, a connection or what was read are gone with them.
 */
const outlives: Record<string, string> = {
  'server/access/operation-log/names.ts ownIds': 'made from the declarations',
  'server/access/operation-log/route-title.ts chineseTitles': 'made from the texts',
  'server/admin/dictionary/use.ts recorded': 'names of dictionaries',
  'server/platform/backup/own-process.ts children': 'processes to end with this one',
  'server/platform/http/context.ts spoken': 'languages',
  'server/platform/list/wire.ts instants': 'how an instant is written',
  'server/platform/log/index.ts file': 'the log is that of the process',
  'server/platform/log/index.ts waiting': 'the log is that of the process',
  'server/platform/security/common-passwords.ts list': 'a list of the product',
  'server/platform/security/common-passwords.ts words': 'a list of the product',
  'server/platform/security/user-agent.ts cache': 'what a header says',
  'server/platform/store/fault.ts postgresConflicts': 'codes of PostgreSQL',
  'server/platform/store/fault.ts postgresFaults': 'codes of PostgreSQL',
  'server/platform/store/name-order.ts places': 'the order of Chinese characters',
  'server/qc/audit/sealed-rows.ts readers': 'made from the tables',
  'server/qc/audit/verify/index.ts moments': 'names of fields',
  'server/qc/search/names.ts spellingsOf': 'the spelling of texts',
  'server/qc/self-check/routes.ts proven': 'the proof of the statistics',
  'server/platform/security/password.ts inTurn': 'a queue of what is being hashed',
  'server/access/menu/title-keys.ts titleKeysOf': 'the spelling of texts',
}

const declared =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^=]+)? = (?:new (?:Map|Set)\b|\w*(?:concurrencyLimit|createSpelling)\b))/gm

test('no store in memory outlives a reset but those that hold nothing of a database', async () => {
  const found: string[] = []
  for await (const file of new Glob('server/{access,admin,platform,qc}/**/*.ts').scan('.')) {
    for (const [, changing, kept] of (await Bun.file(file).text()).matchAll(declared)) {
      found.push(`${file} ${changing ?? kept}`)
    }
  }
  expect(found.toSorted()).toEqual(Object.keys(outlives).toSorted())
})
