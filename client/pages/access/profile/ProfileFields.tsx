import { useQueryClient } from '@tanstack/react-query'
import { useState, type MouseEvent } from 'react'
import { ProfileChange, type Profile } from '#shared/access/profile'
import { saveProfile } from '../../../api/access/profile'
import { Button } from '../../../ui/Button'
import { focusHeading } from '../../../ui/layout/heading'
import { settleForm } from '../../../ui/form/settle-form'
import { useUnsaved } from '../../../ui/tab'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { DictField } from '../../../ui/dict'
import { InputField, TextAreaField, PasswordField } from '../../../ui/form/fields'
import { useText } from '../../../ui/useText'
import { profileQuery, reloadOperator } from './queries'

/** The fields that operators may change on their own account. */
export default function ProfileFields({ user }: { user: Profile['user'] }) {
  const t = useText()
  const queries = useQueryClient()
  const [isSaved, setIsSaved] = useState(false)
  const form = useSchemaForm(ProfileChange, {
    record: user,
    /** Without the whole record, which would bring back the password sent last. */
    defaults: ({ nickName, phone, email, sex, introduction }: Profile['user'] = user) => {
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
  const { input, select, formProps, formState } = form
  const { isDirty, isSubmitting, dirtyFields } = formState
  useUnsaved(isDirty)

  function discard({ currentTarget }: MouseEvent) {
    focusHeading(currentTarget) // the button is about to disappear
    form.discard()
    setIsSaved(false)
  }

  return (
    <form {...formProps}>
      <div className="field-columns">
        <InputField {...input('nickName')} label={t('record.personName')} required autoComplete="name" />
        <DictField {...select('sex')} type="sys_user_sex" label={t('record.sex')} />
        <InputField {...input('phone')} label={t('record.phone')} type="tel" autoComplete="tel-national" />
        <InputField {...input('email')} label={t('record.email')} type="email" autoComplete="email" />
      </div>
      {(dirtyFields.phone || dirtyFields.email) && (
        <PasswordField
          {...input('password')}
          label={t('profile.ownPassword')}
          hint={t('profile.ownPasswordHint')}
          required
          autoComplete="current-password"
        />
      )}
      <TextAreaField {...input('introduction')} label={t('profile.introduction')} />
      <div className="row wrap profile-foot" data-changed={isDirty}>
        <span className={isDirty ? 'profile-unsaved' : 'sr-only'} role="status">
          {isDirty ? t('record.unsaved') : isSaved && t('record.saved')}
        </span>
        {isDirty && <Button onClick={discard}>{t('action.discard')}</Button>}
        <Button variant="primary" type="submit" busy={isSubmitting}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  )
}
