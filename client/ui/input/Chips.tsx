import type { ReactNode } from 'react'
import './Chips.css'

/** Filters above a list; one press sets a filter, the next removes it. */
export const ChipBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="row stretch wrap chip-bar" role="group" aria-label={label}>
    {children}
  </div>
)

type ChipProps = { isOn: boolean; isOff?: boolean; onPress: () => void; children: ReactNode }

/** @param isOff cannot be pressed */
export const Chip = ({ isOn, isOff = false, onPress, children }: ChipProps) => (
  <button type="button" className="chip" aria-pressed={isOn} disabled={isOff} onClick={onPress}>
    {children}
  </button>
)
