import { templateOf } from '#shared/qc/localized-name'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { SearchSelect } from '../../../../ui/qc/select/SearchSelect'
import { useLocale, useText } from '../../../../ui/useText'
import type { Search } from '../../../../ui/qc/select/SearchPicker'

type ItemChoiceProps = {
  items: readonly AnalysisItem[]
  fetchedAt: number
  itemKey: string | undefined
  onChoose: (item: AnalysisItem) => void
}

/** The choice of a characteristic, found by its name or that of its template. Those with open signals come first, removed ones last. */
export function ItemChoice({ items, fetchedAt, itemKey, onChoose }: ItemChoiceProps) {
  const t = useText()
  const localized = useLocalizedName()
  const locale = useLocale()
  const optionOf = (item: AnalysisItem) => ({
    id: items.indexOf(item) + 1,
    label: item.isRemoved ? `${localized(item)} · ${t('qc.removedItem')}` : localized(item),
    note: localized(templateOf(item)),
    ...(item.openSignals > 0 && { warning: t('qcWall.signals', { count: item.openSignals }) }),
  })
  const search: Search = async (query) => {
    if ('id' in query) return items.slice(query.id - 1, query.id).map(optionOf)
    const keyword = query.keyword.toLowerCase()
    return items
      .filter((item) =>
        [localized(item), item.code, localized(templateOf(item)), item.templateCode].some((text) =>
          text.toLowerCase().includes(keyword),
        ),
      )
      .toSorted(
        (a, b) =>
          Number(a.isRemoved) - Number(b.isRemoved) ||
          b.openSignals - a.openSignals ||
          Number(b.isSpc) - Number(a.isSpc),
      )
      .map(optionOf)
  }
  return (
    <SearchSelect
      label={t('qcAnalysis.item')}
      name={['analysis', fetchedAt, locale]}
      search={search}
      value={items.findIndex((item) => item.itemKey === itemKey) + 1 || undefined}
      onSelect={(option) => {
        const item = option && items[option.id - 1]
        if (item) onChoose(item)
      }}
    />
  )
}
