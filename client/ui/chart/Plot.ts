import { part } from '../part'

/**
 * Bars and lines, drawn by Recharts. The library has 92 kB: it is loaded with the first drawing, after heading,
 * sentence and table of the chart. Prefetching a page does not load it.
 */
export const Plot = part(() => import('./RechartsPlot'))
