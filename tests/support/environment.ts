import { afterEach, beforeEach } from 'bun:test'
import { isPostgres } from './store'

/** Tests are repeated; what neither database nor status line changes needs it once. */
export const isFirstPass = !isPostgres && process.env['CALIPER_TEST_ENVELOPE'] !== '200'

const isOurs = (name: string) => name.startsWith('CALIPER_')

/** Each test of a command finds the settings that `given` answers, and none that this run of the tests has. */
export function ownSettings(given: () => Promise<Record<string, string>> | Record<string, string>) {
  let kept: [string, string | undefined][] = []
  beforeEach(async () => {
    kept = Object.entries(process.env).filter(([name]) => isOurs(name))
    for (const [name] of kept) delete process.env[name]
    Object.assign(process.env, await given())
  })
  afterEach(() => {
    for (const name of Object.keys(process.env).filter(isOurs)) delete process.env[name]
    for (const [name, value] of kept) process.env[name] = value
  })
}
