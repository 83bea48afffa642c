import { departmentApi, getDepartments } from '../../../api/access/department'
import { NEW_RECORD } from '../../../api/resource'
import { choicesNow, departmentName } from '../../../ui/record/names'
import { RecordDialog } from '../../../ui/record/RecordDialog'
import type { ResourceForm } from '../../../ui/record/list-page'
import { useText } from '../../../ui/useText'
import { DepartmentFields } from './DepartmentFields'
import type { ListQuery } from '../../../ui/table/useListQuery'
import type { DepartmentQuery } from '#shared/access/department'

export type Query = ListQuery & DepartmentQuery

/** The dialog that makes or changes a department. */
export default function DepartmentForm({ parentId = 0, ...props }: ResourceForm<Query>) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="department"
      load={() => loadForm(props.id)}
      title={(form) =>
        isNew
          ? t('dept.create')
          : t('dept.editTitle', { name: form?.department ? departmentName(form.department) : '…' })
      }
    >
      {(form, fields) => <DepartmentFields {...form} {...fields} parentId={form.department?.parentId ?? parentId} />}
    </RecordDialog>
  )
}

async function loadForm(deptId: number) {
  const [department, departments, tree] = await Promise.all([
    deptId === NEW_RECORD ? undefined : departmentApi.get(deptId),
    getDepartments(),
    departmentApi.list(),
  ])
  return { department, departments: choicesNow(departments), tree }
}
