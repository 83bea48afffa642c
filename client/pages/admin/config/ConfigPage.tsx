import type { Config, ConfigQuery } from '#shared/admin/config'
import { config } from '#shared/admin/config-resource'
import { configApi } from '../../../api/admin/config'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { Tag } from '../../../ui/feedback/Tag'
import { listPage } from '../../../ui/record/declared'
import { RecordPage } from '../../../ui/record/RecordPage'
import type { FiltersProps } from '../../../ui/record/list-page'
import { SearchBox } from '../../../ui/input/SearchBox'
import { Select } from '../../../ui/input/Select'
import { UseFilter } from '../../../ui/table/UseFilter'
import { useListQuery } from '../../../ui/table/useListQuery'
import { useText, type T } from '../../../ui/useText'
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
  Filters: ConfigFilters,
  Form: dialogPart(() => import('./ConfigForm')),
  isFixed: ({ configType }) => configType === 'Y',
})

/** Parameters: values that programs read by key. */
export default function ConfigPage() {
  const [query] = useListQuery<ConfigQuery>()
  return <RecordPage of={configs} fixed={{ use: usedBy(query) }} />
}

/** What other clients alone read is folded away, unless it is asked for. */
const usedBy = ({ use, configName, configKey }: ConfigQuery) => use ?? (configName || configKey ? 'all' : 'own')

/** A long value is cut; a secret one is not there. */
function Value({ config: { configValue, isSecret }, t }: { config: Config; t: T }) {
  if (isSecret) return <span className="config-secret">{t('config.secretShown')}</span>
  return configValue ? (
    <span className="config-value" title={configValue}>
      {configValue}
    </span>
  ) : (
    '-'
  )
}

function ConfigFilters({ query, filter }: FiltersProps<ConfigQuery>) {
  const t = useText()
  const isFrontend = query.isFrontend === undefined ? undefined : String(query.isFrontend)
  return (
    <>
      <SearchBox
        label={t('config.name')}
        value={query.configName ?? ''}
        onSearch={(configName) => filter({ configName })}
      />
      <SearchBox
        label={t('config.key')}
        value={query.configKey ?? ''}
        onSearch={(configKey) => filter({ configKey })}
      />
      <Select
        label={t('config.type')}
        placeholder={t('config.anyType')}
        value={query.configType}
        options={[
          { value: 'Y', label: t('config.typeY') },
          { value: 'N', label: t('config.typeN') },
        ]}
        onSelect={(configType) => filter({ configType })}
      />
      <Select
        label={t('config.isFrontend')}
        placeholder={t('config.anyFrontend')}
        value={isFrontend}
        options={[
          { value: 'true', label: t('config.frontendY') },
          { value: 'false', label: t('config.frontendN') },
        ]}
        onSelect={(flag) => filter({ isFrontend: flag === undefined ? undefined : flag === 'true' })}
      />
      <UseFilter value={usedBy(query)} onSelect={(use) => filter({ use })} />
    </>
  )
}
