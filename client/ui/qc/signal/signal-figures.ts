import type { Signal } from '#shared/qc/signal'
import type { T } from '../../useText'
import { figuresOf } from '../figures'

/** What was drawn, and between which limits it should have been. */
export function signalFigures(t: T, signal: Signal): string {
  const { write, unit } = figuresOf(signal.chart, signal)
  const { stat, lcl, ucl } = signal
  return t('qcSignal.figures', { stat: `${write(stat)} ${unit}`.trim(), lcl: write(lcl), ucl: write(ucl) })
}
