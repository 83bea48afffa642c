import { createContext, use, type ReactNode } from 'react'
import { useFrame, type Margin } from '../../../../ui/chart/frame'

/** The inner edges of a drawing, in pixels. */
export type Area = { left: number; right: number; top: number; bottom: number }

const AreaContext = createContext<Area>({ left: 0, right: 0, top: 0, bottom: 0 })

/** The area of the drawing around a component. */
export const useArea = (): Area => use(AreaContext)

/** Our own SVG in a chart, for drawings that the library does not support. */
export function Drawing({ margin, children }: { margin: Margin; children: ReactNode }) {
  const { name, width, height } = useFrame()
  const { left, right, top, bottom } = margin
  return (
    <svg data-chart={name} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <AreaContext value={{ left, right: width - right, top, bottom: height - bottom }}>{children}</AreaContext>
    </svg>
  )
}
