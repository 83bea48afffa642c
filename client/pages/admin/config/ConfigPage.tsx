import { isSettingKey } from '#shared/access/setting-titles'
import { yesNo } from '#shared/constants'
import type { Config, ConfigQuery } from '#shared/admin/config'
import { config } from '#shared/admin/config-resource'
import { configApi } from '../../../api/admin/config'
import { filterBar, searchFilter, choiceFilter } from '../../../ui/record/filter-bar'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { Tag } from '../../../ui/feedback/Tag'
import { listPage } from '../../../ui/record/declared'
import { RecordPage } from '../../../ui/record/RecordPage'
import { UseFilter } from '../../../ui/table/UseFilter'
import { useListQuery } from '../../../ui/table/useListQuery'
import { withPrefetch } from '../../../ui/table/with-prefetch'
import type { T } from '../../../ui/useText'
import { configNameOf } from './config-name'
import './config.css'

const configs = listPage(config, {
  api: configApi,
  label: configNameOf,
  cells: {
    configValue: (config, t) => <Value config={config} t={t} />,
    configType: ({ configType }, t) => (
      <Tag tone={configType === 'Y' ? 'info' : 'pending'}>{t(`config.type${configType}`)}</Tag>
    ),
  },
  Filters: filterBar<ConfigQuery>(
    searchFilter('configName', 'config.name'),
    searchFilter('configKey', 'config.key'),
    choiceFilter('configType', 'config.type', 'config.anyType', yesNo, (type, t) => t(`config.type${type}`)),
    choiceFilter('isFrontend', 'config.isFrontend', 'config.anyFrontend', ['true', 'false'], (flag, t) =>
      t(flag === 'true' ? 'config.frontendY' : 'config.frontendN'),
    ),
    ({ query, filter }) => <UseFilter value={usedBy(query)} onSelect={(use) => filter({ use })} />,
  ),
  Form: dialogPart(() => import('./ConfigForm')),
  isFixed: ({ configKey }) => isSettingKey(configKey),
})

/** Parameters: values that programs read by key. */
function ConfigPage() {
  const [query] = useListQuery<ConfigQuery>()
  return <RecordPage of={configs} fixed={{ use: usedBy(query) }} />
}

export default withPrefetch(ConfigPage, configs, (query) => ({ use: usedBy(query) }))

/** Hides parameters that only other clients read, unless a filter is set. */
const usedBy = ({ use, configName, configKey }: ConfigQuery) => use ?? (configName || configKey ? 'all' : 'own')

/** A long value is cut; a secret one is not shown. */
function Value({ config: { configValue, isSecret }, t }: { config: Config; t: T }) {
  if (isSecret) return <span className="muted">{t('config.secretShown')}</span>
  return configValue ? (
    <span className="truncate config-value" title={configValue}>
      {configValue}
    </span>
  ) : (
    '-'
  )
}
