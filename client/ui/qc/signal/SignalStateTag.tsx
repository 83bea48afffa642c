import type { SignalState } from '#shared/qc/analysis/kinds'
import { Tag, type Tone } from '../../feedback/Tag'
import { useText } from '../../useText'

const tones = {
  open: 'warn',
  acknowledged: 'info',
  closed: 'ok',
  withdrawn: 'pending',
} as const satisfies Record<SignalState, Tone>

export function SignalStateTag({ value }: { value: SignalState }) {
  const t = useText()
  return <Tag tone={tones[value]}>{t(`qcSignal.state.${value}`)}</Tag>
}
