import { useQuery } from '@tanstack/react-query'
import type { Grouping } from '#shared/qc/analysis/kinds'
import { readAnalysis } from '../../../../api/qc/analysis'
import { useCalled } from '../../../../ui/qc/localized-name'
import { Select } from '../../../../ui/input/Select'
import { GROUP_KEY } from '../read-consistently'
import { ANALYSIS_KEY } from '../../../../ui/qc/query-keys'

type GroupFilterProps = {
  itemKey: string
  by: Grouping
  label: string
  placeholder: string
  value: number | undefined
  onSelect: (id: number | undefined) => void
}

/** Filters by one of the shifts, operators or versions that the values of a characteristic have. */
export function GroupFilter({ itemKey, by, label, placeholder, value, onSelect }: GroupFilterProps) {
  const called = useCalled()
  const { data } = useQuery({
    queryKey: [ANALYSIS_KEY, GROUP_KEY, itemKey, by],
    queryFn: ({ signal }) => readAnalysis('box', { itemKey, by }, signal),
    staleTime: 300_000,
    retry: false,
  })
  const options = (data?.boxes ?? [])
    .filter(({ key }) => Number(key) > 0)
    .map((box) => ({ value: Number(box.key), label: called({ name: box.label, nameEn: box.labelEn }) }))
  const isKnown = value === undefined || options.some((option) => option.value === value)
  return (
    <Select
      label={label}
      placeholder={placeholder}
      value={value}
      options={isKnown ? options : [...options, { value, label: `#${value}` }]}
      onSelect={onSelect}
    />
  )
}
