import { useId } from 'react'
import { dataScopes } from '#shared/constants'
import { RoleScope, type RoleDepartments } from '#shared/schemas/role'
import { roleApi } from '../../api/role'
import type { RecordFieldsProps } from '../../ui/RecordDialog'
import { CheckTree } from '../../ui/CheckTree'
import { useSchemaForm } from '../../ui/useSchemaForm'
import { toast } from '../../ui/toast'
import { tr, useText } from '../../ui/useText'
import { kindOf } from './scope-kind'
import { FormFooter } from '../../ui/FormFooter'
import './role.css'

type RoleScopeFieldsProps = RecordFieldsProps & RoleDepartments & { roleId: number; roleName: string }

export function RoleScopeFields(props: RoleScopeFieldsProps) {
  const { roleId, roleName, dataScope, depts, checkedKeys, onChanged, onSaved, onClose } = props
  const t = useText()
  const name = useId()
  const { selectProps, formProps, formState } = useSchemaForm(RoleScope, {
    defaults: { roleId, dataScope: kindOf(dataScope), deptIds: checkedKeys },
    async save(scope) {
      await roleApi.setScope(scope)
      toast.show(tr('role.scopeDone', { name: roleName }), { tone: 'success' })
      onSaved()
    },
  })
  const { errors, isSubmitting } = formState
  const kind = selectProps('dataScope')
  const chosen = selectProps('deptIds')

  return (
    <form {...formProps}>
      <p className="page-intro">{t('role.scopeIntro')}</p>
      <div role="radiogroup" aria-label={t('role.dataScope')} className="scope-kinds">
        {dataScopes.map((option) => (
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
            <span id={`${name}-${option}`} className="scope-what">
              {t(`role.scopeWhat.${option}`)}
            </span>
          </label>
        ))}
      </div>
      {errors.dataScope?.message && (
        <p className="field-error" role="alert">
          {errors.dataScope.message}
        </p>
      )}
      {kind.value === '2' && (
        <div className="field scope-departments">
          <p className="field-hint">{t('role.scopeDeptsHint')}</p>
          {errors.deptIds?.message && (
            <p ref={showFault} className="field-error" role="alert" tabIndex={-1}>
              {errors.deptIds.message}
            </p>
          )}
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
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t('role.scopeSubmit')}
      </FormFooter>
    </form>
  )
}

/** The tree of departments is long, and the button below it: what is wrong comes into view. */
function showFault(fault: HTMLElement | null) {
  fault?.focus({ preventScroll: true })
  fault?.scrollIntoView({ block: 'center' })
}
