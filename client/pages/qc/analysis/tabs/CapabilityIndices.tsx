import { Fragment, type ReactNode } from 'react'
import { bandOf, BANDS, indexText, type Band } from '#shared/spc/capability/terms'
import type { Capability } from '#shared/qc/analysis/schema'
import { Tag, type Tone } from '../../../../ui/feedback/Tag'
import { bandBounds, bandLetters, decidingText } from '../../../../ui/qc/bands'
import { useText, type T } from '../../../../ui/useText'
import { twoDecimals } from './figures'
import { SmallTable, type SmallRow } from '../../../../ui/table/SmallTable'

type Index = Capability['cp']
/** The inputs of an index: both limits, the limit of its side, either one, or the target. */
type Needs = 'both' | 'upper' | 'lower' | 'any' | 'target'

/** All indices side by side: from the short-term sigma, the overall sigma and percentiles; a missing index has its reason. */
export function CapabilityIndices({ capability }: { capability: Capability }) {
  const t = useText()
  const { cp, cpu, cpl, cpk, pp, ppu, ppl, ppk, cpm, percentile, excluded, deciding } = capability
  const none: Index = { value: null, lower: null, upper: null, reason: percentile.reason }
  type Row = [name: string, meaning: string, needs: Needs, within: Index | null, overall: Index, byPercentile?: Index]
  const rows: Row[] = [
    ['Cp / Pp', t('qcAnalysis.index.both'), 'both', cp, pp, { ...none, value: percentile.pp }],
    ['CPU / PPU', t('qcAnalysis.index.upper'), 'upper', cpu, ppu],
    ['CPL / PPL', t('qcAnalysis.index.lower'), 'lower', cpl, ppl],
    ['Cpk / Ppk', t('qcAnalysis.index.least'), 'any', cpk, ppk, { ...none, value: percentile.ppk }],
    ['Cpm', t('qcAnalysis.index.target'), 'target', null, cpm],
  ]
  return (
    <section className="qa-section">
      <h2>{t('qcAnalysis.indices')}</h2>
      {deciding && <p>{t('qcAnalysis.indices.decidedBy', { index: decidingText(t, deciding) })}</p>}
      <p className="note">
        {t('qcAnalysis.indices.note')} {excluded > 0 && t('qcAnalysis.indices.excluded', { n: excluded })}
      </p>
      <SmallTable
        label={t('qcAnalysis.indices')}
        head={[
          t('qcAnalysis.index'),
          t('qcAnalysis.within'),
          t('qcAnalysis.overall'),
          percentile.method ? t(`qcAnalysis.percentile.${percentile.method}`) : t('qcAnalysis.percentile'),
        ]}
        textColumns={3}
        rows={rows.map(([name, meaning, needs, within, overall, byPercentile]): SmallRow => ({
          key: name,
          head: (
            <>
              {name} <span className="note">{meaning}</span>
            </>
          ),
          cells: [within, overall, byPercentile].map((index) => cellOf(t, index, capability, needs)),
        }))}
      />
      {percentile.isTooFewForTails && <p className="note">{t('qcAnalysis.percentile.few')}</p>}
      <p className="row wrap muted small qa-bands">
        {t('qcAnalysis.bands')}
        {BANDS.map((band) => (
          <Fragment key={band}>
            {' '}
            <BandTag band={band} /> {boundsText(band)}
          </Fragment>
        ))}
      </p>
    </section>
  )
}

const bandTones = { poor: 'ng', marginal: 'warn', good: 'ok', excellent: 'ok' } as const satisfies Record<Band, Tone>

/** A band by its colour, shape, letter and word. */
export function BandTag({ band }: { band: Band }) {
  const t = useText()
  return <Tag tone={bandTones[band]}>{`${bandLetters[band]} ${t(`qcAnalysis.band.${band}`)}`}</Tag>
}

/** The indices of a band: `< 1.00`, `1.00 – 1.33`, `≥ 1.67`. */
function boundsText(band: Band): string {
  const [from, to] = bandBounds(band)
  if (from === null) return to === null ? '' : `< ${twoDecimals(to)}`
  return to === null ? `≥ ${twoDecimals(from)}` : `${twoDecimals(from)} – ${twoDecimals(to)}`
}

function cellOf(t: T, index: Index | null | undefined, capability: Capability, needs: Needs): ReactNode {
  if (!index) return <span className="note">{t('qcAnalysis.why.notOf')}</span>
  const { value, lower, upper, reason } = index
  if (value === null) return <span className="note">{missingReason(t, capability, needs, reason)}</span>
  return (
    <span className="row inline wrap baseline qa-index" data-band={capability.band && bandOf(value)}>
      <b>{indexText(value)}</b>
      {lower !== null && upper !== null && (
        <span className="note">{t('qcAnalysis.interval', { lower: indexText(lower), upper: indexText(upper) })}</span>
      )}
    </span>
  )
}

/** The reason for a missing index, in words. */
function missingReason(t: T, { lsl, usl, target }: Capability, needs: Needs, reason: Index['reason']): string {
  if (reason === 'too_few' || reason === 'sigma_zero') return t(`qcAnalysis.why.${reason}`)
  if (lsl === null && usl === null) return t('qcAnalysis.why.no_limit')
  if (usl === null && (needs === 'both' || needs === 'upper')) return t('qcAnalysis.why.noUsl')
  if (lsl === null && (needs === 'both' || needs === 'lower')) return t('qcAnalysis.why.noLsl')
  if (needs === 'target' && target === null) return t('qcAnalysis.why.noTarget')
  return t(`qcAnalysis.why.${reason ?? 'too_few'}`)
}
