import { useQuery } from '@tanstack/react-query'
import { formatTime, MINUTE } from '#shared/format/time'
import { signalStates, type SignalState } from '#shared/qc/analysis/kinds'
import { templateOf } from '#shared/qc/localized-name'
import { RULES } from '#shared/spc/rules/figures'
import { analysisApi } from '../../../api/qc/analysis'
import type { SignalSearch } from '../../../api/qc/signal'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { ProductFilter } from '../../../ui/qc/select/ProductFilter'
import { ruleName, ruleTest } from '#shared/qc/analysis/rule-words'
import { choiceFilter, filterBar } from '../../../ui/record/filter-bar'
import type { FiltersProps } from '../../../ui/record/list-page'
import { periodFilter } from '../../../ui/record/period-filter'
import { Select } from '../../../ui/input/Select'
import { useText, type T } from '../../../ui/useText'
import { ANALYSIS_KEY } from '../../../ui/qc/query-keys'

/** The query of the page's address; without a state it means the unsettled signals. */
export type SignalListQuery = Omit<SignalSearch, 'state' | 'unsettled'> & { state?: SignalState | 'all' | undefined }

/** Filters that can only be set by links, and are removed together. */
const linkFilter =
  (names: readonly (keyof SignalListQuery)[], textOf: (query: SignalListQuery, t: T) => string) =>
  ({ query, filter, t }: FiltersProps<SignalListQuery> & { t: T }) =>
    names.some((name) => query[name]) && (
      <Button icon="close" onClick={() => filter(Object.fromEntries(names.map((name) => [name, undefined])))}>
        {textOf(query, t)}
      </Button>
    )

const momentOf = (instant: string | undefined) => (instant ? formatTime(instant, MINUTE) : '…')

export const SignalFilters = filterBar<SignalListQuery>(
  ({ query, filter }) => (
    <ProductFilter
      value={query.product}
      onSelect={(product) => filter({ product, templateId: undefined, itemKey: undefined })}
    />
  ),
  ({ query, filter }) => (
    <Allow tags={['qc:analysis:list']}>
      <ItemFilters query={query} filter={filter} />
    </Allow>
  ),
  choiceFilter('state', 'record.status', 'qcSignal.state.waiting', [...signalStates, 'all'], (state, t) =>
    t(`qcSignal.state.${state}`),
  ),
  choiceFilter('assigned', 'qcAssign.owner', 'qcAssign.anybody', ['1'], (_, t) => t('qcAssign.mine')),
  choiceFilter(
    'rule',
    'qcSignal.rule',
    'qcSignal.anyRule',
    RULES,
    (rule, t) => `${ruleName(t, rule)}: ${ruleTest(t, rule)}`,
  ),
  periodFilter('qcSignal.detectedAt'),
  linkFilter(['causeCode'], (_, t) => t('qcSignal.onlyCause')),
  linkFilter(['from', 'to'], ({ from, to }, t) =>
    t('qcSignal.onlyInspected', { from: momentOf(from), to: momentOf(to) }),
  ),
  linkFilter(['equipmentId', 'shiftId', 'operatorId', 'lotId', 'recordStatus', 'versionNo', 'counted'], (_, t) =>
    t('qcSignal.onlyRecords'),
  ),
)

/** Templates with charted items, and these items; an unknown value of the address is kept. */
function ItemFilters({ query: { product, templateId, itemKey }, filter }: FiltersProps<SignalListQuery>) {
  const t = useText()
  const localized = useLocalizedName()
  const { data = [] } = useQuery({
    queryKey: [ANALYSIS_KEY, 'item', product],
    queryFn: ({ signal }) => analysisApi.items(product, signal),
    staleTime: 60_000,
    retry: false,
  })
  const chosenId = Number(templateId) || undefined // the address holds digits
  const templates = new Map(data.map((item) => [item.templateId, localized(templateOf(item))]))
  if (chosenId !== undefined && !templates.has(chosenId)) templates.set(chosenId, `#${chosenId}`)
  const items = data
    .filter((item) => (item.isSpc || item.itemKey === itemKey) && (!chosenId || item.templateId === chosenId))
    .map((item) => ({
      value: item.itemKey,
      label: [localized(item), !chosenId && localized(templateOf(item)), item.isRemoved && t('qc.removedItem')]
        .filter(Boolean)
        .join(' · '),
    }))
  const isListed = !itemKey || items.some(({ value }) => value === itemKey)
  return (
    <>
      <Select
        label={t('qc.template')}
        placeholder={t('qcRecord.anyTemplate')}
        value={chosenId}
        options={[...templates].map(([value, label]) => ({ value, label }))}
        onSelect={(id) => filter({ templateId: id, itemKey: undefined })}
      />
      <Select
        label={t('qcRecord.item')}
        placeholder={t('qcSignal.anyItem')}
        value={itemKey || undefined}
        options={isListed ? items : [...items, { value: itemKey, label: itemKey }]}
        onSelect={(key) => filter({ itemKey: key })}
      />
    </>
  )
}
