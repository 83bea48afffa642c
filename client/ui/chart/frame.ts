import { createContext, use } from 'react'

/** The drawing of a chart: the name of its file, and its size in pixels. */
export type Frame = { name: string; width: number; height: number }

export const FrameContext = createContext<Frame>({ name: '', width: 0, height: 0 })

/** The size of the drawing of the chart around a component. */
export const useFrame = (): Frame => use(FrameContext)

/** The space around a drawing, in pixels: for the numbers of its axes and the names of its lines. */
export type Margin = { top: number; right: number; bottom: number; left: number }
