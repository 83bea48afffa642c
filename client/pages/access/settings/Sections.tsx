import type { ComponentProps } from 'react'
import { settingTitles } from '#shared/access/setting-titles'
import type { SettingsState } from '../../../api/access/system-settings'
import { useAllowed } from '../../../ui/Allow'
import { InputField, SelectField } from '../../../ui/form/fields'
import { useText, type T } from '../../../ui/useText'
import { loadAppInfo } from '../../../stores/app-info'
import { LogoField } from './LogoField'
import { SettingsSection } from './SettingsSection'
import { sectionOf, useSection } from './useSection'

/** The sections of the page, each saved separately. */
export default function Sections(state: SettingsState) {
  const t = useText()
  const mayUpdate = useAllowed(['admin:sysConfigSet:update'])
  return (
    <>
      {!mayUpdate && <p className="callout sys-set-note">{t('sysSet.noChange')}</p>}
      <fieldset className="grid gap-16 sys-set-sections" disabled={!mayUpdate}>
        <AppearanceSection {...state} />
        <SignInSection {...state} />
        <QualitySection {...state} />
        <RetentionSection {...state} />
      </fieldset>
    </>
  )
}

const appearance = sectionOf('sys_app_name', 'sys_app_logo')

/** Name and logo. The frame around the page shows them once they are saved. */
function AppearanceSection({ saved }: SettingsState) {
  const t = useText()
  const form = useSection(appearance, saved, loadAppInfo)
  const { register, fieldProps, select, formState } = form
  return (
    <SettingsSection title={t('sysSet.look')} intro={t('sysSet.lookIntro')} form={form}>
      <InputField
        {...register('sys_app_name')}
        {...fieldProps('sys_app_name', (name) => name || t('app.defaultName'))}
        label={t('sysSet.appName')}
        placeholder={t('app.defaultName')}
      />
      <LogoField
        {...select('sys_app_logo', (path) => (
          <img src={path || '/logo.svg'} alt={path || '/logo.svg'} width={32} height={32} />
        ))}
        isUnsaved={formState.dirtyFields.sys_app_logo === true}
      />
    </SettingsSection>
  )
}

const qualityKeys = ['qc_signaturePassword', 'qc_selfReview', 'qc_blockOverdueGauge'] as const
const qualityNumbers = [
  'qc_signatureSeries',
  'qc_yieldTarget',
  'qc_photosPerRecord',
  'qc_photoKilobytes',
  'qc_photoStorageMegabytes',
] as const
const quality = sectionOf(...qualityKeys, ...qualityNumbers)

/** Signing of records, the target of the first-pass yield, and the maximum number of photos. */
function QualitySection({ saved, defaults }: SettingsState) {
  const t = useText()
  const form = useSection(quality, saved, loadAppInfo) // the entry of records offers as many photos
  const answerText = (value: string | undefined) => t(value === 'Y' ? 'record.yes' : 'record.no')
  return (
    <SettingsSection title={t('sysSet.quality')} intro={t('sysSet.qualityIntro')} form={form}>
      <div className="field-columns">
        {qualityKeys.map((key) => (
          <DefaultedSelect
            key={key}
            {...form.select(key)}
            label={t(settingTitles[key])}
            hint={t(`${settingTitles[key]}Hint`)}
            byDefault={t('sysSet.byDefault', { value: answerText(defaults[key]) })}
            options={['Y', 'N'].map((value) => ({ value, label: answerText(value) }))}
          />
        ))}
        {qualityNumbers.map((key) => (
          <NumberField key={key} of={key} form={form} defaults={defaults} />
        ))}
      </div>
    </SettingsSection>
  )
}

const retentionKeys = ['sys_log_loginDays', 'sys_log_operaDays', 'sys_trash_days'] as const
const retention = sectionOf(...retentionKeys)

/** Retention times of logs and deleted records. */
function RetentionSection({ saved, defaults }: SettingsState) {
  const t = useText()
  const form = useSection(retention, saved)
  return (
    <SettingsSection title={t('sysSet.retention')} intro={t('sysSet.retentionIntro')} form={form}>
      <div className="field-columns">
        {retentionKeys.map((key) => (
          <NumberField key={key} of={key} form={form} defaults={defaults} />
        ))}
      </div>
    </SettingsSection>
  )
}

const signInKeys = [
  'sys_login_passLength',
  'sys_login_initialHours',
  'sys_session_idleMinutes',
  'sys_session_maxMinutes',
] as const
const signIn = sectionOf('sys_login_captcha', ...signInKeys)
const captchaPolicies = ['always', 'never', '1', '3', '5', '10']

/** The need for captchas, the length of passwords, and the end of sessions. */
function SignInSection({ saved, defaults }: SettingsState) {
  const t = useText()
  const form = useSection(signIn, saved, loadAppInfo) // forms show the minimum length of a password
  const { sys_login_captcha: current } = saved
  const isListed = current === '' || captchaPolicies.includes(current)
  const policies = isListed ? captchaPolicies : [...captchaPolicies, current]
  return (
    <SettingsSection title={t('sysSet.signIn')} intro={t('sysSet.signInIntro')} form={form}>
      <div className="field-columns">
        <DefaultedSelect
          {...form.select('sys_login_captcha')}
          label={t('sysSet.captcha')}
          byDefault={t('sysSet.byDefault', { value: captchaText(t, defaults.sys_login_captcha ?? 'always') })}
          options={policies.map((value) => ({ value, label: captchaText(t, value) }))}
        />
        {signInKeys.map((key) => (
          <NumberField key={key} of={key} form={form} defaults={defaults} />
        ))}
      </div>
    </SettingsSection>
  )
}

const captchaText = (t: T, policy: string) =>
  policy === 'always' || policy === 'never'
    ? t(`sysSet.captcha.${policy}`)
    : t('sysSet.captcha.after', { count: Number(policy) })

type DefaultedSelectProps = Omit<ComponentProps<typeof SelectField<string>>, 'placeholder'> & { byDefault: string }

/** A choice with the option "default". */
const DefaultedSelect = ({ value, onSelect, byDefault, ...field }: DefaultedSelectProps) => (
  <SelectField
    {...field}
    value={value || undefined}
    onSelect={(chosen) => onSelect(chosen ?? '')}
    placeholder={byDefault}
  />
)

type NumberFieldProps = {
  of: (typeof retentionKeys | typeof signInKeys | typeof qualityNumbers)[number]
  form: ReturnType<typeof useSection>
  defaults: SettingsState['defaults']
}

/** A whole number; an empty field shows its default. */
function NumberField({ of: key, form: { register, fieldProps }, defaults }: NumberFieldProps) {
  const t = useText()
  const byDefault = t('sysSet.default', { value: defaults[key] ?? '' })
  return (
    <InputField
      {...register(key)}
      {...fieldProps(key, (value) => value || byDefault)}
      label={t(settingTitles[key])}
      hint={t(`${settingTitles[key]}Hint`)}
      inputMode="numeric"
      placeholder={byDefault}
    />
  )
}
