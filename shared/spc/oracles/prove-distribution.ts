import { boxOf } from '../charts/box'
import { capabilityOf, indicesOf, type EstimatedIndices } from '../capability/capability'
import { histogramOf } from '../distribution/histogram'
import { shapeOf, summaryOf } from '../distribution/moments'
import { DISTRIBUTIONS, percentilePerformance } from '../capability/non-normal'
import { normalityOf } from '../distribution/normality'
import { paretoOf } from '../charts/pareto'
import { ascending, quantileOf } from '../distribution/quantile'
import { SIGMA_METHODS } from '../charts/track'
import { withinSigma } from '../charts/within-sigma'
import { strataOf, subgroupsOf, valuesOf } from './data'
import { limitsParam, numberParam, numbersParam, textParam, wordParam } from './params'
import type { Proofs } from './proofs'

export const distributionProofs: Proofs = {
  boxplot(oracle) {
    const by = textParam(oracle.params, 'by')
    if (by === undefined) return { computed: boxOf(valuesOf(oracle)) }
    const boxes = Array.from(strataOf(oracle, by), ([stratum, values]) => [stratum, boxOf(values)] as const)
    return { computed: Object.fromEntries(boxes) }
  },

  histogram: (oracle) => ({
    computed: histogramOf(valuesOf(oracle), numbersParam(oracle.params, 'edges') ?? []),
  }),

  numeric: (oracle) => ({ computed: summaryWords(valuesOf(oracle)) }),

  normality(oracle) {
    const values = valuesOf(oracle)
    const normality = normalityOf(values)
    const { skewness, excessKurtosis } = shapeOf(values)
    const sorted = ascending(values)
    const shares = Object.keys(oracle.expected['quantiles'] ?? {})
    return {
      computed: {
        normality:
          typeof normality === 'string' ? null : { A2: normality.aSquared, A2star: normality.adjusted, p: normality.p },
        moments: { skewness, excessKurtosis },
        summary: summaryWords(values),
        quantiles: Object.fromEntries(shares.map((share) => [share, quantileOf(sorted, Number(share))])),
      },
    }
  },

  capability(oracle) {
    const { params } = oracle
    const method = wordParam(params, 'sigmaMethod', SIGMA_METHODS) ?? 'pooled'
    const specification = { ...limitsParam(params), target: numberParam(params, 'target') ?? null }
    const within = withinSigma(method, subgroupsOf(oracle))
    const result = capabilityOf(valuesOf(oracle), specification, within, numberParam(params, 'confidence'))
    return {
      computed: {
        n: result.n,
        mean: result.mean,
        sigmaWithin: result.within.sigma,
        ...processWords(result.within),
        CpCI: result.within.bothInterval,
        CpkCI: result.within.leastInterval,
        ppmWithin: result.within.ppm,
        zBenchWithin: result.within.zBench,
        sigmaOverall: result.overall.sigma,
        ...performanceWords(result.overall),
        PpCI: result.overall.bothInterval,
        PpkCI: result.overall.leastInterval,
        ppmOverall: result.overall.ppm,
        zBenchOverall: result.overall.zBench,
        Cpm: result.cpm,
        observedPpm: result.observed,
      },
    }
  },

  'capability-summary'({ data, params }) {
    const summary = data.inline as { mean: number; sd: number } // the shape of this kind
    return { computed: processWords(indicesOf(summary.mean, summary.sd, limitsParam(params))) }
  },

  'capability-nonnormal'(oracle) {
    const distribution = wordParam(oracle.params, 'distribution', DISTRIBUTIONS) ?? 'empirical'
    const result = percentilePerformance(valuesOf(oracle), limitsParam(oracle.params), distribution)
    if (typeof result === 'string') return { computed: result }
    const { x00135, median, x99865, pp, ppu, ppl, ppk, fit } = result
    return {
      computed: {
        x00135,
        median,
        x99865,
        ...performanceWords({ both: pp, upper: ppu, lower: ppl, least: ppk }),
        fit: fit && { meanlog: fit.meanLog, sdlog: fit.deviationLog },
      },
    }
  },

  pareto: ({ data }) => ({
    computed: { rows: paretoOf(data.inline as [string, number][]) }, // the shape of this kind
  }),
}

type Four = Pick<EstimatedIndices, 'both' | 'upper' | 'lower' | 'least'>

const processWords = ({ both, upper, lower, least }: Four) => ({ Cp: both, CPU: upper, CPL: lower, Cpk: least })
const performanceWords = ({ both, upper, lower, least }: Four) => ({ Pp: both, PPU: upper, PPL: lower, Ppk: least })

function summaryWords(values: readonly number[]) {
  const { n, mean, deviation } = summaryOf(values)
  return { n, mean, sd: deviation }
}
