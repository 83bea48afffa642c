import type { Version } from '#shared/qc/template/schema'
import { parseFormula } from '#shared/spc/formula/formula'
import { choiceFormulaValue } from '#shared/spc/sampling/sample'
import type { LocalizedName } from '../../../../ui/qc/localized-name'
import type { T } from '../../../../ui/useText'
import { hasNumbers } from './ChoiceNumbers'
import { withoutForeignFields, type DraftItem } from './draft-item'
import type { Items } from './edits'

type Renumbered = {
  item: DraftItem
  versionNo: number
  options: readonly { name: string; nameEn: string; before: number; now: number }[]
  /** The items whose formulas use it. */
  users: Items
}

/** Items used in formulas that compare some of their options by another number than in the published version. */
export const renumberedIn = (version: Version | null, items: Items): Renumbered[] =>
  items.flatMap((item) => {
    const published = version?.items.find(({ itemKey }) => itemKey === item.itemKey)
    if (!version || !published || !hasNumbers(item) || !hasNumbers(published)) return []
    const options = item.choices.flatMap((choice, index) => {
      const oldIndex = published.choices.findIndex(({ code }) => code === choice.code)
      if (oldIndex === -1) return []
      const [before, now] = [oldIndex, index].map((at) => choiceFormulaValue(choice.code, at)) as [number, number]
      return before === now ? [] : [{ ...choice, before, now }]
    })
    const users = options.length === 0 ? [] : items.filter((other) => codesUsedBy(other).includes(item.code))
    return users.length === 0 ? [] : [{ item, versionNo: version.versionNo, options, users }]
  })

function codesUsedBy(item: DraftItem): readonly string[] {
  const { formula, requiredWhen, visibleWhen } = withoutForeignFields(item)
  return [formula, requiredWhen, visibleWhen].flatMap((text) => parseFormula(text).formula?.codes ?? [])
}

export function renumberedText(t: T, localized: LocalizedName, { item, versionNo, options, users }: Renumbered) {
  const named = (one: DraftItem) => localized(one) || one.code
  return t('qcTemplate.renumbered', {
    name: named(item),
    no: versionNo,
    changes: options.map((option) => `${localized(option)} ${option.before} → ${option.now}`).join(', '),
    users: users.map(named).join(', '),
  })
}
