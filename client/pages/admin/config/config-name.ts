import type { Config } from '#shared/admin/config'
import { isSettingKey, settingTitles } from '#shared/access/setting-titles'
import { settings } from '../../../stores/settings'
import { tr } from '../../../ui/useText'

/**
 * The name of a parameter. Names are stored in Chinese; those known to the product are shown in the operator's
 * language.
 */
export const configNameOf = ({ configKey, configName }: Pick<Config, 'configKey' | 'configName'>): string =>
  settings.locale !== 'zh' && isSettingKey(configKey) ? tr(settingTitles[configKey]) : configName
