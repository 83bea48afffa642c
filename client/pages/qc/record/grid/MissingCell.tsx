import { qcDicts } from '#shared/qc/constants'
import { useDict } from '../../../../ui/dict'
import { Icon } from '../../../../ui/Icon'
import { useText } from '../../../../ui/useText'
import { notApplicable } from '../../../../ui/qc/entry/not-applicable'
import type { CellProps } from './cell-props'

/** A value that is not there, and why. Pressed it is a field again. */
export function MissingCell({ value, label, onChange }: CellProps) {
  const t = useText()
  const { labelOf } = useDict(qcDicts.missingReason)
  const reason =
    value.state === 'na'
      ? notApplicable(t, labelOf(value.missingCode))
      : labelOf(value.missingCode) || t('qcRecord.missing')
  const restore = () => onChange({ state: 'present', missingCode: null })
  return (
    <button
      type="button"
      data-cell
      className="entry-missing"
      aria-label={t('qcRecord.missingCell', { label, reason })}
      title={t('qcRecord.missingUndo')}
      onClick={restore}
      onKeyDown={({ key }) => (key === 'Backspace' || key === 'Delete') && restore()}
    >
      {reason}
      <Icon name="close" />
    </button>
  )
}
