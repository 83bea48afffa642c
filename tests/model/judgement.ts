/** How values are judged (qc-domain 3.1), written anew: nothing of the product is used here. */

type Judgement = 'OK' | 'WARN' | 'NG' | 'PENDING'
type Limits = { lsl?: string; usl?: string; warnLow?: string; warnHigh?: string; plausLow?: string; plausHigh?: string }
export type Item = {
  code: string
  samples: number
  decimals: number
  severity: 'critical' | 'major' | 'minor' | 'info'
  isRequired: boolean
  limits?: Limits
  /** What each answer of a choice is. */
  choices?: Record<string, Judgement>
}
/** What was entered for one sample; `missing` is a reason for having no value. */
export type Value = { code: string; sample: number; raw?: string; missing?: string; isConfirmed?: boolean }

/** A decimal text as a whole number of its last of twelve digits: doubles would round. */
function scaled(text: string): bigint {
  const [whole = '', part = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + part.padEnd(12, '0'))
  return text.startsWith('-') ? -size : size
}

const isBelow = (raw: string, limit: string | undefined) => limit !== undefined && scaled(raw) < scaled(limit)
const isAbove = (raw: string, limit: string | undefined) => limit !== undefined && scaled(raw) > scaled(limit)

/** Limits are inclusive; one that is not there does not limit. */
function judgeValue({ limits = {}, choices }: Item, raw: string): Judgement {
  if (choices) return choices[raw]!
  if (isBelow(raw, limits.lsl) || isAbove(raw, limits.usl)) return 'NG'
  return isBelow(raw, limits.warnLow) || isAbove(raw, limits.warnHigh) ? 'WARN' : 'OK'
}

/** Whether somebody has to be asked if it is true. */
const isImprobable = ({ limits = {} }: Item, raw: string) =>
  isBelow(raw, limits.plausLow) || isAbove(raw, limits.plausHigh)

/** Whether a value can be entered at all: a form takes no more digits than its item has. */
export const isTaken = ({ choices, decimals }: Item, { raw }: Pick<Value, 'raw'>) =>
  raw === undefined || (choices ? raw in choices : (raw.split('.')[1] ?? '').length <= decimals)

export type Found = {
  judgement: Judgement
  /** Of each value, by item and sample. */
  values: Record<string, Judgement>
  /** Something required has neither a value nor a reason for having none. */
  isOpen: boolean
  /** An improbable value nobody has confirmed. */
  isDoubtful: boolean
}

export const keyOf = ({ code, sample }: Pick<Value, 'code' | 'sample'>) => `${code}/${sample}`

export function judge(items: readonly Item[], entered: readonly Value[]): Found {
  const byKey = new Map(entered.map((value) => [keyOf(value), value]))
  const values: Record<string, Judgement> = {}
  let [isOpen, isLacking, isNg, isWarned, isDoubtful] = [false, false, false, false, false]
  for (const item of items) {
    for (let sample = 1; sample <= item.samples; sample++) {
      const key = keyOf({ code: item.code, sample })
      const value = byKey.get(key)
      if (value?.raw === undefined) {
        isOpen ||= item.isRequired && value?.missing === undefined
        isLacking ||= item.isRequired
        if (value) values[key] = 'PENDING'
        continue
      }
      const found = judgeValue(item, value.raw)
      values[key] = found
      isNg ||= found === 'NG' && item.severity !== 'info'
      isWarned ||= found === 'WARN'
      isDoubtful ||= isImprobable(item, value.raw) && !value.isConfirmed
    }
  }
  const judgement = isNg ? 'NG' : isLacking ? 'PENDING' : isWarned ? 'WARN' : 'OK'
  return { judgement, values, isOpen, isDoubtful }
}
