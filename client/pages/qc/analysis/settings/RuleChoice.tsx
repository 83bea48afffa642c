import { useEffect, useState } from 'react'
import type { RuleCost } from '#shared/spc/rules/cost'
import { DEFAULT_RULES } from '#shared/spc/rules/figures'
import { NELSON_RULES, WESTERN_ELECTRIC_RULES, type RuleId } from '#shared/spc/charts/track'
import { ruleName, ruleTest } from '#shared/qc/analysis/rule-words'
import { useText } from '../../../../ui/useText'

type RuleChoiceProps = {
  /** The rules of the choice. */
  rules: readonly RuleId[]
  chosen: readonly RuleId[]
  onChoose: (rules: RuleId[]) => void
}

/** The rules that test the points, and their cost: the more rules, the more false alarms. */
export function RuleChoice({ rules, chosen, onChoose }: RuleChoiceProps) {
  const t = useText()
  const price = useCost(chosen)
  const sets = [
    { name: 'usual', of: DEFAULT_RULES },
    { name: 'nelson', of: NELSON_RULES },
    { name: 'we', of: WESTERN_ELECTRIC_RULES },
  ] as const
  const sameAs = (of: readonly RuleId[]) => of.length === chosen.length && of.every((rule) => chosen.includes(rule))
  const choose = (of: readonly RuleId[]) => {
    const next = rules.filter((rule) => of.includes(rule))
    if (next.length > 0) onChoose(next)
  }
  return (
    <fieldset className="analysis-rules">
      <legend className="muted">{t('qcAnalysis.rules')}</legend>
      <div className="row stretch wrap gap-4 analysis-choices">
        {sets.map(({ name, of }) => (
          <button key={name} type="button" aria-pressed={sameAs(of)} onClick={() => choose(of)}>
            {t(`qcAnalysis.ruleSet.${name}`)}
          </button>
        ))}
      </div>
      {rules.map((rule) => {
        const isOn = chosen.includes(rule)
        return (
          <label key={rule} className="row">
            <input
              type="checkbox"
              checked={isOn}
              disabled={isOn && chosen.length === 1} // without any rule there is nothing to test
              onChange={() => choose(isOn ? chosen.filter((other) => other !== rule) : [...chosen, rule])}
            />
            <span className="split stretch">
              {ruleName(t, rule)}
              <small className="muted small">{ruleTest(t, rule)}</small>
            </span>
          </label>
        )
      })}
      <p className="small analysis-price" role="status">
        {price === null
          ? t('qcAnalysis.noPrice')
          : price && t('qcAnalysis.price', { arl0: Math.round(price.arl0), arl1: Math.round(price.arl1) })}
      </p>
    </fieldset>
  )
}

/** The cost of a set of rules; null if it is not tabulated, undefined until the table is loaded. */
function useCost(rules: readonly RuleId[]): RuleCost | null | undefined {
  const [cost, setCost] = useState<RuleCost | null>()
  const key = rules.join()
  useEffect(() => {
    let isStale = false
    void import('#shared/spc/rules/cost')
      .then(({ ruleCost }) => isStale || setCost(ruleCost(key.split(',') as RuleId[]))) // as they were joined
      .catch(() => {}) // the cost is only advice
    return () => {
      isStale = true
    }
  }, [key])
  return cost
}
