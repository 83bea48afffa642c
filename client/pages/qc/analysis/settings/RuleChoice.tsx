import { useEffect, useState } from 'react'
import type { RulePrice } from '#shared/spc/rules/cost'
import { DEFAULT_RULES } from '#shared/spc/rules/figures'
import { NELSON_RULES, WESTERN_ELECTRIC_RULES, type RuleId } from '#shared/spc/charts/track'
import { ruleName, ruleTest } from '../../../../ui/qc/rule-words'
import { useText } from '../../../../ui/useText'

type RuleChoiceProps = {
  /** Those that can be chosen, and those that are. */
  rules: readonly RuleId[]
  chosen: readonly RuleId[]
  onChoose: (rules: RuleId[]) => void
}

/** By which rules points are tested, with what that costs: the more rules, the more false alarms. */
export function RuleChoice({ rules, chosen, onChoose }: RuleChoiceProps) {
  const t = useText()
  const price = usePrice(chosen)
  const sets = [
    { name: 'usual', of: DEFAULT_RULES },
    { name: 'nelson', of: NELSON_RULES },
    { name: 'we', of: WESTERN_ELECTRIC_RULES },
  ] as const
  const sameAs = (of: readonly RuleId[]) => of.length === chosen.length && of.every((rule) => chosen.includes(rule))
  const choose = (of: Iterable<RuleId>) => {
    const wanted = new Set(of)
    const next = rules.filter((rule) => wanted.has(rule))
    if (next.length > 0) onChoose(next)
  }
  return (
    <fieldset className="analysis-rules">
      <legend>{t('qcAnalysis.rules')}</legend>
      <div className="analysis-rule-sets">
        {sets.map(({ name, of }) => (
          <button key={name} type="button" aria-pressed={sameAs(of)} onClick={() => choose(of)}>
            {t(`qcAnalysis.ruleSet.${name}`)}
          </button>
        ))}
      </div>
      {rules.map((rule) => {
        const isOn = chosen.includes(rule)
        return (
          <label key={rule}>
            <input
              type="checkbox"
              checked={isOn}
              disabled={isOn && chosen.length === 1} // without any there would be nothing to test
              onChange={() => choose(isOn ? chosen.filter((one) => one !== rule) : [...chosen, rule])}
            />
            <span>
              {ruleName(t, rule)}
              <small>{ruleTest(t, rule)}</small>
            </span>
          </label>
        )
      })}
      <p className="analysis-price" role="status">
        {price === null
          ? t('qcAnalysis.noPrice')
          : price && t('qcAnalysis.price', { arl0: Math.round(price.arl0), arl1: Math.round(price.arl1) })}
      </p>
    </fieldset>
  )
}

/** The table of all sets comes when somebody asks. Null where nobody has worked it out; undefined until it is there. */
function usePrice(rules: readonly RuleId[]): RulePrice | null | undefined {
  const [price, setPrice] = useState<RulePrice | null>()
  const key = rules.join()
  useEffect(() => {
    let isLeft = false
    void import('#shared/spc/rules/cost')
      .then(({ ruleValue }) => isLeft || setPrice(ruleValue(key.split(',') as RuleId[]))) // as they were joined
      .catch(() => {}) // the price is no more than advice
    return () => {
      isLeft = true
    }
  }, [key])
  return price
}
