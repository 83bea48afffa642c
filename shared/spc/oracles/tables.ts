/** The data lists of cases, by file name; imported, because a single-file program has no folder to read. */
import discoveries from './data/discoveries.csv' with { type: 'text' }
import fillVolumeVarying from './data/fill-volume-varying.csv' with { type: 'text' }
import grr10x3x3 from './data/grr-10x3x3.csv' with { type: 'text' }
import insectsprays from './data/insectsprays.csv' with { type: 'text' }
import lakehuron from './data/lakehuron.csv' with { type: 'text' }
import largeN from './data/large-n.csv' with { type: 'text' }
import lognormal160 from './data/lognormal160.csv' with { type: 'text' }
import lttb400 from './data/lttb400.csv' with { type: 'text' }
import michelson from './data/michelson.csv' with { type: 'text' }
import nhtemp from './data/nhtemp.csv' with { type: 'text' }
import nile from './data/nile.csv' with { type: 'text' }
import nistChips from './data/nist-chips.csv' with { type: 'text' }
import nistCusum from './data/nist-cusum.csv' with { type: 'text' }
import nistEwma from './data/nist-ewma.csv' with { type: 'text' }
import nistFlowrate from './data/nist-flowrate.csv' with { type: 'text' }
import nistWafers from './data/nist-wafers.csv' with { type: 'text' }
import np120 from './data/np-120.csv' with { type: 'text' }
import ozone60 from './data/ozone60.csv' with { type: 'text' }
import pVarying from './data/p-varying.csv' with { type: 'text' }
import precip from './data/precip.csv' with { type: 'text' }
import quakesMag from './data/quakes-mag.csv' with { type: 'text' }
import rivers from './data/rivers.csv' with { type: 'text' }
import shaftDiameterFirst20 from './data/shaft-diameter-first20.csv' with { type: 'text' }
import shaftDiameter from './data/shaft-diameter.csv' with { type: 'text' }
import strdSirstv from './data/strd-sirstv.csv' with { type: 'text' }
import tabletWeight from './data/tablet-weight.csv' with { type: 'text' }
import uVarying from './data/u-varying.csv' with { type: 'text' }

export const oracleTables: ReadonlyMap<string, string> = new Map([
  ['data/discoveries.csv', discoveries],
  ['data/fill-volume-varying.csv', fillVolumeVarying],
  ['data/grr-10x3x3.csv', grr10x3x3],
  ['data/insectsprays.csv', insectsprays],
  ['data/lakehuron.csv', lakehuron],
  ['data/large-n.csv', largeN],
  ['data/lognormal160.csv', lognormal160],
  ['data/lttb400.csv', lttb400],
  ['data/michelson.csv', michelson],
  ['data/nhtemp.csv', nhtemp],
  ['data/nile.csv', nile],
  ['data/nist-chips.csv', nistChips],
  ['data/nist-cusum.csv', nistCusum],
  ['data/nist-ewma.csv', nistEwma],
  ['data/nist-flowrate.csv', nistFlowrate],
  ['data/nist-wafers.csv', nistWafers],
  ['data/np-120.csv', np120],
  ['data/ozone60.csv', ozone60],
  ['data/p-varying.csv', pVarying],
  ['data/precip.csv', precip],
  ['data/quakes-mag.csv', quakesMag],
  ['data/rivers.csv', rivers],
  ['data/shaft-diameter-first20.csv', shaftDiameterFirst20],
  ['data/shaft-diameter.csv', shaftDiameter],
  ['data/strd-sirstv.csv', strdSirstv],
  ['data/tablet-weight.csv', tabletWeight],
  ['data/u-varying.csv', uVarying],
])
