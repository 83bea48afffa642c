import { useState, type SyntheticEvent } from 'react'
import type { Assignee, AssigneeQuery, Assignment, AssignmentInput } from '#shared/qc/assignment'
import { Failure } from '../../../api/http'
import { Field } from '../../form/Field'
import { FormFooter } from '../../form/FormFooter'
import { InputField } from '../../form/fields'
import { Dialog } from '../../overlay/Dialog'
import { SearchSelect } from '../select/SearchSelect'
import type { Search } from '../select/SearchPicker'
import { useText } from '../../useText'

export type AssignDialogProps = {
  /** The number of the assigned object, and the query key of its assignees. */
  no: string
  name: readonly unknown[]
  assignment: Assignment | null
  assignees: (query: AssigneeQuery, signal?: AbortSignal) => Promise<Assignee[]>
  /** @throws Failure */
  save: (assignment: AssignmentInput) => Promise<unknown>
  onClose: () => void
}

/** Sets the owner and the due date. */
export default function AssignDialog({ no, name, assignment, assignees, save, onClose }: AssignDialogProps) {
  const t = useText()
  const [seen] = useState(assignment) // the state that the change is based on
  const [ownerId, setOwnerId] = useState(seen?.ownerId)
  const [dueOn, setDueOn] = useState(seen?.dueOn ?? '')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setIsBusy] = useState(false)
  const isChanged = ownerId !== seen?.ownerId || dueOn !== (seen?.dueOn ?? '')
  const search: Search = async (request, signal) => {
    const query = 'id' in request ? { userId: request.id } : { keyword: request.keyword || undefined }
    const found = await assignees(query, signal)
    return found.map(({ userId, name: label }) => ({ id: userId, label }))
  }

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    try {
      const due = ownerId === undefined ? null : dueOn || null
      await save({ ownerId: ownerId ?? null, dueOn: due, seenAt: seen?.updatedAt ?? null })
      onClose()
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      setErrors(failure.errors ?? { ownerId: failure.message })
      setIsBusy(false)
    }
  }

  return (
    <Dialog title={t('qcAssign.title', { no })} open onClose={onClose} isChanged={isChanged}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t('qcAssign.owner')} error={errors['ownerId']}>
          {(control) => (
            <SearchSelect
              {...control}
              data-first-field
              label={t('qcAssign.owner')}
              name={['assignee', ...name]}
              search={search}
              value={ownerId}
              placeholder={t('qcAssign.nobody')}
              onSelect={(match) => setOwnerId(match?.id)}
            />
          )}
        </Field>
        <InputField
          label={t('qcAssign.dueOn')}
          error={errors['dueOn']}
          type="date"
          value={dueOn}
          disabled={ownerId === undefined}
          onChange={({ target }) => setDueOn(target.value)}
        />
        <FormFooter onCancel={onClose} isBusy={isBusy}>
          {t('qcAssign.assign')}
        </FormFooter>
      </form>
    </Dialog>
  )
}
