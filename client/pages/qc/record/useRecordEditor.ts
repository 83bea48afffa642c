import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { navigate as navigateAnywhere } from 'wouter/use-browser-location'
import { codes } from '#shared/envelope'
import { hindranceOf, isTypedSource, needsChangeReason, type RecordAction } from '#shared/qc/record/workflow'
import type { RecordDetail } from '#shared/qc/record/schema'
import { recordPath } from '#shared/qc/paths'
import { isSessionOver, NO_ANSWER } from '../../../api/failure'
import { Failure } from '../../../api/http'
import { recordApi, type TransitionInput } from '../../../api/qc/record'
import { faultsOf, sentPhotos, sentValues, type Content, type EnteredPhoto } from '../../../stores/qc/entered'
import { photoStorage } from '../../../stores/qc/photo-storage'
import { sendWithPhotos } from '../../../stores/qc/photo-sending'
import { session } from '../../../stores/session'
import { useLastPermissions } from '../../../ui/Allow'
import { isReady } from '../../../ui/ready'
import { toast } from '../../../ui/overlay/toast'
import { tr } from '../../../ui/useText'
import { takeRecord } from './record-query'
import { useProblems } from './entry/useProblems'
import { useRecordEdit, type Reasons } from './entry/useRecordEdit'

/** Actions that need a signature or a reason. */
export type SignedAction = 'review' | 'approve' | 'reject' | 'reopen' | 'void'

/** The open dialog of a record. */
type Opened =
  | { kind: 'sign'; action: SignedAction }
  /** Asks for the reason to change a submitted record, and then saves or submits it. */
  | { kind: 'reason'; goal: 'save' | 'submit' }
  | { kind: 'conflict'; current: RecordDetail }

/** A refusal of the server: its message, and faults by field or `cellKey`. */
type Refusal = { message: string | undefined; faults: Readonly<Record<string, string>> }
const NO_REFUSAL: Refusal = { message: undefined, faults: {} }

export type RecordEditor = ReturnType<typeof useRecordEditor>

/** All actions of this operator on a record: its changes, its status, and their progress. */
export function useRecordEditor(record: RecordDetail) {
  const queries = useQueryClient()
  const [ownPath, navigate] = useLocation()
  const { userId } = useSnapshot(session)
  const permissions = useLastPermissions()
  const hindrance = (action: RecordAction, subject = record) =>
    hindranceOf(action, subject, { userId, permissions }, subject.isSelfAllowed)
  const canEdit = hindrance('save') === undefined
  const edit = useRecordEdit(record, canEdit)
  const [opened, setOpened] = useState<Opened>()
  const [busy, setBusy] = useState<RecordAction>()
  const [refusal, setRefusal] = useState<Refusal>(NO_REFUSAL)
  const [isSubmitTried, setIsSubmitTried] = useState(false)
  const [outcome, setOutcome] = useState<string>()
  const { qcValueBaseId: id } = record
  const { content, entry } = edit
  const { problems, shownProblems, fieldFaults } = useProblems({
    entry,
    content,
    isLotRequired: record.isLotRequired,
    isTyped: isTypedSource(record.source),
    isTried: isSubmitTried,
    faults: refusal.faults,
  })
  const close = () => setOpened(undefined)
  // Failures are judged by the edit at the time of the failure.
  const latest = useRef(edit)
  useEffect(() => {
    latest.current = edit
  })

  /** @param sent the content that this record answers, if values were sent */
  function take(next: RecordDetail, sent?: Content) {
    edit.settle(next, sent)
    takeRecord(queries, next)
    setRefusal(NO_REFUSAL)
  }

  /** Marks photos that the server now has; photos added or removed meanwhile stay so. */
  function noteUploads(uploads: readonly EnteredPhoto[]) {
    const known = new Map(uploads.map((photo) => [photo.localId, photo]))
    entry.setPhotos((photos) => photos.map((photo) => (photo.localId && known.get(photo.localId)) || photo))
  }

  /** @throws Failure when the server refused it; the screen shows why */
  async function writeChanges(reasons: Reasons): Promise<RecordDetail> {
    edit.noteReasons(reasons)
    const { lotId, equipmentId, inspectedAt, remark } = content
    const values = sentValues(record.items, content.values)
    const circumstances = { lotId, equipmentId, inspectedAt, remark }
    try {
      return await sendWithPhotos(content.photos, { items: record.items, onUploaded: noteUploads }, async (photos) => {
        const sent = { ...content, photos }
        edit.noteSent(sent)
        const change = {
          ...circumstances,
          values,
          photos: sentPhotos(photos),
          lockVersion: edit.lockVersion,
          ...reasons,
        }
        const saved = await recordApi.change(id, change)
        take(saved, sent)
        void photoStorage.remove(photos)
        return saved
      })
    } catch (error) {
      // Transient failures are only shown by `showFailure`.
      if (error instanceof Failure && error.code !== NO_ANSWER && !isSessionOver(error)) {
        const { message, errors = {} } = error
        setRefusal({ message, faults: faultsOf(errors, values) })
      }
      throw error
    }
  }

  /** Runs an action on the server. Reports a refusal, and shows another operator's change beside the own one. */
  async function run(action: RecordAction, work: () => Promise<unknown>): Promise<void> {
    if (busy) return
    setBusy(action)
    setOutcome(undefined)
    try {
      await work()
      setOutcome(tr(`qcRecord.done.${action}`))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (!isSessionOver(error)) await showFailure(error)
    } finally {
      setBusy(undefined)
    }
  }

  async function showFailure(error: Failure) {
    if (error.code === NO_ANSWER) {
      const { isChanged } = latest.current
      return void toast.show(tr(isChanged ? 'qcRecord.keptHere' : 'error.network'), { tone: 'error' })
    }
    if (error.code === codes.conflict && (await isOutdated())) return
    toast.show(Object.values(error.errors ?? {})[0] ?? error.message, { tone: 'error' })
  }

  /** True if another operator has changed the record. Then the change is shown. */
  async function isOutdated(): Promise<boolean> {
    const current = await recordApi.get(id).catch(() => undefined)
    const { lockVersion, isChanged } = latest.current
    if (!current || current.lockVersion === lockVersion) return false
    if (isChanged) {
      takeRecord(queries, current)
      setRefusal(NO_REFUSAL)
      setOpened({ kind: 'conflict', current })
    } else {
      take(current)
      toast.show(tr('qcRecord.changedMeanwhile'))
    }
    return true
  }

  const advance = async (action: Exclude<RecordAction, 'save'>, input: TransitionInput) => {
    const next = await recordApi.advance(id, action, input)
    if (action === 'retest') {
      takeRecord(queries, next)
      void queries.invalidateQueries()
      const path = recordPath(next.qcValueBaseId)
      if (location.pathname === ownPath) return navigate(path)
      toast.show(tr('qcRecord.retestMade', { recordNo: next.recordNo }), {
        tone: 'success',
        action: { label: tr('action.open'), onClick: () => navigateAnywhere(path) },
      })
    } else take(next)
  }

  const saveWith = (reasons: Reasons) => run('save', () => writeChanges(reasons))

  const submitWith = (reasons: Reasons) =>
    run('submit', async () => {
      const { lockVersion } = edit.isChanged ? await writeChanges(reasons) : edit
      setIsSubmitTried(false)
      await advance('submit', { lockVersion })
    })

  const needsReason = edit.isChanged && needsChangeReason(record)

  return {
    record,
    edit,
    canEdit,
    hindrance,
    busy,
    refusal,
    /** The outcome of the last action, in words. */
    outcome: edit.isChanged ? undefined : outcome,
    setOutcome,
    opened,
    close,
    /** Reasons why the record cannot be submitted, once the operator has tried. */
    shownProblems,
    firstProblem: problems[0],
    /** Faults by field or `cellKey`. */
    fieldFaults,
    take,
    async open(dialog: { preload: () => Promise<unknown> }, next: Opened) {
      if (await isReady(dialog)) setOpened(next)
    },
    /** @returns false if a reason must be asked for first */
    save(): boolean {
      if (!needsReason) void saveWith({})
      return !needsReason
    },
    submit(): 'reason' | 'faulty' | 'sent' {
      setIsSubmitTried(true)
      if (problems.length > 0) return 'faulty'
      if (needsReason) return 'reason'
      void submitWith({})
      return 'sent'
    },
    saveWith,
    submitWith,
    /** Continues from another operator's record, with the content chosen from both. */
    resolve(current: RecordDetail, chosen?: Content) {
      takeRecord(queries, current)
      edit.rebase(current, chosen)
      setRefusal(NO_REFUSAL)
      close()
    },
    advance: (action: Exclude<RecordAction, 'save'>) =>
      run(action, () => advance(action, { lockVersion: record.lockVersion })),
  }
}
