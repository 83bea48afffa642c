import type { Config, ConfigQuery } from '#shared/admin/config'
import type { Column } from '../../../ui/table/column'
import { hasDeeds, RecordActions, type RecordDeeds } from '../../../ui/record/RecordActions'
import { RowLink } from '../../../ui/table/RowLink'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'
import { configNameOf } from './config-name'
import './config.css'

/** The columns of the list of parameters. */
export const configColumns = (t: T, deeds: RecordDeeds<Config>): Column<Config, ConfigQuery>[] => [
  {
    id: 'configName',
    header: t('config.name'),
    sortable: true,
    canHide: false,
    cell: (config) => (
      <RowLink row={config} onOpen={deeds.onEdit}>
        {configNameOf(config)}
      </RowLink>
    ),
  },
  { id: 'configKey', header: t('config.key'), sortable: true, cell: ({ configKey }) => <code>{configKey}</code> },
  { id: 'configValue', header: t('config.value'), cell: (config) => <Value config={config} t={t} /> },
  {
    id: 'configType',
    header: t('config.type'),
    sortable: true,
    cell: ({ configType }) => <Tag tone={configType === 'Y' ? 'info' : 'pending'}>{t(`config.type${configType}`)}</Tag>,
  },
  {
    id: 'isFrontend',
    header: t('config.isFrontend'),
    cell: ({ isFrontend }) => t(isFrontend === '1' ? 'config.frontendY' : 'config.frontendN'),
  },
  { id: 'remark', header: t('record.remark'), cell: ({ remark }) => remark || '-' },
  {
    id: 'createdAt',
    header: t('record.createdAt'),
    sortable: true,
    cell: (config) => <Time value={config.createdAt} />,
  },
  ...(hasDeeds(deeds) ? [actionsColumn(t, deeds)] : []),
]

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

const actionsColumn = (t: T, deeds: RecordDeeds<Config>): Column<Config, ConfigQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (config) => (
    <RecordActions row={config} name={configNameOf(config)} isFixed={config.configType === 'Y'} {...deeds} />
  ),
})
