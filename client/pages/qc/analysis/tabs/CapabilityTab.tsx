import { grouped } from '#shared/format/number'
import { indexText } from '#shared/spc/capability/terms'
import type { Capability } from '#shared/qc/analysis/schema'
import { isCount } from '#shared/qc/constants'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { Select } from '../../../../ui/input/Select'
import { versionsText } from '../../../../ui/qc/bands'
import { valueFiguresOf } from '../../../../ui/qc/figures'
import { useText, type T } from '../../../../ui/useText'
import type { AnalysisQuery } from '../analysis-query'
import { Histogram } from '../plots/Histogram'
import { Answer } from './Answer'
import { BandTag } from './BandTag'
import { CapabilityIndices } from './CapabilityIndices'
import { CapabilityPpm } from './CapabilityPpm'
import { CapabilityTerms } from './CapabilityTerms'
import { asSet } from './figures'
import { useCall, useChoice } from './useCall'

/** How capable the process is of what a version asks: of one version at a time, never of several together. */
export default function CapabilityTab({ query }: { query: AnalysisQuery }) {
  const t = useText()
  const capability = useCall('capability', query)
  const versions = capability.data?.versions ?? []
  const numbers = versions.map(({ versionNo }) => String(versionNo))
  const [wanted, choose] = useChoice('ofVersion', numbers, numbers[0] ?? '')
  const chosen = versions.find(({ versionNo }) => String(versionNo) === wanted)
  const values = useCall('distribution', { ...query, versionNo: chosen?.versionNos }, chosen !== undefined)
  return (
    <Answer of={capability}>
      {({ item }) =>
        chosen ? (
          <>
            <div className="qa-capability">
              {versions.length > 1 && (
                <p className="qa-choice">
                  <Select
                    label={t('qcAnalysis.version')}
                    value={wanted}
                    options={versions.map((version) => ({
                      value: String(version.versionNo),
                      label: t('qcAnalysis.versionOption', {
                        versions: versionsText(version.versionNos),
                        count: grouped(version.n),
                      }),
                    }))}
                    onSelect={(no) => no !== undefined && choose(no)}
                  />
                  <span className="qa-note">{t('qcAnalysis.versionNote')}</span>
                </p>
              )}
              <Verdict of={chosen} />
              <CapabilityTerms of={chosen} openSignals={item.openSignals} />
            </div>
            <Answer of={values}>{(data) => <Histogram of={data} summary={limitsWords(t, chosen)} />}</Answer>
            <CapabilityIndices of={chosen} />
            <CapabilityPpm of={chosen} write={valueFiguresOf(item).write} />
          </>
        ) : (
          <div>
            <EmptyState text={t(isCount(item.type) ? 'qcAnalysis.capability.counted' : 'qcAnalysis.noValues')} />
          </div>
        )
      }
    </Answer>
  )
}

function Verdict({ of: { cpk, ppk, band, conditions, percentile } }: { of: Capability }) {
  const t = useText()
  if (cpk.value === null) {
    return <p className="qa-lead">{t('qcAnalysis.capability.none')}</p>
  }
  return (
    <p className="qa-lead">
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
          <span className="qa-note">{t(`qcAnalysis.bandWords.${band}`)}</span>
        </>
      ) : (
        <span className="qa-note">{t(`qcAnalysis.doubt.${doubtOf(conditions)}`)}</span>
      )}
    </p>
  )
}

/** Why the indices do not bear a word. */
function doubtOf({ isStable, amount }: Capability['conditions']) {
  if (amount === 'indicative') return 'few'
  return isStable === null ? 'scoped' : isStable ? 'notNormal' : 'unstable'
}

/** What the limits of a version are, in a sentence; of one side it says so. */
function limitsWords(t: T, { lsl, usl, target }: Capability): string {
  const sides =
    lsl !== null && usl !== null
      ? t('qcAnalysis.limits.both', { lsl: asSet(lsl), usl: asSet(usl) })
      : usl !== null
        ? t('qcAnalysis.limits.upper', { usl: asSet(usl) })
        : lsl !== null
          ? t('qcAnalysis.limits.lower', { lsl: asSet(lsl) })
          : t('qcAnalysis.limits.none')
  return target === null ? sides : `${sides} ${t('qcAnalysis.limits.target', { target: asSet(target) })}`
}
