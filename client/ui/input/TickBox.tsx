import type { CheckState } from './checked-nodes'

type TickBoxProps = { label: string; state: CheckState; onTick: (isRange: boolean) => void }

/** A check box that can be half ticked; Shift while clicking asks for the range since the last one. */
export const TickBox = ({ label, state, onTick }: TickBoxProps) => (
  <label className="row center gap-0 tick-box">
    <input
      type="checkbox"
      aria-label={label}
      ref={(input) => {
        if (input) input.indeterminate = state === 'some'
      }}
      checked={state === 'all'}
      onChange={({ nativeEvent }) => onTick('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    />
  </label>
)
