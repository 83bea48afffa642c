import { useState } from 'react'
import { behind } from '#shared/list/next-order'
import { dataScopes, statuses, type DataScope } from '#shared/constants'
import type { Choice } from '#shared/list/page'
import { RoleInput, type RoleDetail } from '#shared/access/role'
import { getDepartments } from '../../../api/access/department'
import { getRoleMenus } from '../../../api/access/menu'
import { NEW_RECORD } from '../../../api/resource'
import { roleApi } from '../../../api/access/role'
import { choicesNow, roleName } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps, type RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { useText, tr } from '../../../ui/useText'
import { useAllowed } from '../../../ui/Allow'
import { FieldConflict } from '../../../ui/form/ConflictChoice'
import { differenceIn } from '../../../ui/form/conflict-words'
import { FormFooter } from '../../../ui/form/FormFooter'
import { isDone } from '../../../ui/record/record-actions'
import { RemarkField, InputField, SelectField } from '../../../ui/form/fields'
import { StatusField } from '../../../ui/record/status'
import { toastCreated } from '../../../ui/record/save-record'
import { toast } from '../../../ui/overlay/toast'
import { CheckTree } from '../../../ui/input/CheckTree'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import './role.css'

/** The dialog that makes or changes a role. */
export default function RoleForm(props: RecordFormProps) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="role"
      load={() => loadForm(props.id)}
      title={(form) =>
        isNew ? t('role.create') : t('role.editTitle', { name: form?.role ? roleName(form.role) : '…' })
      }
    >
      {(form, fields) => <RoleFields {...form} {...fields} />}
    </RecordDialog>
  )
}

async function loadForm(roleId: number) {
  const isNew = roleId === NEW_RECORD
  const [role, { menus, checkedKeys }, last, departments] = await Promise.all([
    isNew ? undefined : roleApi.get(roleId),
    getRoleMenus(roleId),
    isNew ? roleApi.list({ pageIndex: 1, pageSize: 1, orders: [['roleSort', 'desc']] }) : undefined,
    isNew ? getDepartments() : [],
  ])
  const sort = behind((last?.list ?? []).map(({ roleSort }) => roleSort))
  return { role, menus, checkedKeys, sort, departments: choicesNow(departments) }
}

/** What a new role works with: what its holders made themselves. */
const OWN: DataScope = '5'
/** Asks for departments. */
const CHOSEN: DataScope = '2'

type RoleFieldsProps = RecordFieldsProps & {
  /** Undefined for a new role. */
  role: RoleDetail | undefined
  menus: Choice[]
  checkedKeys: number[]
  /** Where a new one is to stand. */
  sort: number
  /** That a new one can be given the records of. */
  departments: Choice[]
}

function RoleFields(props: RoleFieldsProps) {
  const { role, menus, checkedKeys, sort, departments, onChanged, onSaved, onClose } = props
  const t = useText()
  const maySetScope = useAllowed(['admin:sysRole:update'])
  const [scope, setScope] = useState<DataScope>(OWN)
  const [deptIds, setDeptIds] = useState<number[]>([])
  const [isTried, setIsTried] = useState(false)
  const isLacking = !role && scope === CHOSEN && deptIds.length === 0
  const { input, select, selectProps, formProps, fieldProps, formState } = useSchemaForm(RoleInput, {
    record: role,
    defaults: {
      roleName: '',
      roleNameEn: '',
      roleKey: '',
      roleSort: sort,
      status: statuses.on,
      remark: '',
      remarkEn: '',
      menuIds: checkedKeys,
    },
    async save(input, change) {
      setIsTried(true)
      if (isLacking) return
      if (role) {
        await roleApi.update(role.roleId, change)
        toast.show(tr('role.savedDone', { name: input.roleName }), { tone: 'success' })
      } else {
        const roleId = await roleApi.create(input)
        // It is there now; should its scope be refused, that is told, and it keeps the narrowest.
        if (scope !== OWN) await isDone(roleApi.setScope({ roleId, dataScope: scope, deptIds }))
        toastCreated(input.roleName)
      }
      onSaved()
    },
  })
  const granted = selectProps('menuIds')

  function choose(chosen: number[]) {
    granted.onSelect(chosen)
    onChanged()
  }

  return (
    <form {...formProps}>
      <div className="field-columns">
        <InputField {...input('roleName')} label={t('role.name')} required />
        <InputField {...input('roleNameEn')} label={t('record.nameEn')} />
        <InputField
          {...input('roleKey')}
          label={t('role.key')}
          hint={t('role.keyHint')}
          required
          isCode
          readOnly={role?.admin}
        />
        <InputField {...input('roleSort')} label={t('record.sort')} hint={t('record.sortHint')} inputMode="numeric" />
        {!role?.admin && <StatusField {...select('status')} />}
        {!role && (
          <SelectField
            label={t('role.dataScope')}
            hint={maySetScope ? undefined : t('role.scopeNewFixed')}
            value={scope}
            onSelect={(chosen) => setScope(chosen ?? OWN)}
            options={dataScopes.map((kind) => ({ value: kind, label: t(`role.scope.${kind}`) }))}
            disabled={!maySetScope}
          />
        )}
      </div>
      {!role && scope === CHOSEN && (
        <div className="field scope-departments">
          <p className="field-label">{t('role.scopeDepts')}</p>
          <p className="field-hint">{t('role.scopeDeptsHint')}</p>
          <FieldConflict label={t('role.scopeDepts')} error={isTried && isLacking ? t('role.noDepts') : undefined} />
          <CheckTree
            label={t('role.scopeDepts')}
            nodes={departments}
            checked={deptIds}
            ticks="down"
            onChange={(ids) => {
              setDeptIds(ids)
              onChanged()
            }}
          />
        </div>
      )}
      <RemarkField {...input('remark')} />
      <RemarkField {...input('remarkEn')} isEnglish />
      {role?.admin ? (
        <p className="callout">{t('role.adminMenus')}</p>
      ) : (
        <>
          <p className="field-label">{t('role.menus')}</p>
          <CheckTree
            label={t('role.menus')}
            nodes={menus}
            checked={(granted.value ?? []).map(Number)}
            onChange={choose}
          />
          <FieldConflict
            label={t('role.menus')}
            {...fieldProps('menuIds', (ids, before) => differenceIn(menus, ids, before))}
          />
        </>
      )}
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
        {t(role ? 'role.editSubmit' : 'role.createSubmit')}
      </FormFooter>
    </form>
  )
}
