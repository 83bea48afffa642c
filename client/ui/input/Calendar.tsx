import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../Button'
import { addDays, addMonths, dateOf, startOfWeek, weeksOf } from './days'
import { useLocale, useText } from '../useText'
import './Calendar.css'

type CalendarProps = {
  /** The marked days, both ends included. */
  from: string | undefined
  to: string | undefined
  today: string
  onPick: (day: string) => void
}

/**
 * A month to pick a day from, by the WAI-ARIA grid pattern: arrows move by days and weeks, Page Up and Page Down by
 * months, Home and End within the week.
 */
export function Calendar({ from, to, today, onPick }: CalendarProps) {
  const t = useText()
  const locale = useLocale()
  const [focused, setFocused] = useState(to ?? from ?? today)
  const isMoving = useRef(false)
  const grid = useRef<HTMLTableElement>(null)

  useEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [focused])

  function onKeyDown(event: KeyboardEvent) {
    const day = dayFor(event.key, focused)
    if (!day) return
    event.preventDefault()
    isMoving.current = true
    setFocused(day)
  }

  const title = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }).format(dateOf(focused))
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'narrow' })
  const weekdayNames = new Intl.DateTimeFormat(locale, { weekday: 'long' })
  const dayNames = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
  const weeks = weeksOf(focused)

  return (
    <div className="calendar">
      <div className="split gap-0 calendar-head">
        <IconButton
          label={t('calendar.previous')}
          icon="chevron-left"
          onClick={() => setFocused(addMonths(focused, -1))}
        />
        <b aria-live="polite">{title}</b>
        <IconButton label={t('calendar.next')} icon="chevron-right" onClick={() => setFocused(addMonths(focused, 1))} />
      </div>
      <table ref={grid} role="grid" aria-label={title} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={weekdayNames.format(dateOf(day))}>
                {weekdays.format(dateOf(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const isChosen = day === from || day === to
                const isBetween = from !== undefined && to !== undefined && day > from && day < to
                return (
                  <td key={day} aria-selected={isChosen || isBetween} data-between={isBetween}>
                    <button
                      type="button"
                      className="calendar-day"
                      tabIndex={day === focused ? 0 : -1}
                      aria-label={dayNames.format(dateOf(day))}
                      aria-current={day === today ? 'date' : undefined}
                      data-chosen={isChosen}
                      data-outside={day.slice(0, 7) !== focused.slice(0, 7)}
                      onClick={() => {
                        setFocused(day)
                        onPick(day)
                      }}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function dayFor(key: string, day: string): string | undefined {
  const days: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
  const step = days[key]
  if (step !== undefined) return addDays(day, step)
  if (key === 'PageUp') return addMonths(day, -1)
  if (key === 'PageDown') return addMonths(day, 1)
  if (key === 'Home') return startOfWeek(day)
  if (key === 'End') return addDays(startOfWeek(day), 6)
  return undefined
}
