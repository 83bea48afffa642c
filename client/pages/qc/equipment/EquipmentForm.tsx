import { equipmentApi } from '../../../api/qc/equipment'
import { NEW_RECORD } from '../../../api/resource'
import { useCalled } from '../../../ui/qc/localized-name'
import { useProductOfList } from '../../../ui/qc/products'
import { RecordDialog, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { EquipmentFields } from './EquipmentFields'

/** The dialog that makes or changes equipment. */
export default function EquipmentForm(props: RecordFormProps) {
  const t = useText()
  const called = useCalled()
  const isNew = props.id === NEW_RECORD
  const productOfList = useProductOfList()
  return (
    <RecordDialog
      {...props}
      name="qcEquipment"
      load={async () => (isNew ? { listed: await productOfList() } : { equipment: await equipmentApi.get(props.id) })}
      title={(form) =>
        isNew
          ? t('qcEquipment.create')
          : t('qcEquipment.editTitle', { name: form?.equipment ? called(form.equipment) : '…' })
      }
    >
      {(form, fields) => <EquipmentFields {...form} {...fields} />}
    </RecordDialog>
  )
}
