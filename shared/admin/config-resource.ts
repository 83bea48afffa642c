import { tagsFor, type Resource } from '../resource'

/** Parameters: values that programs read by key. */
export const config = {
  name: 'config',
  path: '/config',
  id: 'id',
  label: 'configName',
  nouns: { a: 'a parameter', one: 'parameter', many: 'parameters' },
  routeTitles: { remove: 'route.config.remove' },
  trash: 'config',
  tags: tagsFor('admin:sysConfig', 'list', 'query', 'add', 'edit', 'remove', 'export'),
  view: '/admin/sys-config/index',
  texts: {
    one: 'resource.config',
    title: 'config.title',
    intro: 'config.intro',
    noun: 'config.noun',
    remove: 'config.delete',
    empty: 'config.empty',
  },
  fields: {
    id: { text: 'record.id', sort: true, column: 'never', sheet: false },
    configName: { text: 'config.name', as: 'name', filter: 'contains', sort: true, column: 'always' },
    configKey: { text: 'config.key', as: 'code', filter: 'contains', sort: true },
    configValue: { text: 'config.value' },
    configType: {
      text: 'config.type',
      as: { Y: 'config.typeY', N: 'config.typeN' },
      filter: 'equals',
      sort: true,
    },
    isFrontend: { text: 'config.isFrontend', as: { '1': 'config.frontendY', '0': 'config.frontendN' } },
    remark: { text: 'record.remark' },
    createdAt: { text: 'record.createdAt', as: 'instant', sort: true },
    isSecret: { text: 'config.isSecret', as: { true: 'config.secretY', false: 'config.secretN' }, column: 'never' },
  },
} as const satisfies Resource
