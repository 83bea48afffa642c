import { text } from '#shared/i18n/catalogues'
import { settingKeys, settingOf, type SettingKey } from '#shared/access/settings-catalogue'

/** Settings of a new installation that differ from their defaults. */
const initialValues: Partial<Record<SettingKey, string>> = {
  sys_app_name: 'Caliper 质检',
  sys_app_logo: '/logo.svg',
  sys_index_skinName: 'skin-blue',
  sys_index_sideTheme: 'theme-dark',
}

/** The initial settings of every installation; an empty one means its default. */
export const configs = settingKeys.map((configKey) => {
  const { title, isFrontend = false, isSecret = false } = settingOf(configKey)
  const configValue = initialValues[configKey] ?? ''
  return { configKey, configName: text('zh', title), configValue, configType: 'Y' as const, isFrontend, isSecret }
})
