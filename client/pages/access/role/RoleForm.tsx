import { useState } from 'react'
import { dataScopes, statuses, type DataScope } from '#shared/constants'
import type { Choice } from '#shared/list/page'
import { RoleInput, type RoleDetail } from '#shared/access/role'
import { role } from '#shared/access/role-resource'
import { getDepartments } from '../../../api/access/department'
import { getRoleMenus } from '../../../api/access/menu'
import { NEW_RECORD } from '../../../api/resource'
import { roleApi } from '../../../api/access/role'
import { choicesNow } from '../../../ui/record/names'
import {
  FIRST_ROW,
  lastPlace,
  RecordFooter,
  recordForm,
  toastCreated,
  type FieldsProps,
} from '../../../ui/record/record-form'
import { useText, tr } from '../../../ui/useText'
import { useAllowed } from '../../../ui/Allow'
import { FieldConflict } from '../../../ui/form/ConflictChoice'
import { differenceIn } from '../../../ui/form/conflict-words'
import { isDone } from '../../../ui/record/record-actions'
import { RemarkField, InputField, SelectField } from '../../../ui/form/fields'
import { StatusField } from '../../../ui/record/StatusField'
import { toast } from '../../../ui/overlay/toast'
import { CheckTree } from '../../../ui/input/CheckTree'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import './role.css'

/** The dialog that creates or changes a role. */
export default recordForm(role, { api: roleApi, load: loadForm, Fields: RoleFields })

const lastRole = () => roleApi.list({ ...FIRST_ROW, orders: [['roleSort', 'desc']] })

async function loadForm(roleId: number) {
  const [{ menus, checkedKeys, beyondOwn, allData }, sort, departments] = await Promise.all([
    getRoleMenus(roleId),
    lastPlace(roleId, lastRole, ({ roleSort }) => roleSort),
    roleId === NEW_RECORD ? getDepartments() : [],
  ])
  return { menus, checkedKeys, off: new Set(beyondOwn), allData, sort, departments: choicesNow(departments) }
}

/** The default scope of a new role: records that its holders made themselves. */
const OWN: DataScope = '5'
/** The scope of all data. */
const ALL: DataScope = '1'
/** The scope of chosen departments. */
const CHOSEN: DataScope = '2'

type RoleFieldsProps = FieldsProps<RoleDetail> & {
  menus: Choice[]
  checkedKeys: number[]
  /** Entries that the operator cannot grant. */
  off: ReadonlySet<number>
  /** True if the operator may give the scope of all data. */
  allData: boolean
  /** The order number of a new role. */
  sort: number
  /** The departments whose records a new role can cover. */
  departments: Choice[]
}

function RoleFields({ menus, checkedKeys, off, allData, sort, departments, ...dialog }: RoleFieldsProps) {
  const { record: role, onChanged, onSaved } = dialog
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
        // The role exists now. A refused scope is reported, and the role keeps the narrowest scope.
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
            options={dataScopes
              .filter((kind) => allData || kind !== ALL)
              .map((kind) => ({ value: kind, label: t(`role.scope.${kind}`) }))}
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
          {off.size > 0 && <p className="field-hint">{t('role.menusOff')}</p>}
          <CheckTree
            label={t('role.menus')}
            nodes={menus}
            checked={(granted.value ?? []).map(Number)}
            off={off}
            onChange={choose}
          />
          <FieldConflict
            label={t('role.menus')}
            {...fieldProps('menuIds', (ids, before) => differenceIn(menus, ids, before))}
          />
        </>
      )}
      <RecordFooter {...dialog} isBusy={formState.isSubmitting} />
    </form>
  )
}
