import { useRef, useState } from 'react'
import { dayOf, formatTime, MINUTE, rangeOf, type DayRange } from '#shared/format/time'
import { Button } from '../Button'
import { Calendar } from './Calendar'
import { addDays } from './days'
import { Icon } from '../icons/Icon'
import { Popover } from '../overlay/Popover'
import { isRelativePeriod, relativePeriods } from '#shared/list/relative-day'
import { useText, type T } from '../useText'
import { periodWord } from './period-words'

type DateRangeProps = {
  label: string
  value: DayRange
  /** True: the usual names mean relative periods, which the server resolves. False: they set fixed days. */
  isRelative?: boolean
  /** The current day where the days are those of another clock than the device's. */
  today?: string
  onChange: (range: DayRange) => void
}

/** A period, picked by its two ends in either order, or by a usual name. */
export function DateRange({ label, value, isRelative = false, today = dayOf(new Date()), onChange }: DateRangeProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const [begun, setBegun] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const { beginTime, endTime } = value
  const isSet = Boolean(beginTime ?? endTime)
  function close() {
    setIsOpen(false)
    setBegun(undefined)
  }

  function choose(range: DayRange) {
    onChange(range)
    close()
    button.current?.focus()
  }

  function pick(day: string) {
    if (begun === undefined) setBegun(day)
    else choose(rangeOf(begun, day))
  }

  const quick: Choice[] = isRelative
    ? relativeChoices(t)
    : [
        [t('dates.today'), { beginTime: today, endTime: today }],
        [t('dates.days', { days: 7 }), { beginTime: addDays(today, -6), endTime: today }],
        [t('dates.days', { days: 30 }), { beginTime: addDays(today, -29), endTime: today }],
        [t('dates.month'), { beginTime: `${today.slice(0, 8)}01`, endTime: today }],
        [t('dates.any'), {}],
      ]

  return (
    <>
      <Button
        ref={button}
        icon="calendar"
        className="date-range-button"
        data-active={isSet}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setIsOpen(true))}
      >
        {isSet ? (
          <>
            <span className="sr-only">{label}</span>
            {beginTime === endTime ? wordOf(beginTime, t) : `${wordOf(beginTime, t)} – ${wordOf(endTime, t)}`}
          </>
        ) : (
          label
        )}
        <Icon name="chevron-down" />
      </Button>
      {isOpen && (
        <Popover label={label} anchor={() => button.current} onClose={close}>
          <div className="date-range">
            <div className="stack start gap-0 date-range-quick">
              {quick.map(([name, range]) => (
                <Button key={name} variant="text" onClick={() => choose(range)}>
                  {name}
                </Button>
              ))}
            </div>
            <Calendar from={begun ?? dayIn(beginTime)} to={begun ?? dayIn(endTime)} today={today} onPick={pick} />
            <p className="note date-range-hint" role="status">
              {t(begun === undefined ? 'dates.pickFirst' : 'dates.pickLast')}
            </p>
          </div>
        </Popover>
      )}
    </>
  )
}

type Choice = [name: string, range: DayRange]

const relativeChoices = (t: T): Choice[] => [
  ...relativePeriods.map((period): Choice => [periodWord(period, t), { beginTime: period, endTime: period }]),
  [t('dates.any'), {}],
]

/** Links may hold instants. */
const isInstant = (moment: string) => moment.includes('T')

function wordOf(moment: string | undefined, t: T): string {
  if (moment === undefined) return '…'
  if (isRelativePeriod(moment)) return periodWord(moment, t)
  return isInstant(moment) ? formatTime(moment, MINUTE) : moment
}

/** The calendar shows only days. */
function dayIn(moment: string | undefined): string | undefined {
  if (moment === undefined || isRelativePeriod(moment)) return undefined
  return isInstant(moment) ? formatTime(moment, '{y}-{m}-{d}') : moment
}
