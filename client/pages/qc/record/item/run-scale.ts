import type { ItemInfo } from '#shared/qc/record/schema'
import type { TemplateItem } from '#shared/qc/template/schema'
import { linear, spanOf } from '../../../../ui/chart/scale'

export type RunPoint = ItemInfo['history'][number]
type RunLine = { kind: 'limit' | 'warn' | 'nominal'; value: number; text: string }

/** The limits of an item, as lines across the chart. */
export function linesOf({ lsl, usl, warnLow, warnHigh, nominal }: TemplateItem): RunLine[] {
  const line = (kind: RunLine['kind'], text: string | null): RunLine[] =>
    text === null ? [] : [{ kind, value: Number(text), text }]
  return [
    ...line('limit', lsl),
    ...line('limit', usl),
    ...line('warn', warnLow),
    ...line('warn', warnHigh),
    ...line('nominal', nominal),
  ]
}

/** What is left around the points, in pixels; lines are named at the right end. */
export const MARGIN = { top: 16, right: 64, bottom: 28, left: 8 }

/** Where numbers and places stand in a drawing of that size: all points and lines, with some room beyond. */
export function scaleOf(
  points: readonly RunPoint[],
  lines: readonly Pick<RunLine, 'value'>[],
  width: number,
  height: number,
) {
  const span = spanOf([...points.map(({ mean }) => mean), ...lines.map(({ value }) => value)], 0.08)
  return {
    x: linear([-0.5, Math.max(1, points.length) - 0.5], [MARGIN.left, width - MARGIN.right]),
    y: linear(span, [height - MARGIN.bottom, MARGIN.top]),
  }
}
