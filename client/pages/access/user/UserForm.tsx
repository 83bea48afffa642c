import { useState } from 'react'
import type { UserQuery } from '#shared/access/user'
import { getDepartments } from '../../../api/access/department'
import { NEW_RECORD } from '../../../api/resource'
import { userApi } from '../../../api/access/user'
import { Dialog } from '../../../ui/overlay/Dialog'
import { choicesNow } from '../../../ui/record/names'
import { RecordDialog, type RecordFormProps } from '../../../ui/record/RecordDialog'
import { useListQuery } from '../../../ui/table/useListQuery'
import { useText } from '../../../ui/useText'
import { HandOver } from './HandOver'
import { UserFields, type MadeUser } from './UserFields'

/** The dialog that makes or changes a user. A password that was generated for a new one is shown once more. */
export default function UserForm(props: RecordFormProps) {
  const t = useText()
  const isNew = props.id === NEW_RECORD
  const [{ deptId }] = useListQuery<UserQuery>()
  const [made, setMade] = useState<MadeUser>()
  if (made) {
    return (
      <Dialog title={t('user.madeTitle', { name: made.nickName })} open onClose={props.onClose}>
        <HandOver text={t('user.madeText', made)} password={made.password} onClose={props.onClose} />
      </Dialog>
    )
  }

  /** The list is drawn anew behind the dialog, which stays. */
  function showPassword(user: MadeUser) {
    props.onSaved()
    setMade(user)
  }

  return (
    <RecordDialog
      {...props}
      name="user"
      load={() => loadForm(props.id)}
      title={(form) => (isNew ? t('user.create') : t('user.editTitle', { name: form?.user?.nickName ?? '…' }))}
    >
      {(form, fields) => <UserFields {...form} {...fields} inDepartment={Number(deptId)} onGenerated={showPassword} />}
    </RecordDialog>
  )
}

async function loadForm(userId: number) {
  const [user, choices, departments] = await Promise.all([
    userId === NEW_RECORD ? undefined : userApi.get(userId),
    userApi.choices(),
    getDepartments(),
  ])
  return { user, choices, departments: choicesNow(departments) }
}
