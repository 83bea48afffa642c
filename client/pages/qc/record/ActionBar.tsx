import { useState, type ReactNode } from 'react'
import type { Inspection } from '#shared/spc/sampling/inspection'
import { reserveEnd } from '../../../ui/feedback/end-bar'
import { Verdict } from '../../../ui/qc/Verdict'
import { useText } from '../../../ui/useText'
import type { Problem } from './entry/problems'

type ActionBarProps = {
  /** How it stands with the record, before the buttons. */
  says: ReactNode
  /** What keeps it from being done. */
  problems: readonly Problem[]
  /** Goes where one of them is. */
  onGo: (problem: Problem) => void
  children: ReactNode
}

/** What can be done with a record, always in sight at its foot. */
export function ActionBar({ says, problems, onGo, children }: ActionBarProps) {
  const t = useText()
  return (
    <div className="record-bar card" ref={reserveEnd} role="group" aria-label={t('qcRecord.actions')}>
      {problems.length > 0 && (
        <ul className="record-bar-problems" role="alert">
          {problems.map((problem) => (
            <li key={problem.fault}>
              <button type="button" className="record-problem" onClick={() => onGo(problem)}>
                {problem.text}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="record-bar-says">{says}</div>
      <div className="record-bar-buttons">{children}</div>
    </div>
  )
}

/** What a record comes to so far. That something has become NG is said at once. */
export function LiveVerdict({ inspection }: { inspection: Inspection }) {
  const t = useText()
  const { judgement, ngItems, warnItems, missingItems } = inspection
  const parts = [
    ngItems > 0 && t('qcRecord.ngItems', { count: ngItems }),
    warnItems > 0 && t('qcRecord.warnItems', { count: warnItems }),
    missingItems > 0 && t('qcRecord.missingItems', { count: missingItems }),
  ]
  // What was NG when the page was opened is no news.
  const [before] = useState(ngItems)
  return (
    <span className="record-live">
      <span role="status">
        <Verdict value={judgement} /> {parts.filter(Boolean).join(' · ')}
      </span>
      <span role="alert" className="sr-only">
        {ngItems > before && t('qcRecord.ngItems', { count: ngItems })}
      </span>
    </span>
  )
}
