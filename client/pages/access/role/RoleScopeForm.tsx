import { useId } from 'react'
import { RoleScope, type Role, type RoleDepartments } from '#shared/access/role'
import { dataScopes } from '#shared/constants'
import { roleApi } from '../../../api/access/role'
import { choicesNow, roleName } from '../../../ui/record/names'
import { RecordDialog, type RecordFieldsProps } from '../../../ui/record/RecordDialog'
import type { RowDialogProps } from '../../../ui/record/list-page'
import { useText, tr } from '../../../ui/useText'
import { FieldConflict } from '../../../ui/form/ConflictChoice'
import { differenceIn } from '../../../ui/form/conflict-words'
import { CheckTree } from '../../../ui/input/CheckTree'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { toast } from '../../../ui/overlay/toast'
import { FormFooter } from '../../../ui/form/FormFooter'
import { kindOf } from './scope-kind'
import './role.css'

/** The dialog that sets the data scope of a role. */
export default function RoleScopeForm({ row, ...props }: RowDialogProps<Role>) {
  const t = useText()
  const { roleId } = row
  const name = roleName(row)
  return (
    <RecordDialog
      {...props}
      id={roleId}
      name="role-scope"
      load={() => loadScope(roleId)}
      title={() => t('role.scopeTitle', { name })}
    >
      {(scope, fields) => <RoleScopeFields {...scope} {...fields} roleId={roleId} roleName={name} />}
    </RecordDialog>
  )
}

async function loadScope(roleId: number) {
  const scope = await roleApi.getScope(roleId)
  return { ...scope, depts: choicesNow(scope.depts) }
}

type RoleScopeFieldsProps = RecordFieldsProps & RoleDepartments & { roleId: number; roleName: string }

function RoleScopeFields(props: RoleScopeFieldsProps) {
  const { roleId, roleName, dataScope, depts, checkedKeys, allData, onChanged, onSaved, onClose } = props
  const t = useText()
  const name = useId()
  const { selectProps, formProps, fieldProps, formState } = useSchemaForm(RoleScope, {
    record: { dataScope, deptIds: checkedKeys },
    defaults: (role) => ({ roleId, dataScope: kindOf(role?.dataScope ?? ''), deptIds: role?.deptIds ?? [] }),
    async save({ dataScope }, change) {
      await roleApi.setScope({ ...change, roleId, dataScope, seen: { dataScope, ...change.seen } })
      toast.show(tr('role.scopeDone', { name: roleName }), { tone: 'success' })
      onSaved()
    },
  })
  const kindProps = fieldProps('dataScope', (scope) => t(`role.scope.${kindOf(String(scope))}`))
  const deptProps = fieldProps('deptIds', (ids, before) => differenceIn(depts, ids, before))
  const kind = selectProps('dataScope')
  const chosen = selectProps('deptIds')
  const offered = dataScopes.filter((option) => allData || option !== '1' || option === dataScope)

  return (
    <form {...formProps}>
      <p className="muted">{t('role.scopeIntro')}</p>
      <div role="radiogroup" aria-label={t('role.dataScope')} className="grid scope-kinds">
        {offered.map((option) => (
          <label key={option} className="scope-kind">
            <input
              type="radio"
              name={name}
              checked={kind.value === option}
              aria-label={t(`role.scope.${option}`)}
              aria-describedby={`${name}-${option}`}
              onChange={() => kind.onSelect(option)}
            />
            <span className="scope-name">{t(`role.scope.${option}`)}</span>
            <span id={`${name}-${option}`} className="note scope-what">
              {t(`role.scopeWhat.${option}`)}
            </span>
          </label>
        ))}
      </div>
      <FieldConflict label={t('role.dataScope')} {...kindProps} />
      {kind.value === '2' && (
        <div className="field scope-departments">
          <p className="field-hint">{t('role.scopeDeptsHint')}</p>
          {deptProps.error && (
            <p ref={showFault} className="field-error" role="alert" tabIndex={-1}>
              {deptProps.error}
            </p>
          )}
          {deptProps.below?.(t('role.scopeDepts'))}
          <CheckTree
            label={t('role.scopeDepts')}
            nodes={depts}
            checked={(chosen.value ?? []).map(Number)}
            ticks="down"
            onChange={(ids) => {
              chosen.onSelect(ids)
              onChanged()
            }}
          />
        </div>
      )}
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
        {t('role.scopeSubmit')}
      </FormFooter>
    </form>
  )
}

/** The tree of departments is long, and the button is below it, so the error is scrolled into view. */
function showFault(fault: HTMLElement | null) {
  fault?.focus({ preventScroll: true })
  fault?.scrollIntoView({ block: 'center' })
}
