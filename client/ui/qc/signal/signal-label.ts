import { equipmentOf } from '#shared/qc/localized-name'
import type { Signal } from '#shared/qc/signal'
import type { T } from '../../useText'
import type { LocalizedName } from '../localized-name'
import { ruleName } from '#shared/qc/analysis/rule-words'
import { signalInShort } from './signal-words'

/** Names a signal: the item and record, the equipment of its limits, and the rule. No two signals have the same name. */
export function signalLabel(t: T, localized: LocalizedName, signal: Signal): string {
  const { itemName: name, itemNameEn: nameEn, recordNo, rule } = signal
  const item = `${localized({ name, nameEn })} ${recordNo}`
  return [item, localized(equipmentOf(signal)), signalInShort(t, signal), ruleName(t, rule)].filter(Boolean).join(', ')
}
