import './Switch.css'

type SwitchProps = { label: string; checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean }

/** On or off, in force at once. In a form that is saved later use a checkbox. */
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
