import { proxy, ref, snapshot, subscribe } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { draftCount } from './draft-count'
import { changeNoOf, isLater, type DraftChange, type DraftTemplate, type LocalDraft } from './draft'
import { sendingHere, sentElsewhere } from './draft-locks'
import { DRAFT_CHANNEL, draftStorage, noteDraft, progressOf } from './draft-storage'
import { cellKey, withValue, type EnteredPhoto, type EnteredValue } from './entered'
import { photoStorage } from './photo-storage'
import { session } from '../session'

export type { DraftTemplate, LocalDraft } from './draft'

/** Changes are written to the device after this pause, and at once when the page is hidden. */
const PAUSE_MS = 250

/** The operator's drafts on this device, the newest first. Change them only through the functions below. */
export const drafts = proxy({
  isLoaded: false,
  /** False if closing the browser would lose something: its storage is full or disabled. */
  isKept: true,
  list: [] as LocalDraft[],
  /** The ids of records made from drafts since this window was opened, by `clientUid`. */
  sent: {} as Record<string, number>,
})

export const findDraft = (clientUid: string): LocalDraft | undefined =>
  drafts.list.find((draft) => draft.clientUid === clientUid)

let loading: { userId: number; done: Promise<void> } | undefined

/** Loads the operator's drafts, once per operator. */
export function loadDrafts(): Promise<void> {
  const { userId } = session
  if (loading?.userId !== userId) {
    Object.assign(drafts, { isLoaded: false, list: [], sent: {} })
    begin()
    loading = { userId, done: refresh().then(() => void (drafts.isLoaded = true)) }
  }
  return loading.done
}

/** Reloads drafts that other windows may have changed. Newer versions here stay. */
export async function refresh(): Promise<void> {
  const { userId } = session
  const all = await draftStorage.all().catch(() => undefined)
  const others = await sentElsewhere(() => void refresh())
  if (session.userId !== userId) return
  isReadable = all !== undefined
  noteKept()
  if (!all) return
  const newer = drafts.list.filter(({ clientUid }) => unwritten.has(clientUid))
  const read = all
    .filter((draft) => draft.userId === userId && !newer.some(({ clientUid }) => clientUid === draft.clientUid))
    .map((draft) => withState(newerOf(draft, findDraft(draft.clientUid)), draft, others))
  drafts.list = [...newer, ...read].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** A page that draws a draft keeps its object, unless another window has changed it. */
const newerOf = (read: LocalDraft, here: LocalDraft | undefined) => (here && !isLater(read, here) ? here : light(read))

/** A draft that another window is sending is stored as waiting: see {@link draftStorage}. */
function withState(draft: LocalDraft, read: LocalDraft, others: ReadonlySet<string>): LocalDraft {
  if (sendingHere.has(draft.clientUid)) return draft
  if (draft.state === 'sending') draft.state = read.state
  if (draft.state === 'waiting' && others.has(draft.clientUid)) draft.state = 'sending'
  return draft
}

/** Hundreds of items and values are too many to track one by one at every key: they are replaced as a whole. */
const light = (draft: LocalDraft): LocalDraft => ({
  ...draft,
  template: ref(draft.template),
  values: ref(draft.values),
  photos: ref(draft.photos ?? []), // drafts from versions without photos
  asked: draft.asked && ref(draft.asked),
})

/** Begins a record on this device. Returns its `clientUid`, once it is stored. */
export async function startDraft(
  begun: { template: DraftTemplate; values?: readonly EnteredValue[]; retestOf?: number | null } & DraftChange,
): Promise<string> {
  await loadDrafts()
  const now = new Date().toISOString()
  const draft: LocalDraft = {
    lotId: null,
    lotNo: null,
    equipmentId: null,
    equipmentName: null,
    equipmentNameEn: null,
    inspectedAt: now,
    remark: '',
    retestOf: null,
    values: [],
    photos: [],
    ...begun,
    clientUid: newUid(),
    userId: session.userId,
    state: 'editing',
    wish: 'submit',
    fault: null,
    faults: {},
    serverId: null,
    serverLock: null,
    hasWaited: false,
    createdAt: now,
    updatedAt: now,
    changeNo: 1,
  }
  drafts.list = [light(draft), ...drafts.list]
  await write(draft.clientUid)
  return draft.clientUid
}

/** Changes fields of the record as a whole. */
export function changeDraft(clientUid: string, change: DraftChange): void {
  edit(clientUid, (draft) => {
    Object.assign(draft, change)
    for (const field of Object.keys(change)) mend(draft, field)
  })
}

/** Changes one value of a draft, or adds it. */
export function setDraftValue(
  clientUid: string,
  itemKey: string,
  sampleNo: number,
  change: Partial<EnteredValue>,
): void {
  edit(clientUid, (draft) => {
    draft.values = ref(withValue(draft.values, itemKey, sampleNo, change))
    mend(draft, cellKey({ itemKey, sampleNo }))
  })
}

/** Changes the present photos of a draft. False if the draft is gone. */
export function changeDraftPhotos(
  clientUid: string,
  update: (photos: readonly EnteredPhoto[]) => readonly EnteredPhoto[],
): boolean {
  return edit(clientUid, (draft) => {
    draft.photos = ref(update(draft.photos))
    mend(draft, 'photos')
  })
}

/**
 * A changed value is no longer the refused one. Otherwise the faults stay the same object, since views redraw when it
 * changes.
 */
function mend({ faults }: LocalDraft, field: string) {
  if (field in faults) delete faults[field]
}

/** After further input the operator must send a draft again, even if that comes while it is being sent. */
function edit(clientUid: string, change: (draft: LocalDraft) => void): boolean {
  const draft = findDraft(clientUid)
  if (!draft) return false
  change(draft)
  const isSoon = draft.state === 'waiting' || draft.state === 'sending' // another window may be about to submit it
  if (isSoon) draft.state = 'editing'
  noteChange(draft)
  clearTimeout(unwritten.get(clientUid))
  unwritten.set(
    clientUid,
    setTimeout(() => void write(clientUid), isSoon ? 0 : PAUSE_MS),
  )
  return true
}

function noteChange(draft: LocalDraft) {
  draft.changeNo = changeNoOf(draft) + 1
  draft.updatedAt = new Date().toISOString()
}

/** Drafts that are newer here than on the device, with their write timers. */
const unwritten = new Map<string, ReturnType<typeof setTimeout> | undefined>()

/** Drafts whose last write the device refused. */
const refused = new Set<string>()
let isReadable = true

/** The device may read although it no longer writes: what it refused counts until it is written or leaves the list. */
function noteKept() {
  const isStored = ({ clientUid, photos }: LocalDraft) => !refused.has(clientUid) && photos.every(photoStorage.isKept)
  drafts.isKept = isReadable && drafts.list.every(isStored)
}

/** Writes all pending changes to the device, so that they survive even if this window closes at once. */
export function flush(): void {
  for (const clientUid of unwritten.keys()) {
    const draft = findDraft(clientUid)
    if (draft) noteDraft(snapshot(draft) as LocalDraft) // read-only, and only read
    void write(clientUid)
  }
}

/** Other windows read the note, for which there may be space: they must not send the draft as it was. */
function refuse(draft: LocalDraft) {
  refused.add(draft.clientUid)
  noteDraft(draft)
  notifyOtherWindows({})
}

/** Writes a draft to the device now, and notifies other windows. */
async function write(clientUid: string): Promise<void> {
  const draft = findDraft(clientUid)
  if (!draft) return
  clearTimeout(unwritten.get(clientUid))
  unwritten.set(clientUid, undefined)
  const written = snapshot(draft) as LocalDraft // read-only, and only read
  try {
    const stored = await draftStorage.write(written)
    refused.delete(clientUid)
    const now = findDraft(clientUid)
    if (now) Object.assign(now, progressOf(light(stored)))
    if (now && now.changeNo === written.changeNo) {
      now.changeNo = changeNoOf(stored)
      unwritten.delete(clientUid)
    }
    notifyOtherWindows({})
  } catch {
    refuse(written) // no space, or storage is disabled: the screen says so
  }
  noteKept()
}

/**
 * Notes the progress of sending, here and on the device. What another window has changed since stays, and a draft that
 * it has removed stays removed.
 */
export async function markDraft(clientUid: string, mark: (draft: LocalDraft) => Partial<LocalDraft>): Promise<void> {
  if (unwritten.has(clientUid)) await write(clientUid)
  const draft = findDraft(clientUid)
  if (!draft) return
  const before = changeNoOf(draft)
  Object.assign(draft, mark(draft))
  noteChange(draft)
  if (refused.has(clientUid)) return write(clientUid)
  unwritten.set(clientUid, undefined)
  const marked = snapshot(draft) as LocalDraft // read-only, and only read
  const markStored = (stored: LocalDraft) =>
    changeNoOf(stored) <= before ? marked : { ...stored, ...mark(stored), changeNo: changeNoOf(stored) + 1 }
  try {
    const stored = await draftStorage.change(clientUid, markStored)
    if (findDraft(clientUid)?.changeNo === marked.changeNo) unwritten.delete(clientUid)
    notifyOtherWindows({})
    if (stored?.changeNo !== marked.changeNo) await refresh()
  } catch {
    refuse(marked) // as in `write`
  }
  noteKept()
}

/** Deletes a draft permanently, as its operator has confirmed. */
export async function discardDraft(clientUid: string): Promise<void> {
  const photos = leaveOut(clientUid)
  await draftStorage.remove(clientUid).catch(() => {})
  await photoStorage.remove(photos)
  notifyOtherWindows({})
}

/**
 * Deletes a draft that the server has. False if it was changed since: then it stays.
 * @param recordId the id of its record
 */
export async function discardSent(
  clientUid: string,
  recordId: number,
  isAsSent: (draft: LocalDraft) => boolean,
): Promise<boolean> {
  const isChangedHere = () => {
    const draft = findDraft(clientUid)
    return draft !== undefined && !isAsSent(draft)
  }
  if (isChangedHere()) return false
  const left = await draftStorage
    .change(clientUid, (stored) => (isAsSent(stored) ? null : stored))
    .catch(() => undefined)
  if (left) await refresh()
  if (left || isChangedHere()) return false // what was changed here is written anew
  const sent = { [clientUid]: recordId }
  Object.assign(drafts.sent, sent)
  await photoStorage.remove(leaveOut(clientUid))
  notifyOtherWindows({ sent })
  return true
}

/** Removes a draft from the list of this window. Returns its photos. */
function leaveOut(clientUid: string): LocalDraft['photos'] {
  clearTimeout(unwritten.get(clientUid))
  unwritten.delete(clientUid)
  const photos = findDraft(clientUid)?.photos ?? []
  drafts.list = drafts.list.filter((draft) => draft.clientUid !== clientUid)
  noteKept()
  return photos
}

/** Notifies the windows of this browser of changed drafts, and of the records of sent ones. */
let channel: BroadcastChannel | undefined
type News = { sent?: Record<string, number> }
const notifyOtherWindows = (news: News) => channel?.postMessage(news) // oxlint-disable-line unicorn/require-post-message-target-origin -- it has none

let isBegun = false

/** Starts the listeners, which live as long as the window. */
function begin() {
  if (isBegun) return
  isBegun = true
  channel = new BroadcastChannel(DRAFT_CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.sent) drafts.sent = { ...drafts.sent, ...data.sent }
    void refresh()
  })
  addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
    else void refresh()
  })
  subscribe(drafts, () => void (draftCount.unsent = drafts.list.length))
  subscribeKey(session, 'userId', () => void loadDrafts())
}

/** `crypto.randomUUID` is missing over plain HTTP. */
const newUid = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
