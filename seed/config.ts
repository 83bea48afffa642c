/** Settings every installation starts with. */
export const configs = [
  { configKey: 'sys_app_name', configName: '系统名称', configValue: 'Caliper 质检', isFrontend: true },
  { configKey: 'sys_app_logo', configName: '系统标志', configValue: '/logo.svg', isFrontend: true },
]
