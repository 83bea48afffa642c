import type { SettingsState } from '../../../api/access/system-settings'
import { loadAppInfo } from '../../../stores/app-info'
import { Field } from '../../../ui/form/Field'
import { Select } from '../../../ui/input/Select'
import { useText, type T } from '../../../ui/useText'
import { NumberField } from './NumberField'
import { SettingsSection } from './SettingsSection'
import { sectionOf, useSection } from './useSection'

const signIn = sectionOf(
  'sys_login_captcha',
  'sys_login_passLength',
  'sys_login_initialHours',
  'sys_session_idleMinutes',
  'sys_session_maxMinutes',
)
const offered = ['always', 'never', '1', '3', '5', '10']

/** When a captcha is asked for, how long passwords are, and when sessions end. */
export function SignIn({ saved, defaults }: SettingsState) {
  const t = useText()
  const form = useSection(signIn, saved, loadAppInfo) // forms tell how long a password must be
  const { selectProps, fieldProps } = form
  const captcha = selectProps('sys_login_captcha')
  const byDefault = t('sysSet.byDefault', { value: captchaText(t, defaults.sys_login_captcha ?? 'always') })
  const { sys_login_captcha: kept } = saved
  const choices = kept === '' || offered.includes(kept) ? offered : [...offered, kept]
  return (
    <SettingsSection title={t('sysSet.signIn')} intro={t('sysSet.signInIntro')} form={form}>
      <div className="field-columns">
        <Field
          label={t('sysSet.captcha')}
          {...fieldProps('sys_login_captcha', (value) => (value ? captchaText(t, value) : byDefault))}
        >
          {(control) => (
            <Select
              {...control}
              label={t('sysSet.captcha')}
              value={captcha.value || undefined}
              onSelect={(chosen) => captcha.onSelect(chosen ?? '')}
              placeholder={byDefault}
              options={choices.map((value) => ({ value, label: captchaText(t, value) }))}
            />
          )}
        </Field>
        <NumberField of="sys_login_passLength" words="sysSet.passwordMin" form={form} defaults={defaults} />
        <NumberField of="sys_login_initialHours" words="sysSet.initialHours" form={form} defaults={defaults} />
        <NumberField of="sys_session_idleMinutes" words="sysSet.idleMinutes" form={form} defaults={defaults} />
        <NumberField of="sys_session_maxMinutes" words="sysSet.maxMinutes" form={form} defaults={defaults} />
      </div>
    </SettingsSection>
  )
}

const captchaText = (t: T, asked: string) =>
  asked === 'always' || asked === 'never'
    ? t(`sysSet.captcha.${asked}`)
    : t('sysSet.captcha.after', { count: Number(asked) })
