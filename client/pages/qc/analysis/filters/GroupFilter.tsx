import { useQuery } from '@tanstack/react-query'
import type { PlainTextKey } from '#shared/i18n/text'
import type { Grouping } from '#shared/qc/analysis/kinds'
import { readAnalysis } from '../../../../api/qc/analysis'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { Select } from '../../../../ui/input/Select'
import { useText } from '../../../../ui/useText'
import type { Address, ChangeAddress } from '../analysis-query'
import { GROUP_KEY } from '../read-consistently'
import { ANALYSIS_KEY } from '../../../../ui/qc/query-keys'

const groups = {
  shiftId: { by: 'shift', label: 'qc.shift', any: 'qcAnalysis.anyShift' },
  operatorId: { by: 'operator', label: 'qcRecord.operator', any: 'qcAnalysis.anyOperator' },
  versionNo: { by: 'version', label: 'qcAnalysis.version', any: 'qcAnalysis.anyVersion' },
} as const satisfies Partial<Record<keyof Address, { by: Grouping; label: PlainTextKey; any: PlainTextKey }>>

type GroupFilterProps = { name: keyof typeof groups; itemKey: string; address: Address; change: ChangeAddress }

/** Filters by a shift, operator or version among the values of a characteristic. */
export function GroupFilter({ name, itemKey, address, change }: GroupFilterProps) {
  const t = useText()
  const localized = useLocalizedName()
  const { by, label, any } = groups[name]
  const value = address[name]
  const { data } = useQuery({
    queryKey: [ANALYSIS_KEY, GROUP_KEY, itemKey, by],
    queryFn: ({ signal }) => readAnalysis('box', { itemKey, by }, signal),
    staleTime: 300_000,
    retry: false,
  })
  const options = (data?.boxes ?? [])
    .filter(({ key }) => Number(key) > 0)
    .map((box) => ({ value: Number(box.key), label: localized({ name: box.label, nameEn: box.labelEn }) }))
  const isListed = value === undefined || options.some((option) => option.value === value)
  return (
    <Select
      label={t(label)}
      placeholder={t(any)}
      value={value}
      options={isListed ? options : [...options, { value, label: `#${value}` }]}
      onSelect={(id) => change({ [name]: id })}
    />
  )
}
