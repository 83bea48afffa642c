import type { JudgeMode } from '#shared/qc/constants'
import { roundHalfEven } from '#shared/spc/decimal'
import { judgeValue } from '#shared/spc/judge'
import { useText, type T } from '../useText'
import { hasLimits, limitsRange, numberOf, placeIn, type Limits } from './limits-scale'
import './LimitsBar.css'

type LimitsBarProps = {
  item: Limits & { judgeMode?: JudgeMode }
  /** Drawn upon it: what was measured. */
  values?: readonly number[]
  /** `large` where somebody stands before a phone with gloves on. */
  size?: 'small' | 'large'
}

/**
 * The limits of an item as a bar: outside of the specification, between it and the warning limits, and the good middle
 * with the nominal. Nothing where there are no limits.
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
      <div className="limits-bar-figures">
        <Figure at={lsl} text={item.usl === null ? `≥ ${item.lsl}` : item.lsl} />
        {nominal !== undefined && isClear(nominal, lsl) && isClear(nominal, usl) && (
          <Figure at={nominal} text={item.nominal} />
        )}
        <Figure at={usl} text={item.lsl === null ? `≤ ${item.usl}` : item.usl} />
      </div>
    </div>
  )
}

const Band = ({ kind, from, to }: { kind: 'ok' | 'warn'; from: number; to: number }) =>
  to > from && <span className={`limits-bar-${kind}`} style={{ left: `${from}%`, width: `${to - from}%` }} />

/** So far apart, in hundredths of the bar, two figures do not run into each other. */
const APART = 28
const isClear = (at: number, other: number | undefined) => other === undefined || Math.abs(at - other) >= APART

/** Below its mark, but not beyond the bar. */
const Figure = ({ at, text }: { at: number | undefined; text: string | null }) =>
  at !== undefined && (
    <span style={at < APART ? { left: 0 } : at > 100 - APART ? { right: 0 } : { left: `${at}%`, translate: '-50% 0' }}>
      {text}
    </span>
  )

const Mark = ({ kind, at }: { kind: 'limit' | 'warn' | 'nominal'; at: number }) => (
  <span className={`limits-bar-mark limits-bar-mark-${kind}`} style={{ left: `${at}%` }} />
)

const shapes = {
  OK: 'M2 6a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  WARN: 'M6 1 11.500 11H.500z',
  NG: 'M2 2h8v8H2z',
} as const

/** A value stands out by colour and by shape. */
const Needle = ({ at, verdict }: { at: number; verdict: keyof typeof shapes }) => (
  <svg className={`limits-bar-needle limits-bar-needle-${verdict}`} style={{ left: `${at}%` }} viewBox="0 0 12 12">
    <path d={shapes[verdict]} />
  </svg>
)

/** The same in words. */
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
