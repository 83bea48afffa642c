import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { codes } from '#shared/envelope'
import { isTypedSource, needsChangeReason, type RecordAction } from '#shared/qc/record/workflow'
import type { RecordDetail } from '#shared/qc/record/schema'
import { recordPath } from '#shared/qc/paths'
import { isSessionOver, NO_ANSWER } from '../../../api/failure'
import { Failure } from '../../../api/http'
import { recordApi, type TransitionInput } from '../../../api/qc/record'
import { faultsOf, sentValues, type Content } from '../../../stores/qc/entered'
import { isReady } from '../../../ui/ready'
import { toast } from '../../../ui/overlay/toast'
import { tr } from '../../../ui/useText'
import { takeRecord } from './record-query'
import { useHindrances } from './entry/useObstacles'
import { useProblems } from './entry/useProblems'
import { useRecordEdit } from './entry/useRecordEdit'

/** Actions that are signed, or ask for a reason. */
export type SignedAction = 'review' | 'approve' | 'reject' | 'reopen' | 'void'

/** The dialog on top of a record. */
export type Opened =
  | { kind: 'sign'; action: SignedAction }
  /** Why what was submitted before is changed; then it is saved, or submitted at once. */
  | { kind: 'reason'; goal: 'save' | 'submit' }
  | { kind: 'conflict'; current: RecordDetail }

export type Reasons = Pick<TransitionInput, 'reasonCode' | 'reason'>

/** What the server has said of what was sent: as a whole, and by field or `cellKey`. */
type Refused = { message: string | undefined; faults: Readonly<Record<string, string>> }
const NOTHING: Refused = { message: undefined, faults: {} }

export type RecordDesk = ReturnType<typeof useRecordDesk>

/** All that this operator can do with a record, and how far it has come. */
export function useRecordDesk(record: RecordDetail) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const hindrance = useHindrances(record)
  const canEdit = hindrance('save') === undefined
  const edit = useRecordEdit(record, canEdit)
  const [opened, setOpened] = useState<Opened>()
  const [busy, setBusy] = useState<RecordAction>()
  const [refused, setRefused] = useState<Refused>(NOTHING)
  const [isSubmitTried, setIsSubmitTried] = useState(false)
  const [said, setSaid] = useState<string>()
  const { qcValueBaseId: id } = record
  const { content, entry } = edit
  const { problems, shownProblems, marked } = useProblems({
    entry,
    content,
    isLotRequired: record.isLotRequired,
    isTyped: isTypedSource(record.source),
    isTried: isSubmitTried,
    faults: refused.faults,
  })
  const close = () => setOpened(undefined)
  // What fails after something else has been saved is looked at with what is there by then.
  const latest = useRef(edit)
  useEffect(() => {
    latest.current = edit
  })

  /** @param sent what this is the answer to, where values were sent */
  function take(next: RecordDetail, sent?: Content) {
    edit.settle(next, sent)
    takeRecord(queries, next)
    setRefused(NOTHING)
  }

  /** @throws Failure when it was refused, of which the screen tells by then */
  async function write(reasons: Reasons): Promise<RecordDetail> {
    const { lotId, equipmentId, inspectedAt, remark } = content
    const sent = sentValues(record.items, content.values)
    try {
      const circumstances = { lotId, equipmentId, inspectedAt, remark }
      const change = { ...circumstances, values: sent, lockVersion: edit.lockVersion, ...reasons }
      const saved = await recordApi.change(id, change)
      take(saved, content)
      return saved
    } catch (error) {
      // What ends by itself, `tell` tells in passing.
      if (error instanceof Failure && error.code !== NO_ANSWER && !isSessionOver(error)) {
        const { message, errors = {} } = error
        setRefused({ message, faults: faultsOf(errors, sent) })
      }
      throw error
    }
  }

  /** Does something with the server. What it refuses is told; somebody else's change is shown beside one's own. */
  async function run(action: RecordAction, work: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false
    setBusy(action)
    setSaid(undefined)
    try {
      await work()
      setSaid(tr(`qcRecord.done.${action}`))
      return true
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (!isSessionOver(error)) await showFailure(error)
      return false
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

  /** Whether the record is another one by now; then that is shown. */
  async function isOutdated(): Promise<boolean> {
    const current = await recordApi.get(id).catch(() => undefined)
    const { lockVersion, isChanged } = latest.current
    if (!current || current.lockVersion === lockVersion) return false
    if (isChanged) {
      takeRecord(queries, current)
      setRefused(NOTHING)
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
      navigate(recordPath(next.qcValueBaseId))
    } else take(next)
  }

  const saveWith = (reasons: Reasons) => run('save', () => write(reasons))

  const submitWith = (reasons: Reasons) =>
    run('submit', async () => {
      const { lockVersion } = edit.isChanged ? await write(reasons) : edit
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
    refused,
    /** What was done last, in words. */
    said: edit.isChanged ? undefined : said,
    say: setSaid,
    opened,
    close,
    /** What keeps it from being submitted; told once somebody has tried. */
    shownProblems,
    firstProblem: problems[0],
    /** What is wrong, by field or `cellKey`. */
    faults: marked,
    take,
    async open(dialog: { preload: () => Promise<unknown> }, next: Opened) {
      if (await isReady(dialog)) setOpened(next)
    },
    /** False where a reason has to be asked for first. */
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
    /** Goes on from what somebody else has left, with what was chosen of one's own where something was. */
    resolve(current: RecordDetail, chosen?: Content) {
      takeRecord(queries, current)
      edit.rebase(current, chosen)
      setRefused(NOTHING)
      close()
    },
    advance: (action: Exclude<RecordAction, 'save'>) =>
      run(action, () => advance(action, { lockVersion: record.lockVersion })),
  }
}
