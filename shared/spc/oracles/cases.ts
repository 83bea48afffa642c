/** Every case of the folder, by import: a program in one file has no folder to look into. */
import type { OracleCase } from './oracle-case'
import boxplotMichelson from './cases/distribution/boxplot-michelson.json'
import boxplotQuakes from './cases/distribution/boxplot-quakes.json'
import cDiscoveries from './cases/attributes/c-discoveries.json'
import cInsectsprays from './cases/attributes/c-insectsprays.json'
import cNistWafers from './cases/attributes/c-nist-wafers.json'
import capabilityEmpirical from './cases/capability/capability-empirical.json'
import capabilityLognormal from './cases/capability/capability-lognormal.json'
import capabilityLslZero from './cases/capability/capability-lsl-zero.json'
import capabilityShaft from './cases/capability/capability-shaft.json'
import capabilitySummaryNist from './cases/capability/capability-summary-nist.json'
import capabilityTabletTargetOffMid from './cases/capability/capability-tablet-target-off-mid.json'
import capabilityUslOnly from './cases/capability/capability-usl-only.json'
import cusumNhtempFir from './cases/charts/cusum-nhtemp-fir.json'
import cusumNist from './cases/charts/cusum-nist.json'
import cusumShaftFrozen from './cases/charts/cusum-shaft-frozen.json'
import ewmaLakehuron from './cases/charts/ewma-lakehuron.json'
import ewmaNist from './cases/charts/ewma-nist.json'
import ewmaShaftFrozen from './cases/charts/ewma-shaft-frozen.json'
import formula from './cases/other/formula.json'
import grrAnova10x3x3 from './cases/other/grr-anova-10x3x3.json'
import histogramMichelson from './cases/distribution/histogram-michelson.json'
import histogramQuakes from './cases/distribution/histogram-quakes.json'
import imrMedianMrOzone from './cases/charts/imr-median-mr-ozone.json'
import imrMissingOzone from './cases/charts/imr-missing-ozone.json'
import imrNileExcludedPhase from './cases/charts/imr-nile-excluded-phase.json'
import imrNileFrozen from './cases/charts/imr-nile-frozen.json'
import imrNile from './cases/charts/imr-nile.json'
import imrNistFlowrate from './cases/charts/imr-nist-flowrate.json'
import judgement from './cases/other/judgement.json'
import laneyP from './cases/attributes/laney-p.json'
import lttb400To40 from './cases/charts/lttb-400-to-40.json'
import normalityMichelson from './cases/distribution/normality-michelson.json'
import normalityPrecip from './cases/distribution/normality-precip.json'
import normalityRivers from './cases/distribution/normality-rivers.json'
import normalityTooFew from './cases/distribution/normality-too-few.json'
import np120 from './cases/attributes/np-120.json'
import npNistChips from './cases/attributes/np-nist-chips.json'
import numericNumacc1 from './cases/distribution/numeric-numacc1.json'
import numericNumacc2 from './cases/distribution/numeric-numacc2.json'
import numericNumacc3 from './cases/distribution/numeric-numacc3.json'
import pNistChips from './cases/attributes/p-nist-chips.json'
import pVarying from './cases/attributes/p-varying.json'
import pareto from './cases/charts/pareto.json'
import rounding from './cases/distribution/rounding.json'
import rulesOnTheLineIsNotBeyond from './cases/rules/rules-on-the-line-is-not-beyond.json'
import rulesR1Beyond3s from './cases/rules/rules-r1-beyond-3s.json'
import rulesR2CentreBreaksRun from './cases/rules/rules-r2-centre-breaks-run.json'
import rulesR2NineSameSide from './cases/rules/rules-r2-nine-same-side.json'
import rulesR3SixRising from './cases/rules/rules-r3-six-rising.json'
import rulesR3TieBreaks from './cases/rules/rules-r3-tie-breaks.json'
import rulesR4Alternating from './cases/rules/rules-r4-alternating.json'
import rulesR5FirstTwoPoints from './cases/rules/rules-r5-first-two-points.json'
import rulesR5OppositePointBetween from './cases/rules/rules-r5-opposite-point-between.json'
import rulesR5TwoOfThree from './cases/rules/rules-r5-two-of-three.json'
import rulesR6FourOfFive from './cases/rules/rules-r6-four-of-five.json'
import rulesR7FifteenInZoneC from './cases/rules/rules-r7-fifteen-in-zone-c.json'
import rulesR8EightOutsideZoneC from './cases/rules/rules-r8-eight-outside-zone-c.json'
import rulesR8OneSideOnlyIsNotRule8 from './cases/rules/rules-r8-one-side-only-is-not-rule8.json'
import rulesRandom200 from './cases/rules/rules-random-200.json'
import rulesWesternElectric from './cases/rules/rules-western-electric.json'
import samplingPlans from './cases/other/sampling-plans.json'
import sigmaStrdSirstv from './cases/distribution/sigma-strd-sirstv.json'
import uVarying from './cases/attributes/u-varying.json'
import xbarRShaftExcluded from './cases/charts/xbar-r-shaft-excluded.json'
import xbarRShaftFrozen from './cases/charts/xbar-r-shaft-frozen.json'
import xbarRShaftPhases from './cases/charts/xbar-r-shaft-phases.json'
import xbarRShaft from './cases/charts/xbar-r-shaft.json'
import xbarRStrdSirstv from './cases/charts/xbar-r-strd-sirstv.json'
import xbarRVarying from './cases/charts/xbar-r-varying.json'
import xbarSLargeN from './cases/charts/xbar-s-large-n.json'
import xbarSStrdSirstv from './cases/charts/xbar-s-strd-sirstv.json'
import xbarSTablet from './cases/charts/xbar-s-tablet.json'
import xbarSVarying from './cases/charts/xbar-s-varying.json'

export const oracleCases: readonly OracleCase[] = [
  boxplotMichelson,
  boxplotQuakes,
  cDiscoveries,
  cInsectsprays,
  cNistWafers,
  capabilityEmpirical,
  capabilityLognormal,
  capabilityLslZero,
  capabilityShaft,
  capabilitySummaryNist,
  capabilityTabletTargetOffMid,
  capabilityUslOnly,
  cusumNhtempFir,
  cusumNist,
  cusumShaftFrozen,
  ewmaLakehuron,
  ewmaNist,
  ewmaShaftFrozen,
  formula,
  grrAnova10x3x3,
  histogramMichelson,
  histogramQuakes,
  imrMedianMrOzone,
  imrMissingOzone,
  imrNileExcludedPhase,
  imrNileFrozen,
  imrNile,
  imrNistFlowrate,
  judgement,
  laneyP,
  lttb400To40,
  normalityMichelson,
  normalityPrecip,
  normalityRivers,
  normalityTooFew,
  np120,
  npNistChips,
  numericNumacc1,
  numericNumacc2,
  numericNumacc3,
  pNistChips,
  pVarying,
  pareto,
  rounding,
  rulesOnTheLineIsNotBeyond,
  rulesR1Beyond3s,
  rulesR2CentreBreaksRun,
  rulesR2NineSameSide,
  rulesR3SixRising,
  rulesR3TieBreaks,
  rulesR4Alternating,
  rulesR5FirstTwoPoints,
  rulesR5OppositePointBetween,
  rulesR5TwoOfThree,
  rulesR6FourOfFive,
  rulesR7FifteenInZoneC,
  rulesR8EightOutsideZoneC,
  rulesR8OneSideOnlyIsNotRule8,
  rulesRandom200,
  rulesWesternElectric,
  samplingPlans,
  sigmaStrdSirstv,
  uVarying,
  xbarRShaftExcluded,
  xbarRShaftFrozen,
  xbarRShaftPhases,
  xbarRShaft,
  xbarRStrdSirstv,
  xbarRVarying,
  xbarSLargeN,
  xbarSStrdSirstv,
  xbarSTablet,
  xbarSVarying,
]
