import './Switch.css'

type SwitchProps = { label: string; checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean }

/** A switch that takes effect at once. Use a checkbox in a form that is saved later. */
export const Switch = ({ label, checked, onChange, disabled = false }: SwitchProps) => (
  <label className="split gap-12 switch">
    <span>{label}</span>
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  </label>
)
