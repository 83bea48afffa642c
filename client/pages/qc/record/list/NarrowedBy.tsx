import type { RecordSearch } from '../../../../api/qc/record'
import { Button } from '../../../../ui/Button'
import type { FiltersProps } from '../../../../ui/record/list-page'
import { useText } from '../../../../ui/useText'

/** What only links narrow the list by: each is told, and taken away by a press. */
export function NarrowedBy({ query, filter }: FiltersProps<RecordSearch>) {
  const t = useText()
  const { businessDay, counted, measuredWith, ngItem, defectItem } = query
  return (
    <>
      {businessDay && (
        <Button icon="close" onClick={() => filter({ businessDay: undefined })}>
          {t('qcRecord.onlyDay', { day: businessDay })}
        </Button>
      )}
      {counted && (
        <Button icon="close" onClick={() => filter({ counted: undefined })}>
          {t('qcRecord.onlyCounted')}
        </Button>
      )}
      {measuredWith && (
        <Button icon="close" onClick={() => filter({ measuredWith: undefined })}>
          {t('qcRecord.onlyMeasuredWith')}
        </Button>
      )}
      {ngItem && (
        <Button icon="close" onClick={() => filter({ ngItem: undefined })}>
          {t('qcRecord.onlyNgItem')}
        </Button>
      )}
      {defectItem && (
        <Button icon="close" onClick={() => filter({ defectItem: undefined })}>
          {t('qcRecord.onlyDefectItem')}
        </Button>
      )}
    </>
  )
}
