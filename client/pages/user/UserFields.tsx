import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { statuses } from '#shared/constants'
import type { Choice } from '#shared/schemas/page'
import { isPasswordUnlikeName, NewPassword } from '#shared/schemas/password'
import { UserFields as Fields, type UserChoices, type UserDetail } from '#shared/schemas/user'
import { z } from '#shared/zod'
import { userApi } from '../../api/user'
import { minPasswordLength } from '../../stores/min-password-length'
import { session } from '../../stores/session'
import { nodesOf } from '../../ui/checked-nodes'
import { DictSelect } from '../../ui/dict'
import { Field } from '../../ui/Field'
import { FormFooter } from '../../ui/FormFooter'
import { MultiSelect } from '../../ui/MultiSelect'
import { postName, roleName } from '../../ui/names'
import type { RecordFieldsProps } from '../../ui/RecordDialog'
import { RemarkField } from '../../ui/RemarkField'
import { Select } from '../../ui/Select'
import { StatusField } from '../../ui/status'
import { tellCreated } from '../../ui/tell-created'
import { TreeSelect } from '../../ui/TreeSelect'
import { useSchemaForm } from '../../ui/useSchemaForm'
import { useText } from '../../ui/useText'
import { GivenPassword } from './GivenPassword'

type UserFieldsProps = RecordFieldsProps & {
  /** Undefined for a new user. */
  user: UserDetail | undefined
  choices: UserChoices
  departments: readonly Choice[]
  /** The department that the list shows, where it shows one: that of a new user. */
  inDepartment: number
  /** In place of `onSaved` where a password was made up: somebody has to be told it. */
  onGenerated: (user: MadeUser) => void
}

export type MadeUser = { nickName: string; username: string; password: string }

const Changed = Fields.extend({ password: z.string() })
const Made = Fields.extend({ password: NewPassword }).refine(isPasswordUnlikeName, {
  path: ['password'],
  message: 'password.likeName',
})

export function UserFields(props: UserFieldsProps) {
  const { user, choices, departments, inDepartment, onGenerated, onSaved, onClose } = props
  const t = useText()
  const [generated, setGenerated] = useState('')
  const isListed = nodesOf(departments).some(({ id }) => id === inDepartment)
  const isOneself = user?.userId === session.userId
  const { register, control, selectProps, setValue, formProps, formState } = useSchemaForm(user ? Changed : Made, {
    defaults: {
      username: user?.username ?? '',
      nickName: user?.nickName ?? '',
      phone: user?.phone ?? '',
      email: user?.email ?? '',
      sex: user?.sex ?? '2',
      deptId: user ? user.deptId : isListed ? inDepartment : null,
      postId: user?.postId ?? null,
      roleIds: user?.roleIds ?? [],
      status: user?.status ?? statuses.on,
      remark: user?.remark ?? '',
      password: '',
    },
    async save({ password, ...input }) {
      if (user) await userApi.update(user.userId, input)
      else {
        await userApi.create({ ...input, password })
        if (password === generated) return onGenerated({ ...input, password })
        tellCreated(input.nickName)
      }
      onSaved()
    },
  })
  const password = useWatch({ control, name: 'password' })
  const { errors, isSubmitting } = formState
  const post = selectProps('postId')
  const dept = selectProps('deptId')
  const held = selectProps('roleIds')

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('user.username')} error={errors.username?.message} hint={t('user.usernameHint')} required>
          {(field) => (
            <input {...field} {...register('username')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <Field label={t('user.nickName')} error={errors.nickName?.message} required>
          {(field) => <input {...field} {...register('nickName')} autoComplete="off" />}
        </Field>
        {!isOneself && (
          <>
            <Field label={t('user.dept')} error={errors.deptId?.message}>
              {(field) => <TreeSelect {...field} {...dept} label={t('user.dept')} nodes={departments} isClearable />}
            </Field>
            <Field label={t('user.roles')} error={errors.roleIds?.message} hint={t('user.rolesHint')}>
              {(field) => (
                <MultiSelect
                  {...field}
                  {...held}
                  label={t('user.roles')}
                  options={choices.roles.map((role) => ({
                    value: role.roleId,
                    label: roleName(role),
                    isOff: !role.mayGive || (role.status !== statuses.on && !user?.roleIds.includes(role.roleId)),
                  }))}
                />
              )}
            </Field>
          </>
        )}
        <Field label={t('user.post')} error={errors.postId?.message}>
          {(field) => (
            <Select
              {...field}
              value={post.value === undefined ? undefined : Number(post.value)}
              onSelect={(postId) => post.onSelect(postId)}
              label={t('user.post')}
              placeholder={t('user.noPost')}
              options={choices.posts
                .filter(({ postId, status }) => status === statuses.on || postId === user?.postId)
                .map((one) => ({ value: one.postId, label: postName(one) }))}
            />
          )}
        </Field>
        <Field label={t('user.sex')} error={errors.sex?.message}>
          {(field) => <DictSelect {...field} {...selectProps('sex')} type="sys_user_sex" label={t('user.sex')} />}
        </Field>
        <Field label={t('user.phone')} error={errors.phone?.message}>
          {(field) => <input {...field} {...register('phone')} type="tel" autoComplete="off" />}
        </Field>
        <Field label={t('user.email')} error={errors.email?.message}>
          {(field) => <input {...field} {...register('email')} type="email" autoComplete="off" />}
        </Field>
        {!user && (
          <Field
            label={t('user.password')}
            error={errors.password?.message}
            hint={t('user.passwordHint', { min: minPasswordLength() })}
            required
          >
            {(field) => (
              <GivenPassword
                {...field}
                {...register('password')}
                given={password}
                onGenerate={(made) => {
                  setGenerated(made)
                  setValue('password', made, { shouldTouch: true, shouldValidate: true })
                }}
              />
            )}
          </Field>
        )}
        {!isOneself && <StatusField {...selectProps('status')} />}
      </div>
      <RemarkField {...register('remark')} error={errors.remark?.message} />
      {isOneself && <p className="user-note">{t('user.oneselfNote')}</p>}
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t(user ? 'user.editSubmit' : 'user.createSubmit')}
      </FormFooter>
    </form>
  )
}
