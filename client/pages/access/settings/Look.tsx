import { loadAppInfo } from '../../../stores/app-info'
import type { SettingsState } from '../../../api/access/system-settings'
import { Field } from '../../../ui/form/Field'
import { useText } from '../../../ui/useText'
import { LogoField } from './LogoField'
import { SettingsSection } from './SettingsSection'
import { sectionOf, useSection } from './useSection'

const look = sectionOf('sys_app_name', 'sys_app_logo')

/** Name and logo. The frame around the page shows them as soon as they are saved. */
export function Look({ saved }: SettingsState) {
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
