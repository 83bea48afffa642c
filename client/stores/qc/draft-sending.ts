import { ref, snapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { codes } from '#shared/envelope'
import type { RecordDetail } from '#shared/qc/record/schema'
import { Failure, isSessionOver, NO_ANSWER } from '../../api/failure'
import { recordApi } from '../../api/qc/record'
import type { LocalDraft } from './draft'
import { draftStorage } from './draft-storage'
import { contentToSend, recordOf, standingOf } from './draft-record'
import { discardDraft, drafts, findDraft, flush, loadDrafts, markDraft, refresh } from './drafts'
import { faultsOf, isUnsent, type EnteredPhoto } from './entered'
import { sendWithPhotos } from './photo-sending'
import { photosAtHand } from './photos-under-way'
import { isSignedInElsewhere, session } from '../session'
import { readSharedSession } from '../session-record'
import { settings } from '../settings'
import { readText } from '../texts'

/** The interval between attempts to send waiting drafts. */
const RETRY_MS = 15_000

/**
 * `gone`: another window has sent or discarded it, or is sending it now. `isOnlyThis`: others may get through, since a
 * photo did not arrive, or the server failed at this record.
 */
type Sending =
  | { outcome: 'sent'; record: RecordDetail }
  | { outcome: 'waiting'; isOnlyThis: boolean }
  | { outcome: 'refused'; message: string }
  | { outcome: 'gone' }

type Listener = (sent: { draft: LocalDraft; record: RecordDetail }) => void
const listeners = new Set<Listener>()

/** Reports each draft sent by this window. Returns a function that stops it. */
export function onSent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const sending = new Map<string, Promise<Sending>>()

/**
 * Sends a draft exactly once: the server recognizes its `clientUid` on repetition. A draft that cannot be sent now
 * waits.
 * @param wish `save` leaves it a draft on the server, `submit` submits it
 */
export function sendDraft(clientUid: string, wish: LocalDraft['wish']): Promise<Sending> {
  const running = sending.get(clientUid)
  if (running) return running
  const work = alone(clientUid, () => send(clientUid, wish)).finally(() => sending.delete(clientUid))
  sending.set(clientUid, work)
  return work
}

/**
 * The windows of a browser leave a draft to the first one sending it. Without locks the server's check of `clientUid`
 * is enough.
 */
async function alone(clientUid: string, work: () => Promise<Sending>): Promise<Sending> {
  const { locks } = navigator as { locks?: LockManager } // missing over plain HTTP
  if (!locks) return work()
  return locks.request(`draft ${clientUid}`, { ifAvailable: true }, (lock) => (lock ? work() : { outcome: 'gone' }))
}

async function send(clientUid: string, wish: LocalDraft['wish']): Promise<Sending> {
  await photosAtHand() // a draft being sent accepts no further photos
  flush()
  if (drafts.isKept && !(await isThere(clientUid))) {
    await refresh()
    return { outcome: 'gone' }
  }
  await markDraft(clientUid, { state: 'sending', wish, signIn: readSharedSession().signIn, fault: null, faults: {} })
  const draft = findDraft(clientUid)
  if (!draft) return { outcome: 'gone' }
  const sent = snapshot(draft) as LocalDraft // read-only, and only read
  try {
    const record = await deliver(sent)
    for (const listener of listeners) listener({ draft: sent, record }) // before the page of the draft leaves
    await discardDraft(clientUid, record.qcValueBaseId)
    return { outcome: 'sent', record }
  } catch (error) {
    if (mayPass(error)) {
      await markDraft(clientUid, { state: 'waiting', hasWaited: true })
      const isOfPhoto = error.code === NO_ANSWER && findDraft(clientUid)?.photos.some(isUnsent) === true
      return { outcome: 'waiting', isOnlyThis: isOfPhoto || error.code === codes.fault }
    }
    const message = error instanceof Error ? error.message : String(error)
    const faults = error instanceof Failure ? faultsOf(error.errors ?? {}, recordOf(sent).values ?? []) : {}
    await markDraft(clientUid, { state: 'refused', fault: message, faults })
    return { outcome: 'refused', message }
  }
}

/** False if another window has removed it. If the device's storage fails, the draft counts as present. */
const isThere = (clientUid: string) =>
  draftStorage.read(clientUid).then(
    (stored) => stored !== undefined,
    () => true,
  )

/**
 * Uploads the photos, creates the record, or updates it after an earlier attempt, and submits it.
 * @throws Failure when the server does not answer, or refuses
 */
function deliver(draft: LocalDraft): Promise<RecordDetail> {
  mustBeOwn(draft)
  const { clientUid, userId } = draft
  const sending = {
    as: { userId },
    onUploaded: (photos: EnteredPhoto[]) => {
      mustBeOwn(draft)
      return markDraft(clientUid, { photos: ref(photos) })
    },
  }
  return sendWithPhotos(draft.photos, sending, (photos) => deliverRecord({ ...draft, photos }))
}

/** Creates and submits the record once the server has its photos. */
async function deliverRecord(draft: LocalDraft): Promise<RecordDetail> {
  const input = recordOf(draft)
  const as = { userId: draft.userId }
  mustBeOwn(draft)
  let record = await recordApi.create(input, as)
  const { qcValueBaseId, lockVersion } = record
  const standing = standingOf(draft, record)
  if (standing === 'done') return record
  if (standing === 'foreign') throw changedElsewhere(record)
  if (standing === 'behind') {
    await markDraft(draft.clientUid, { asked: ref(contentToSend(draft)) })
    mustBeOwn(draft)
    record = await recordApi.change(qcValueBaseId, { ...input, lockVersion }, as)
  }
  await markDraft(draft.clientUid, { serverId: qcValueBaseId, serverLock: record.lockVersion })
  if (draft.wish === 'save') return record
  mustBeOwn(draft)
  return recordApi.advance(qcValueBaseId, 'submit', { lockVersion: record.lockVersion }, as)
}

/**
 * A draft is sent in its author's name only: while the operator of another sign-in is still unknown, it waits.
 * @throws Failure as if the server did not answer
 */
function mustBeOwn({ userId }: LocalDraft) {
  if (userId !== session.userId || !isOperatorKnown())
    throw new Failure(NO_ANSWER, readText(settings.locale, 'error.network'))
}

/**
 * The sign-in of the operator in {@link session}. It differs from the token's sign-in while the token's operator is
 * unknown.
 */
let knownSignIn: string | undefined | null = null

function noteOperator() {
  if (session.roles.length > 0 && !isSignedInElsewhere()) knownSignIn = readSharedSession().signIn
}
noteOperator()
subscribeKey(session, 'roles', noteOperator)

const isOperatorKnown = () => knownSignIn === readSharedSession().signIn && !isSignedInElsewhere()

const changedElsewhere = ({ recordNo }: RecordDetail) =>
  new Failure(codes.conflict, readText(settings.locale, 'qcDraft.changedElsewhere', { recordNo }))

/** True for errors that may pass: no network, no session or another user's, a busy or failing server. */
function mayPass(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false
  const { code, errors } = error
  if (errors && 'x-user' in errors) return true
  return code === NO_ANSWER || isSessionOver(error) || code === codes.tooMany || (code >= 500 && code <= 599)
}

/**
 * True if the operator must confirm the submission again: before this sign-in, other users of the browser could have
 * changed the draft. A record that is only saved can still be reviewed on the server.
 */
export const needsConsent = ({ state, wish, signIn }: Pick<LocalDraft, 'state' | 'wish' | 'signIn'>): boolean =>
  state === 'waiting' && wish === 'submit' && signIn !== readSharedSession().signIn

/**
 * Sends waiting drafts one after the other, the oldest first, except those to confirm. Stops at one that waits for a
 * reason of all, such as no network.
 */
export async function sendWaiting(): Promise<void> {
  if (session.token === '' || session.userId === 0 || session.mustChangePassword || !isOperatorKnown()) return
  await loadDrafts()
  for (const { clientUid } of [...drafts.list].toReversed()) {
    const draft = findDraft(clientUid) // it may be gone on with while others are sent
    if (draft?.state !== 'waiting' || needsConsent(draft)) continue
    if (sending.size > 0 && draft.photos.some(isUnsent)) continue // photos at once would delay each other
    const sent = await sendDraft(clientUid, draft.wish)
    if (sent.outcome === 'waiting' && !sent.isOnlyThis) return
  }
}

/** Sends waiting drafts automatically while the window is open: when the network may be back, and at intervals. */
export function watchDrafts(): () => void {
  const retry = () => void sendWaiting()
  const look = () => document.visibilityState === 'visible' && retry()
  const timer = setInterval(retry, RETRY_MS)
  const stopHearing = subscribeKey(session, 'roles', retry) // once the operator of a sign-in is known
  addEventListener('online', retry)
  addEventListener('focus', retry)
  document.addEventListener('visibilitychange', look)
  retry()
  return () => {
    clearInterval(timer)
    stopHearing()
    removeEventListener('online', retry)
    removeEventListener('focus', retry)
    document.removeEventListener('visibilitychange', look)
  }
}
