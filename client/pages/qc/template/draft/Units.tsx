import { qcDicts } from '#shared/qc/constants'
import { useDict } from '../../../../ui/dict'

/** The usual units, to be completed while typing; any other can be typed. */
export function Units() {
  const { options } = useDict(qcDicts.unit)
  return (
    <datalist id="draft-units">
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </datalist>
  )
}
