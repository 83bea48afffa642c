import { getDepartments } from '../../api/department'
import { NEW_RECORD } from '../../api/resource'
import { userApi } from '../../api/user'
import { RecordDialog, type RecordFormProps } from '../../ui/RecordDialog'
import { useText } from '../../ui/useText'
import { UserFields } from './UserFields'

/** The dialog that makes or changes a user. */
export default function UserForm(props: RecordFormProps) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  return (
    <RecordDialog
      {...props}
      name="user"
      load={() => loadForm(props.id)}
      title={(form) => (isNew ? t('user.create') : t('user.editTitle', { name: form?.user?.nickName ?? '…' }))}
    >
      {(form, fields) => <UserFields {...form} {...fields} />}
    </RecordDialog>
  )
}

async function loadForm(userId: number) {
  const [user, choices, departments] = await Promise.all([
    userId === NEW_RECORD ? undefined : userApi.get(userId),
    userApi.choices(),
    getDepartments(),
  ])
  return { user, choices, departments }
}
