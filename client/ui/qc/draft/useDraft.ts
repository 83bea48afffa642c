import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { snapshot, subscribe, useSnapshot } from 'valtio'
import { inspect } from '#shared/spc/sampling/inspection'
import {
  changeDraftPhotos,
  drafts,
  findDraft,
  loadDrafts,
  setDraftValue,
  type LocalDraft,
} from '../../../stores/qc/drafts'
import { useStable } from '../../table/useStable'
import type { Entry } from '../entry/entry'

/** The operator's drafts on this device, the newest first, drawn anew as they change. */
export function useDrafts(): { isLoaded: boolean; isKept: boolean; list: readonly LocalDraft[] } {
  useEffect(() => void loadDrafts(), [])
  const { isLoaded, isKept, list } = useSnapshot(drafts)
  // A snapshot is read-only as a whole; whoever draws it only reads.
  return { isLoaded, isKept, list: list as readonly LocalDraft[] }
}

type OneDraft = {
  isLoaded: boolean
  /** Undefined before it is read, and when it is gone: sent, discarded, or another operator's. */
  draft: LocalDraft | undefined
  /** The record that it has become, where it was sent while this window was open. */
  sentAs: number | undefined
}

/** One draft, and what has become of it. */
export function useDraft(clientUid: string): OneDraft {
  useEffect(() => void loadDrafts(), [])
  const { isLoaded, sent } = useSnapshot(drafts)
  const draft = useSyncExternalStore(onChange, () => {
    const found = findDraft(clientUid)
    return found && (snapshot(found) as LocalDraft) // read-only, and only read
  })
  return { isLoaded, draft, sentAs: sent[clientUid] }
}

/** At once: text that comes back to its field later moves the caret to its end. */
const onChange = (listener: () => void) => subscribe(drafts, listener, true)

/** A draft as it is entered: judged at every key by what the server judges it by. */
export function useEntry({ clientUid, template, values, photos }: LocalDraft): Entry {
  const { items } = template
  const inspection = useMemo(() => inspect(items, values), [items, values])
  const set = useStable((itemKey: string, sampleNo: number, change: Parameters<Entry['set']>[2]) =>
    setDraftValue(clientUid, itemKey, sampleNo, change),
  )
  const setPhotos: Entry['setPhotos'] = useStable((update) => changeDraftPhotos(clientUid, update))
  return useMemo(
    () => ({ items, values, inspection, set, photos, setPhotos }),
    [items, values, inspection, set, photos, setPhotos],
  )
}
