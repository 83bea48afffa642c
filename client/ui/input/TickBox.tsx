import type { ChangeEventHandler } from 'react'
import type { CheckState } from './checked-nodes'

type TickBoxProps = { label: string; state: CheckState; onTick: ChangeEventHandler<HTMLInputElement> }

/** A checkbox with a half-checked state. */
export const TickBox = ({ label, state, onTick }: TickBoxProps) => (
  <label className="row center gap-0 tick-box">
    <input
      type="checkbox"
      aria-label={label}
      ref={(input) => {
        if (input) input.indeterminate = state === 'some'
      }}
      checked={state === 'all'}
      onChange={onTick}
    />
  </label>
)
