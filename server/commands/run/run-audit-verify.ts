import { anchorText, readAnchor, type Anchor } from '#shared/qc/audit/anchor'
import type { AuditProgress } from '#shared/qc/audit/schema'
import { SettingsError } from '../../env'
import { atMostEvery } from '../../qc/audit/verify/progress'
import { verificationIn, verifyAudit } from '../../qc/audit/verify'
import { StartError } from '../../platform/store'
import { counted, harmless, optionsOf, progressLine, say, UsageError, type Command } from '../support/command-line'
import { onHost } from '../host'

const WHOLE = 0
const BROKEN = 1
const CANNOT = 2

const OTHER_ROWS = 'limit sets, signals, templates, lots, equipment and other rows'
const phases = { entries: 'entries', records: 'records', photos: 'photos', things: OTHER_ROWS }

export const command: Command = {
  summary: 'verifies the audit trail, and all records, limits and signals by it',
  help: `
Usage: caliper audit verify [--anchor <number:hash>]...

Verifies the chain of the audit trail, and by it every record, photo, signature, version, limit set, exclusion, signal,
template, lot, piece of equipment, annotation, display link, assignment, product line, instrument key, setting of quality
control, mention and label, beside a running server or without one, and changes nothing. Says how far it is, and each fault in a sentence. The page QC audit verifies the same.

  --anchor <number:hash>  an entry that was noted outside of the database, which the trail must still have; several are
                          possible. Anchors stand on printed records, in the manifest of each backup, in the log
                          (audit-anchor), in /metrics and in the last line that this command prints. 16 characters of
                          the hash are enough

Example: caliper audit verify --anchor 1204:9f3c0e4b7d215a88

Exit codes: 0 all is as the trail says, 1 something is not, 2 it could not be verified, or used wrongly.
`,
  run: auditVerify,
}

async function auditVerify(args: string[]): Promise<number> {
  const { anchor = [] } = optionsOf(args, { anchor: { type: 'string', multiple: true } })
  const anchors = anchor.map(anchorIn)
  const line = progressLine()
  const report = ({ part, ...progress }: AuditProgress) => line.show('Verifying', { phase: phases[part], ...progress })
  try {
    return await onHost('caliper audit verify', async ({ store }) => {
      const verified = await verifyAudit(store, { anchors, report: atMostEvery(100, report) })
      line.end()
      return printVerification(verificationIn('en', verified))
    })
  } catch (error) {
    line.end()
    if (!(error instanceof StartError) && !(error instanceof SettingsError)) throw error
    say(error.message)
    return CANNOT
  }
}

/** @throws UsageError if it is no anchor */
function anchorIn(text: string): Anchor {
  const anchor = readAnchor(text)
  if (!anchor)
    throw new UsageError('--anchor takes the number of an entry, a colon and its hash, such as 1204:9f3c0e4b7d215a88')
  return anchor
}

function printVerification(verification: ReturnType<typeof verificationIn>): number {
  const { isWhole, faults, faultCount, things, anchors, headId, headHash } = verification
  const verified = [
    counted(verification.entries, 'entry', 'entries'),
    counted(verification.records, 'record'),
    counted(verification.photos, 'photo'),
    counted(verification.versions, 'version'),
    counted(verification.signatures, 'signature'),
    `${things} ${OTHER_ROWS}`,
    ...(anchors > 0 ? [counted(anchors, 'anchor')] : []),
  ].join(', ')
  for (const { message, expected, found } of faults) {
    const differing =
      expected === undefined && found === undefined ? '' : `: ${found ?? '-'} instead of ${expected ?? '-'}`
    console.log(harmless(`${message}${differing}.`))
  }
  if (faultCount > faults.length) console.log(`Not listed: ${faultCount - faults.length} more.`)
  const broken = `The audit trail is broken: ${verified}, ${counted(faultCount, 'fault')}.`
  console.log(isWhole ? `The audit trail is whole: ${verified}.` : broken)
  console.log(harmless(`Anchor, to be kept elsewhere: ${headHash ? anchorText({ id: headId, hash: headHash }) : '-'}`))
  return isWhole ? WHOLE : BROKEN
}
