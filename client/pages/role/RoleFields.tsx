import { useState } from 'react'
import { statuses } from '#shared/constants'
import type { Choice } from '#shared/schemas/page'
import { RoleInput, type RoleDetail } from '#shared/schemas/role'
import { roleApi } from '../../api/role'
import { Button } from '../../ui/Button'
import { DialogFooter } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import type { RecordFieldsProps } from '../../ui/RecordDialog'
import { StatusField } from '../../ui/status'
import { toast } from '../../ui/toast'
import { CheckTree } from '../../ui/Tree'
import { useSchemaForm } from '../../ui/useSchemaForm'
import { tr, useText } from '../../ui/useText'
import './role.css'

type RoleFieldsProps = RecordFieldsProps & {
  /** Undefined for a new role. */
  role: RoleDetail | undefined
  menus: Choice[]
  checkedKeys: number[]
}

export function RoleFields({ role, menus, checkedKeys, onChanged, onSaved, onClose }: RoleFieldsProps) {
  const t = useText()
  const [menuIds, setMenuIds] = useState(checkedKeys)
  const { register, selectProps, formProps, formState } = useSchemaForm(RoleInput, {
    defaults: {
      roleName: role?.roleName ?? '',
      roleKey: role?.roleKey ?? '',
      roleSort: role?.roleSort ?? 0,
      status: role?.status ?? statuses.on,
      remark: role?.remark ?? '',
    },
    async save(entered) {
      const input = { ...entered, ...(!role?.admin && { menuIds }) }
      if (role) await roleApi.update(role.roleId, input)
      else {
        await roleApi.create(input)
        toast.show(tr('record.createdDone', { name: input.roleName }), { tone: 'success' })
      }
      onSaved()
    },
  })
  const { errors, isSubmitting } = formState

  function choose(chosen: number[]) {
    setMenuIds(chosen)
    onChanged()
  }

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('role.name')} error={errors.roleName?.message} required>
          {(control) => <input {...control} {...register('roleName')} autoComplete="off" />}
        </Field>
        <Field label={t('role.key')} error={errors.roleKey?.message} hint={t('role.keyHint')} required>
          {(control) => (
            <input
              {...control}
              {...register('roleKey')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              readOnly={role?.admin}
            />
          )}
        </Field>
        <Field label={t('record.sort')} error={errors.roleSort?.message} hint={t('record.sortHint')}>
          {(control) => <input {...control} {...register('roleSort')} inputMode="numeric" autoComplete="off" />}
        </Field>
        {!role?.admin && <StatusField {...selectProps('status')} />}
      </div>
      <Field label={t('record.remark')} error={errors.remark?.message}>
        {(control) => <textarea {...control} {...register('remark')} rows={2} />}
      </Field>
      {role?.admin ? (
        <p className="role-form-note">{t('role.adminMenus')}</p>
      ) : (
        <>
          <p className="field-label">{t('role.menus')}</p>
          <CheckTree label={t('role.menus')} nodes={menus} checked={menuIds} onChange={choose} />
        </>
      )}
      <DialogFooter>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button variant="primary" type="submit" busy={isSubmitting}>
          {t(role ? 'role.editSubmit' : 'role.createSubmit')}
        </Button>
      </DialogFooter>
    </form>
  )
}
