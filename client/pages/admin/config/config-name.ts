import type { Config } from '#shared/admin/config'
import { isSettingKey, settingTitles } from '#shared/access/setting-titles'
import { settings } from '../../../stores/settings'
import { tr } from '../../../ui/useText'

/** What a parameter is called: names are kept in Chinese, so those the product knows are told in the operator's language. */
export const configNameOf = ({ configKey, configName }: Pick<Config, 'configKey' | 'configName'>): string =>
  settings.locale !== 'zh' && isSettingKey(configKey) ? tr(settingTitles[configKey]) : configName
