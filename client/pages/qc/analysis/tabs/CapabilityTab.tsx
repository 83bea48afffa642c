import { grouped } from '#shared/format/number'
import { indexText } from '#shared/spc/capability/terms'
import type { Capability } from '#shared/qc/analysis/schema'
import { isCount } from '#shared/qc/constants'
import { Select } from '../../../../ui/input/Select'
import { versionsText } from '../../../../ui/qc/bands'
import { valueFiguresOf } from '../../../../ui/qc/figures'
import { useText, type T } from '../../../../ui/useText'
import type { AnalysisQuery } from '../analysis-query'
import { Histogram } from '../plots/Histogram'
import { Answer } from './Answer'
import { CapabilityConditions } from './CapabilityConditions'
import { BandTag, CapabilityIndices } from './CapabilityIndices'
import { CapabilityPpm } from './CapabilityPpm'
import { CapabilityTrend } from './CapabilityTrend'
import { limitText } from './figures'
import { useCall } from './useCall'
import { useCapability } from './useCapability'

/** The capability of the process against the limits of one version; versions with different limits are never mixed. */
export default function CapabilityTab({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const { capability, versions, number, choose, chosen } = useCapability(query)
  const distribution = useCall('distribution', { ...query, versionNo: chosen?.versionNos }, chosen !== undefined)
  return (
    <Answer
      of={capability}
      emptyText={({ item }) =>
        !chosen && t(isCount(item.type) ? 'qcAnalysis.capability.counted' : 'qcAnalysis.noValues')
      }
    >
      {({ item }) =>
        chosen && (
          <>
            <div className="grid gap-16 qa-capability">
              {versions.length > 1 && (
                <p className="row wrap qa-choice">
                  <Select
                    label={t('qcAnalysis.version')}
                    value={number}
                    options={versions.map((version) => ({
                      value: String(version.versionNo),
                      label: t('qcAnalysis.versionOption', {
                        versions: versionsText(version.versionNos),
                        count: grouped(version.n),
                      }),
                    }))}
                    onSelect={(no) => no !== undefined && choose(no)}
                  />
                  <span className="note">{t('qcAnalysis.versionNote')}</span>
                </p>
              )}
              <Verdict capability={chosen} />
              <CapabilityConditions capability={chosen} openSignals={item.openSignals} />
            </div>
            <Answer of={distribution}>{(data) => <Histogram of={data} summary={limitsSentence(t, chosen)} />}</Answer>
            <CapabilityIndices capability={chosen} />
            <CapabilityPpm capability={chosen} write={valueFiguresOf(item).write} />
            <CapabilityTrend query={query} />
          </>
        )
      }
    </Answer>
  )
}

function Verdict({ capability: { cpk, ppk, band, conditions, percentile } }: { capability: Capability }) {
  const t = useText()
  if (cpk.value === null) return <p className="row wrap qa-lead">{t('qcAnalysis.capability.none')}</p>
  return (
    <p className="row wrap qa-lead">
      <span>
        Cpk <b>{indexText(cpk.value)}</b>
        {ppk.value !== null && (
          <>
            {' '}
            · Ppk <b>{indexText(ppk.value)}</b>
          </>
        )}
      </span>
      {conditions.isNormal === false && percentile.ppk !== null && (
        <span>
          {t('qcAnalysis.percentile')} Ppk <b>{indexText(percentile.ppk)}</b>
        </span>
      )}
      {band ? (
        <>
          <BandTag band={band} />
          <span className="note">{t(`qcAnalysis.bandWords.${band}`)}</span>
        </>
      ) : (
        <span className="note">{t(`qcAnalysis.doubt.${doubtOf(conditions)}`)}</span>
      )}
    </p>
  )
}

/** The reason why the indices have no verdict word. */
function doubtOf({ isStable, amount }: Capability['conditions']) {
  if (amount === 'indicative') return 'few'
  return isStable === null ? 'scoped' : isStable ? 'notNormal' : 'unstable'
}

/** The limits of a version in a sentence. */
function limitsSentence(t: T, { lsl, usl, target }: Capability): string {
  const sides =
    lsl !== null && usl !== null
      ? t('qcAnalysis.limits.both', { lsl: limitText(lsl), usl: limitText(usl) })
      : usl !== null
        ? t('qcAnalysis.limits.upper', { usl: limitText(usl) })
        : lsl !== null
          ? t('qcAnalysis.limits.lower', { lsl: limitText(lsl) })
          : t('qcAnalysis.limits.none')
  return target === null ? sides : `${sides} ${t('qcAnalysis.limits.target', { target: limitText(target) })}`
}
