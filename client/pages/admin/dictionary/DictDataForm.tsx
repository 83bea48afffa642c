import type { DictDataQuery } from '#shared/admin/dictionary'
import { dictDataApi } from '../../../api/admin/dictionary'
import { NEW_RECORD } from '../../../api/resource'
import { RecordDialog } from '../../../ui/record/RecordDialog'
import type { ResourceForm } from '../../../ui/record/list-page'
import { useText } from '../../../ui/useText'
import { DictDataFields } from './DictDataFields'

/** The dialog that makes or changes an entry of the dictionary that the page shows. */
export default function DictDataForm({ fixed, ...props }: ResourceForm<DictDataQuery>) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  const dictType = fixed?.dictType ?? ''
  return (
    <RecordDialog
      {...props}
      name="dictData"
      load={() => loadForm(props.id, dictType)}
      title={(form) =>
        isNew ? t('dictData.create') : t('dictData.editTitle', { name: form?.entry?.dictLabel ?? '…' })
      }
    >
      {(form, fields) => <DictDataFields {...form} dictType={dictType} {...fields} />}
    </RecordDialog>
  )
}

/** A new entry is to stand behind the last one. */
async function loadForm(dictCode: number, dictType: string) {
  if (dictCode !== NEW_RECORD) {
    const entry = await dictDataApi.get(dictCode)
    return { entry, dictSort: entry.dictSort }
  }
  const { list } = await dictDataApi.list({ dictType, pageIndex: 1, pageSize: 1, orders: [['dictSort', 'desc']] })
  return { entry: undefined, dictSort: list[0] ? list[0].dictSort + 1 : 0 }
}
