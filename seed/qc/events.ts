import { SWAPPED, VOIDED_WELD } from './dispositions'
import { OVEN_SLOW_FROM } from './templates/coating'
import { DAY_WITHOUT, FLATTERER } from './templates/k-value'
import { HEADS_APART_FROM } from './templates/sealing'
import { COARSE_READER } from './templates/stacking'
import { VARIED_FROM } from './templates/visual'
import { MACHINES_APART_FROM } from './templates/weld-pull'

/** An event of the year for the analysis to find (`qc-domain` 9). */
type PlantedEvent = {
  id: string
  template: string
  /** Code of the item; null for whole records. */
  item: string | null
  /** Working days from 1 to 300, both included. */
  fromDay: number
  toDay: number
  /** The affected part of the records: of one machine, operator or supplier, or one piece of each. */
  stratum?: { kind: 'equipment' | 'operator' | 'supplier' | 'sample'; is: string }
}

const YEAR = { fromDay: 1, toDay: 300 }

/** All events. Only tests read the list. */
export const plantedEvents: readonly PlantedEvent[] = [
  {
    id: 'E1',
    template: 'C21-COAT',
    item: 'density',
    fromDay: 92,
    toDay: 103,
    stratum: { kind: 'equipment', is: 'M2' },
  },
  { id: 'E2', template: 'C21-SLIT', item: 'burr', fromDay: 220, toDay: 228 },
  { id: 'E3', template: SWAPPED.template, item: 'mass', fromDay: SWAPPED.day, toDay: SWAPPED.day },
  { id: 'E4', template: 'C21-CAL', item: 'thickness', fromDay: 170, toDay: 175 },
  {
    id: 'E5',
    template: 'P-SEAL',
    item: 'thickness',
    fromDay: HEADS_APART_FROM,
    toDay: 300,
    stratum: { kind: 'sample', is: '1, 2, 3' },
  },
  {
    id: 'E6',
    template: 'K-WELD',
    item: 'force',
    fromDay: MACHINES_APART_FROM,
    toDay: 300,
    stratum: { kind: 'equipment', is: 'W1, W2' },
  },
  { id: 'E7', template: 'P-STACK', item: 'offset', ...YEAR, stratum: { kind: 'operator', is: COARSE_READER } },
  { id: 'E8', template: 'P-VIS', item: 'pinhole', fromDay: 133, toDay: 134 },
  { id: 'E9', template: 'P-VIS', item: 'defectives', fromDay: VARIED_FROM, toDay: 300 },
  { id: 'E10', template: 'C21-COAT', item: 'density', fromDay: 180, toDay: 300 },
  { id: 'E11', template: 'C21-FORM', item: 'capacity', fromDay: 240, toDay: 300 },
  { id: 'E12', template: 'K-FINAL', item: 'leak', ...YEAR },
  { id: 'E13', template: 'C21-COAT', item: 'oven', fromDay: OVEN_SLOW_FROM, toDay: 300 },
  { id: 'E14', template: 'P-KV', item: null, fromDay: DAY_WITHOUT, toDay: DAY_WITHOUT },
  {
    id: 'E15',
    template: 'P-KV',
    item: 'k',
    fromDay: 200,
    toDay: 300,
    stratum: { kind: 'operator', is: FLATTERER },
  },
  { id: 'E16', template: 'C21-FORM', item: 'ir', fromDay: 60, toDay: 110 },
  {
    id: 'E17',
    template: 'C21-IQC-CU',
    item: 'thickness',
    ...YEAR,
    stratum: { kind: 'supplier', is: 'B 江南铜箔' },
  },
  { id: 'E18', template: VOIDED_WELD.template, item: null, fromDay: VOIDED_WELD.day, toDay: VOIDED_WELD.day },
]
