import { useEffect, useState } from 'react'
import { statuses } from '#shared/constants'
import type { Choice } from '#shared/schemas/page'
import { RoleInput, type RoleDetail } from '#shared/schemas/role'
import { roleApi } from '../../api/role'
import { Button } from '../../ui/Button'
import { DialogFooter } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { toast } from '../../ui/toast'
import { CheckTree } from '../../ui/Tree'
import { useSchemaForm } from '../../ui/useSchemaForm'
import { tr, useText } from '../../ui/useText'
import './role.css'

type RoleFieldsProps = {
  /** Undefined for a new role. */
  role: RoleDetail | undefined
  menus: Choice[]
  checkedKeys: number[]
  onChanged: () => void
  onSaved: () => void
  onClose: () => void
}

export function RoleFields({ role, menus, checkedKeys, onChanged, onSaved, onClose }: RoleFieldsProps) {
  const t = useText()
  const [menuIds, setMenuIds] = useState(checkedKeys)
  const { register, watch, setValue, setFocus, formProps, formState } = useSchemaForm(RoleInput, {
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
        toast.show(tr('role.createdDone', { name: input.roleName }), { tone: 'success' })
      }
      onSaved()
    },
  })
  const { errors, isSubmitting } = formState
  // The fields come after the dialog has opened, when it has already looked for what to focus.
  useEffect(() => setFocus('roleName'), [setFocus])

  function choose(chosen: number[]) {
    setMenuIds(chosen)
    onChanged()
  }

  return (
    <form {...formProps} onInput={onChanged}>
      <div className="role-form-row">
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
        <Field label={t('role.sort')} error={errors.roleSort?.message} hint={t('role.sortHint')}>
          {(control) => <input {...control} {...register('roleSort')} inputMode="numeric" autoComplete="off" />}
        </Field>
        {!role?.admin && (
          <Field label={t('role.status')}>
            {(control) => (
              <Select
                {...control}
                label={t('role.status')}
                value={Object.values(statuses).find((status) => status === watch('status'))}
                options={[
                  { value: statuses.on, label: t('status.on') },
                  { value: statuses.off, label: t('status.off') },
                ]}
                onSelect={(status) => setValue('status', status)}
              />
            )}
          </Field>
        )}
      </div>
      <Field label={t('role.remark')} error={errors.remark?.message}>
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
