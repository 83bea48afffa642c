import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Dialog } from '../overlay/Dialog'
import { ErrorState } from '../feedback/ErrorState'
import { Skeleton } from '../feedback/Skeleton'

/** The props of a record form, from its page. */
export type RecordFormProps = {
  /** `NEW_RECORD` for a new record. */
  id: number
  onSaved: () => void
  onClose: () => void
}

/**
 * The callbacks of the fields. Typing is noticed without `onChanged`; parts that are no inputs, such as trees, call it.
 */
export type RecordFieldsProps = { onChanged: () => void; onSaved: () => void; onClose: () => void }

type RecordDialogProps<Form> = RecordFormProps & {
  /** Distinguishes the form from those of other resources. */
  name: string
  load: (client: QueryClient) => Promise<Form>
  /** Called without a form while it loads. */
  title: (form: Form | undefined) => string
  children: (form: Form, fields: RecordFieldsProps) => ReactNode
}

/**
 * The dialog that creates or changes a record. It starts from the server's present data, not from the row in the list.
 */
export function RecordDialog<Form>({ id, name, load, title, onSaved, onClose, children }: RecordDialogProps<Form>) {
  const [isChanged, setIsChanged] = useState(false)
  // An edited record must neither change under the operator's hands nor disappear while its tab is hidden.
  const [form, setForm] = useState<Form>()
  const { data, error, refetch } = useQuery({
    queryKey: ['form', name, id],
    queryFn: ({ client }) => load(client),
    enabled: form === undefined,
    gcTime: 0,
  })
  if (data && form === undefined) setForm(data)
  const onChanged = () => setIsChanged(true)

  function closeSaved() {
    onSaved()
    onClose()
  }

  return (
    <Dialog title={title(form)} open onClose={onClose} isChanged={isChanged || undefined} size="medium">
      {form ? (
        <Fields>{children(form, { onChanged, onSaved: closeSaved, onClose })}</Fields>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="320px" />
      )}
    </Dialog>
  )
}

/** The fields are drawn after the dialog has opened, when it has already looked for its first field. */
function Fields({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef<HTMLElement>(null)
  useEffect(() => {
    const first = 'input:not([type=radio]:not(:checked)), select, textarea'
    const last = focused.current?.isConnected ? focused.current : undefined // when the tab is returned to
    ;(last ?? box.current?.querySelector<HTMLElement>(first))?.focus()
  }, [])
  return (
    <div ref={box} onFocus={({ target }) => void (focused.current = target)}>
      {children}
    </div>
  )
}
