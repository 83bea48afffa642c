import { sql } from 'drizzle-orm'
import { statSync } from 'node:fs'
import { statuses } from '#shared/constants'
import type { Settings } from '../../env'
import { administratorsOf } from '../../access/user/administrator'
import { verificationIn, verifyAudit } from '../../qc/audit/verify'
import { watchedRows, type WatchedRows } from '../../admin/watch/queries'
import { reasonOf } from '../../platform/log/reason'
import { openBeside, type Store } from '../../platform/store'
import { databasePath } from '../../platform/store/sqlite/file'
import type { Facts } from '../../admin/watch/conditions'
import { findingsOf, timeWord, factsOf, watched, type Finding } from './finding'
import { counted } from '../support/command-line'

const fileWrittenAt = ({ databaseUrl, dataDir }: Settings) =>
  databaseUrl ? undefined : statSync(databasePath(dataDir), { throwIfNoEntry: false })?.mtimeMs

/** Checks of the data themselves. @param isFull verifies the audit trail, which takes a while */
export async function checkContent(settings: Settings, isFull: boolean, now: number): Promise<Finding[]> {
  let store: Store
  try {
    store = await openBeside(settings)
  } catch (error) {
    const { warning } = findingsOf('content')
    return [warning(`What the data say was not looked at (${reasonOf(error)}).`, 'See the lines above.')]
  }
  try {
    const rows = await watchedRows(store, settings, now)
    const written = [rows.latestAt, fileWrittenAt(settings)]
    const latestAt = Math.max(...written.map((at) => at ?? 0))
    const facts = factsOf(settings, now, { ...rows, latestAt })
    return [
      ...(store.dialect === 'sqlite' ? [await checkDurability(store)] : []),
      checkClock(facts),
      checkBackup(facts),
      checkNotifications(facts, rows.notifications),
      await checkAdministrators(store),
      ...(isFull ? [await checkAudit(store)] : []),
    ]
  } finally {
    await store.close()
  }
}

/** On a connection opened in the same way as those of the server. */
async function checkDurability({ db }: Store): Promise<Finding> {
  const { ok, failure } = findingsOf('durability')
  const [set] = await db
    .select({
      journal: sql<string>`journal_mode`,
      synchronous: sql<number>`synchronous`,
      foreignKeys: sql<number>`foreign_keys`,
      version: sql<string>`sqlite_version()`,
    })
    .from(sql`pragma_journal_mode, pragma_synchronous, pragma_foreign_keys`)
  const message = `SQLite ${set?.version}: journal ${set?.journal}, synchronous ${set?.synchronous}, foreign keys ${set?.foreignKeys}`
  if (set?.journal === 'wal' && set.synchronous === 2 && set.foreignKeys === 1) return ok(`${message}.`)
  return failure(`${message}; they have to be wal, 2 and 1.`, 'This program is not as it was made: install it anew.')
}

/** Nothing can be written later than now: no run of a job, no act of a user, and no write to the file. */
function checkClock(facts: Facts): Finding {
  return watched(facts, {
    check: 'clock',
    kind: 'clock',
    fine: `This machine says ${new Date(facts.now).toISOString()}, and nothing was written later.`,
    advice: 'It is behind, or was ahead. Set it right, best by a time server (timedatectl set-ntp true).',
  })
}

function checkBackup(facts: Facts): Finding {
  const { now, dialect, backupAt } = facts
  return watched(facts, {
    check: 'last backup',
    kind: 'backup',
    fine:
      dialect === 'postgres'
        ? 'PostgreSQL is backed up by its own means; the manual says how.'
        : backupAt === undefined
          ? 'None yet; the data are new.'
          : `The newest is of ${timeWord(now - backupAt)} ago.`,
    advice: 'Make one now: caliper backup --help. Then see under Operation > Scheduled jobs why none was made.',
  })
}

function checkNotifications(facts: Facts, { waiting, failed }: WatchedRows['notifications']): Finding {
  return watched(facts, {
    check: 'notifications',
    kind: 'notifications',
    fine: `${waiting} wait to be sent; ${failed} have failed.`,
    advice: 'See under System > Deliveries which channel fails, and why. They are sent when it works again.',
  })
}

async function checkAdministrators(store: Store): Promise<Finding> {
  const { ok, warning } = findingsOf('administrators')
  const enabled = (await administratorsOf(store, store.db)).filter(({ status }) => status === statuses.on)
  if (enabled.length > 0) return ok(`${enabled.length} may sign in.`)
  return warning(
    'None may sign in.',
    'Open the set-up link that the server shows at its start, or: caliper admin create USER --random',
  )
}

async function checkAudit(store: Store): Promise<Finding> {
  const { ok, failure } = findingsOf('audit trail')
  const { isWhole, entries, faultCount, faults } = verificationIn('en', await verifyAudit(store))
  if (isWhole) return ok(`Whole: ${counted(entries, 'entry', 'entries')}, and all records as they say.`)
  return failure(
    `Broken: ${counted(faultCount, 'fault')}, the first: ${faults[0]?.message ?? '-'}.`,
    'Keep a copy of the whole folder as it is, and ask who looks after quality. All faults: caliper audit verify',
  )
}
