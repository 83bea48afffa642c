import { useQueryClient } from '@tanstack/react-query'
import { useState, type MouseEvent } from 'react'
import { ProfileChange, type Profile } from '#shared/access/profile'
import { saveProfile } from '../../../api/access/profile'
import { Button } from '../../../ui/Button'
import { PasswordInput } from '../../../ui/input/PasswordInput'
import { DictLabel, DictSelect } from '../../../ui/dict'
import { Field } from '../../../ui/form/Field'
import { focusHeading } from '../../../ui/layout/heading'
import { settleForm } from '../../../ui/form/settle-form'
import { useUnsaved } from '../../../ui/tab'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'
import { profileQuery } from './queries'
import { reloadOperator } from './queries'

/** What operators may change about themselves. */
export default function ProfileFields({ user }: { user: Profile['user'] }) {
  const t = useText()
  const queries = useQueryClient()
  const [isSaved, setIsSaved] = useState(false)
  const form = useSchemaForm(ProfileChange, {
    record: user,
    defaults: (profile: Profile['user'] = user) => {
      const { nickName, phone, email, sex, introduction } = profile
      return { nickName, phone, email, sex, introduction, password: '' }
    },
    async save(entered, change) {
      const sent = structuredClone(form.getValues())
      await saveProfile(change)
      settleForm(form, sent, { ...sent, ...entered, password: '' })
      setIsSaved(true)
      await Promise.all([reloadOperator(), queries.invalidateQueries(profileQuery)])
    },
  })
  const { register, selectProps, formProps, fieldProps, formState } = form
  const { isDirty, isSubmitting, dirtyFields } = formState
  useUnsaved(isDirty)

  function discard({ currentTarget }: MouseEvent) {
    focusHeading(currentTarget) // the button is about to go
    form.discard()
    setIsSaved(false)
  }

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('profile.nickName')} {...fieldProps('nickName')} required>
          {(control) => <input {...control} {...register('nickName')} autoComplete="name" />}
        </Field>
        <Field
          label={t('profile.sex')}
          {...fieldProps('sex', (value) => <DictLabel type="sys_user_sex" value={value} />)}
        >
          {(control) => (
            <DictSelect {...control} {...selectProps('sex')} type="sys_user_sex" label={t('profile.sex')} />
          )}
        </Field>
        <Field label={t('profile.phone')} {...fieldProps('phone')}>
          {(control) => <input {...control} {...register('phone')} type="tel" autoComplete="tel-national" />}
        </Field>
        <Field label={t('profile.email')} {...fieldProps('email')}>
          {(control) => <input {...control} {...register('email')} type="email" autoComplete="email" />}
        </Field>
      </div>
      {(dirtyFields.phone || dirtyFields.email) && (
        <Field
          label={t('profile.ownPassword')}
          {...fieldProps('password')}
          hint={t('profile.ownPasswordHint')}
          required
        >
          {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
        </Field>
      )}
      <Field label={t('profile.introduction')} {...fieldProps('introduction')}>
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
