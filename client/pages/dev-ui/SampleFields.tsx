import { useState } from 'react'
import { Field } from '../../ui/form/Field'
import { MultiSelect } from '../../ui/input/MultiSelect'
import { TreeSelect } from '../../ui/input/TreeSelect'
import { placeChoices } from './tree'

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
