import { grouped } from '#shared/format/number'
import type { Capability } from '#shared/qc/analysis/schema'
import { useText } from '../../../../ui/useText'
import { asIndex, asPpm } from './figures'
import { SmallTable } from './SmallTable'

type CapabilityPpmProps = { of: Capability; write: (value: number | null) => string }

/** How many of a million lie beyond the limits, expected and found, and what was measured in a few figures. */
export function CapabilityPpm({ of, write }: CapabilityPpmProps) {
  const t = useText()
  const { lsl, usl, ppmWithin, ppmOverall, ppmObserved, zBench, sigmaMethod } = of
  const sides = [
    ['below', lsl === null ? t('qcAnalysis.why.noLsl') : ''],
    ['above', usl === null ? t('qcAnalysis.why.noUsl') : ''],
    ['total', lsl === null && usl === null ? t('qcAnalysis.why.no_limit') : ''],
  ] as const
  const facts: [name: string, value: string][] = [
    [t('qcAnalysis.fact.n'), t('qcAnalysis.fact.nOf', { n: grouped(of.n), subgroups: grouped(of.subgroups) })],
    [t('qcAnalysis.fact.mean'), write(of.mean)],
    [
      sigmaMethod
        ? t('qcAnalysis.fact.within', { method: t(`qcAnalysis.sigma.${sigmaMethod}`) })
        : t('qcAnalysis.within'),
      of.sigmaWithin === null ? t('qcAnalysis.why.too_few') : fine(of.sigmaWithin),
    ],
    [t('qcAnalysis.fact.overall'), of.sigmaOverall === null ? t('qcAnalysis.why.too_few') : fine(of.sigmaOverall)],
    [t('qcAnalysis.fact.extent'), `${write(of.min)} – ${write(of.max)}`],
    ['Z.bench', zBench === null ? t('qcAnalysis.why.noZ') : asIndex(zBench)],
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
          cells: [ppmWithin, ppmOverall, ppmObserved].map((ppm) =>
            cellOf(ppm[side], missing || t('qcAnalysis.why.too_few')),
          ),
        }))}
      />
      <dl className="qa-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A standard deviation: four digits that say something. */
const fine = (sigma: number) => String(Number(sigma.toPrecision(4)))

const cellOf = (ppm: number | null, why: string) => (ppm === null ? <span className="qa-note">{why}</span> : asPpm(ppm))
