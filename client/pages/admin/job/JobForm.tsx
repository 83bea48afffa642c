import { useSnapshot } from 'valtio'
import { jobKinds, statuses } from '#shared/constants'
import { JobInput, nextRuns, type Job } from '#shared/admin/job'
import { jobApi } from '../../../api/admin/job'
import { NEW_RECORD } from '../../../api/resource'
import { jobName } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps, type RecordFieldsProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { FormFooter } from '../../../ui/form/FormFooter'
import { StatusField } from '../../../ui/record/status'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { appInfo } from '../../../stores/app-info'
import { InputField, SelectField } from '../../../ui/form/fields'
import { DictField } from '../../../ui/dict'
import { saveRecord } from '../../../ui/record/save-record'
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
  const { input, select, formProps, formState, watch } = useSchemaForm(JobInput, {
    record: job,
    defaults: {
      jobName: '',
      jobNameEn: '',
      jobGroup: 'SYSTEM',
      invokeTarget: 'backup',
      cronExpression: '30 2 * * *',
      args: '',
      misfirePolicy: 1,
      concurrent: 1,
      status: statuses.on,
    },
    save: saveRecord(jobApi, job?.jobId, ({ jobName }) => jobName, onSaved),
  })

  return (
    <form {...formProps}>
      <div className="field-columns">
        <InputField {...input('jobName')} label={t('job.name')} required />
        <InputField {...input('jobNameEn')} label={t('record.nameEn')} />
      </div>
      <div className="field-columns">
        <SelectField
          {...select('invokeTarget')}
          label={t('job.kind')}
          required
          options={jobKinds.map((kind) => ({ value: kind, label: t(`job.kind.${kind}`) }))}
        />
        <DictField {...select('jobGroup')} type="sys_job_group" label={t('job.group')} />
        {/* oxlint-disable-next-line react/incompatible-library -- nothing memoizes it, and a change draws the form again */}
        {watch('invokeTarget') === 'backup' && (
          <InputField {...input('args')} label={t('job.keep')} hint={t('job.keepHint')} inputMode="numeric" />
        )}
      </div>
      <InputField
        {...input('cronExpression')}
        label={t('job.cron')}
        hint={t('job.cronHint')}
        required
        spellCheck={false}
      />
      <NextRuns expression={watch('cronExpression')} />
      <div className="field-columns">
        <SelectField
          {...select('misfirePolicy', (value) => t(Number(value) === 3 ? 'job.missed.leave' : 'job.missed.run'))}
          label={t('job.missed')}
          options={[
            { value: 1, label: t('job.missed.run') },
            { value: 3, label: t('job.missed.leave') },
          ]}
        />
        <StatusField {...select('status')} />
      </div>
      <FormFooter onCancel={onClose} isBusy={formState.isSubmitting}>
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
    <div className="row baseline wrap muted job-next" aria-live="polite">
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
