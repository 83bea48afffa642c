import { useState } from 'react'
import { Link } from 'wouter'
import { yesNo } from '#shared/constants'
import { ConfigInput, type Config } from '#shared/admin/config'
import { config } from '#shared/admin/config-resource'
import { isSecretName } from '#shared/secret'
import { isSettingKey } from '#shared/access/setting-titles'
import { configApi } from '../../../api/admin/config'
import { RecordFooter, recordForm, saveRecord, type FieldsProps } from '../../../ui/record/record-form'
import { useText } from '../../../ui/useText'
import { useAllowed } from '../../../ui/Allow'
import { RemarkField, InputField, SelectField, TextAreaField } from '../../../ui/form/fields'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { configNameOf } from './config-name'
import './config.css'

/** The dialog that creates or changes a parameter. */
export default recordForm(config, { api: configApi, label: configNameOf, Fields: ConfigFields })

function ConfigFields(dialog: FieldsProps<Config>) {
  const { record: config } = dialog
  const t = useText()
  const { input, select, setValue, formProps, formState } = useSchemaForm(ConfigInput, {
    record: config,
    defaults: {
      configName: '',
      configKey: '',
      configValue: '',
      configType: 'N',
      isFrontend: '0',
      isSecret: false,
      remark: '',
    },
    save: saveRecord(configApi, dialog),
  })
  const isFrontend = select('isFrontend')
  const isSecret = select('isSecret')
  /** True once the operator has chosen; until then the key proposes a value. */
  const [isSecretSaid, setIsSecretSaid] = useState(config !== undefined)
  const isSetting = config !== undefined && isSettingKey(config.configKey)
  const maySet = useAllowed(['admin:sysConfigSet:list'])

  return (
    <form {...formProps}>
      <div className="field-columns">
        <InputField {...input('configName')} label={t('config.name')} required />
        <InputField
          {...input('configKey', {
            onChange: ({ target }: { target: HTMLInputElement }) =>
              isSecretSaid || setValue('isSecret', isSecretName(target.value)),
          })}
          label={t('config.key')}
          hint={t('config.keyHint')}
          required
          isCode
          readOnly={isSetting}
        />
      </div>
      <TextAreaField
        {...input('configValue')}
        label={t('config.value')}
        hint={config?.isSecret ? t('config.secretHint') : isSetting && !maySet ? t('config.settingCheck') : undefined}
        rows={3}
        spellCheck={false}
      />
      {isSetting && maySet && (
        <p className="config-setting field-hint">
          {t('config.settingHint')} <Link href="/admin/sys-config/set">{t('sysSet.title')}</Link>
        </p>
      )}
      <div className="field-columns">
        <SelectField
          {...select('configType')}
          label={t('config.type')}
          options={yesNo.map((value) => ({ value, label: t(`config.type${value}`) }))}
          disabled={isSetting}
        />
        <SelectField
          {...isFrontend}
          label={t('config.isFrontend')}
          hint={t('config.frontendHint')}
          value={String(isFrontend.value)}
          onSelect={(flag) => isFrontend.onSelect(flag === '1' ? '1' : '0')}
          options={[
            { value: '1', label: t('config.frontendY') },
            { value: '0', label: t('config.frontendN') },
          ]}
        />
      </div>
      <SelectField
        {...isSecret}
        label={t('config.isSecret')}
        hint={t('config.isSecretHint')}
        value={String(isSecret.value)}
        onSelect={(flag) => {
          setIsSecretSaid(true)
          isSecret.onSelect(flag === 'true')
        }}
        options={[
          { value: 'true', label: t('config.secretY') },
          { value: 'false', label: t('config.secretN') },
        ]}
        disabled={isSetting}
      />
      <RemarkField {...input('remark')} />
      <RecordFooter {...dialog} isBusy={formState.isSubmitting} />
    </form>
  )
}
