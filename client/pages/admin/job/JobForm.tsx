import { useSnapshot } from 'valtio'
import { jobKinds, statuses } from '#shared/constants'
import { JobInput, nextRuns, type Job } from '#shared/admin/job'
import { job } from '#shared/admin/job-resource'
import { jobApi } from '../../../api/admin/job'
import { RecordFooter, recordForm, saveRecord, type FieldsProps } from '../../../ui/record/record-form'
import { useText } from '../../../ui/useText'
import { StatusField } from '../../../ui/record/StatusField'
import { useSchemaForm } from '../../../ui/form/useSchemaForm'
import { appInfo } from '../../../stores/app-info'
import { InputField, SelectField } from '../../../ui/form/fields'
import { DictField } from '../../../ui/dict'
import './job.css'

/** The dialog that creates or changes a job. */
export default recordForm(job, { api: jobApi, Fields: JobFields })

function JobFields(dialog: FieldsProps<Job>) {
  const t = useText()
  const { hasBackupJob } = useSnapshot(appInfo)
  const { input, select, formProps, formState, watch } = useSchemaForm(JobInput, {
    record: dialog.record,
    defaults: {
      jobName: '',
      jobNameEn: '',
      jobGroup: 'SYSTEM',
      invokeTarget: hasBackupJob ? 'backup' : 'log-cleanup',
      cronExpression: '30 2 * * *',
      args: '',
      misfirePolicy: 1,
      concurrent: 1,
      status: statuses.on,
    },
    save: saveRecord(jobApi, dialog),
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
          options={jobKinds
            .filter((kind) => kind !== 'backup' || hasBackupJob || dialog.record?.invokeTarget === kind)
            .map((kind) => ({ value: kind, label: t(`job.kind.${kind}`) }))}
        />
        <DictField {...select('jobGroup')} type="sys_job_group" label={t('job.group')} />
        {/* oxlint-disable-next-line react/incompatible-library -- nothing memoizes it, and a change draws the form again */}
        {watch('invokeTarget') === 'backup' && (
          <InputField {...input('args')} label={t('job.keep')} hint={t('job.keepHint')} inputMode="numeric" />
        )}
        {watch('invokeTarget') === 'calibration-due' && (
          <InputField {...input('args')} label={t('job.days')} hint={t('job.daysHint')} inputMode="numeric" />
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
      <RecordFooter {...dialog} isBusy={formState.isSubmitting} />
    </form>
  )
}

const COUNT = 3

/** The next times of a cron expression while it is typed: this explains it to operators who do not know cron. */
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

/** In the server's time zone: `2026-11-22 02:30:00`, the Swedish format. */
const inZone = (time: Date, timeZone: string | undefined) => time.toLocaleString('sv-SE', { timeZone })
