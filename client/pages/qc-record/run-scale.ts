import type { ItemInfo } from '#shared/schemas/qc-record'
import type { TemplateItem } from '#shared/schemas/qc-template'

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
export function scaleOf(points: readonly RunPoint[], lines: readonly RunLine[], width: number, height: number) {
  const numbers = [...points.flatMap(({ mean }) => (mean === null ? [] : [mean])), ...lines.map(({ value }) => value)]
  const low = Math.min(...numbers)
  const high = Math.max(...numbers)
  const room = (high - low || Math.abs(high) || 1) * 0.08
  const [from, to] = [low - room, high + room]
  const inner = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom }
  return {
    x: (place: number) => MARGIN.left + ((place + 0.5) * inner.width) / Math.max(1, points.length),
    y: (value: number) => MARGIN.top + inner.height * (1 - (value - from) / (to - from)),
  }
}

type Scale = ReturnType<typeof scaleOf>

/** The line from point to point; it breaks where a record has no value. */
export function pathOf(points: readonly RunPoint[], { x, y }: Scale): string {
  let isBroken = true
  return points
    .map(({ mean }, place) => {
      if (mean === null) {
        isBroken = true
        return ''
      }
      const step = `${isBroken ? 'M' : 'L'}${x(place).toFixed(1)} ${y(mean).toFixed(1)}`
      isBroken = false
      return step
    })
    .join('')
}
