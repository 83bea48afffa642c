import type { Signal } from '#shared/qc/signal'
import type { T } from '../../useText'
import { figuresOf } from '../figures'

/** The plotted figure, and its limits. */
export function signalFigures(t: T, signal: Signal): string {
  const { write, unit } = figuresOf(signal.chart, signal)
  const { stat, lcl, ucl } = signal
  return t('qcSignal.figures', { stat: `${write(stat)} ${unit}`.trim(), lcl: write(lcl), ucl: write(ucl) })
}
