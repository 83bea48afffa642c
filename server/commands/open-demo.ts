import { networkInterfaces } from 'node:os'
import { offerAccounts, seedDemo, type Account } from '#seed/index'
import type { Settings } from '../env'
import type { Report } from '../platform/http/starting'
import { randomPassword } from '../platform/security/password'
import { openStore, type Store } from '../platform/store'
import { takeDemoFolder } from './demo-folder'

/** The password of all demo accounts while only this machine can reach them. */
const KNOWN_PASSWORD = 'caliper-demo'

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

type Wanted = {
  /** Deletes the present data. */
  reset?: boolean
  /** Makes no year of records, for people who want to see only their own. */
  empty?: boolean
}

/**
 * The demo's database, filled, with the passwords of this start. On a network they are random, so that a known password
 * of an earlier start is no longer valid, and the login page no longer offers it.
 */
export async function openDemo(settings: Settings, { reset = false, empty = false }: Wanted, report: Report) {
  takeDemoFolder(settings.dataDir, { reset })
  const store = await openStore(settings)
  const isPrivate = isLoopback(settings.host)
  const passwordOf = () => (isPrivate ? KNOWN_PASSWORD : randomPassword())
  const accounts = await seedDemo(store, passwordOf, report, empty ? {} : { year: { end: Date.now() } })
  await offerAccounts(store, isPrivate ? accounts : [])
  return { store, accounts } satisfies { store: Store; accounts: Account[] }
}

/** The URLs of this machine for other machines. */
export const networkUrls = (port: number | string) =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`)
