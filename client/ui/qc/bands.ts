import { BANDS, indexText, usualThresholds, type Band, type DecidingIndex } from '#shared/spc/capability/terms'
import type { Judgement } from '#shared/qc/constants'
import type { T } from '../useText'

/** The usual letter of a capability band, A+ is the best; shown beside its colour and its word. */
export const bandLetters: Record<Band, string> = { excellent: 'A+', good: 'A', marginal: 'B', poor: 'C' }

/** The lower and upper index of a band; null for an open end. */
export const bandBounds = (band: Band): readonly [from: number | null, to: number | null] => {
  const index = BANDS.indexOf(band)
  return [usualThresholds[index - 1] ?? null, usualThresholds[index] ?? null]
}

/** The least index for each letter, the best first: `A+ ≥ 1.67 · A ≥ 1.33 · B ≥ 1.00`. */
export const bandsInShort = (): string =>
  BANDS.toReversed()
    .flatMap((band) => {
      const [from] = bandBounds(band)
      return from === null ? [] : [`${bandLetters[band]} ≥ ${from.toFixed(2)}`]
    })
    .join(' · ')

/** The deciding index of a capability, with its name: `Ppk 0.91`. */
export const decidingText = (t: T, { index, value }: DecidingIndex) =>
  `${t(`qcAnalysis.deciding.${index}`)} ${indexText(value)}`

/** Template versions with the same limits: `V1, V3`. */
export const versionsText = (versionNos: readonly number[]) => versionNos.map((no) => `V${no}`).join(', ')

const bandTones = { poor: 'NG', marginal: 'WARN', good: 'OK', excellent: 'OK' } as const satisfies Record<
  Band,
  Judgement
>

/** The tone of a capability. Without a stable process no index is good. */
export const capabilityTone = (band: Band | null, isStable: boolean): Judgement =>
  band === 'poor' ? 'NG' : !isStable ? 'WARN' : band ? bandTones[band] : 'PENDING'
