import { jobKinds, statuses } from '#shared/constants'
import { JobInput, type Job } from '#shared/admin/job'
import { jobApi } from '../../../api/admin/job'
import { DictLabel, DictSelect } from '../../../ui/dict'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import type { RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { Select } from '../../../ui/input/Select'
import { StatusField, statusText } from '../../../ui/record/status'
import { toastCreated } from '../../../ui/record/toast-created'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { useText } from '../../../ui/useText'
import { NextRuns } from './NextRuns'

/** `job` is undefined for a new one. */
export function JobFields({ job, onSaved, onClose }: RecordFieldsProps & { job: Job | undefined }) {
  const t = useText()
  const { register, selectProps, formProps, fieldProps, formState, watch } = useSchemaForm(JobInput, {
    record: job,
    defaults: (job) => ({
      jobName: job?.jobName ?? '',
      jobNameEn: job?.jobNameEn ?? '',
      jobGroup: job?.jobGroup ?? 'SYSTEM',
      invokeTarget: job?.invokeTarget ?? 'backup',
      cronExpression: job?.cronExpression ?? '30 2 * * *',
      args: job?.args ?? '',
      misfirePolicy: job?.misfirePolicy ?? 1,
      concurrent: job?.concurrent ?? 1,
      status: job?.status ?? statuses.on,
    }),
    async save(input, change) {
      if (job) await jobApi.update(job.jobId, change)
      else {
        await jobApi.create(input)
        toastCreated(input.jobName)
      }
      onSaved()
    },
  })
  const { isSubmitting } = formState

  return (
    <form {...formProps}>
      <div className="field-columns">
        <Field label={t('job.name')} {...fieldProps('jobName')} required>
          {(control) => <input {...control} {...register('jobName')} autoComplete="off" />}
        </Field>
        <Field label={t('record.nameEn')} {...fieldProps('jobNameEn')}>
          {(control) => <input {...control} {...register('jobNameEn')} autoComplete="off" />}
        </Field>
      </div>
      <div className="field-columns">
        <Field label={t('job.kind')} {...fieldProps('invokeTarget', (kind) => t(`job.kind.${kind}`))} required>
          {(control) => (
            <Select
              {...control}
              {...selectProps('invokeTarget')}
              label={t('job.kind')}
              options={jobKinds.map((kind) => ({ value: kind, label: t(`job.kind.${kind}`) }))}
            />
          )}
        </Field>
        <Field
          label={t('job.group')}
          {...fieldProps('jobGroup', (value) => <DictLabel type="sys_job_group" value={value} />)}
        >
          {(control) => (
            <DictSelect {...control} {...selectProps('jobGroup')} type="sys_job_group" label={t('job.group')} />
          )}
        </Field>
        {/* oxlint-disable-next-line react/incompatible-library -- nothing memoizes it, and a change draws the form again */}
        {watch('invokeTarget') === 'backup' && (
          <Field label={t('job.keep')} {...fieldProps('args')} hint={t('job.keepHint')}>
            {(control) => <input {...control} {...register('args')} inputMode="numeric" autoComplete="off" />}
          </Field>
        )}
      </div>
      <Field label={t('job.cron')} {...fieldProps('cronExpression')} hint={t('job.cronHint')} required>
        {(control) => <input {...control} {...register('cronExpression')} autoComplete="off" spellCheck={false} />}
      </Field>
      <NextRuns expression={watch('cronExpression')} />
      <div className="field-columns">
        <Field
          label={t('job.missed')}
          {...fieldProps('misfirePolicy', (value) => t(Number(value) === 3 ? 'job.missed.leave' : 'job.missed.run'))}
        >
          {(control) => (
            <Select
              {...control}
              {...selectProps('misfirePolicy')}
              label={t('job.missed')}
              options={[
                { value: 1, label: t('job.missed.run') },
                { value: 3, label: t('job.missed.leave') },
              ]}
            />
          )}
        </Field>
        <StatusField {...selectProps('status')} {...fieldProps('status', statusText)} />
      </div>
      <FormFooter onCancel={onClose} isBusy={isSubmitting}>
        {t(job ? 'job.editSubmit' : 'job.createSubmit')}
      </FormFooter>
    </form>
  )
}
