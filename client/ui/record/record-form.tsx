import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { behind } from '#shared/list/next-order'
import type { Page } from '#shared/list/page'
import type { PlainTextKey } from '#shared/i18n/text'
import { NEW_RECORD, type Change } from '../../api/resource'
import { FormFooter } from '../form/FormFooter'
import { toast } from '../overlay/toast'
import { tr, useText } from '../useText'
import { labelOf, type Labelled } from './declared'
import type { ResourceForm } from './list-page'
import { RecordDialog, type RecordFieldsProps } from './RecordDialog'

/** The parts of a declaration that a record form uses. */
type Declared = Labelled & { name: string; id: string; texts: { noun: PlainTextKey } }

/** The props of the fields in a record form, besides the answer of `load`. */
export type FieldsProps<Row> = RecordFieldsProps & {
  of: Declared
  /** Undefined for a new record. */
  record: Row | undefined
}

type FormOptions<Row, More, Query> = {
  api: { get: (id: number) => Promise<Row> }
  /** Loads further data for the fields. The id is `NEW_RECORD` for a new record. */
  load?: (id: number, page: Pick<ResourceForm<Query>, 'fixed'> & { client: QueryClient }) => Promise<More>
  /** The display name of a record, if it is not the declared name. */
  label?: (row: Row) => string
  Fields: ComponentType<FieldsProps<Row> & More & Omit<ResourceForm<Query>, keyof RecordFieldsProps>>
}

/** The dialog that creates or changes a record of a declared resource. */
export const recordForm = <Row extends object, More extends object = object, Query = object>(
  resource: Declared,
  { api, load, label = labelOf<Row>(resource), Fields }: FormOptions<Row, More, Query>,
) =>
  function RecordForm(props: ResourceForm<Query>) {
    const t = useText()
    const { id, fixed, parentId } = props
    const noun = t(resource.texts.noun)

    async function loadForm(client: QueryClient) {
      const [record, more] = await Promise.all([
        id === NEW_RECORD ? undefined : api.get(id),
        load?.(id, { fixed, client }),
      ])
      return { record, ...more! } // without `load` there is no further data
    }

    return (
      <RecordDialog
        {...props}
        name={resource.name}
        load={loadForm}
        title={(form) =>
          id === NEW_RECORD
            ? t('record.create', { noun })
            : t('record.editTitle', { noun, name: form?.record ? label(form.record) : '…' })
        }
      >
        {(form, dialog) => <Fields {...form} {...dialog} of={resource} id={id} fixed={fixed} parentId={parentId} />}
      </RecordDialog>
    )
  }

/** The buttons below the fields. */
export function RecordFooter(props: Pick<FieldsProps<object>, 'of' | 'record' | 'onClose'> & { isBusy: boolean }) {
  const { of: resource, record, onClose, isBusy } = props
  const t = useText()
  return (
    <FormFooter onCancel={onClose} isBusy={isBusy}>
      {t(record ? 'record.editSubmit' : 'record.createSubmit', { noun: t(resource.texts.noun) })}
    </FormFooter>
  )
}

type Saves<Input> = {
  create: (input: Input) => Promise<unknown>
  update: (id: number, change: Change<Input>) => Promise<unknown>
}

/** The `save` of a form that creates or changes a record; a toast names a new record. */
export const saveRecord =
  <Input extends object>(
    api: Saves<Input>,
    { of: resource, record, onSaved }: Pick<FieldsProps<object>, 'of' | 'record' | 'onSaved'>,
    nameOf = labelOf<Input>(resource),
  ) =>
  async (input: Input, change: Change<Input>): Promise<void> => {
    if (record) await api.update(Number(record[resource.id as keyof typeof record]), change)
    else {
      await api.create(input)
      toastCreated(nameOf(input))
    }
    onSaved()
  }

/** Reports that a record was created. */
export const toastCreated = (name: string) => toast.show(tr('record.createdDone', { name }), { tone: 'success' })

/** Requests only the first row. */
export const FIRST_ROW = { pageIndex: 1, pageSize: 1 }

/**
 * The order number after all others, for a new record; 0 for an existing one, which has its own.
 *
 * @param last requests the row with the highest number
 */
export async function lastPlace<Row>(
  id: number,
  last: () => Promise<Page<Row>>,
  placeOf: (row: Row) => number,
): Promise<number> {
  return id === NEW_RECORD ? behind((await last()).list.map(placeOf)) : 0
}
