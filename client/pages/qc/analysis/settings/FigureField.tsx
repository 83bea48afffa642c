import { useState } from 'react'
import { chartFigures, type ChartFigure } from '#shared/spc/charts/chart-options'
import { InputField } from '../../../../ui/form/fields'
import type { Address, ChangeAddress } from '../analysis-query'

type FigureFieldProps = { name: ChartFigure; label: string; step: number; address: Address; change: ChangeAddress }

/** A field for a figure of the chart, which takes effect as soon as it is within its bounds. */
export function FigureField({ name, label, step, address, change }: FigureFieldProps) {
  const { usual, bounds } = chartFigures[name]
  const [min, max] = bounds
  const current = String(address[name] ?? usual)
  const [text, setText] = useState(current)
  function enter(entered: string) {
    setText(entered)
    const figure = Number(entered)
    if (entered.trim() !== '' && figure >= min && figure <= max) {
      change({ [name]: figure === usual ? undefined : figure })
    }
  }
  return (
    <InputField
      label={label}
      type="number"
      min={min}
      max={max}
      step={step}
      value={text}
      onChange={({ target }) => enter(target.value)}
      onBlur={() => setText(current)}
    />
  )
}
