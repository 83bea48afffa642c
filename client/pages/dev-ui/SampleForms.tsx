import { useState, type FormEvent } from 'react'
import type { DayRange } from '#shared/format/time'
import { Field } from '../../ui/form/Field'
import { InputField, SelectField, TextAreaField } from '../../ui/form/fields'
import { FormFooter } from '../../ui/form/FormFooter'
import { DateRange } from '../../ui/input/DateRange'
import { MultiSelect } from '../../ui/input/MultiSelect'
import { TreeSelect } from '../../ui/input/TreeSelect'
import { Dialog } from '../../ui/overlay/Dialog'
import { useText } from '../../ui/useText'
import { departmentChoices } from './SampleTree'

/** A form dialog in all its states; pages use `useSchemaForm` for validation. */
export function SampleForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
  const [name, setName] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [station, setStation] = useState<string | undefined>('A3')

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
        <InputField
          label="角色名称 Name"
          required
          error={isSubmitted && !name ? t('field.required') : undefined}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <InputField
          label="权限字符 Key"
          hint="以字母开头，只能包含字母、数字、- 和 _"
          defaultValue="inspector"
          isCode
        />
        <SelectField
          label="工位 Station"
          value={station}
          options={['A1', 'A2', 'A3'].map((value) => ({ value, label: value }))}
          onSelect={setStation}
        />
        <TextAreaField label="备注 Remark" />
        <FormFooter onCancel={close}>创建角色 Create role</FormFooter>
      </form>
    </Dialog>
  )
}

const roles = ['质量工程师 Quality engineer', '检验员 Inspector', '审核人 Reviewer', '批准人 Approver'].map(
  (label, index) => ({ value: index + 1, label }),
)

/** Fields for a choice from a tree, a multiple choice from a list, and days. */
export function SampleFields() {
  const [department, setDepartment] = useState<number | undefined>(4)
  const [chosen, setChosen] = useState([1, 3])
  const [range, setRange] = useState<DayRange>({})
  const tree = { label: '部门 Department', nodes: departmentChoices, value: department, onSelect: setDepartment }

  return (
    <div className="dev-ui-fields">
      <Field label={tree.label} required>
        {(control) => <TreeSelect {...control} {...tree} isClearable />}
      </Field>
      <Field label="上级 Parent" error="必填">
        {(control) => <TreeSelect {...control} {...tree} isOff={({ id }) => id === 2} />}
      </Field>
      <Field label="角色 Roles" hint="一个人可以有多个角色">
        {(control) => (
          <MultiSelect {...control} label="角色 Roles" options={roles} value={chosen} onSelect={setChosen} />
        )}
      </Field>
      <TreeSelect {...tree} placeholder="部门 Department" isClearable />
      <DateRange label="日期 Date" value={range} onChange={setRange} />
    </div>
  )
}
