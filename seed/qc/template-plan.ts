import type { Stage } from '#shared/qc/constants'
import type { GivenItem } from '#server/qc/template/items'
import type { ProductCode } from './plant'
import type { Random } from './random'

/** The circumstances of one inspection, before its values. */
export type Circumstances = {
  /** Within the template, from 0 on. */
  index: number
  /** Working day, from 1 on. */
  day: number
  /** The calendar day, `YYYY-MM-DD`. */
  date: string
  /** 0 early, 1 late, 2 night. */
  shift: number
  machine: string | null
  /** Account of the inspector. */
  operator: string
  supplier: string
}

/** A number is written with the decimals of its item, text unchanged. */
export type Reading = number | string
export type Count = { count: number; size: number }
/** The readings by code of item: several pieces, one piece, or a count. Missing items are not entered. */
export type Readings = Record<string, readonly Reading[] | Reading | Count>

export type VersionPlan = {
  /** The first working day in force; days before the year are negative. */
  fromDay: number
  changeNote: string
  items: (GivenItem & { itemKey: string })[]
}

/** A template of the demo, and the model of its records. */
export type TemplatePlan = {
  product: ProductCode
  code: string
  name: string
  nameEn: string
  stage: Stage
  signLevels: 0 | 1 | 2
  isLotRequired: boolean
  remark: string
  versions: VersionPlan[]
  /** An unfinished version. */
  draft?: Pick<VersionPlan, 'items'>
  /** The working day of its retirement. */
  retiredOn?: number
  /** The times of inspection on a working day, in parts of the day; see {@link daytimes}. */
  slots(day: number): readonly number[]
  machines: readonly string[]
  /** The index of a record's machine, if it is not random. */
  machineOf?(index: number): number
  operators: readonly string[]
  /** The inspector at a time, if the operators do not take turns. */
  operatorOf?(circumstances: Pick<Circumstances, 'day' | 'shift' | 'index'>, random: Random): string
  /** True if some records are retested, most of the NG ones. */
  isRetested: boolean
  /** Begins a year. The returned function is called for the records in sequence. */
  model(random: Random): (circumstances: Circumstances) => Readings
}

/** The versions of a template with a single publication, before the year. */
export const onlyVersion = (items: VersionPlan['items']): VersionPlan[] => [
  { fromDay: -20, changeNote: '首次发布', items },
]

/** Inspections take place in the first 90 % of a shift. Their records are submitted at its end. */
const IN_SHIFT = [0.06, 0.86] as const

/** Parts of a day for `count` inspections, spread over all shifts; `phase` from 0 to 1 moves them. */
export function daytimes(count: number, phase: number): number[] {
  return Array.from({ length: count }, (_, index) => inShift(((index + phase) / count) * 3))
}

/** A part of a day within the inspection hours of a shift: 1.5 is the middle of the late shift. */
export function inShift(at: number): number {
  const shift = Math.floor(at)
  const [from, to] = IN_SHIFT
  return (shift + from + (at - shift) * (to - from)) / 3
}

/** A piece of a process: the overall mean, the variation between records, and between pieces. */
export type Process = { mean: number; between: number; within: number }

/** `n` pieces under the same conditions, `shift` away from the mean. */
export function pieces(random: Random, { mean, between, within }: Process, n: number, shift = 0): number[] {
  const common = mean + shift + random.normal() * between
  return Array.from({ length: n }, () => common + random.normal() * within)
}
