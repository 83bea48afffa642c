import type { Judgement } from '#shared/qc/constants'
import { Tag, type Tone } from '../feedback/Tag'
import { useText } from '../useText'

const tones = { OK: 'ok', WARN: 'warn', NG: 'ng', PENDING: 'pending' } as const satisfies Record<Judgement, Tone>

/** A judgement against the specification: colour, shape and word. */
export function Verdict({ value }: { value: Judgement }) {
  const t = useText()
  return <Tag tone={tones[value]}>{t(`qc.judgement.${value}`)}</Tag>
}
