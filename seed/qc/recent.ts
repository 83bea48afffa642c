import { streamOf, type Random } from './random'
import type { Count, Readings } from './template-plan'

/**
 * Two months before the end of the year. From here on there are more defects, for the Pareto charts of the last weeks.
 */
const RECENT_FROM = 256

type Trouble = { item: string; chance: number; change: (readings: Readings, random: Random) => Readings[string] }

/** An answer that replaces the reading. */
const answered = (item: string, chance: number, answer: string): Trouble => ({ item, chance, change: () => answer })

/** A count above the limit. */
const counted = (item: string, chance: number, share: number): Trouble => ({
  item,
  chance,
  change(readings) {
    const { size } = readings[item] as Count
    return { count: Math.ceil(size * share), size }
  },
})

const troubles: Record<string, Trouble[]> = {
  'C21-SLIT': [answered('edge', 0.09, 'bad')],
  'C21-IQC-CU': [answered('look', 0.1, 'bad')],
  // one nozzle drips: its piece has too little, and the nozzles differ
  'C21-FILL': [{ item: 'mass', chance: 0.025, change: ({ mass }) => [5.365, ...(mass as number[]).slice(1)] }],
  'P-SEAL': [answered('leak', 0.04, '0')],
  'P-VIS': [counted('scratch', 0.12, 0.043), counted('stain', 0.05, 0.033)],
  'K-FINAL': [answered('labels', 0.16, 'illegible'), answered('torque', 0.1, '0'), answered('housing', 0.08, 'bad')],
}

/** Changes the readings of a template's last months; the other readings of the year stay. */
export function recentTroubles(seed: number, template: string) {
  const random = streamOf(seed, `${template} recent`)
  const ownTroubles = troubles[template] ?? []
  return (day: number, readings: Readings): Readings => {
    if (day < RECENT_FROM) return readings
    const happened = ownTroubles.filter(({ item, chance }) => random.happens(chance) && item in readings)
    return happened.reduce((now, { item, change }) => ({ ...now, [item]: change(now, random) }), readings)
  }
}
