import { grouped } from '#shared/format/number'
import type { Capability } from '#shared/qc/analysis/schema'
import { useText } from '../../../../ui/useText'
import { FactList } from './FactList'
import { twoDecimals, ppmText } from './figures'
import { SmallTable } from '../../../../ui/table/SmallTable'

type CapabilityPpmProps = { capability: Capability; write: (value: number | null) => string }

/** Parts per million outside the specification, expected and observed, and the figures of the values. */
export function CapabilityPpm({ capability, write }: CapabilityPpmProps) {
  const t = useText()
  const { lsl, usl, ppmWithin, ppmOverall, ppmObserved, zBench, sigmaMethod } = capability
  const tooFew = t('qcAnalysis.why.too_few')
  const sides = [
    ['below', lsl === null ? t('qcAnalysis.why.noLsl') : ''],
    ['above', usl === null ? t('qcAnalysis.why.noUsl') : ''],
    ['total', lsl === null && usl === null ? t('qcAnalysis.why.no_limit') : ''],
  ] as const
  const facts: [name: string, value: string][] = [
    [
      t('qcAnalysis.fact.n'),
      t('qcAnalysis.fact.nOf', { n: grouped(capability.n), subgroups: grouped(capability.subgroups) }),
    ],
    [t('qcRecord.mean'), write(capability.mean)],
    [
      sigmaMethod
        ? t('qcAnalysis.fact.within', { method: t(`qcAnalysis.sigma.${sigmaMethod}`) })
        : t('qcAnalysis.within'),
      sigmaText(capability.sigmaWithin) ?? tooFew,
    ],
    [t('qcAnalysis.fact.overall'), sigmaText(capability.sigmaOverall) ?? tooFew],
    [t('qcAnalysis.fact.extent'), `${write(capability.min)} – ${write(capability.max)}`],
    ['Z.bench', zBench === null ? t('qcAnalysis.why.noZ') : twoDecimals(zBench)],
  ]
  return (
    <section className="qa-section">
      <h2>{t('qcAnalysis.ppm')}</h2>
      <SmallTable
        label={t('qcAnalysis.ppm')}
        head={[
          t('qcAnalysis.ppm.side'),
          t('qcAnalysis.ppm.within'),
          t('qcAnalysis.ppm.overall'),
          t('qcAnalysis.ppm.observed'),
        ]}
        rows={sides.map(([side, missing]) => ({
          key: side,
          head: t(`qcAnalysis.ppm.${side}`),
          cells: [ppmWithin, ppmOverall, ppmObserved].map((ppm) => cellOf(ppm[side], missing || tooFew)),
        }))}
      />
      <FactList facts={facts} />
    </section>
  )
}

/** A standard deviation with four significant digits. */
const sigmaText = (sigma: number | null) => (sigma === null ? null : String(Number(sigma.toPrecision(4))))

const cellOf = (ppm: number | null, missing: string) =>
  ppm === null ? <span className="note">{missing}</span> : ppmText(ppm)
