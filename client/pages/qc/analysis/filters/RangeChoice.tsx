import { DateRange } from '../../../../ui/input/DateRange'
import { useText } from '../../../../ui/useText'
import type { Address, ChangeAddress } from '../analysis-query'
import { rangeNames, USUAL_RANGE } from '../ranges'

/** From when the values are: a usual range by one press, or days of the calendar. */
export function RangeChoice({ address, change }: { address: Address; change: ChangeAddress }) {
  const t = useText()
  const { range, from, to } = address
  const isCustom = from !== undefined || to !== undefined
  return (
    <>
      <div className="analysis-ranges" role="group" aria-label={t('qcAnalysis.range')}>
        {rangeNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={!isCustom && name === (range ?? USUAL_RANGE)}
            onClick={() => change({ range: name, from: undefined, to: undefined })}
          >
            {name === 'shift' || name === 'day'
              ? t(`qcAnalysis.range.${name}`)
              : t('qcAnalysis.range.days', { count: Number(name) })}
          </button>
        ))}
      </div>
      <DateRange
        label={t('qcAnalysis.range.custom')}
        value={{ beginTime: from, endTime: to }}
        onChange={({ beginTime, endTime }) => change({ range: undefined, from: beginTime, to: endTime })}
      />
    </>
  )
}
