import { existsSync } from 'node:fs'
import { SettingsError, type Settings } from '../env'
import { verificationIn, verifyAudit } from '../queries/qc-audit-verify'
import { openStore, StartError, type Store } from '../store'
import { databasePath } from '../store/sqlite-file'
import { commandSettings } from './settings'
import { options, say } from './terminal'

const WHOLE = 0
const BROKEN = 1
const CANNOT = 2

/**
 * `bun run audit:verify`: verifies the audit trail, and all records by it, while no server runs on the data. Says each
 * fault in a sentence.
 * @returns how the process ends: 0 all is as the trail says, 1 something is not, 2 it could not be verified
 */
export async function auditVerify(): Promise<number> {
  options({})
  let store: Store
  try {
    store = await opened(commandSettings('production'))
  } catch (error) {
    if (!(error instanceof StartError) && !(error instanceof SettingsError)) throw error
    say(error.message)
    return CANNOT
  }
  try {
    return tell(verificationIn('en', await verifyAudit(store)))
  } finally {
    await store.close()
  }
}

/** The database that is there: none is made. A server that runs on it can be asked instead. */
async function opened(settings: Settings): Promise<Store> {
  const { databaseUrl, dataDir } = settings
  if (!databaseUrl && !existsSync(databasePath(dataDir))) {
    throw new StartError(`There is no database in ${dataDir}; name its folder in CALIPER_DATA_DIR.`)
  }
  try {
    return await openStore(settings)
  } catch (error) {
    if (!(error instanceof StartError) || !error.message.startsWith('Another Caliper server')) throw error
    throw new StartError(`${error.message} Or ask that server: GET /api/v1/qc/audit/verify, on the page Audit trail.`)
  }
}

function tell({ isWhole, faults, faultCount, entries, records, versions, signatures, headHash }: Told): number {
  const seen = `${entries} entries, ${records} records, ${versions} versions, ${signatures} signatures`
  for (const { message, expected, found } of faults) {
    const differing =
      expected === undefined && found === undefined ? '' : `: ${found ?? '-'} instead of ${expected ?? '-'}`
    console.log(`${message}${differing}.`)
  }
  if (faultCount > faults.length) console.log(`${faultCount - faults.length} more are not listed.`)
  console.log(
    isWhole ? `The audit trail is whole: ${seen}.` : `The audit trail is broken: ${seen}, ${faultCount} faults.`,
  )
  console.log(`Hash of the last entry: ${headHash || '-'}`)
  return isWhole ? WHOLE : BROKEN
}

type Told = ReturnType<typeof verificationIn>
