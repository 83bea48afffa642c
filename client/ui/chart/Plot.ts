import { part } from '../part'

/**
 * Bars and lines, drawn by Recharts. The library is 92 kB: it is fetched when the first of them is drawn, which is after
 * heading, sentence and table of its chart; a page that is fetched ahead does not bring it.
 */
export const Plot = part(() => import('./RechartsPlot'))
