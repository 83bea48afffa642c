import { jobApi } from '../../../api/admin/job'
import { NEW_RECORD } from '../../../api/resource'
import { jobName } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { useText } from '../../../ui/useText'
import { JobFields } from './JobFields'
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
