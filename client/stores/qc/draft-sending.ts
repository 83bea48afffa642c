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
import { faultsOf, type EnteredPhoto } from './entered'
import { sendWithPhotos } from './photo-sending'
import { photosAtHand } from './photos-under-way'
import { isSignedInElsewhere, session } from '../session'
import { readSharedSession } from '../session-record'
import { settings } from '../settings'
import { readText } from '../texts'

/** The interval between attempts to send waiting drafts. */
const RETRY_MS = 15_000

/** `gone`: another window has sent or discarded it, or is sending it now. */
type Sending =
  | { outcome: 'sent'; record: RecordDetail }
  | { outcome: 'waiting' }
  | { outcome: 'refused'; message: string }
  | { outcome: 'gone' }

type Listener = (sent: { draft: LocalDraft; record: RecordDetail }) => void
const listeners = new Set<Listener>()

/** Tells of each draft that this window has sent. Returns how to stop. */
export function onSent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const sending = new Map<string, Promise<Sending>>()

/**
 * Sends a draft, once: the server knows it by its `clientUid` however often it arrives. What cannot be sent now waits.
 * @param wish `save` leaves it a draft on the server, `submit` hands it in
 */
export function sendDraft(clientUid: string, wish: LocalDraft['wish']): Promise<Sending> {
  const running = sending.get(clientUid)
  if (running) return running
  const work = alone(clientUid, () => send(clientUid, wish)).finally(() => sending.delete(clientUid))
  sending.set(clientUid, work)
  return work
}

/** Windows of one browser leave a draft to the one that has begun. Without locks the server's memory is enough. */
async function alone(clientUid: string, work: () => Promise<Sending>): Promise<Sending> {
  const { locks } = navigator as { locks?: LockManager } // missing on plain HTTP
  if (!locks) return work()
  return locks.request(`draft ${clientUid}`, { ifAvailable: true }, (lock) => (lock ? work() : { outcome: 'gone' }))
}

async function send(clientUid: string, wish: LocalDraft['wish']): Promise<Sending> {
  await photosAtHand() // a draft that is being sent takes nothing more
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
    for (const listener of listeners) listener({ draft: sent, record }) // before the page that draws it leaves
    await discardDraft(clientUid, record.qcValueBaseId)
    return { outcome: 'sent', record }
  } catch (error) {
    if (mayPass(error)) {
      await markDraft(clientUid, { state: 'waiting', hasWaited: true })
      return { outcome: 'waiting' }
    }
    const message = error instanceof Error ? error.message : String(error)
    const faults = error instanceof Failure ? faultsOf(error.errors ?? {}, recordOf(sent).values ?? []) : {}
    await markDraft(clientUid, { state: 'refused', fault: message, faults })
    return { outcome: 'refused', message }
  }
}

/** False when another window has dropped it. A device that cannot be asked is taken to have it. */
const isThere = (clientUid: string) =>
  draftStorage.read(clientUid).then(
    (stored) => stored !== undefined,
    () => true,
  )

/**
 * Uploads its photos, makes the record, brings it up to date where it was made by an earlier attempt, and hands it in.
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

/** The same once the server has its photos. */
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
 * A draft is sent in the name of the one who wrote it: while another sign-in is being looked into, it waits.
 * @throws Failure as where nobody answers
 */
function mustBeOwn({ userId }: LocalDraft) {
  if (userId !== session.userId || !isOperatorKnown())
    throw new Failure(NO_ANSWER, readText(settings.locale, 'error.network'))
}

/** The sign-in whose operator {@link session} names: not the one whose token it has, while that is being looked into. */
let knownSignIn: string | undefined | null = null

function noteOperator() {
  if (session.roles.length > 0 && !isSignedInElsewhere()) knownSignIn = readSharedSession().signIn
}
noteOperator()
subscribeKey(session, 'roles', noteOperator)

const isOperatorKnown = () => knownSignIn === readSharedSession().signIn && !isSignedInElsewhere()

const changedElsewhere = ({ recordNo }: RecordDetail) =>
  new Failure(codes.conflict, readText(settings.locale, 'qcDraft.changedElsewhere', { recordNo }))

/** True of what may go better next time: no network, no session or that of another, a server that is busy or at fault. */
function mayPass(error: unknown): boolean {
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

/** Sends what waits, one after the other; stops where the server does not answer. */
async function sendWaiting(): Promise<void> {
  if (session.token === '' || session.userId === 0 || session.mustChangePassword || !isOperatorKnown()) return
  await loadDrafts()
  for (const draft of [...drafts.list].toReversed()) {
    if (draft.state !== 'waiting' || needsConsent(draft)) continue
    const { outcome } = await sendDraft(draft.clientUid, draft.wish)
    if (outcome === 'waiting') return
  }
}

/** Sends by itself what waits, as long as the window is open: when the network may be back, and every now and then. */
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
