import { useState } from 'react'
import { Link } from 'wouter'
import { yesNo } from '#shared/constants'
import { ConfigInput, type Config } from '#shared/admin/config'
import { isSecretName } from '#shared/secret'
import { isSettingKey } from '#shared/access/setting-titles'
import { configApi } from '../../../api/admin/config'
import { NEW_RECORD } from '../../../api/resource'
import { RecordDialog, type RecordFormProps, type RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { useAllowed } from '../../../ui/Allow'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import { RemarkField } from '../../../ui/form/fields'
import { Select } from '../../../ui/input/Select'
import { toastCreated } from '../../../ui/record/save-record'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { configNameOf } from './config-name'
import './config.css'

/** The dialog that makes or changes a parameter. */
export default function ConfigForm(props: RecordFormProps) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="config"
      load={async () => ({ config: isNew ? undefined : await configApi.get(props.id) })}
      title={(form) =>
        isNew ? t('config.create') : t('config.editTitle', { name: form?.config ? configNameOf(form.config) : '…' })
      }
    >
      {({ config }, fields) => <ConfigFields config={config} {...fields} />}
    </RecordDialog>
  )
}

type ConfigFieldsProps = RecordFieldsProps & {
  /** Undefined for a new one. */
  config: Config | undefined
}

function ConfigFields({ config, onSaved, onClose }: ConfigFieldsProps) {
  const t = useText()
  const { register, selectProps, setValue, formProps, fieldProps, formState } = useSchemaForm(ConfigInput, {
    record: config,
    defaults: (config) => ({
      configName: config?.configName ?? '',
      configKey: config?.configKey ?? '',
      configValue: config?.configValue ?? '',
      configType: config?.configType ?? 'N',
      isFrontend: config?.isFrontend ?? '0',
      isSecret: config?.isSecret ?? false,
      remark: config?.remark ?? '',
    }),
    async save(input, change) {
      if (config) await configApi.update(config.id, change)
      else {
        await configApi.create(input)
        toastCreated(input.configName)
      }
      onSaved()
    },
  })
  /** Whether the operator has said so; until then the key proposes it. */
  const [isSecretSaid, setIsSecretSaid] = useState(config !== undefined)
  const { isSubmitting } = formState
  const isSetting = config !== undefined && isSettingKey(config.configKey)
  const maySet = useAllowed(['admin:sysConfigSet:list'])
  const isBuiltIn = config?.configType === 'Y'

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('config.name')} {...fieldProps('configName')} required>
          {(field) => <input {...field} {...register('configName')} autoComplete="off" />}
        </Field>
        <Field label={t('config.key')} {...fieldProps('configKey')} hint={t('config.keyHint')} required>
          {(field) => (
            <input
              {...field}
              {...register('configKey', {
                onChange: ({ target }: { target: HTMLInputElement }) =>
                  isSecretSaid || setValue('isSecret', isSecretName(target.value)),
              })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              readOnly={isBuiltIn}
            />
          )}
        </Field>
      </div>
      <Field
        label={t('config.value')}
        {...fieldProps('configValue')}
        hint={config?.isSecret ? t('config.secretHint') : isSetting && !maySet ? t('config.settingCheck') : undefined}
      >
        {(field) => <textarea {...field} {...register('configValue')} rows={3} spellCheck={false} />}
      </Field>
      {isSetting && maySet && (
        <p className="config-setting field-hint">
          {t('config.settingHint')} <Link href="/admin/sys-config/set">{t('sysSet.title')}</Link>
        </p>
      )}
      <div className="field-columns">
        <Field label={t('config.type')} {...fieldProps('configType', (value) => value && t(`config.type${value}`))}>
          {(field) => (
            <Select
              {...field}
              {...selectProps('configType')}
              label={t('config.type')}
              options={yesNo.map((value) => ({ value, label: t(`config.type${value}`) }))}
              disabled={isSetting}
            />
          )}
        </Field>
        <Field
          label={t('config.isFrontend')}
          {...fieldProps('isFrontend', (flag) => t(flag === '1' ? 'config.frontendY' : 'config.frontendN'))}
          hint={t('config.frontendHint')}
        >
          {(field) => {
            const { value, onSelect } = selectProps('isFrontend')
            return (
              <Select
                {...field}
                label={t('config.isFrontend')}
                value={String(value)}
                onSelect={(flag) => onSelect(flag === '1' ? '1' : '0')}
                options={[
                  { value: '1', label: t('config.frontendY') },
                  { value: '0', label: t('config.frontendN') },
                ]}
              />
            )
          }}
        </Field>
      </div>
      <Field
        label={t('config.isSecret')}
        {...fieldProps('isSecret', (flag) => t(String(flag) === 'true' ? 'config.secretY' : 'config.secretN'))}
        hint={t('config.isSecretHint')}
      >
        {(field) => {
          const { value, onSelect } = selectProps('isSecret')
          return (
            <Select
              {...field}
              label={t('config.isSecret')}
              value={String(value)}
              onSelect={(flag) => {
                setIsSecretSaid(true)
                onSelect(flag === 'true')
              }}
              options={[
                { value: 'true', label: t('config.secretY') },
                { value: 'false', label: t('config.secretN') },
              ]}
              disabled={isSetting}
            />
          )
        }}
      </Field>
      <RemarkField {...register('remark')} {...fieldProps('remark')} />
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t(config ? 'config.editSubmit' : 'config.createSubmit')}
      </FormFooter>
    </form>
  )
}
