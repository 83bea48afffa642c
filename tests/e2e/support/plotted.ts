import type { Locator } from '@playwright/test'

type Bar = { x: number; tone: string; value: number }
/** What a chart shows, in the units of its axes, found by the places of its marks and of the numbers beside them. */
export type Plotted = { bars: Bar[]; lines: number[][] }

/**
 * Reads figures off the drawing of a `Plot`, as somebody with a ruler would.
 * @param axes which of its axes at the sides bars and lines belong to: 0 is the left one
 */
export const plotted = (chart: Locator, axes: { bars?: number; lines?: number }): Promise<Plotted> =>
  chart.evaluate((svg, { bars: ofBars = 0, lines: ofLines = 0 }) => {
    const scales = [...svg.querySelectorAll('.recharts-yAxis-tick-labels')].map((axis) => {
      const ticks = [...axis.querySelectorAll('tspan')].map((tick) => ({
        y: Number(tick.getAttribute('y')),
        value: Number((tick.textContent ?? '').replace(/[,% ]/g, '')),
      }))
      const [low, high] = [ticks[0]!, ticks.at(-1)!]
      const each = (high.value - low.value) / (high.y - low.y)
      return { each, valueAt: (y: number) => low.value + (y - low.y) * each }
    })
    const number = (element: Element, name: string) => Number(element.getAttribute(name))
    return {
      bars: [...svg.querySelectorAll('.plot-bar')].map((bar) => ({
        x: Math.round(number(bar, 'x')),
        tone: bar.getAttribute('data-tone') ?? '',
        value: number(bar, 'height') * Math.abs(scales[ofBars]!.each),
      })),
      lines: [...svg.querySelectorAll('.recharts-curve')].map((line) =>
        [...(line.getAttribute('d') ?? '').matchAll(/[ML]([\d.-]+),([\d.-]+)/g)].map(([, , y]) =>
          scales[ofLines]!.valueAt(Number(y)),
        ),
      ),
    }
  }, axes)
