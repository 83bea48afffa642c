import { useLayoutEffect, useRef, useState } from 'react'
import { submissionFaultKey } from '#shared/qc/record/workflow'
import type { LocalDraft } from '../../../stores/qc/drafts'
import { useLockedFields } from '../../form/lock-fields'
import { useText } from '../../useText'
import { obstaclesOf } from './obstacles'
import { ItemScreen } from './ItemScreen'
import { Overview } from './Overview'
import { PhoneHead } from './PhoneHead'
import { groupsOf, isStepDone, type Group, type Step } from './steps'
import { Summary } from './Summary'
import { sendNow } from '../draft/send-now'
import { IsSending } from '../photo/is-sending'
import { useEntry } from '../draft/useDraft'
import './phone-bar.css'
import './PhoneEntry.css'

type View = 'item' | 'overview' | 'summary'

/** While it is visible, the frame around it is reduced. */
function markBody() {
  document.body.dataset.phoneEntry = ''
  return () => void delete document.body.dataset.phoneEntry
}

/** Entry of a record on a phone: one item per screen, a list of all, and a summary before sending. */
export function PhoneEntry({ draft }: { draft: LocalDraft }) {
  const t = useText()
  const entry = useEntry(draft)
  const groups = groupsOf(entry)
  const steps = groups.flatMap((group) => group.steps)
  const [view, setView] = useState<View>(() => (draft.state === 'editing' && firstOpen(steps) ? 'item' : 'summary'))
  const [key, setKey] = useState(() => firstOpen(steps)?.key ?? steps[0]?.key)
  const at = Math.max(
    0,
    steps.findIndex((step) => step.key === key),
  )
  const step = steps[at]
  const box = useRef<HTMLDivElement>(null)
  useLockedFields(box, draft.state === 'sending')
  useLayoutEffect(markBody, [])
  const [isTried, setIsTried] = useState(false)
  const obstacles = isTried ? obstaclesOf(draft, entry, groups) : []
  /** The server's error, or the reason why the value prevents submission. */
  function faultTextOf({ key: of }: Step): string | undefined {
    const obstacle = obstacles.find(({ steps: places }) => places.some((place) => place.key === of))
    return draft.faults[of] ?? (obstacle && t(submissionFaultKey(obstacle.fault)))
  }

  function goTo(next: Step | undefined) {
    if (next) setKey(next.key)
    setView(next ? 'item' : 'summary')
  }

  /** Submits, or goes to the first obstacle if it belongs to a value. Returns true if there is an obstacle. */
  function submit(): boolean {
    setIsTried(true)
    const [first] = obstaclesOf(draft, entry, groups)
    if (!first) void send('submit')
    else if (first.steps[0]) goTo(first.steps[0])
    return first !== undefined
  }

  async function send(wish: LocalDraft['wish']) {
    await sendNow(draft.clientUid, wish) // the summary shows the waiting state or the refusal
  }

  const index = view === 'item' && step ? placeOf(groups, step) : undefined
  return (
    <IsSending value={draft.state === 'sending'}>
      <div className="stack gap-12 phone-entry" ref={box}>
        <PhoneHead
          draft={draft}
          groups={groups}
          index={index}
          isOverview={view === 'overview'}
          onOverview={() => setView(view === 'overview' ? 'item' : 'overview')}
        />
        {view === 'overview' && (
          <Overview groups={groups} faultTextOf={faultTextOf} onGo={goTo} onSummary={() => setView('summary')} />
        )}
        {view === 'item' && step && (
          <ItemScreen
            key={step.key}
            step={step}
            steps={steps.filter(({ item }) => item.itemKey === step.item.itemKey)}
            faultTextOf={faultTextOf}
            remark={draft.remark}
            product={draft.template.product}
            clientUid={draft.clientUid}
            isFirst={at === 0}
            isLast={at === steps.length - 1}
            set={entry.set}
            photos={entry}
            onGo={goTo}
            onPrevious={() => goTo(steps[at - 1])}
            onNext={() => goTo(steps[at + 1])}
          />
        )}
        {(view === 'summary' || !step) && (
          <Summary
            draft={draft}
            entry={entry}
            groups={groups}
            obstacles={obstacles}
            faultTextOf={faultTextOf}
            onGo={goTo}
            onBack={() => goTo(step)}
            onOverview={() => setView('overview')}
            onSave={() => void send('save')}
            onSubmit={submit}
          />
        )}
      </div>
    </IsSending>
  )
}

const firstOpen = (steps: readonly Step[]) => steps.find((step) => !isStepDone(step))

/** The number of this item among the entered ones. */
const placeOf = (groups: readonly Group[], { item }: Step) =>
  groups.filter(({ steps }) => steps.length > 0).findIndex((group) => group.item.itemKey === item.itemKey) + 1
