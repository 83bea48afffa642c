import { DepartmentInput, type DepartmentQuery, type Department, type DepartmentNode } from '#shared/access/department'
import { department } from '#shared/access/department-resource'
import { statuses } from '#shared/constants'
import { behind } from '#shared/list/next-order'
import type { Choice } from '#shared/list/page'
import { departmentApi, getDepartments } from '../../../api/access/department'
import { choicesNow } from '../../../ui/record/names'
import type { ResourceForm } from '../../../ui/record/list-page'
import { InputField } from '../../../ui/form/fields'
import { RecordFooter, recordForm, saveRecord, type FieldsProps } from '../../../ui/record/record-form'
import { useText } from '../../../ui/useText'
import type { ListQuery } from '../../../ui/table/useListQuery'
import { nodesOf } from '../../../ui/input/checked-nodes'
import { nodeName } from '../../../ui/form/conflict-words'
import { Field } from '../../../ui/form/Field'
import { StatusField } from '../../../ui/record/StatusField'
import { rowsOf } from '../../../ui/tree/tree-rows'
import { TreeSelect } from '../../../ui/input/TreeSelect'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'

export type Query = ListQuery & DepartmentQuery

/** The dialog that creates or changes a department. */
export default recordForm<Department, Loaded, Query>(department, {
  api: departmentApi,
  load: loadForm,
  Fields: DepartmentFields,
})

type Loaded = {
  /** The possible parents. */
  departments: Choice[]
  /** All departments in this operator's data scope. */
  tree: readonly DepartmentNode[]
}

async function loadForm(): Promise<Loaded> {
  const [departments, tree] = await Promise.all([getDepartments(), departmentApi.list()])
  return { departments: choicesNow(departments), tree }
}

type DepartmentFieldsProps = FieldsProps<Department> & Loaded & Pick<ResourceForm<Query>, 'parentId'>

function DepartmentFields({ departments, tree, parentId: chosen = 0, ...dialog }: DepartmentFieldsProps) {
  const { record: department } = dialog
  /** 0 for the top. */
  const parentId = department?.parentId ?? chosen
  const t = useText()
  /** The order number after all children of a department. */
  const lastBelow = (id: number) =>
    behind(
      (id === 0 ? tree : (rowsOf(tree).find(({ deptId }) => deptId === id)?.children ?? [])).map(({ sort }) => sort),
    )
  const { input, select, selectProps, setValue, formProps, fieldProps, formState } = useSchemaForm(DepartmentInput, {
    record: department,
    defaults: {
      parentId,
      deptName: '',
      deptNameEn: '',
      sort: lastBelow(parentId),
      leader: '',
      phone: '',
      email: '',
      status: statuses.on,
    },
    save: saveRecord(departmentApi, dialog),
  })
  const parent = selectProps('parentId')
  // A parent that is disabled or outside of this operator's scope: it can stay, but is not among the options.
  const isKept = parentId !== 0 && !nodesOf(departments).some(({ id }) => id === parentId)
  const own = nodesOf(departments).find(({ id }) => id === department?.deptId)
  const withinItself = new Set(nodesOf(own ? [own] : []).map(({ id }) => id))

  return (
    <form {...formProps}>
      {isKept ? (
        <div className="field">
          <p className="field-label">{t('dept.parent')}</p>
          <p className="field-hint">{t('dept.parentKept')}</p>
        </div>
      ) : (
        <Field
          label={t('dept.parent')}
          {...fieldProps('parentId', (id) => (Number(id) === 0 ? t('dept.parentTop') : nodeName(departments, id)))}
        >
          {(control) => (
            <TreeSelect
              {...control}
              label={t('dept.parent')}
              nodes={departments}
              value={parent.value || undefined}
              onSelect={(id = 0) => {
                parent.onSelect(id)
                setValue('sort', id === department?.parentId ? department.sort : lastBelow(id))
              }}
              placeholder={t('dept.parentTop')}
              isClearable
              isOff={({ id }) => withinItself.has(id)}
            />
          )}
        </Field>
      )}
      <div className="field-columns">
        <InputField {...input('deptName')} label={t('dept.name')} required />
        <InputField {...input('deptNameEn')} label={t('record.nameEn')} />
        <InputField {...input('leader')} label={t('dept.leader')} />
        <InputField {...input('phone')} label={t('dept.phone')} inputMode="tel" />
        <InputField {...input('email')} label={t('record.email')} inputMode="email" />
        <InputField {...input('sort')} label={t('record.sort')} hint={t('record.sortHint')} inputMode="numeric" />
        <StatusField {...select('status')} />
      </div>
      <RecordFooter {...dialog} isBusy={formState.isSubmitting} />
    </form>
  )
}
