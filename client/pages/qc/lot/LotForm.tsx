import { lotApi } from '../../../api/qc/lot'
import { NEW_RECORD } from '../../../api/resource'
import { useProductOfList } from '../../../ui/qc/products'
import { RecordDialog, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { LotFields } from './LotFields'

/** The dialog that makes or changes a lot. */
export default function LotForm(props: RecordFormProps) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  const productOfList = useProductOfList()
  return (
    <RecordDialog
      {...props}
      name="qcLot"
      load={async () => (isNew ? { listed: await productOfList() } : { lot: await lotApi.get(props.id) })}
      title={(form) => (isNew ? t('qcLot.create') : t('qcLot.editTitle', { name: form?.lot?.lotNo ?? '…' }))}
    >
      {(form, fields) => <LotFields {...form} {...fields} />}
    </RecordDialog>
  )
}
