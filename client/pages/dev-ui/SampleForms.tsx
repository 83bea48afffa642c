import { useState, type FormEvent } from 'react'
import { Dialog } from '../../ui/overlay/Dialog'
import { Field } from '../../ui/form/Field'
import { FormFooter } from '../../ui/form/FormFooter'
import { Select } from '../../ui/input/Select'
import { TreeSelect } from '../../ui/input/TreeSelect'
import { useText } from '../../ui/useText'
import { MultiSelect } from '../../ui/input/MultiSelect'
import { placeChoices } from './SampleTree'

type SampleFormProps = { open: boolean; onClose: () => void }

/** A form dialog in all its states; pages use `useSchemaForm` for the checking. */
export function SampleForm({ open, onClose }: SampleFormProps) {
  const t = useText()
  const [name, setName] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [station, setStation] = useState('A3')
  const [index, setPlace] = useState<number>()

  function close() {
    setName('')
    setIsSubmitted(false)
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsSubmitted(true)
    if (name) close()
  }

  return (
    <Dialog title="新建角色 New role" open={open} onClose={close} isChanged={name !== ''}>
      <form noValidate onSubmit={submit}>
        <Field label="角色名称 Name" required error={isSubmitted && !name ? t('field.required') : undefined}>
          {(control) => <input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label="权限字符 Key" hint="以字母开头，只能包含字母、数字、- 和 _">
          {(control) => <input {...control} defaultValue="inspector" />}
        </Field>
        <Field label="工位 Station">
          {(control) => (
            <Select
              {...control}
              label="Station"
              value={station}
              options={['A1', 'A2', 'A3'].map((value) => ({ value, label: value }))}
              onSelect={(value) => value && setStation(value)}
            />
          )}
        </Field>
        <Field label="部门 Department">
          {(control) => (
            <TreeSelect {...control} label="部门 Department" nodes={placeChoices} value={index} onSelect={setPlace} />
          )}
        </Field>
        <Field label="备注 Remark">{(control) => <textarea {...control} />}</Field>
        <FormFooter onCancel={close}>创建角色 Create role</FormFooter>
      </form>
    </Dialog>
  )
}

const roles = [
  '质量工程师 Quality engineer',
  '检验员 Inspector',
  '审核人 Reviewer',
  '批准人 Approver',
  '访客 Viewer',
].map((label, index) => ({ value: index + 1, label }))

/** Fields that choose one of a tree, or several of a list. */
export function SampleFields() {
  const [index, setPlace] = useState<number | undefined>(4)
  const [none, setNone] = useState<number>()
  const [chosen, setChosen] = useState([1, 3])

  return (
    <div className="dev-ui-fields">
      <Field label="部门 Department" required>
        {(control) => (
          <TreeSelect
            {...control}
            label="部门 Department"
            nodes={placeChoices}
            value={index}
            onSelect={setPlace}
            isClearable
          />
        )}
      </Field>
      <Field label="上级 Parent" error="必填">
        {(control) => (
          <TreeSelect
            {...control}
            label="上级 Parent"
            nodes={placeChoices}
            value={none}
            onSelect={setNone}
            isOff={({ id }) => id === 2}
          />
        )}
      </Field>
      <Field label="角色 Roles" hint="一个人可以有多个角色">
        {(control) => (
          <MultiSelect {...control} label="角色 Roles" options={roles} value={chosen} onSelect={setChosen} />
        )}
      </Field>
      <p>
        <TreeSelect
          label="部门 Department"
          placeholder="部门 Department"
          nodes={placeChoices}
          value={index}
          onSelect={setPlace}
          isClearable
        />
      </p>
    </div>
  )
}
