/** Every case of the folder, by import: a program in one file has no folder to look into. */
import type { OracleCase } from './oracle-case'
import boxplotMichelson from './cases/boxplot-michelson.json'
import boxplotQuakes from './cases/boxplot-quakes.json'
import cDiscoveries from './cases/c-discoveries.json'
import cInsectsprays from './cases/c-insectsprays.json'
import cNistWafers from './cases/c-nist-wafers.json'
import capabilityEmpirical from './cases/capability-empirical.json'
import capabilityLognormal from './cases/capability-lognormal.json'
import capabilityLslZero from './cases/capability-lsl-zero.json'
import capabilityShaft from './cases/capability-shaft.json'
import capabilitySummaryNist from './cases/capability-summary-nist.json'
import capabilityTabletTargetOffMid from './cases/capability-tablet-target-off-mid.json'
import capabilityUslOnly from './cases/capability-usl-only.json'
import cusumNhtempFir from './cases/cusum-nhtemp-fir.json'
import cusumNist from './cases/cusum-nist.json'
import cusumShaftFrozen from './cases/cusum-shaft-frozen.json'
import ewmaLakehuron from './cases/ewma-lakehuron.json'
import ewmaNist from './cases/ewma-nist.json'
import ewmaShaftFrozen from './cases/ewma-shaft-frozen.json'
import formula from './cases/formula.json'
import grrAnova10x3x3 from './cases/grr-anova-10x3x3.json'
import histogramMichelson from './cases/histogram-michelson.json'
import histogramQuakes from './cases/histogram-quakes.json'
import imrMedianMrOzone from './cases/imr-median-mr-ozone.json'
import imrMissingOzone from './cases/imr-missing-ozone.json'
import imrNileExcludedPhase from './cases/imr-nile-excluded-phase.json'
import imrNileFrozen from './cases/imr-nile-frozen.json'
import imrNile from './cases/imr-nile.json'
import imrNistFlowrate from './cases/imr-nist-flowrate.json'
import judgement from './cases/judgement.json'
import laneyP from './cases/laney-p.json'
import lttb400To40 from './cases/lttb-400-to-40.json'
import normalityMichelson from './cases/normality-michelson.json'
import normalityPrecip from './cases/normality-precip.json'
import normalityRivers from './cases/normality-rivers.json'
import normalityTooFew from './cases/normality-too-few.json'
import np120 from './cases/np-120.json'
import npNistChips from './cases/np-nist-chips.json'
import numericNumacc1 from './cases/numeric-numacc1.json'
import numericNumacc2 from './cases/numeric-numacc2.json'
import numericNumacc3 from './cases/numeric-numacc3.json'
import pNistChips from './cases/p-nist-chips.json'
import pVarying from './cases/p-varying.json'
import pareto from './cases/pareto.json'
import rounding from './cases/rounding.json'
import rulesOnTheLineIsNotBeyond from './cases/rules-on-the-line-is-not-beyond.json'
import rulesR1Beyond3s from './cases/rules-r1-beyond-3s.json'
import rulesR2CentreBreaksRun from './cases/rules-r2-centre-breaks-run.json'
import rulesR2NineSameSide from './cases/rules-r2-nine-same-side.json'
import rulesR3SixRising from './cases/rules-r3-six-rising.json'
import rulesR3TieBreaks from './cases/rules-r3-tie-breaks.json'
import rulesR4Alternating from './cases/rules-r4-alternating.json'
import rulesR5FirstTwoPoints from './cases/rules-r5-first-two-points.json'
import rulesR5OppositePointBetween from './cases/rules-r5-opposite-point-between.json'
import rulesR5TwoOfThree from './cases/rules-r5-two-of-three.json'
import rulesR6FourOfFive from './cases/rules-r6-four-of-five.json'
import rulesR7FifteenInZoneC from './cases/rules-r7-fifteen-in-zone-c.json'
import rulesR8EightOutsideZoneC from './cases/rules-r8-eight-outside-zone-c.json'
import rulesR8OneSideOnlyIsNotRule8 from './cases/rules-r8-one-side-only-is-not-rule8.json'
import rulesRandom200 from './cases/rules-random-200.json'
import rulesWesternElectric from './cases/rules-western-electric.json'
import samplingPlans from './cases/sampling-plans.json'
import sigmaStrdSirstv from './cases/sigma-strd-sirstv.json'
import uVarying from './cases/u-varying.json'
import xbarRShaftExcluded from './cases/xbar-r-shaft-excluded.json'
import xbarRShaftFrozen from './cases/xbar-r-shaft-frozen.json'
import xbarRShaftPhases from './cases/xbar-r-shaft-phases.json'
import xbarRShaft from './cases/xbar-r-shaft.json'
import xbarRStrdSirstv from './cases/xbar-r-strd-sirstv.json'
import xbarRVarying from './cases/xbar-r-varying.json'
import xbarSLargeN from './cases/xbar-s-large-n.json'
import xbarSStrdSirstv from './cases/xbar-s-strd-sirstv.json'
import xbarSTablet from './cases/xbar-s-tablet.json'
import xbarSVarying from './cases/xbar-s-varying.json'

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
