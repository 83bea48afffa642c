import { dayOf } from '#shared/format/time'
import type { PlainTextKey } from '#shared/i18n/text'
import type { RecordSearch } from '../../../../api/qc/record'
import type { FiltersProps } from '../../../../ui/record/list-page'
import { useText } from '../../../../ui/useText'

type Chip = { label: PlainTextKey; filters: Partial<RecordSearch> }

const chipsOf = (today: string): Chip[] => [
  { label: 'qcRecord.quick.today', filters: { beginTime: today, endTime: today } },
  { label: 'qcRecord.quick.mine', filters: { mine: '1' } },
  { label: 'qcRecord.quick.waiting', filters: { waiting: '1' } },
  { label: 'qcRecord.quick.ng', filters: { judgement: 'NG' } },
  { label: 'qcRecord.quick.drafts', filters: { status: 'draft' } },
  { label: 'qcRecord.quick.overdue', filters: { overdue: '1' } },
]

/** What people look for most, each by one press; pressed again it is let go. */
export function QuickFilters({ query, filter }: FiltersProps<RecordSearch>) {
  const t = useText()
  return (
    <div className="record-chips-bar" role="group" aria-label={t('qcRecord.quick')}>
      {chipsOf(dayOf(new Date())).map(({ label, filters }) => {
        const names = Object.keys(filters) as (keyof RecordSearch)[]
        const isOn = names.every((name) => query[name] === filters[name])
        return (
          <button
            key={label}
            type="button"
            className="record-chip"
            aria-pressed={isOn}
            onClick={() => filter(isOn ? Object.fromEntries(names.map((name) => [name, undefined])) : filters)}
          >
            {t(label)}
          </button>
        )
      })}
    </div>
  )
}
