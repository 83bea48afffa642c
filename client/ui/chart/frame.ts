import { createContext, use } from 'react'

/** The drawing of a chart: its file name, and its size in pixels. */
export type Frame = { name: string; width: number; height: number }

export const FrameContext = createContext<Frame>({ name: '', width: 0, height: 0 })

/** The size of the surrounding chart's drawing. */
export const useFrame = (): Frame => use(FrameContext)

/** The margin around a drawing, in pixels: for the numbers of its axes and the names of its lines. */
export type Margin = { top: number; right: number; bottom: number; left: number }
