import { statuses } from '#shared/constants'
import { channels, hasSeverity, notificationEvents, receiversOf, thresholds } from '#shared/qc/notification/events'
import { RuleInput, type Rule, type RuleOptions } from '#shared/qc/notification/schema'
import { notificationRule } from '#shared/qc/notification/notification-rule-resource'
import { ruleApi } from '../../../api/qc/notification'
import { InputField, RemarkField, SelectField } from '../../../ui/form/fields'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { ProductField } from '../../../ui/qc/select/ProductSelect'
import { StatusField } from '../../../ui/record/StatusField'
import { RecordFooter, recordForm, saveRecord, type FieldsProps } from '../../../ui/record/record-form'
import { settings } from '../../../stores/settings'
import { useText } from '../../../ui/useText'

/** The dialog that creates or changes a rule. */
export default recordForm(notificationRule, {
  api: ruleApi,
  load: async () => ({ options: await ruleApi.options() }),
  Fields: RuleFields,
})

function RuleFields({ options, ...dialog }: FieldsProps<Rule> & { options: RuleOptions }) {
  const { record: rule } = dialog
  const t = useText()
  const localized = useLocalizedName()
  const { input, select, setValue, watch, formProps, formState } = useSchemaForm(RuleInput, {
    record: rule,
    defaults: {
      ruleName: '',
      event: 'recordNg',
      productId: null,
      severity: 'any',
      channel: options.channels[0] ?? 'email',
      receiver: 'role',
      roleId: null,
      userId: null,
      url: '',
      quietFrom: '',
      quietTo: '',
      digestMinutes: 0,
      language: settings.locale === 'en' ? 'en' : 'zh',
      status: statuses.on,
      remark: '',
    },
    save: saveRecord(ruleApi, dialog),
  })
  // oxlint-disable-next-line react/incompatible-library -- nothing memoizes it, and a change draws the form again
  const { event, channel, receiver } = watch()
  const eventField = select('event')
  const channelField = select('channel')
  const receiverField = select('receiver')
  const product = select('productId')
  const role = select('roleId')
  const person = select('userId')
  const named = (choices: RuleOptions['roles']) =>
    choices.map(({ id, name, nameEn }) => ({ value: id, label: localized({ name, nameEn }) }))

  /** Values that the new event does not support are reset. */
  function chooseEvent(next: typeof event | undefined) {
    eventField.onSelect(next)
    if (next && !hasSeverity(next)) setValue('severity', 'any')
    if (next && !receiversOf(next).includes(receiver)) setValue('receiver', 'role')
  }

  /** A webhook gets the data that one user may see. */
  function chooseChannel(next: typeof channel | undefined) {
    channelField.onSelect(next)
    if (next === 'webhook') setValue('receiver', 'user')
    else setValue('url', '')
  }

  return (
    <form {...formProps}>
      <div className="field-columns">
        <InputField {...input('ruleName')} label={t('notificationRule.name')} required />
        <SelectField
          {...eventField}
          label={t('notification.event')}
          options={notificationEvents.map((value) => ({ value, label: t(`notification.event.${value}`) }))}
          onSelect={chooseEvent}
          required
        />
        <ProductField
          {...product}
          label={t('resource.qcProduct')}
          placeholder={t('notificationRule.allLines')}
          present={rule?.productName ? { name: rule.productName, nameEn: rule.productNameEn ?? '' } : undefined}
          onSelect={(id) => product.onSelect(id ?? null)}
        />
        {hasSeverity(event) && (
          <SelectField
            {...select('severity')}
            label={t('notificationRule.severity')}
            options={thresholds.map((value) => ({ value, label: t(`notificationRule.severity.${value}`) }))}
          />
        )}
        <SelectField
          {...channelField}
          label={t('notification.channel')}
          hint={options.channels.includes(channel) ? undefined : t('notificationRule.notSetUp')}
          options={channels.map((value) => ({ value, label: t(`notification.channel.${value}`) }))}
          onSelect={chooseChannel}
          required
        />
        {channel !== 'webhook' && (
          <SelectField
            {...receiverField}
            label={t('notificationRule.receiver')}
            hint={t('notificationRule.receiverHint')}
            options={receiversOf(event).map((value) => ({
              value,
              label: t(`notificationRule.receiver.${value}`),
            }))}
            required
          />
        )}
        {receiver === 'role' && channel !== 'webhook' && (
          <SelectField
            {...role}
            placeholder={role.value ? undefined : t('choice.none')}
            label={t('notificationRule.role')}
            options={named(options.roles)}
            required
          />
        )}
        {(receiver === 'user' || channel === 'webhook') && (
          <SelectField
            {...person}
            placeholder={person.value ? undefined : t('choice.none')}
            label={t('notificationRule.person')}
            hint={channel === 'webhook' ? t('notificationRule.personHint') : undefined}
            options={named(options.users)}
            required
          />
        )}
      </div>
      {channel === 'webhook' && (
        <InputField
          {...input('url')}
          label={t('notificationRule.url')}
          hint={
            options.webhookHosts.length > 0
              ? t('notificationRule.urlHint', { hosts: options.webhookHosts.join(', ') })
              : t('notificationRule.noHosts')
          }
          required
          isCode
        />
      )}
      <div className="field-columns">
        <InputField
          {...input('quietFrom')}
          label={t('notificationRule.quietFrom')}
          hint={t('notificationRule.quietHint')}
          type="time"
        />
        <InputField {...input('quietTo')} label={t('notificationRule.quietTo')} type="time" />
        <InputField
          {...input('digestMinutes')}
          label={t('notificationRule.digest')}
          hint={t('notificationRule.digestHint')}
          inputMode="numeric"
        />
        <SelectField
          {...select('language')}
          label={t('notificationRule.language')}
          options={[
            { value: 'zh', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
        />
        <StatusField {...select('status')} />
      </div>
      <RemarkField {...input('remark')} />
      <RecordFooter {...dialog} isBusy={formState.isSubmitting} />
    </form>
  )
}
