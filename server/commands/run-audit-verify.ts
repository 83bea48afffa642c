import { SettingsError } from '../env'
import { verificationIn, verifyAudit } from '../queries/qc-audit-verify'
import { StartError } from '../store'
import type { Command } from './command'
import { onHost } from './host'
import { counted, harmless, options, say } from './terminal'

const WHOLE = 0
const BROKEN = 1
const CANNOT = 2

export const command: Command = {
  summary: 'verifies the audit trail, and all records by it',
  help: `
Usage: caliper audit verify

Verifies the chain of the audit trail and every record, version and signature by it, beside a running server or without
one, and changes nothing. Says each fault in a sentence. The page QC audit verifies the same.

Example: caliper audit verify

Exit codes: 0 all is as the trail says, 1 something is not, 2 it could not be verified, or used wrongly.
`,
  run: auditVerify,
}

async function auditVerify(args: string[]): Promise<number> {
  options(args, {})
  try {
    return await onHost('caliper audit verify', async ({ store }) =>
      tell(verificationIn('en', await verifyAudit(store))),
    )
  } catch (error) {
    if (!(error instanceof StartError) && !(error instanceof SettingsError)) throw error
    say(error.message)
    return CANNOT
  }
}

function tell({ isWhole, faults, faultCount, entries, records, versions, signatures, headHash }: Told): number {
  const seen = [
    counted(entries, 'entry', 'entries'),
    counted(records, 'record'),
    counted(versions, 'version'),
    counted(signatures, 'signature'),
  ].join(', ')
  for (const { message, expected, found } of faults) {
    const differing =
      expected === undefined && found === undefined ? '' : `: ${found ?? '-'} instead of ${expected ?? '-'}`
    console.log(harmless(`${message}${differing}.`))
  }
  if (faultCount > faults.length) console.log(`Not listed: ${faultCount - faults.length} more.`)
  const broken = `The audit trail is broken: ${seen}, ${counted(faultCount, 'fault')}.`
  console.log(isWhole ? `The audit trail is whole: ${seen}.` : broken)
  console.log(harmless(`Hash of the last entry: ${headHash || '-'}`))
  return isWhole ? WHOLE : BROKEN
}

type Told = ReturnType<typeof verificationIn>
