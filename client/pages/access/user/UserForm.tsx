import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { UserFields as Fields, type UserQuery, type UserChoices, type UserDetail } from '#shared/access/user'
import { user as resource } from '#shared/access/user-resource'
import { statuses } from '#shared/constants'
import type { Choice } from '#shared/list/page'
import { isPasswordUnlikeName, NewPassword } from '#shared/access/password'
import { z } from '#shared/zod'
import { getDepartments } from '../../../api/access/department'
import { NEW_RECORD } from '../../../api/resource'
import { userApi } from '../../../api/access/user'
import { Dialog } from '../../../ui/overlay/Dialog'
import { choicesNow, postName, roleName } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { RecordFooter, toastCreated, type FieldsProps } from '../../../ui/record/record-form'
import { useListQuery } from '../../../ui/table/useListQuery'
import { DictField } from '../../../ui/dict'
import { useText } from '../../../ui/useText'
import { minPasswordLength } from '../../../stores/app-info'
import { session } from '../../../stores/session'
import { nodesOf } from '../../../ui/input/checked-nodes'
import { idText, nodeName } from '../../../ui/form/conflict-words'
import { Field } from '../../../ui/form/Field'
import { MultiSelect } from '../../../ui/input/MultiSelect'
import { inList } from '../../../ui/record/record-actions'
import { RemarkField, InputField, SelectField } from '../../../ui/form/fields'
import { StatusField } from '../../../ui/record/StatusField'
import { TreeSelect } from '../../../ui/input/TreeSelect'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { InitialPasswordInput, PasswordHandover } from './InitialPassword'

/** The dialog that creates or changes a user. A generated password of a new user is shown once more. */
export default function UserForm(props: RecordFormProps) {
  const t = useText()
  const noun = t(resource.texts.noun)
  const [{ deptId }] = useListQuery<UserQuery>()
  const [created, setCreated] = useState<CreatedUser>()
  if (created) {
    return (
      <Dialog title={t('record.createdDone', { name: created.nickName })} open onClose={props.onClose}>
        <PasswordHandover text={t('user.madeText', created)} password={created.password} onClose={props.onClose} />
      </Dialog>
    )
  }

  /** Reloads the list behind the dialog, which stays. */
  function showPassword(user: CreatedUser) {
    props.onSaved()
    setCreated(user)
  }

  return (
    <RecordDialog
      {...props}
      name="user"
      load={() => loadForm(props.id)}
      title={(form) =>
        props.id === NEW_RECORD
          ? t('record.create', { noun })
          : t('record.editTitle', { noun, name: form?.record?.nickName ?? '…' })
      }
    >
      {(form, dialog) => (
        <UserFields {...form} {...dialog} of={resource} inDepartment={Number(deptId)} onGenerated={showPassword} />
      )}
    </RecordDialog>
  )
}

async function loadForm(userId: number) {
  const [record, choices, departments] = await Promise.all([
    userId === NEW_RECORD ? undefined : userApi.get(userId),
    userApi.choices(),
    getDepartments(),
  ])
  return { record, choices, departments: choicesNow(departments) }
}

type UserFieldsProps = FieldsProps<UserDetail> & {
  choices: UserChoices
  departments: readonly Choice[]
  /** The department that filters the list, if any: the default of a new user. */
  inDepartment: number
  /** Called instead of `onSaved` after a password was generated, to show it. */
  onGenerated: (user: CreatedUser) => void
}

type CreatedUser = { nickName: string; username: string; password: string }

const ChangedUser = Fields.extend({ password: z.string() })
const NewUser = Fields.extend({ password: NewPassword }).refine(isPasswordUnlikeName, {
  path: ['password'],
  message: 'password.likeName',
})

function UserFields(props: UserFieldsProps) {
  const { record: user, choices, departments, inDepartment, onGenerated, onSaved } = props
  const t = useText()
  const [generated, setGenerated] = useState('')
  const isListed = nodesOf(departments).some(({ id }) => id === inDepartment)
  const isOneself = user?.userId === session.userId
  const form = useSchemaForm(user ? ChangedUser : NewUser, {
    record: user,
    defaults: (user) => ({
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
    }),
    async save({ password, ...input }, change) {
      if (user) await userApi.update(user.userId, change)
      else {
        await userApi.create({ ...input, password })
        if (password === generated) return onGenerated({ ...input, password })
        toastCreated(input.nickName)
      }
      onSaved()
    },
  })
  const { input, select, control, selectProps, setValue, fieldProps, formState } = form
  const password = useWatch({ control, name: 'password' })
  const post = select('postId', nameOfPost)

  function nameOfRole(id: unknown) {
    const role = choices.roles.find(({ roleId }) => roleId === Number(id))
    return role ? roleName(role) : idText(id)
  }

  function nameOfPost(id: unknown) {
    const match = choices.posts.find(({ postId }) => postId === Number(id))
    return match ? postName(match) : idText(id)
  }

  return (
    <form {...form.formProps}>
      <div className="field-columns">
        <InputField {...input('username')} label={t('login.username')} hint={t('user.usernameHint')} required isCode />
        <InputField {...input('nickName')} label={t('record.personName')} required />
        {!isOneself && (
          <>
            <Field label={t('resource.department')} {...fieldProps('deptId', (id) => nodeName(departments, id))}>
              {(field) => (
                <TreeSelect
                  {...field}
                  {...selectProps('deptId')}
                  label={t('resource.department')}
                  nodes={departments}
                  isClearable
                />
              )}
            </Field>
            <Field
              label={t('record.roles')}
              {...fieldProps('roleIds', (ids) => inList((ids ?? []).map(nameOfRole)))}
              hint={t('user.rolesHint')}
            >
              {(field) => (
                <MultiSelect
                  {...field}
                  {...selectProps('roleIds')}
                  label={t('record.roles')}
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
        <SelectField
          {...post}
          value={post.value === undefined ? undefined : Number(post.value)}
          onSelect={(postId) => post.onSelect(postId)}
          label={t('resource.post')}
          placeholder={t('user.noPost')}
          options={choices.posts
            .filter(({ postId, status }) => status === statuses.on || postId === user?.postId)
            .map((row) => ({ value: row.postId, label: postName(row) }))}
        />
        <DictField {...select('sex')} type="sys_user_sex" label={t('record.sex')} />
        <InputField {...input('phone')} label={t('record.phone')} type="tel" />
        <InputField {...input('email')} label={t('record.email')} type="email" />
        {!user && (
          <Field
            label={t('user.password')}
            {...fieldProps('password')}
            hint={t('user.passwordHint', { min: minPasswordLength() })}
            required
          >
            {(field) => (
              <InitialPasswordInput
                {...field}
                {...form.register('password')}
                password={password}
                onGenerate={(next) => {
                  setGenerated(next)
                  setValue('password', next, { shouldTouch: true, shouldValidate: true })
                }}
              />
            )}
          </Field>
        )}
        {!isOneself && <StatusField {...select('status')} />}
      </div>
      <RemarkField {...input('remark')} />
      {isOneself && <p className="callout">{t('user.oneselfNote')}</p>}
      <RecordFooter {...props} isBusy={formState.isSubmitting} />
    </form>
  )
}
