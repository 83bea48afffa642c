import { proxy, ref, snapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { codes } from '#shared/envelope'
import type { RecordDetail } from '#shared/qc/record/schema'
import { Failure, isSessionOver, NO_ANSWER } from '../../api/failure'
import { recordApi } from '../../api/qc/record'
import { OTHER_RECORD, type LocalDraft } from './draft'
import { alone } from './draft-locks'
import { draftStorage } from './draft-storage'
import { contentToSend, isSameEntry, recordOf, standingOf } from './draft-record'
import { discardDraft, discardSent, drafts, findDraft, flush, loadDrafts, markDraft, refresh } from './drafts'
import { faultsOf, isUnsent, type EnteredPhoto } from './entered'
import { sendWithPhotos } from './photo-sending'
import { arePhotosUnderWayAnywhere, photosAtHand } from './photos-under-way'
import { isSignedInElsewhere, session } from '../session'
import { readSharedSession } from '../session-record'
import { settings } from '../settings'
import { readText } from '../texts'

/** The interval between attempts to send waiting drafts. */
const RETRY_MS = 15_000

/**
 * `gone`: another window has sent or discarded it, or is sending it now. `refused`: by the server, or it was changed
 * since and must be sent again. `isOnlyThis`: others may get through, since a
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

/** What this window sends drafts for, by `clientUid`: from the request on, also while their photos are still reduced. */
export const goals = proxy<Record<string, LocalDraft['wish']>>({})

/**
 * Sends a draft exactly once: the server recognizes its `clientUid` on repetition. A draft that cannot be sent now
 * waits.
 * @param wish `save` leaves it a draft on the server, `submit` submits it
 * @param isDue asked once no other window can send it
 */
export function sendDraft(
  clientUid: string,
  wish: LocalDraft['wish'],
  isDue: (draft: LocalDraft) => boolean = () => true,
): Promise<Sending> {
  const running = sending.get(clientUid)
  if (running) return running
  const work = alone<Sending>(clientUid, () => send(clientUid, wish, isDue), { outcome: 'gone' })
  sending.set(clientUid, work)
  goals[clientUid] = wish
  return work.finally(() => {
    sending.delete(clientUid)
    delete goals[clientUid]
  })
}

/** Discards a draft at its operator's request. False while it is being sent. */
export async function discardUnsent(clientUid: string): Promise<boolean> {
  async function discard() {
    await discardDraft(clientUid)
    return true
  }
  return alone(clientUid, discard, false)
}

async function send(
  clientUid: string,
  wish: LocalDraft['wish'],
  isDue: (draft: LocalDraft) => boolean,
): Promise<Sending> {
  await photosAtHand() // photos chosen before belong to it
  flush()
  if (drafts.isKept && !(await isThere(clientUid))) {
    await refresh()
    return { outcome: 'gone' }
  }
  await refresh()
  const before = findDraft(clientUid)
  if (!before || !isDue(before)) return { outcome: 'gone' }
  const { signIn } = readSharedSession()
  await markDraft(clientUid, () => ({ state: 'sending', wish, signIn, fault: null, faults: {} }))
  const draft = findDraft(clientUid)
  if (!draft) return { outcome: 'gone' }
  const sent = snapshot(draft) as LocalDraft // read-only, and only read
  try {
    const record = await deliver(sent)
    if (drafts.sent[clientUid] !== undefined && !findDraft(clientUid)) return { outcome: 'gone' } // another window has sent it, and told so
    for (const listener of listeners) listener({ draft: sent, record }) // before the page of the draft leaves
    const isDone = await discardSent(clientUid, record.qcValueBaseId, (now) => isSameEntry(now, sent))
    return isDone ? { outcome: 'sent', record } : await keepChanged(clientUid, record)
  } catch (error) {
    if (error instanceof Overtaken) {
      const { record } = error
      if (await presentDraft(clientUid)) return await keepChanged(clientUid)
      if (record) for (const listener of listeners) listener({ draft: sent, record })
      return { outcome: 'gone' }
    }
    if (mayPass(error)) {
      await markDraft(clientUid, ({ state }) => ({ state: state === 'editing' ? state : 'waiting', hasWaited: true }))
      const isOfPhoto = error.code === NO_ANSWER && findDraft(clientUid)?.photos.some(isUnsent) === true
      return { outcome: 'waiting', isOnlyThis: isOfPhoto || error.code === codes.fault }
    }
    if (await isOvertaken(sent)) return await keepChanged(clientUid) // what was refused is no longer what is entered
    const message = error instanceof Error ? error.message : String(error)
    const faults = error instanceof Failure ? faultsOf(error.errors ?? {}, recordOf(sent).values ?? []) : {}
    await markDraft(clientUid, () => ({ state: 'refused', fault: message, faults }))
    return { outcome: 'refused', message }
  }
}

/**
 * Keeps a draft that was changed while it was sent: the operator sends it again, or compares it with the record that was
 * submitted meanwhile.
 */
async function keepChanged(clientUid: string, submitted?: RecordDetail): Promise<Sending> {
  const isSubmitted = submitted !== undefined && submitted.status !== 'draft'
  const message = isSubmitted
    ? readText(settings.locale, 'qcDraft.changedAfter', { recordNo: submitted.recordNo })
    : readText(settings.locale, 'qcDraft.changedMeanwhile')
  const faults: LocalDraft['faults'] = isSubmitted ? { [OTHER_RECORD]: message } : {}
  await markDraft(clientUid, () => ({ state: isSubmitted ? 'refused' : 'editing', fault: message, faults }))
  return { outcome: 'refused', message }
}

/** Drafts of which {@link tellSentElsewhere} has told. */
const told = new Set<string>()

/**
 * Another window has sent a draft as it was, since the device had no place for the changes made here: they are kept, as
 * after sending by this window.
 */
async function tellSentElsewhere() {
  await refresh() // leaves only what was changed here
  for (const [clientUid, serverId] of Object.entries(drafts.sent)) {
    if (told.has(clientUid) || sending.has(clientUid) || !findDraft(clientUid)) continue
    told.add(clientUid)
    const record = await recordApi.get(serverId).catch(() => undefined)
    if (!record)
      told.delete(clientUid) // the server says so when the draft is sent
    else if (findDraft(clientUid)) {
      await markDraft(clientUid, () => ({ serverId }))
      await keepChanged(clientUid, record)
    }
  }
}

/** Thrown before a step that must not follow, since the draft was changed or discarded. `record` is on the server by then. */
class Overtaken extends Error {
  readonly record: RecordDetail | undefined

  constructor(record?: RecordDetail) {
    super()
    this.record = record
  }
}

/** The draft by now, also after another operator has signed in. */
async function presentDraft(clientUid: string): Promise<LocalDraft | undefined> {
  await refresh()
  return findDraft(clientUid) ?? (await draftStorage.read(clientUid).catch(() => undefined))
}

/** True if a draft was changed or discarded since it was sent so, in this window or another. */
async function isOvertaken(sent: LocalDraft): Promise<boolean> {
  const now = await presentDraft(sent.clientUid)
  return now === undefined || !isSameEntry(now, sent)
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
    items: draft.template.items,
    as: { userId },
    onUploaded: (photos: EnteredPhoto[]) => {
      mustBeOwn(draft)
      const uploads = new Map(photos.map((photo) => [photo.localId, photo]))
      return markDraft(clientUid, (now) => ({
        photos: ref(now.photos.map((photo) => (photo.localId && uploads.get(photo.localId)) || photo)),
      }))
    },
  }
  return sendWithPhotos(draft.photos, sending, (photos) => deliverRecord({ ...draft, photos }))
}

/** Creates and submits the record once the server has its photos. */
async function deliverRecord(draft: LocalDraft): Promise<RecordDetail> {
  const input = recordOf(draft)
  const as = { userId: draft.userId }
  if (await isOvertaken(draft)) throw new Overtaken()
  mustBeOwn(draft)
  let record = await recordApi.create(input, as)
  const { qcValueBaseId, lockVersion } = record
  const standing = standingOf(draft, record)
  if (standing === 'done') return record
  if (standing === 'foreign') {
    await markDraft(draft.clientUid, () => ({ serverId: qcValueBaseId })) // its page is where to go on
    throw changedElsewhere(record)
  }
  if (standing === 'behind') {
    await markDraft(draft.clientUid, () => ({ asked: ref(contentToSend(draft)) }))
    mustBeOwn(draft)
    record = await recordApi.change(qcValueBaseId, { ...input, lockVersion }, as)
  }
  const { lockVersion: serverLock } = record
  await markDraft(draft.clientUid, () => ({ serverId: qcValueBaseId, serverLock }))
  if (draft.wish === 'save') return record
  if (await isOvertaken(draft)) throw new Overtaken(record)
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

function changedElsewhere({ recordNo }: RecordDetail): Failure {
  const message = readText(settings.locale, 'qcDraft.changedElsewhere', { recordNo })
  return new Failure(codes.conflict, message, { errors: { [OTHER_RECORD]: message } })
}

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

const isToBeSent = (draft: LocalDraft) => draft.state === 'waiting' && !needsConsent(draft)

/**
 * Sends waiting drafts one after the other, the oldest first, except those to confirm. Stops at one that waits for a
 * reason of all, such as no network.
 */
export async function sendWaiting(): Promise<void> {
  if (session.token === '' || session.userId === 0 || session.mustChangePassword || !isOperatorKnown()) return
  await loadDrafts()
  for (const { clientUid } of [...drafts.list].toReversed()) {
    const draft = findDraft(clientUid) // it may be gone on with while others are sent
    if (!draft || !isToBeSent(draft)) continue
    if (await arePhotosUnderWayAnywhere()) return // they may be of this draft
    if (sending.size > 0 && draft.photos.some(isUnsent)) continue // photos at once would delay each other
    const sent = await sendDraft(clientUid, draft.wish, isToBeSent)
    if (sent.outcome === 'waiting' && !sent.isOnlyThis) return
  }
}

/** Sends waiting drafts automatically while the window is open: when the network may be back, and at intervals. */
export function watchDrafts(): () => void {
  const retry = () => void sendWaiting()
  const look = () => document.visibilityState === 'visible' && retry()
  const timer = setInterval(retry, RETRY_MS)
  const stopHearing = subscribeKey(session, 'roles', retry) // once the operator of a sign-in is known
  const stopTelling = subscribeKey(drafts, 'sent', () => void tellSentElsewhere())
  addEventListener('online', retry)
  addEventListener('focus', retry)
  document.addEventListener('visibilitychange', look)
  retry()
  return () => {
    clearInterval(timer)
    stopHearing()
    stopTelling()
    removeEventListener('online', retry)
    removeEventListener('focus', retry)
    document.removeEventListener('visibilitychange', look)
  }
}
