import type { Judgement, JudgeMode } from '#shared/qc/constants'
import { roundHalfEven } from '#shared/spc/decimal'
import { judgeValue } from '#shared/spc/sampling/judge'
import { useText, type T } from '../../useText'
import { shapePath } from '../entry/shapes'
import { hasLimits, limitsRange, numberOf, placeIn, type Limits } from './limits-scale'
import './LimitsBar.css'

type LimitsBarProps = {
  item: Limits & { judgeMode?: JudgeMode }
  /** The measured values, drawn on the bar. */
  values?: readonly number[]
  /** `large` for operators with gloves at a phone. */
  size?: 'small' | 'large'
}

/**
 * The limits of an item as a bar: the areas outside of the specification, up to the warning limits, and the good middle
 * with the nominal. Nothing without limits.
 */
export function LimitsBar({ item, values = [], size = 'small' }: LimitsBarProps) {
  const t = useText()
  if (!hasLimits(item)) return null
  const range = limitsRange(item, values)
  const place = (text: string | null) => {
    const value = numberOf(text)
    return value === undefined ? undefined : placeIn(range, value)
  }
  const lsl = place(item.lsl)
  const usl = place(item.usl)
  const warnLow = place(item.warnLow)
  const warnHigh = place(item.warnHigh)
  const nominal = place(item.nominal)
  const [from, to] = [lsl ?? 0, usl ?? 100]
  return (
    <div className={`limits-bar limits-bar-${size}`} role="img" aria-label={limitsText(t, item, values)}>
      <div className="limits-bar-track">
        <Band kind="warn" from={from} to={to} />
        <Band kind="ok" from={warnLow ?? from} to={warnHigh ?? to} />
        {[warnLow, warnHigh].map((at, index) => at !== undefined && <Mark key={index} kind="warn" at={at} />)}
        {[lsl, usl].map((at, index) => at !== undefined && <Mark key={index} kind="limit" at={at} />)}
        {nominal !== undefined && <Mark kind="nominal" at={nominal} />}
        {values.map((value, index) => (
          <Needle
            key={index}
            at={placeIn(range, value)}
            verdict={judgeValue(String(value), { judgeMode: 'absolute', ...item })}
          />
        ))}
      </div>
      <div className="hint limits-bar-figures">
        {figuresOf(item, { lsl, usl, nominal }, size).map(({ text, style }) => (
          <span key={text} style={style}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}

const Band = ({ kind, from, to }: { kind: 'ok' | 'warn'; from: number; to: number }) =>
  to > from && <span className={`limits-bar-${kind}`} style={{ left: `${from}%`, width: `${to - from}%` }} />

/** The positions of the marks that have a figure, in percent of the bar. */
type Places = Record<'lsl' | 'usl' | 'nominal', number | undefined>

/** The number of characters that fit side by side on the narrowest bar. */
const ROOM = { small: 19, large: 35 } as const

/** Each figure stands below its mark and within the bar; limits that would overlap stand at the ends. */
function figuresOf({ lsl, usl, nominal }: Limits, places: Places, size: keyof typeof ROOM) {
  const low = textAt(places.lsl, usl === null ? `≥ ${lsl}` : lsl)
  const high = textAt(places.usl, lsl === null ? `≤ ${usl}` : usl)
  const middle = textAt(places.nominal, nominal)
  const isClear = (left: TextAt | undefined, right: TextAt | undefined) =>
    !left ||
    !right ||
    (Math.abs(left.at - right.at) / 100) * ROOM[size] > (left.text.length + right.text.length) / 2 + 1
  const isRoomy = isClear(low, high)
  const isMiddleShown = isRoomy && isClear(low, middle) && isClear(middle, high)
  return [
    low && { text: low.text, style: isRoomy ? below(low) : { left: 0 } },
    middle && isMiddleShown && { text: middle.text, style: below(middle) },
    high && { text: high.text, style: isRoomy ? below(high) : { right: 0 } },
  ].filter((figure) => typeof figure === 'object')
}

type TextAt = { at: number; text: string }
const textAt = (at: number | undefined, text: string | null): TextAt | undefined =>
  at === undefined || text === null ? undefined : { at, text }

const below = ({ at, text }: TextAt) => {
  const half = `${text.length / 2}ch`
  return { left: `clamp(${half}, ${at}%, calc(100% - ${half}))`, translate: '-50% 0' }
}

const Mark = ({ kind, at }: { kind: 'limit' | 'warn' | 'nominal'; at: number }) => (
  <span className={`limits-bar-mark limits-bar-mark-${kind}`} style={{ left: `${at}%` }} />
)

/** The mark of a value, distinct by colour and shape. */
const Needle = ({ at, verdict }: { at: number; verdict: Judgement }) => (
  <svg className={`limits-bar-needle limits-bar-needle-${verdict}`} style={{ left: `${at}%` }} viewBox="0 0 12 12">
    <path d={shapePath[verdict]} />
  </svg>
)

/** The limits and values in words. */
function limitsText(t: T, item: Limits, values: readonly number[]): string {
  const parts = [
    item.lsl !== null && t('qcTemplate.saysLsl', { value: item.lsl }),
    item.warnLow !== null && t('qcTemplate.saysWarnLow', { value: item.warnLow }),
    item.nominal !== null && t('qcTemplate.saysNominal', { value: item.nominal }),
    item.warnHigh !== null && t('qcTemplate.saysWarnHigh', { value: item.warnHigh }),
    item.usl !== null && t('qcTemplate.saysUsl', { value: item.usl }),
    values.length > 0 &&
      t('qcTemplate.saysValues', {
        values: values.map((value) => roundHalfEven(String(value), item.decimals)).join(', '),
      }),
  ]
  return parts.filter((part) => part !== false).reduce((first, second) => t('qcTemplate.saysBoth', { first, second }))
}
