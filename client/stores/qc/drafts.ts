import { proxy, ref, snapshot, subscribe } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { draftCount } from './draft-count'
import { changeNoOf, isLater, type DraftChange, type DraftTemplate, type LocalDraft } from './draft'
import { DRAFT_CHANNEL, draftStorage, noteDraft } from './draft-storage'
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
  if (session.userId !== userId) return
  isReadable = all !== undefined
  noteKept()
  if (!all) return
  const isNewer = ({ clientUid, state }: LocalDraft) => unwritten.has(clientUid) || state === 'sending'
  const newer = drafts.list.filter(isNewer)
  const read = all
    .filter((draft) => draft.userId === userId && !newer.some(({ clientUid }) => clientUid === draft.clientUid))
    .map((draft) => newerOf(draft, findDraft(draft.clientUid)))
  drafts.list = [...newer, ...read].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** A page that draws a draft keeps its object, unless another window has changed it. */
const newerOf = (read: LocalDraft, here: LocalDraft | undefined) => (here && !isLater(read, here) ? here : light(read))

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

/** Changes fields of the record as a whole. Does nothing while the draft is being sent. */
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

/** Changes the present photos of a draft. */
export function changeDraftPhotos(
  clientUid: string,
  update: (photos: readonly EnteredPhoto[]) => readonly EnteredPhoto[],
): void {
  edit(clientUid, (draft) => {
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

function edit(clientUid: string, change: (draft: LocalDraft) => void) {
  const draft = findDraft(clientUid)
  if (!draft || draft.state === 'sending') return
  change(draft)
  if (draft.state === 'waiting') draft.state = 'editing' // after further input the operator must send it again
  noteChange(draft)
  clearTimeout(unwritten.get(clientUid))
  unwritten.set(
    clientUid,
    setTimeout(() => void write(clientUid), PAUSE_MS),
  )
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

/** Writes a draft to the device now, and notifies other windows. */
async function write(clientUid: string): Promise<void> {
  const draft = findDraft(clientUid)
  if (!draft) return
  clearTimeout(unwritten.get(clientUid))
  unwritten.set(clientUid, undefined)
  const written = snapshot(draft) as LocalDraft // read-only, and only read
  try {
    const changeNo = await draftStorage.write(written)
    refused.delete(clientUid)
    const now = findDraft(clientUid)
    if (now && now.changeNo === written.changeNo) {
      now.changeNo = changeNo
      unwritten.delete(clientUid)
    }
    notifyOtherWindows({})
  } catch {
    refused.add(clientUid) // no space, or storage is disabled: the screen says so
  }
  noteKept()
}

/** Sets the state of sending, and writes it to the device. */
export async function markDraft(clientUid: string, mark: Partial<LocalDraft>): Promise<void> {
  const draft = findDraft(clientUid)
  if (!draft) return
  Object.assign(draft, mark)
  noteChange(draft)
  await write(clientUid)
}

/**
 * Deletes a draft permanently: the server has it, or the operator has confirmed.
 * @param sentAs the id of its record
 */
export async function discardDraft(clientUid: string, sentAs?: number): Promise<void> {
  clearTimeout(unwritten.get(clientUid))
  unwritten.delete(clientUid)
  const sent = sentAs === undefined ? {} : { [clientUid]: sentAs }
  Object.assign(drafts.sent, sent)
  const photos = findDraft(clientUid)?.photos ?? []
  drafts.list = drafts.list.filter((draft) => draft.clientUid !== clientUid)
  noteKept()
  await draftStorage.remove(clientUid).catch(() => {})
  await photoStorage.remove(photos)
  notifyOtherWindows({ sent })
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
    Object.assign(drafts.sent, data.sent)
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
