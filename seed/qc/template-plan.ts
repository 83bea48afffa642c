import type { Stage } from '#shared/qc/constants'
import type { GivenItem } from '#server/qc/template/items'
import type { ProductCode } from './plant'
import type { Random } from './random'

/** The circumstances of one inspection, before its values are known. */
export type Circumstances = {
  /** Of the template, from 0 on. */
  index: number
  /** Working day, from 1 on. */
  day: number
  /** The same by the calendar, `YYYY-MM-DD`. */
  date: string
  /** 0 early, 1 late, 2 night. */
  shift: number
  machine: string | null
  /** Account of whoever inspects. */
  operator: string
  supplier: string
}

/** A number is written with the decimals of its item, text as it stands here. */
export type Reading = number | string
export type Count = { count: number; size: number }
/** What is read, by the codes of items: several pieces, one, or a count. Items that are left out are not entered. */
export type Readings = Record<string, readonly Reading[] | Reading | Count>

export type VersionPlan = {
  /** The working day from which on it is in force; days before the year are negative. */
  fromDay: number
  changeNote: string
  items: (GivenItem & { itemKey: string })[]
}

/** A template of the demo, and how its records come about. */
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
  /** A version that somebody is still writing. */
  draft?: Pick<VersionPlan, 'items'>
  /** The working day on which it was taken out of use. */
  retiredOn?: number
  /** When of a working day it is inspected, in parts of the day; see {@link daytimes}. */
  slots(day: number): readonly number[]
  machines: readonly string[]
  /** Which of the machines a record is of, where that is not left to chance. */
  machineOf?(index: number): number
  operators: readonly string[]
  /** Whoever is at work at a time, where they do not take turns. */
  operatorOf?(circumstances: Pick<Circumstances, 'day' | 'shift' | 'index'>, random: Random): string
  /** Whether something is measured again where it was NG. */
  isRetested: boolean
  /** Begins a year. The function that it returns is called for one record after the other. */
  model(random: Random): (circumstances: Circumstances) => Readings
}

/** The versions of a template that was published once, before the year. */
export const onlyVersion = (items: VersionPlan['items']): VersionPlan[] => [
  { fromDay: -20, changeNote: '首次发布', items },
]

/** Inspections go into the first 90 % of a shift: what is entered afterwards is submitted at its end. */
const IN_SHIFT = [0.06, 0.86] as const

/** Parts of a day at which `count` inspections take place, spread over all shifts; `phase` from 0 to 1 moves them. */
export function daytimes(count: number, phase: number): number[] {
  return Array.from({ length: count }, (_, index) => inShift(((index + phase) / count) * 3))
}

/** A part of a day within the hours of a shift in which inspections take place: 1.5 is the middle of the late shift. */
export function inShift(at: number): number {
  const shift = Math.floor(at)
  const [from, to] = IN_SHIFT
  return (shift + from + (at - shift) * (to - from)) / 3
}

/** A piece of a process: the mean of everything, what differs between records and between pieces. */
export type Process = { mean: number; between: number; within: number }

/** `n` pieces made under the same conditions, `shift` away from the mean. */
export function pieces(random: Random, { mean, between, within }: Process, n: number, shift = 0): number[] {
  const common = mean + shift + random.normal() * between
  return Array.from({ length: n }, () => common + random.normal() * within)
}
