import { behind } from '#shared/list/next-order'
import { productApi } from '../../../api/qc/product'
import { NEW_RECORD } from '../../../api/resource'
import { useCalled } from '../../../ui/qc/localized-name'
import { RecordDialog, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { ProductFields } from './ProductFields'

/** The dialog that creates or changes a product line. */
export default function ProductForm(props: RecordFormProps) {
  const t = useText()
  const called = useCalled()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="qcProduct"
      load={() => loadForm(props.id)}
      title={(form) =>
        isNew ? t('qcProduct.create') : t('qcProduct.editTitle', { name: form?.product ? called(form.product) : '…' })
      }
    >
      {(form, fields) => <ProductFields {...form} {...fields} />}
    </RecordDialog>
  )
}

async function loadForm(productId: number) {
  if (productId !== NEW_RECORD) return { product: await productApi.get(productId), sort: 0 }
  const { list } = await productApi.list({ pageIndex: 1, pageSize: 1, orders: [['sort', 'desc']] })
  return { product: undefined, sort: behind(list.map(({ sort }) => sort)) }
}
