/**
 * Names of icons for menu entries, as in the API family. `client/ui/icons/icons.ts` draws each. Other names, from
 * older data, are drawn as a dot.
 */
export const menuIconNames = [
  'dashboard',
  'user',
  'peoples',
  'tree',
  'tree-table',
  'pass',
  'education',
  'swagger',
  'log',
  'logininfor',
  'skill',
  'api-server',
  'api-doc',
  'system-tools',
  'time-range',
  'job',
  'druid',
  'dev-tools',
  'guide',
  'code',
  'build',
  'bug',
  'form',
  'documentation',
  'chart',
  'bell',
  'monitor',
  'validCode',
  'qrcode',
  'component',
  'online',
  'dict',
  'audit',
  'message',
  'send',
  'inbox',
] as const

export type MenuIconName = (typeof menuIconNames)[number]
