import type { ChangeEventHandler } from 'react'
import type { CheckState } from './checked-nodes'

type TickBoxProps = { label: string; state: CheckState; onTick: ChangeEventHandler<HTMLInputElement> }

/**
 * A checkbox with a half-checked state. At each change of the address a browser keeps the state of all fields, except
 * those without completion: a hundred of these boxes would delay every page.
 */
export const TickBox = ({ label, state, onTick }: TickBoxProps) => (
  <label className="row center gap-0 tick-box">
    <input
      type="checkbox"
      autoComplete="off"
      aria-label={label}
      ref={(input) => {
        if (input) input.indeterminate = state === 'some'
      }}
      checked={state === 'all'}
      onChange={onTick}
    />
  </label>
)
