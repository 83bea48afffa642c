import { attributeChart } from '../charts/attributes'
import { chartOf } from '../charts/chart'
import { c4 } from '../constants'
import { sumsOf } from '../charts/cusum'
import { ewmaAsymptotes } from '../charts/ewma'
import { overdispersionOf } from '../charts/laney'
import { lttb } from '../charts/lttb'
import { summaryOf } from '../distribution/moments'
import { hitsOf } from '../rules/rules'
import {
  NELSON_RULES,
  SIGMA_METHODS,
  WESTERN_ELECTRIC_RULES,
  type CountedKind,
  type Hit,
  type LimitSource,
  type MeasuredKind,
  type RuleId,
  type Track,
} from '../charts/track'
import { withinSigma } from '../charts/within-sigma'
import { countsOf, singlesOf, subgroupsOf, valuesOf } from './data'
import type { OracleCase } from './oracle-case'
import { numberParam, numbersParam, wordParam } from './params'
import type { Proof, Proofs } from './proofs'

export const chartProofs: Proofs = {
  imr: (oracle) => measured(oracle, 'imr'),
  'xbar-r': (oracle) => measured(oracle, 'xbar-r'),
  'xbar-s': (oracle) => measured(oracle, 'xbar-s'),

  p: (oracle) => counted(oracle, 'p'),
  np: (oracle) => counted(oracle, 'np'),
  c: (oracle) => counted(oracle, 'c'),
  u: (oracle) => counted(oracle, 'u'),
  'laney-p': (oracle) => counted(oracle, 'laney-p', { sigmaZ: overdispersionOf('p', countsOf(oracle)) }),

  ewma(oracle) {
    const { params } = oracle
    const how = { lambda: numberParam(params, 'lambda_'), L: numberParam(params, 'L') }
    const { centre, sigma } = givenLimits(oracle)
    const { location } = chartOf('ewma', subgroupsOf(oracle), { frozen: { centre, sigma } }, how)
    const [asymptoticLcl, asymptoticUcl] = ewmaAsymptotes(centre, sigma, 1, how)
    const signals = location.hits.map(({ index }) => index)
    return { computed: { ...lines(location), signals, asymptoticLcl, asymptoticUcl } }
  },

  cusum(oracle) {
    const { params } = oracle
    const { centre, sigma } = givenLimits(oracle)
    const [k, h, headStart] = ['k', 'h', 'headStart'].map((name) => numberParam(params, name))
    const subgroups = subgroupsOf(oracle)
    const chart = chartOf('cusum', subgroups, { frozen: { centre, sigma } }, { k, h, headStart })
    const z = subgroups.map(({ values }) => ((summaryOf(values).mean! - centre) / sigma) * Math.sqrt(values.length))
    const { upSince, downSince } = sumsOf(Float64Array.from(z), [0], k, headStart)
    const counted = (since: Int32Array) => Array.from(since, (first, index) => (first === -1 ? 0 : index - first + 1))
    const signals = (track: Track | null) => track?.hits.map(({ index }) => index)
    return {
      computed: {
        cPlus: chart.location.values,
        cMinus: chart.dispersion?.values.map((value) => value && -value),
        nPlus: counted(upSince),
        nMinus: counted(downSince),
        signalsUp: signals(chart.location),
        signalsDown: signals(chart.dispersion),
      },
    }
  },

  rules(oracle) {
    const values = singlesOf(oracle)
    const lineAt = (name: string, otherwise: number) => values.map(() => numberParam(oracle.params, name) ?? otherwise)
    const track = { values, centre: lineAt('center', 0), sigma: lineAt('sigma', 1) }
    const rules = rulesOf(oracle)
    const hits = hitsOf(track, rules, { phaseStarts: numbersParam(oracle.params, 'phaseStarts') })
    return { computed: { violations: violations(hits, rules) } }
  },

  sigma(oracle) {
    const subgroups = subgroupsOf(oracle)
    const [pooled, rbar, sbar] = (['pooled', 'rbar', 'sbar'] as const).map((method) => withinSigma(method, subgroups))
    const unbiased = pooled!.sigma
    const raw = unbiased && unbiased * c4(pooled!.degrees! + 1)!
    return { computed: { pooledRaw: raw, pooledUnbiased: unbiased, rbar: rbar!.sigma, sbar: sbar!.sigma } }
  },

  lttb(oracle) {
    const values = valuesOf(oracle)
    const indices = lttb([...values.keys()], values, numberParam(oracle.params, 'threshold') ?? values.length)
    return { computed: { indices } }
  },
}

function limitSourceOf({ params }: OracleCase): LimitSource {
  const [from, to] = numbersParam(params, 'baseline') ?? []
  return {
    phaseStarts: numbersParam(params, 'phaseStarts'),
    baseline: from === undefined || to === undefined ? undefined : [from, to],
    excluded: new Set(numbersParam(params, 'excludeFromLimits')),
  }
}

/** Centre and σ of an EWMA or CUSUM case. */
function givenLimits({ id, params }: OracleCase): { centre: number; sigma: number } {
  const centre = numberParam(params, 'center') ?? numberParam(params, 'target')
  const sigma = numberParam(params, 'sigma')
  if (centre === undefined || sigma === undefined) throw new Error(`${id}: no centre, or no sigma`)
  return { centre, sigma }
}

/** The rules of a case, or all rules of its set. */
function rulesOf({ params }: OracleCase): readonly RuleId[] {
  const named = numbersParam(params, 'rules')
  if (named) return NELSON_RULES.filter((rule) => named.includes(Number(rule)))
  const set = wordParam(params, 'ruleSet', ['nelson', 'western-electric'])
  return set === 'western-electric' ? WESTERN_ELECTRIC_RULES : NELSON_RULES
}

/** `rule2`: its hits. */
function violations(hits: readonly Hit[], rules: readonly RuleId[]) {
  const ofRule = (rule: RuleId) =>
    hits.filter((hit) => hit.rule === rule).map(({ index, members, side }) => ({ index, members, side }))
  return Object.fromEntries(rules.map((rule) => [`rule${rule.replace('we', '')}`, ofRule(rule)]))
}

const lines = ({ values, centre, lower, upper }: Track) => ({ points: values, cl: centre, lcl: lower, ucl: upper })

function measured(oracle: OracleCase, kind: MeasuredKind): Proof {
  const rules = rulesOf(oracle)
  const sigma = wordParam(oracle.params, 'sigmaMethod', SIGMA_METHODS)
  const chart = chartOf(kind, subgroupsOf(oracle), limitSourceOf(oracle), { rules, sigma })
  const figuresOf = (track: Track) => ({ ...lines(track), violations: violations(track.hits, rules) })
  const phase = chart.phases.at(-1)
  return {
    computed: {
      n: Array.from(chart.sizes),
      sigma: chart.sigma,
      location: figuresOf(chart.location),
      dispersion: chart.dispersion && figuresOf(chart.dispersion),
      frozen: { center: phase?.centre, sigma: phase?.sigma },
    },
  }
}

function counted(oracle: OracleCase, kind: CountedKind, more: object = {}): Proof {
  const rules = rulesOf(oracle)
  const { location, phases } = attributeChart(kind, countsOf(oracle), limitSourceOf(oracle), { rules })
  const center = phases.at(-1)?.centre
  return { computed: { center, ...lines(location), violations: violations(location.hits, rules), ...more } }
}
