import { notFound } from '../../platform/http/refusal'
import type { Dialect, Store, Writer } from '../../platform/store'
import { insertInBatches } from '../../platform/chunks/insert-in-batches'
import { chunks } from '../../platform/chunks/chunk'
import { appendAudit } from '../audit/queries'
import { chartsChanged } from '../chart/change'
import { loadRecords } from './load'
import { planStep, type PlannedStep, type Step } from './step'
import { updateStepped } from './update'
import { refuseWhenCommentsAreFull } from './comments'
import { boundItems } from './version'

/**
 * Takes records one step on, each a single one: guards, state, signature, comment and audit, in few statements whatever
 * their number. Whether an author may see a record is for the caller to look at.
 * @throws Refusal of the first that cannot go this way; nothing is written then
 */
export async function advance(store: Dialect, db: Writer, steps: readonly Step[]): Promise<void> {
  const plan = await planFor(store, db, steps)
  await writeSteps(store, db, steps.map(plan))
}

/** Reads what steps are about; the answer plans one of them. */
export async function planFor(store: Dialect, db: Writer, steps: readonly Step[]) {
  const ids = steps.map(({ qcValueBaseId }) => qcValueBaseId)
  if (new Set(ids).size < ids.length) throw new Error('A record is taken one step on at a time.')
  const records = await loadRecords(store, db, ids)
  const versions = [...records.values()].map(({ versionId }) => versionId)
  const itemsOf = await boundItems(store, db, versions)
  return (step: Step): PlannedStep => {
    const record = records.get(step.qcValueBaseId)
    if (!record) throw notFound()
    return planStep(record, itemsOf.get(record.versionId)!, step)
  }
}

type NewSignature = Store['t']['signatures']['$inferInsert']

const insertedSignatures = ({ t: { signatures } }: Dialect, db: Writer, rows: NewSignature[]) =>
  db.insert(signatures).values(rows)

export async function writeSteps(store: Dialect, db: Writer, planned: readonly PlannedStep[]): Promise<void> {
  const { recordComments } = store.t
  await updateStepped(
    store,
    db,
    planned.map(({ record }) => record),
  )
  const signed = planned.flatMap(({ signature, record, step: { author, reason } }) =>
    signature
      ? [
          {
            ...signature,
            entity: 'record',
            entityId: record.qcValueBaseId,
            signerId: author.userId,
            signerName: author.name,
            signedAt: author.now,
            reason: reason?.trim() || null,
          },
        ]
      : [],
  )
  await insertInBatches(store, db, signed, insertedSignatures)
  const said = planned.flatMap(({ record: { qcValueBaseId }, step: { comment, author } }) =>
    comment?.trim()
      ? [
          {
            qcValueBaseId,
            text: comment.trim(),
            authorId: author.userId,
            authorName: author.name,
            createdAt: author.now,
          },
        ]
      : [],
  )
  await refuseWhenCommentsAreFull(
    store,
    db,
    said.map(({ qcValueBaseId }) => qcValueBaseId),
  )
  for (const chunk of chunks(said)) await db.insert(recordComments).values(chunk)
  const [first] = planned
  if (first) {
    await appendAudit(
      store,
      db,
      first.step.author,
      planned.flatMap(({ entries }) => entries),
    )
    await chartsChanged(
      store,
      db,
      planned.map(({ before, record }) => ({ before, after: record })),
      first.step.author,
    )
  }
}
