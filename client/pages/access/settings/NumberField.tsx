import type { SettingKey } from '#shared/access/settings-catalogue'
import type { SettingsState } from '../../../api/access/system-settings'
import { Field } from '../../../ui/form/Field'
import { useText } from '../../../ui/useText'
import type { useSection } from './useSection'

type NumberFieldProps = {
  of: SettingKey
  words:
    | 'sysSet.passwordMin'
    | 'sysSet.initialHours'
    | 'sysSet.idleMinutes'
    | 'sysSet.maxMinutes'
    | 'sysSet.loginLogDays'
    | 'sysSet.operaLogDays'
    | 'sysSet.trashDays'
  form: ReturnType<typeof useSection>
  defaults: SettingsState['defaults']
}

/** A whole number; what an empty one stands for is written into it. */
export function NumberField({ of: key, words, form: { register, fieldProps }, defaults }: NumberFieldProps) {
  const t = useText()
  return (
    <Field
      label={t(words)}
      {...fieldProps(key, (value) => value || t('sysSet.default', { value: defaults[key] ?? '' }))}
      hint={t(`${words}Hint`)}
    >
      {(control) => (
        <input
          {...control}
          {...register(key)}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('sysSet.default', { value: defaults[key] ?? '' })}
        />
      )}
    </Field>
  )
}
