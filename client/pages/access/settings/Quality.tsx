import type { SettingsState } from '../../../api/access/system-settings'
import { Field } from '../../../ui/form/Field'
import { Select } from '../../../ui/input/Select'
import { useText } from '../../../ui/useText'
import { SettingsSection } from './SettingsSection'
import { sectionOf, useSection } from './useSection'

const quality = sectionOf('qc_signaturePassword', 'qc_selfReview', 'qc_blockOverdueGauge')

/** How records are signed. */
export function Quality({ saved, defaults }: SettingsState) {
  const t = useText()
  const form = useSection(quality, saved)
  const said = (value: string | undefined) => t(value === 'Y' ? 'changes.yes' : 'changes.no')

  function choice(key: 'qc_signaturePassword' | 'qc_selfReview' | 'qc_blockOverdueGauge', label: string, hint: string) {
    const { value, onSelect } = form.selectProps(key)
    const byDefault = t('sysSet.byDefault', { value: said(defaults[key]) })
    return (
      <Field label={label} hint={hint} {...form.fieldProps(key, (value) => (value ? said(value) : byDefault))}>
        {(control) => (
          <Select
            {...control}
            label={label}
            value={value || undefined}
            onSelect={(chosen) => onSelect(chosen ?? '')}
            placeholder={byDefault}
            options={['Y', 'N'].map((answer) => ({ value: answer, label: said(answer) }))}
          />
        )}
      </Field>
    )
  }

  return (
    <SettingsSection title={t('sysSet.quality')} intro={t('sysSet.qualityIntro')} form={form}>
      <div className="field-columns">
        {choice('qc_signaturePassword', t('sysSet.signaturePassword'), t('sysSet.signaturePasswordHint'))}
        {choice('qc_selfReview', t('sysSet.selfReview'), t('sysSet.selfReviewHint'))}
        {choice('qc_blockOverdueGauge', t('sysSet.blockOverdueGauge'), t('sysSet.blockOverdueGaugeHint'))}
      </div>
    </SettingsSection>
  )
}
