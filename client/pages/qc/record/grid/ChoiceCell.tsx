import { useId, useRef, type KeyboardEvent } from 'react'
import { useLocale, useText } from '../../../../ui/useText'
import { useReadingAtAnswers } from '../../../../ui/qc/entry/useStrayReading'
import { choicesOf } from '../../../../ui/qc/entry/choices'
import { Description, type CellProps } from './cell'

/**
 * All choices as buttons. They are one stop of the keyboard: arrows move between choices, a digit toggles the choice of
 * that number, unless it begins a reading that a gauge types.
 */
export function ChoiceCell({ item, value, label, fault, onChange }: CellProps) {
  const t = useText()
  const locale = useLocale()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const isMulti = item.type === 'multi'
  const choices = choicesOf(item, t, locale)
  const chosen = value.raw === '' ? [] : value.raw.split(',')
  const firstChosen = choices.findIndex(({ code }) => chosen.includes(code))
  const tabStop = Math.max(0, firstChosen)
  const readingUpTo = useReadingAtAnswers()
  /** What was chosen before the first digit of a reading. */
  const before = useRef(value.raw)

  function toggle(code: string) {
    const isOn = chosen.includes(code)
    if (!isMulti) return onChange({ raw: isOn ? '' : code })
    const codes = choices.map((choice) => choice.code)
    onChange({ raw: codes.filter((other) => (other === code ? !isOn : chosen.includes(other))).join(',') })
  }

  function onKeyDown(event: KeyboardEvent) {
    const reading = readingUpTo(event)
    if (reading === event.key) before.current = value.raw
    if (reading.length > 1) {
      if (value.raw !== before.current) onChange({ raw: before.current })
      return
    }
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
    const index = buttons.findIndex((button) => button === document.activeElement)
    const next =
      event.key === 'ArrowRight' ? buttons[index + 1] : event.key === 'ArrowLeft' ? buttons[index - 1] : undefined
    const numbered = /^[1-9]$/.test(event.key) ? choices[Number(event.key) - 1] : undefined
    if (numbered) toggle(numbered.code)
    if (next) next.focus()
    if (!next && !numbered) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={box}
      role="group"
      aria-label={label}
      aria-describedby={fault && id}
      data-invalid={fault !== undefined || undefined}
      className="row stretch wrap gap-6 entry-choices"
      onKeyDown={onKeyDown}
    >
      {choices.map(({ code, name, judgement }, index) => (
        <button
          key={code}
          type="button"
          data-cell={index === tabStop ? '' : undefined}
          tabIndex={index === tabStop ? 0 : -1}
          className="entry-choice"
          data-verdict={judgement}
          aria-pressed={chosen.includes(code)}
          onClick={() => toggle(code)}
        >
          {name}
        </button>
      ))}
      <Description id={id} text={fault} />
    </div>
  )
}
