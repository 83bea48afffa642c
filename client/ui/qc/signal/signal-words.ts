import { formatTime, MINUTE } from '#shared/format/time'
import type { Signal } from '#shared/qc/signal'
import { ruleName, ruleTest, ruleWords } from '../rule-words'
import type { T } from '../../useText'

/** The text of a signal: the broken rule, the time it began, its meaning and where to look. */
export function signalWords(t: T, signal: Signal): string {
  const broken = { ...signal, members: { length: signal.pointCount } }
  return t('qcSignal.sentence', {
    rule: ruleName(t, signal.rule),
    words: ruleWords(t, broken, formatTime(signal.since, MINUTE), signal.chart),
  })
}

/** A signal in a few words. */
export function signalInShort(t: T, { track, chart, rule }: Signal): string {
  if (track === 'dispersion') return t(chart === 'imr' ? 'qcSignal.jump' : 'qcSignal.spread')
  return ruleTest(t, rule)
}
