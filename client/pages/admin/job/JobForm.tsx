import { useSnapshot } from 'valtio'
import { jobKinds, statuses } from '#shared/constants'
import { JobInput, nextRuns, type Job } from '#shared/admin/job'
import { jobApi } from '../../../api/admin/job'
import { NEW_RECORD } from '../../../api/resource'
import { jobName } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps, type RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { DictLabel, DictSelect } from '../../../ui/dict'
import { Field } from '../../../ui/form/Field'
import { FormFooter } from '../../../ui/form/FormFooter'
import { Select } from '../../../ui/input/Select'
import { StatusField, statusText } from '../../../ui/record/status'
import { toastCreated } from '../../../ui/record/save-record'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { appInfo } from '../../../stores/app-info'
import './job.css'

/** The dialog that makes or changes a job. */
export default function JobForm(props: RecordFormProps) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="job"
      load={async () => ({ job: isNew ? undefined : await jobApi.get(props.id) })}
      title={(form) => (isNew ? t('job.create') : t('job.editTitle', { name: form?.job ? jobName(form.job) : '…' }))}
    >
      {(form, fields) => <JobFields {...form} {...fields} />}
    </RecordDialog>
  )
}

/** `job` is undefined for a new one. */
function JobFields({ job, onSaved, onClose }: RecordFieldsProps & { job: Job | undefined }) {
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

const COUNT = 3

/** The next times of a cron expression, as it is being typed: who has not learnt cron sees what they have said. */
function NextRuns({ expression }: { expression: string }) {
  const t = useText()
  const { timeZone } = useSnapshot(appInfo)
  const times = nextRuns(expression.trim(), COUNT, timeZone)
  return (
    <div className="job-next" aria-live="polite">
      <span className="field-label">{t('job.nextRuns')}</span>
      {times.length === 0 ? (
        <span>{t('job.noRuns')}</span>
      ) : (
        <ul>
          {times.map((time) => (
            <li key={+time}>{inZone(time, timeZone)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** As the clock of the server will show it: `2026-11-22 02:30:00`, which is how Swedish writes times. */
const inZone = (time: Date, timeZone: string | undefined) => time.toLocaleString('sv-SE', { timeZone })
