import { useText } from '../../../../ui/useText'
import { CalculatedCell } from './CalculatedCell'
import { ChoiceCell } from './ChoiceCell'
import { CountCell } from './CountCell'
import { MissingCell } from './MissingCell'
import { NumberCell } from './NumberCell'
import { TextCell } from './TextCell'
import type { CellProps } from './cell-props'

/** The field of one value, by the type of its item. */
export function ValueCell(props: CellProps) {
  const t = useText()
  const { item, value } = props
  if (item.type === 'calculated') return <CalculatedCell {...props} />
  if (value.state !== 'present') return <MissingCell {...props} />
  switch (item.type) {
    case 'numeric':
      return <NumberCell {...props} />
    case 'boolean':
    case 'choice':
    case 'multi':
      return <ChoiceCell {...props} />
    case 'defectives':
      return <CountCell {...props} countLabel={t('qcEntry.defectives')} denLabel={t('qcEntry.inspected')} />
    case 'defects':
      return <CountCell {...props} countLabel={t('qcEntry.defects')} denLabel={t('qcEntry.units')} />
    case 'text':
    case 'date':
      return <TextCell {...props} />
    case 'note':
      return null
  }
}
