/**
 * Names of the drawings that menu entries may use, as the API family calls them. `client/ui/icons/icons.ts` draws each; a name
 * that is not here, as older data may hold, is drawn as a dot.
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
