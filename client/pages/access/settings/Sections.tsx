import type { SettingKey } from '#shared/access/settings-catalogue'
import type { SettingsState } from '../../../api/access/system-settings'
import { useAllowed } from '../../../ui/Allow'
import { useText, type T } from '../../../ui/useText'
import { loadAppInfo } from '../../../stores/app-info'
import { Field } from '../../../ui/form/Field'
import { Select } from '../../../ui/input/Select'
import { LogoField } from './LogoField'
import { SettingsSection } from './SettingsSection'
import { sectionOf, useSection } from './useSection'

/** The sections of the page, each saved on its own. */
export default function Sections(state: SettingsState) {
  const t = useText()
  const mayUpdate = useAllowed(['admin:sysConfigSet:update'])
  return (
    <>
      {!mayUpdate && <p className="sys-set-note">{t('sysSet.noChange')}</p>}
      <fieldset className="sys-set-sections" disabled={!mayUpdate}>
        <Look {...state} />
        <SignIn {...state} />
        <Quality {...state} />
        <Retention {...state} />
      </fieldset>
    </>
  )
}

const look = sectionOf('sys_app_name', 'sys_app_logo')

/** Name and logo. The frame around the page shows them as soon as they are saved. */
function Look({ saved }: SettingsState) {
  const t = useText()
  const form = useSection(look, saved, loadAppInfo)
  const { register, selectProps, fieldProps, formState } = form
  const { dirtyFields } = formState
  return (
    <SettingsSection title={t('sysSet.look')} intro={t('sysSet.lookIntro')} form={form}>
      <Field label={t('sysSet.appName')} {...fieldProps('sys_app_name', (name) => name || t('app.defaultName'))}>
        {(control) => (
          <input {...control} {...register('sys_app_name')} placeholder={t('app.defaultName')} autoComplete="off" />
        )}
      </Field>
      <LogoField
        {...selectProps('sys_app_logo')}
        {...fieldProps('sys_app_logo', (path) => (
          <img src={path || '/logo.svg'} alt={path || '/logo.svg'} width={32} height={32} />
        ))}
        isUnsaved={dirtyFields.sys_app_logo === true}
      />
    </SettingsSection>
  )
}

const quality = sectionOf('qc_signaturePassword', 'qc_selfReview', 'qc_blockOverdueGauge')

/** How records are signed. */
function Quality({ saved, defaults }: SettingsState) {
  const t = useText()
  const form = useSection(quality, saved)
  const said = (value: string | undefined) => t(value === 'Y' ? 'record.yes' : 'record.no')

  function choice(key: 'qc_signaturePassword' | 'qc_selfReview' | 'qc_blockOverdueGauge', label: string, hint: string) {
    const { value, onSelect } = form.selectProps(key)
    const byDefault = t('sysSet.byDefault', { value: said(defaults[key]) })
    return (
      <Field label={label} hint={hint} {...form.fieldProps(key, (value) => (value ? said(value) : byDefault))}>
        {(control) => (
          <Select
            {...control}
            label={label}
            value={value || undefined}
            onSelect={(chosen) => onSelect(chosen ?? '')}
            placeholder={byDefault}
            options={['Y', 'N'].map((answer) => ({ value: answer, label: said(answer) }))}
          />
        )}
      </Field>
    )
  }

  return (
    <SettingsSection title={t('sysSet.quality')} intro={t('sysSet.qualityIntro')} form={form}>
      <div className="field-columns">
        {choice('qc_signaturePassword', t('sysSet.signaturePassword'), t('sysSet.signaturePasswordHint'))}
        {choice('qc_selfReview', t('sysSet.selfReview'), t('sysSet.selfReviewHint'))}
        {choice('qc_blockOverdueGauge', t('sysSet.blockOverdueGauge'), t('sysSet.blockOverdueGaugeHint'))}
      </div>
    </SettingsSection>
  )
}

const retention = sectionOf('sys_log_loginDays', 'sys_log_operaDays', 'sys_trash_days')

/** How long logs, and what was deleted, are kept. */
function Retention({ saved, defaults }: SettingsState) {
  const t = useText()
  const form = useSection(retention, saved)
  return (
    <SettingsSection title={t('sysSet.retention')} intro={t('sysSet.retentionIntro')} form={form}>
      <div className="field-columns">
        <NumberField of="sys_log_loginDays" words="sysSet.loginLogDays" form={form} defaults={defaults} />
        <NumberField of="sys_log_operaDays" words="sysSet.operaLogDays" form={form} defaults={defaults} />
        <NumberField of="sys_trash_days" words="sysSet.trashDays" form={form} defaults={defaults} />
      </div>
    </SettingsSection>
  )
}

const signIn = sectionOf(
  'sys_login_captcha',
  'sys_login_passLength',
  'sys_login_initialHours',
  'sys_session_idleMinutes',
  'sys_session_maxMinutes',
)
const offered = ['always', 'never', '1', '3', '5', '10']

/** When a captcha is asked for, how long passwords are, and when sessions end. */
function SignIn({ saved, defaults }: SettingsState) {
  const t = useText()
  const form = useSection(signIn, saved, loadAppInfo) // forms tell how long a password must be
  const { selectProps, fieldProps } = form
  const captcha = selectProps('sys_login_captcha')
  const byDefault = t('sysSet.byDefault', { value: captchaText(t, defaults.sys_login_captcha ?? 'always') })
  const { sys_login_captcha: current } = saved
  const choices = current === '' || offered.includes(current) ? offered : [...offered, current]
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

const captchaText = (t: T, policy: string) =>
  policy === 'always' || policy === 'never'
    ? t(`sysSet.captcha.${policy}`)
    : t('sysSet.captcha.after', { count: Number(policy) })

type NumberFieldProps = {
  of: SettingKey
  words:
    | 'sysSet.passwordMin'
    | 'sysSet.initialHours'
    | 'sysSet.idleMinutes'
    | 'sysSet.maxMinutes'
    | 'sysSet.loginLogDays'
    | 'sysSet.operaLogDays'
    | 'sysSet.trashDays'
  form: ReturnType<typeof useSection>
  defaults: SettingsState['defaults']
}

/** A whole number; what an empty one stands for is written into it. */
function NumberField({ of: key, words, form: { register, fieldProps }, defaults }: NumberFieldProps) {
  const t = useText()
  return (
    <Field
      label={t(words)}
      {...fieldProps(key, (value) => value || t('sysSet.default', { value: defaults[key] ?? '' }))}
      hint={t(`${words}Hint`)}
    >
      {(control) => (
        <input
          {...control}
          {...register(key)}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('sysSet.default', { value: defaults[key] ?? '' })}
        />
      )}
    </Field>
  )
}
