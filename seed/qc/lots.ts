import type { LotStatus } from '#shared/qc/constants'
import { WORKING_DAYS, type Calendar } from './calendar'
import type { ProductCode } from './plant'
import { streamOf } from './random'

export type PlannedLot = {
  product: ProductCode
  lotNo: string
  supplier: string
  qty: string
  /** `YYYY-MM-DD` */
  producedAt: string
  /** The working day of its first inspection. */
  day: number
  status: LotStatus
}

const suppliers = ['A 华东铜箔', 'B 江南铜箔', 'C 北方铜箔'] as const

/** Per line: the number of lots in the year, the prefix of their numbers, and their size. */
const own = {
  c21: { count: 150, stem: 'C', qty: '12000' },
  pouch: { count: 150, stem: 'P', qty: '2400' },
  pack: { count: 164, stem: 'K', qty: '14' },
} as const satisfies Record<ProductCode, object>

/** Lots of the last `OPEN_DAYS` days are in use; those of the two days before are on hold. */
const OPEN_DAYS = 6
const HELD_DAYS = 2

/** The lot of a line on a working day. Lots do not overlap. */
export function lotOfDay(product: ProductCode, day: number, calendar: Calendar): PlannedLot {
  const { count, stem, qty } = own[product]
  const index = Math.min(count - 1, Math.floor(((day - 1) * count) / WORKING_DAYS))
  const first = Math.ceil((index * WORKING_DAYS) / count) + 1
  return { product, supplier: '', qty, ...datedAt(first, stem, calendar) }
}

/** The lot of copper foil that arrives on a working day. */
export function foilOfDay(seed: number, day: number, calendar: Calendar): PlannedLot {
  const supplier = streamOf(seed, `foil ${day}`).pick(suppliers)
  return { product: 'c21', supplier, qty: '3000', ...datedAt(day, `CU-${supplier[0]!}`, calendar) }
}

function datedAt(day: number, stem: string, { startOf, lastDay }: Calendar) {
  const producedAt = new Date(startOf(day)).toISOString().slice(0, 10)
  const age = lastDay - day
  const status: LotStatus = age < OPEN_DAYS ? 'open' : age < OPEN_DAYS + HELD_DAYS ? 'hold' : 'closed'
  return { lotNo: numberOf(stem, producedAt), producedAt, day, status }
}

/** The lot of a line from a day on, `YYYY-MM-DD`. */
export const ownLotOn = (product: ProductCode, producedAt: string) => ({
  lotNo: numberOf(own[product].stem, producedAt),
  qty: own[product].qty,
  producedAt,
})

const numberOf = (stem: string, producedAt: string) => `${stem}${producedAt.slice(2).replaceAll('-', '')}`

/** The key of a lot: product and number. */
export const keyOfLot = ({ product, lotNo }: { product: string; lotNo: string }) => `${product}/${lotNo}`
