type CheckFieldProps = { label: string; isChecked: boolean; onCheck: (isChecked: boolean) => void }

/** Yes or no, in force when the form is saved. */
export const CheckField = ({ label, isChecked, onCheck }: CheckFieldProps) => (
  <label className="menu-check">
    <input type="checkbox" checked={isChecked} onChange={(event) => onCheck(event.target.checked)} />
    {label}
  </label>
)
