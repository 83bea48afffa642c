import { useQueryClient } from '@tanstack/react-query'
import { useState, type MouseEvent } from 'react'
import { ProfileChange, type Profile } from '#shared/schemas/profile'
import { saveProfile } from '../../api/profile'
import { Button } from '../../ui/Button'
import { PasswordInput } from '../../ui/PasswordInput'
import { DictSelect } from '../../ui/dict'
import { Field } from '../../ui/Field'
import { focusHeading } from '../../ui/heading'
import { useUnsaved } from '../../ui/tab'
import { useSchemaForm } from '../../ui/useSchemaForm'
import { useText } from '../../ui/useText'
import { profileQuery } from './profile-query'
import { reloadOperator } from './reload-operator'

/** What operators may change about themselves. */
export default function ProfileFields({ user }: { user: Profile['user'] }) {
  const t = useText()
  const queries = useQueryClient()
  const [isSaved, setIsSaved] = useState(false)
  const { nickName, phone, email, sex, introduction } = user
  const { register, selectProps, formProps, formState, reset } = useSchemaForm(ProfileChange, {
    defaults: { nickName, phone, email, sex, introduction, password: '' },
    async save(entered) {
      await saveProfile(entered)
      reset({ ...entered, password: '' })
      setIsSaved(true)
      await Promise.all([reloadOperator(), queries.invalidateQueries(profileQuery)])
    },
  })
  const { errors, isDirty, isSubmitting, dirtyFields } = formState
  useUnsaved(isDirty)

  function discard({ currentTarget }: MouseEvent) {
    focusHeading(currentTarget) // the button is about to go
    reset()
    setIsSaved(false)
  }

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('profile.nickName')} error={errors.nickName?.message} required>
          {(control) => <input {...control} {...register('nickName')} autoComplete="name" />}
        </Field>
        <Field label={t('profile.sex')} error={errors.sex?.message}>
          {(control) => (
            <DictSelect {...control} {...selectProps('sex')} type="sys_user_sex" label={t('profile.sex')} />
          )}
        </Field>
        <Field label={t('profile.phone')} error={errors.phone?.message}>
          {(control) => <input {...control} {...register('phone')} type="tel" autoComplete="tel-national" />}
        </Field>
        <Field label={t('profile.email')} error={errors.email?.message}>
          {(control) => <input {...control} {...register('email')} type="email" autoComplete="email" />}
        </Field>
      </div>
      {(dirtyFields.phone || dirtyFields.email) && (
        <Field
          label={t('profile.ownPassword')}
          error={errors.password?.message}
          hint={t('profile.ownPasswordHint')}
          required
        >
          {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
        </Field>
      )}
      <Field label={t('profile.introduction')} error={errors.introduction?.message}>
        {(control) => <textarea {...control} {...register('introduction')} rows={2} />}
      </Field>
      <div className="profile-foot" data-changed={isDirty}>
        <span className={isDirty ? 'profile-unsaved' : 'sr-only'} role="status">
          {isDirty ? t('profile.unsaved') : isSaved && t('profile.isSaved')}
        </span>
        {isDirty && <Button onClick={discard}>{t('profile.discard')}</Button>}
        <Button variant="primary" type="submit" busy={isSubmitting}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  )
}
