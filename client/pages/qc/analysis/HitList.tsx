import { useState } from 'react'
import { grouped } from '#shared/format/number'
import type { Spc } from '#shared/qc/analysis/schema'
import { Button } from '../../../ui/Button'
import { ruleName, ruleWords } from '#shared/qc/analysis/rule-words'
import { useText } from '../../../ui/useText'
import { hitRuns } from './hit-runs'
import { useLineTime } from './line-clock'
import { chartAt, hasRunRules } from './verdict-words'

type HitListProps = {
  spc: Spc
  /** Goes to the point of a number. */
  onGoTo: (index: number) => void
}

const FEW = 5

/** The broken rules in words, the latest first; each is a link to its point. */
export function HitList({ spc, onGoTo }: HitListProps) {
  const t = useText()
  const time = useLineTime()
  const [isAll, setIsAll] = useState(false)
  const runs = hitRuns(spc)
  const isOfRules = hasRunRules(spc)
  if (runs.length === 0) return null
  const timeOf = (index: number) => time(spc.hits.find((hit) => hit.index === index)?.at)
  const shown = isAll ? runs : runs.slice(0, FEW)
  return (
    <section className="analysis-hits">
      <h2>
        {t(isOfRules ? 'qcAnalysis.broken' : 'qcAnalysis.brokenBounds', {
          count: grouped(runs.length),
          points: grouped(spc.verdict.hitPoints),
        })}
      </h2>
      {isOfRules && <p className="small muted">{t('qcAnalysis.brokenNote')}</p>}
      <ol className="stack gap-0">
        {shown.map((run) => (
          <li key={`${run.track} ${run.rule} ${run.side} ${run.first}`}>
            <button type="button" className="row stretch gap-12" onClick={() => onGoTo(run.first)}>
              <b>{isOfRules ? ruleName(t, run.rule) : t(`qcAnalysis.chart.${spc.chart}`)}</b>
              <span>
                {ruleWords(t, run, time(run.since), chartAt(spc, run.first))}
                {run.last > run.first && (
                  <small className="muted">{t('qcAnalysis.until', { time: timeOf(run.last) })}</small>
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {runs.length > FEW && (
        <Button variant="text" onClick={() => setIsAll(!isAll)}>
          {isAll ? t('qcAnalysis.fewer') : t('qcAnalysis.allBroken', { count: grouped(runs.length) })}
        </Button>
      )}
    </section>
  )
}
