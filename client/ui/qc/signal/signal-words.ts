import { formatTime, MINUTE } from '#shared/format/time'
import { lineTime } from '#shared/format/line-time'
import type { Signal } from '#shared/qc/signal'
import { ruleInShort, ruleName, ruleWords } from '#shared/qc/analysis/rule-words'
import type { T } from '../../useText'

/**
 * The text of a signal: the broken rule, the time it began, its meaning and where to look.
 *
 * @param tz the time zone of the product line, for a text beside its chart; that of the device for one beside other times
 */
export function signalWords(t: T, signal: Signal, tz?: string): string {
  const { since, chart, pointCount } = signal
  const time = tz === undefined ? formatTime(since, MINUTE) : lineTime(since, tz)
  const broken = { ...signal, members: { length: pointCount } }
  return t('qcSignal.sentence', { rule: ruleName(t, signal.rule), words: ruleWords(t, broken, time, chart) })
}

/** A signal in a few words. */
export const signalInShort = (t: T, signal: Signal): string => ruleInShort(t, signal, signal.chart)
