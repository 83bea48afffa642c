import type { SettingsState } from '../../../api/access/system-settings'
import { useText } from '../../../ui/useText'
import { NumberField } from './NumberField'
import { SettingsSection } from './SettingsSection'
import { sectionOf, useSection } from './useSection'

const retention = sectionOf('sys_log_loginDays', 'sys_log_operaDays', 'sys_trash_days')

/** How long logs, and what was deleted, are kept. */
export function Retention({ saved, defaults }: SettingsState) {
  const t = useText()
  const form = useSection(retention, saved)
  return (
    <SettingsSection title={t('sysSet.retention')} intro={t('sysSet.retentionIntro')} form={form}>
      <div className="field-columns">
        <NumberField of="sys_log_loginDays" words="sysSet.loginLogDays" form={form} defaults={defaults} />
        <NumberField of="sys_log_operaDays" words="sysSet.operaLogDays" form={form} defaults={defaults} />
        <NumberField of="sys_trash_days" words="sysSet.trashDays" form={form} defaults={defaults} />
      </div>
    </SettingsSection>
  )
}
