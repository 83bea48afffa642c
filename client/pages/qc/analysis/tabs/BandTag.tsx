import type { Band } from '#shared/spc/capability/terms'
import { bandLetters } from '../../../../ui/qc/bands'
import { Tag, type Tone } from '../../../../ui/feedback/Tag'
import { useText } from '../../../../ui/useText'

const tones = { poor: 'ng', marginal: 'warn', good: 'ok', excellent: 'ok' } as const satisfies Record<Band, Tone>

/** How good an index is: colour, shape, letter and word. */
export function BandTag({ band }: { band: Band }) {
  const t = useText()
  return <Tag tone={tones[band]}>{`${bandLetters[band]} ${t(`qcAnalysis.band.${band}`)}`}</Tag>
}
