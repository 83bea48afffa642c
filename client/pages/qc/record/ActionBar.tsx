import { useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { Inspection } from '#shared/spc/sampling/inspection'
import { reserveEnd } from '../../../ui/feedback/end-bar'
import { typing } from '../../../ui/qc/entry/typing'
import { Verdict } from '../../../ui/qc/Verdict'
import { useText } from '../../../ui/useText'
import type { Problem } from './entry/useProblems'

type ActionBarProps = {
  /** The state of the record, before the buttons. */
  status: ReactNode
  /** Reasons why the record cannot be submitted. */
  problems: readonly Problem[]
  /** Goes to the field of a problem. */
  onGo: (problem: Problem) => void
  children: ReactNode
}

/** The actions of a record, always visible at its foot. */
export function ActionBar({ status, problems, onGo, children }: ActionBarProps) {
  const t = useText()
  return (
    <div className="row wrap record-bar card" ref={reserveEnd} role="group" aria-label={t('qcRecord.actions')}>
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
      <div className="row wrap muted record-bar-says">{status}</div>
      <div className="row stretch wrap end record-bar-buttons">{children}</div>
    </div>
  )
}

/** The judgement of the values so far. It follows each key; it is announced, also a new NG item, once a number is typed. */
export function LiveVerdict({ inspection }: { inspection: Inspection }) {
  const t = useText()
  const { judgement, ngItems, warnItems, missingItems } = inspection
  const parts = [
    ngItems > 0 && t('qcRecord.ngItems', { count: ngItems }),
    warnItems > 0 && t('qcRecord.warnItems', { count: warnItems }),
    missingItems > 0 && t('qcRecord.missingItems', { count: missingItems }),
  ]
  const counts = parts.filter(Boolean).join(' · ')
  const total = `${t(`qc.judgement.${judgement}`)} ${counts}`
  // NG items from before the page was opened are not announced.
  const [initialNgItems] = useState(ngItems)
  const { cell } = useSnapshot(typing)
  const [said, setSaid] = useState({ total, ngItems })
  if (cell === undefined && said.total !== total) setSaid({ total, ngItems })
  return (
    <span className="record-live">
      <span aria-hidden="true">
        <Verdict value={judgement} /> {counts}
      </span>
      <span role="status" className="sr-only">
        {said.total}
      </span>
      <span role="alert" className="sr-only">
        {said.ngItems > initialNgItems && t('qcRecord.ngItems', { count: said.ngItems })}
      </span>
    </span>
  )
}
