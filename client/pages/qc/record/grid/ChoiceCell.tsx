import { useId, useRef, type KeyboardEvent } from 'react'
import { useLocale, useText } from '../../../../ui/useText'
import { choicesOf } from '../../../../ui/qc/entry/choices'
import type { CellProps } from './cell-props'

/**
 * Answers to choose from, all in view. One stop of the keyboard: arrows go from answer to answer, a figure chooses the
 * answer of that place.
 */
export function ChoiceCell({ item, value, label, fault, onChange }: CellProps) {
  const t = useText()
  const locale = useLocale()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const isMulti = item.type === 'multi'
  const choices = choicesOf(item, t, locale)
  const chosen = value.raw === '' ? [] : value.raw.split(',')
  const stop = Math.max(
    0,
    choices.findIndex(({ code }) => chosen.includes(code)),
  )

  function toggle(code: string) {
    const isOn = chosen.includes(code)
    if (!isMulti) return onChange({ raw: isOn ? '' : code })
    const next = choices.map((choice) => choice.code).filter((one) => (one === code ? !isOn : chosen.includes(one)))
    onChange({ raw: next.join(',') })
  }

  function onKeyDown(event: KeyboardEvent) {
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const next = event.key === 'ArrowRight' ? buttons[at + 1] : event.key === 'ArrowLeft' ? buttons[at - 1] : undefined
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
      className="entry-choices"
      onKeyDown={onKeyDown}
    >
      {choices.map(({ code, name, judgement }, index) => (
        <button
          key={code}
          type="button"
          data-cell={index === stop ? '' : undefined}
          tabIndex={index === stop ? 0 : -1}
          className="entry-choice"
          data-verdict={judgement}
          aria-pressed={chosen.includes(code)}
          onClick={() => toggle(code)}
        >
          {name}
        </button>
      ))}
      {fault && (
        <span id={id} className="sr-only">
          {fault}
        </span>
      )}
    </div>
  )
}
