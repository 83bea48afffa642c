import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
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
import { goals, needsConsent } from '../../../stores/qc/draft-sending'
import { session } from '../../../stores/session'
import { tr } from '../../useText'
import { useStable } from '../../table/useStable'
import type { Entry } from '../entry/entry'

/** The operator's drafts on this device, the newest first, redrawn on changes. */
export function useDrafts(): { isLoaded: boolean; isKept: boolean; list: readonly LocalDraft[] } {
  useEffect(() => void loadDrafts(), [])
  const { isLoaded, isKept, list } = useSnapshot(drafts)
  // A snapshot is read-only; components only read it.
  return { isLoaded, isKept, list: list as readonly LocalDraft[] }
}

/** What a draft waits for: its operator's sign-in or consent, or the network. Undefined if it does not wait. */
export function waitsFor(draft: LocalDraft): 'session' | 'consent' | 'network' | undefined {
  if (draft.state !== 'waiting') return undefined
  if (session.token === '') return 'session'
  return needsConsent(draft) ? 'consent' : 'network'
}

/** {@link waitsFor}, redrawn with each sign-in and at its end. */
export function useWaitsFor(): typeof waitsFor {
  void useSnapshot(session).token // is replaced with the sign-in, which is in the browser's storage
  return waitsFor
}

/** A sentence on what a draft waits for. */
export function waitsText(draft: LocalDraft): string {
  const reason = waitsFor(draft)
  if (reason === 'session') return tr(draft.wish === 'submit' ? 'qcDraft.waitsSignIn' : 'qcDraft.waitsSignInOnly')
  if (reason === 'consent') return tr('qcDraft.consentHint')
  return tr(drafts.isKept ? 'qcDraft.waits' : 'qcDraft.waitsOpen')
}

/** What a draft is being sent for, from the press on; undefined while it is not. */
export function useGoal({ clientUid, state, wish }: LocalDraft): LocalDraft['wish'] | undefined {
  const goal = useSnapshot(goals)[clientUid]
  return goal ?? (state === 'sending' ? wish : undefined)
}

type OneDraft = {
  isLoaded: boolean
  /** Undefined before loading, and when it is gone: sent, discarded, or another operator's. */
  draft: LocalDraft | undefined
  /** The id of its record, if it was sent while this window was open. */
  sentAs: number | undefined
}

/** One draft, and its outcome. */
export function useDraft(clientUid: string): OneDraft {
  useEffect(() => void loadDrafts(), [])
  const { isLoaded, sent } = useSnapshot(drafts)
  const draft = useSyncExternalStore(onChange, () => {
    const found = findDraft(clientUid)
    return found && (snapshot(found) as LocalDraft) // read-only, and only read
  })
  return { isLoaded, draft, sentAs: sent[clientUid] }
}

/** Synchronous: a later update of the field's text would move the caret to its end. */
const onChange = (listener: () => void) => subscribe(drafts, listener, true)

/** A draft during entry, judged at every key by the server's own rules. */
export function useEntry({ clientUid, template, values, photos }: LocalDraft): Entry {
  const { items } = template
  const inspection = useMemo(() => inspect(items, values), [items, values])
  const set = useStable((itemKey: string, sampleNo: number, change: Parameters<Entry['set']>[2]) =>
    setDraftValue(clientUid, itemKey, sampleNo, change),
  )
  const setPhotos = useCallback(
    (update: Parameters<Entry['setPhotos']>[0]) => changeDraftPhotos(clientUid, update),
    [clientUid],
  )
  return useMemo(
    () => ({ items, values, inspection, set, photos, setPhotos }),
    [items, values, inspection, set, photos, setPhotos],
  )
}
