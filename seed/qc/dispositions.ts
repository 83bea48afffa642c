import { MINUTE_MS } from '#shared/durations'
import type { StepAction } from '#shared/qc/record/workflow'
import { SHIFT_MS, type Calendar } from './calendar'
import { streamOf, type Random } from './random'
import { judged, versionOn, type PlannedRecord, type PlannedValue } from './records'

/** A step of a record. Two steps of one record are at least a shift apart. */
export type PlannedStep = {
  record: PlannedRecord
  at: number
  /** The working day and shift of `at`. */
  day: number
  shift: number
  /** Account. */
  by: string
  action: StepAction | 'correct'
  reason?: string
  comment?: string
  disposition?: string
  /** The corrected values, and the reason. */
  correction?: { lockVersion: number; values: PlannedValue[]; reasonCode: string; reason: string }
}

/** The disposition of a record: the entered values, and its steps. */
export type Disposition = { record: PlannedRecord; entered: PlannedValue[]; remark: string; steps: PlannedStep[] }

export const ENGINEER = 'linxiaowen'
export const REVIEWER = 'xuhaifeng'
export const APPROVERS = ['approver', 'wangjianguo'] as const

const VOIDED = 0.006
const REJECTED = 0.012
/** The share of the last day's records that are still drafts. */
const STILL_DRAFT = 0.3

/** Minutes of a shift for steps; entries are earlier. */
const CORRECTING_MIN = [452, 458] as const
const SUBMITTING_MIN = [460, 469] as const
const DECIDING_MIN = [470, 479] as const

/** E3: two digits of one value are swapped. */
export const SWAPPED = { template: 'C21-FILL', day: 141 }
/** E18 */
export const VOIDED_WELD = { template: 'K-WELD', day: 77 }

const ngRemarks = [
  '已隔离，通知工艺确认 Isolated, process engineering told',
  '加倍抽样，同批其余合格 Twice as many taken, the others are good',
  '停机调整后恢复 Stopped, set anew and started again',
]
const voidReasons = ['重复录入 Entered twice', '模板选错 Wrong template', '样品非本批 The sample was of another lot']
const rejectReasons = ['与仪器打印值不符 Not what the gauge has printed', '请核对末位读数 Please check the last figure']
const comments = ['加严下一批 The next lot more strictly', '已与生产确认 Agreed with production', '同意 Agreed']
const dispositionCodes = ['concession', 'concession', 'rework', 'sort', 'scrap'] as const

type Kind = 'plain' | 'voided' | 'rejected'

/** The dispositions of the records of one template. */
export function dispositionsOf(seed: number, records: readonly PlannedRecord[], calendar: Calendar): Disposition[] {
  const [first] = records
  if (!first) return []
  const chance = streamOf(seed, `${first.template.code} fates`) // another name would draw other numbers
  const isFirstOf = ({ template, day }: typeof SWAPPED, record: PlannedRecord) =>
    template === record.template.code &&
    record === records.find(({ circumstances, retestOf }) => circumstances.day === day && !retestOf)
  return records.map((record) => {
    const luck = chance.next()
    const isSwapped = isFirstOf(SWAPPED, record)
    const isVoidedWeld = isFirstOf(VOIDED_WELD, record)
    const lot: Kind = luck < VOIDED ? 'voided' : luck < VOIDED + REJECTED ? 'rejected' : 'plain'
    const kind: Kind = isSwapped ? 'rejected' : isVoidedWeld ? 'voided' : lot
    const wrong = kind === 'rejected' ? (isSwapped ? swapped : misread)(record.values) : undefined
    const entered = wrong ?? record.values
    const isWrongNg = wrong && judged(versionOn(record.template, record.circumstances.day), wrong) === 'NG'
    const remark = isWrongNg || record.judgement === 'NG' ? chance.pick(ngRemarks) : ''
    const steps = new Steps(record, chance, calendar)
    if (!steps.isDraftStill()) {
      steps.submit()
      if (kind === 'voided') steps.void(isVoidedWeld ? '试样装夹错误，数据无效 Sample clamped wrongly' : undefined)
      else if (wrong) steps.mend(isSwapped)
      else steps.sign()
    }
    return { record, entered, remark, steps: steps.until(calendar.end) }
  })
}

type StepPlan = Omit<PlannedStep, 'record' | 'at' | 'day' | 'shift'>

/** Plans the steps of one record in sequence. */
class Steps {
  readonly #record: PlannedRecord
  readonly #chance: Random
  readonly #calendar: Calendar
  readonly #steps: PlannedStep[] = []
  /** The working day whose early shift has the next step. */
  #day: number

  constructor(record: PlannedRecord, chance: Random, calendar: Calendar) {
    this.#record = record
    this.#chance = chance
    this.#calendar = calendar
    this.#day = record.circumstances.day + 1
  }

  /** The steps before `end`. */
  until = (end: number): PlannedStep[] => this.#steps.filter(({ at }) => at < end)

  isDraftStill(): boolean {
    const isOfLastDay = this.#record.circumstances.day === this.#calendar.lastDay
    return this.#chance.happens(STILL_DRAFT) && isOfLastDay
  }

  /** At the end of the shift. */
  submit() {
    const { day, shift, operator } = this.#record.circumstances
    this.#add({ by: operator, action: 'submit' }, { day, shift }, SUBMITTING_MIN)
  }

  sign() {
    if (this.#isRecent()) return
    const { signLevels } = this.#record.template
    if (signLevels === 2) this.#next({ by: REVIEWER, action: 'review' })
    const isNg = this.#record.judgement === 'NG'
    this.#next({
      by: this.#chance.pick(APPROVERS),
      action: 'approve',
      ...(isNg && { disposition: this.#chance.pick(dispositionCodes) }),
      ...(this.#chance.happens(isNg ? 0.5 : 0.01) && { comment: this.#chance.pick(comments) }),
    })
  }

  void(reason = this.#chance.pick(voidReasons)) {
    if (this.#isRecent()) return
    if (this.#chance.happens(0.3)) this.sign()
    this.#next({ by: ENGINEER, action: 'void', reason })
  }

  /** Rejected, corrected, submitted again and signed. */
  mend(isSwapped: boolean) {
    if (this.#isRecent()) return
    const { template, circumstances, values } = this.#record
    const by = template.signLevels === 2 ? REVIEWER : APPROVERS[0]
    const reason = isSwapped
      ? '第 2 件疑似录入错误 The second piece looks like a typing error'
      : this.#chance.pick(rejectReasons)
    this.#next({ by, action: 'reject', reason })
    const correction = {
      lockVersion: this.#steps.length, // each step adds one
      values,
      reasonCode: isSwapped || this.#chance.happens(0.7) ? 'typing' : 'remeasured',
      reason: isSwapped ? '小数点后两位数字颠倒 The two figures behind the point were swapped' : '',
    }
    const when = { day: this.#day++, shift: 0 }
    this.#add({ by: circumstances.operator, action: 'correct', correction }, when, CORRECTING_MIN)
    this.#add({ by: circumstances.operator, action: 'submit' }, when, SUBMITTING_MIN)
    this.sign()
  }

  /** True for a record of the last two days, which have no decisions yet. */
  #isRecent(): boolean {
    const { startOf, lastDay, end } = this.#calendar
    return this.#record.inspectedAt >= startOf(lastDay - 2) + (end - startOf(lastDay))
  }

  #next(step: StepPlan) {
    this.#add(step, { day: this.#day++, shift: 0 }, DECIDING_MIN)
  }

  #add(step: StepPlan, when: { day: number; shift: number }, [from, to]: readonly [number, number]) {
    const { startOf, lastDay } = this.#calendar
    const minutes = from + this.#chance.next() * (to - from)
    if (when.day > lastDay) return
    const at = startOf(when.day) + when.shift * SHIFT_MS + Math.round(minutes * MINUTE_MS)
    this.#steps.push({ ...step, ...when, record: this.#record, at })
  }
}

/** The values with one misread digit; undefined if there is no value to misread. */
function misread(values: readonly PlannedValue[]): PlannedValue[] | undefined {
  const index = values.findIndex(({ state, raw }) => state === 'present' && /^-?\d+(\.\d+)?$/.test(raw ?? ''))
  const raw = values[index]?.raw
  if (!raw) return undefined
  const wrong = `${raw.slice(0, -1)}${raw.endsWith('9') ? '8' : Number(raw.at(-1)) + 1}`
  return values.map((value, at) => (at === index ? { ...value, raw: wrong } : value))
}

/** The values with the first two digits after the point of one value swapped: `5.508` for `5.058`. */
function swapped(values: readonly PlannedValue[]): PlannedValue[] {
  const wrongOf = (raw: string) => raw.replace(/\.(\d)(\d)/, '.$2$1')
  const isOther = ({ state, raw }: PlannedValue) => state === 'present' && wrongOf(raw ?? '') !== raw
  const index = values.findIndex((value, at) => at > 0 && isOther(value))
  return values.map((value, at) => (at === index ? { ...value, raw: wrongOf(value.raw ?? '') } : value))
}
