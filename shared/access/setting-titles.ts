import type { PlainTextKey } from '../i18n/text'

/** The titles of the product's own settings, by key. A separate file for pages that only show titles. */
export const settingTitles = {
  sys_app_name: 'sysSet.appName',
  sys_app_logo: 'sysSet.appLogo',
  sys_login_captcha: 'sysSet.captcha',
  sys_login_passLength: 'sysSet.passwordMin',
  sys_login_initialHours: 'sysSet.initialHours',
  sys_session_idleMinutes: 'sysSet.idleMinutes',
  sys_session_maxMinutes: 'sysSet.maxMinutes',
  sys_log_loginDays: 'sysSet.loginLogDays',
  sys_log_operaDays: 'sysSet.operaLogDays',
  sys_trash_days: 'sysSet.trashDays',
  sys_index_skinName: 'sysSet.skinName',
  sys_index_sideTheme: 'sysSet.sideTheme',
  sys_user_initPassword: 'sysSet.initPassword',
  qc_signaturePassword: 'sysSet.signaturePassword',
  qc_signatureSeries: 'sysSet.signatureSeries',
  qc_selfReview: 'sysSet.selfReview',
  qc_blockOverdueGauge: 'sysSet.blockOverdueGauge',
  qc_photosPerRecord: 'sysSet.photosPerRecord',
  qc_photoKilobytes: 'sysSet.photoKilobytes',
  qc_photoStorageMegabytes: 'sysSet.photoStorageMegabytes',
  qc_yieldTarget: 'sysSet.yieldTarget',
} as const satisfies Record<string, PlainTextKey>

export type SettingKey = keyof typeof settingTitles

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingTitles, key)
}
