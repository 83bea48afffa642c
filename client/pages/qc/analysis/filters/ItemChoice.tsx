import { templateOf } from '#shared/qc/localized-name'
import type { AnalysisItem } from '#shared/qc/analysis/schema'
import { useCalled } from '../../../../ui/qc/localized-name'
import { SearchSelect } from '../../../../ui/qc/select/SearchSelect'
import { useLocale, useText } from '../../../../ui/useText'
import type { Search } from '../../../../ui/qc/select/SearchPicker'

type ItemChoiceProps = {
  items: readonly AnalysisItem[]
  /** When they were fetched. */
  at: number
  itemKey: string | undefined
  onChoose: (item: AnalysisItem) => void
}

/** A choice among the characteristics, found by their own names or those of their templates; open signals come first. */
export function ItemChoice({ items, at, itemKey, onChoose }: ItemChoiceProps) {
  const t = useText()
  const called = useCalled()
  const locale = useLocale()
  const found = (item: AnalysisItem) => ({
    id: items.indexOf(item) + 1,
    label: called(item),
    note: called(templateOf(item)),
    ...(item.openSignals > 0 && { warning: t('qcAnalysis.openSignals', { count: item.openSignals }) }),
  })
  const search: Search = async (sought) => {
    if ('id' in sought) return items.slice(sought.id - 1, sought.id).map(found)
    const wanted = sought.keyword.toLowerCase()
    return items
      .filter((item) =>
        [called(item), item.code, called(templateOf(item)), item.templateCode].some((text) =>
          text.toLowerCase().includes(wanted),
        ),
      )
      .toSorted((a, b) => b.openSignals - a.openSignals || Number(b.isSpc) - Number(a.isSpc))
      .map(found)
  }
  return (
    <SearchSelect
      label={t('qcAnalysis.item')}
      name={['analysis', at, locale]}
      search={search}
      value={items.findIndex((item) => item.itemKey === itemKey) + 1 || undefined}
      onSelect={(chosen) => {
        const item = chosen && items[chosen.id - 1]
        if (item) onChoose(item)
      }}
    />
  )
}
