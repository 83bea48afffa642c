import { useState, type ComponentType } from 'react'
import { Button } from '../Button'
import { dialogPart } from '../overlay/Dialog'
import { isReady } from '../ready'
import { useText } from '../useText'
import { viewTexts, withWords } from '../app/word-parts'
import type { BulkEditProps } from './BulkEditDialog'

const BulkEditDialog = dialogPart(() => withWords(() => import('./BulkEditDialog'), viewTexts))

type BulkEditButtonProps<Row> = Omit<BulkEditProps<Row>, 'rows' | 'onConflict' | 'onClose'> & {
  count: number
  rows: () => readonly Row[]
}

/** Opens the dialog that changes a field of the ticked rows. */
export function BulkEditButton<Row>({ count, rows, ...props }: BulkEditButtonProps<Row>) {
  const t = useText()
  // The rows of the moment of opening: the change is based on their versions.
  const [opened, setOpened] = useState<readonly Row[]>()
  const [isOutdated, setIsOutdated] = useState(false)
  // After a conflict, of the moment in which the list has them as they are now.
  const present = isOutdated ? rows() : opened
  if (opened && present && !isSameRows(opened, present)) {
    setOpened(present)
    setIsOutdated(false)
  }

  function reread() {
    setIsOutdated(true)
    props.refresh()
  }

  function close() {
    setOpened(undefined)
    setIsOutdated(false)
  }

  const Opened = BulkEditDialog as unknown as ComponentType<BulkEditProps<Row>> // parts are not generic
  return (
    <>
      <Button icon="edit" onClick={() => void isReady(BulkEditDialog).then((ready) => ready && setOpened(rows()))}>
        {t('bulk.edit', { count })}
      </Button>
      {opened && <Opened {...props} rows={opened} onConflict={reread} onClose={close} />}
    </>
  )
}

const isSameRows = <Row,>(some: readonly Row[], others: readonly Row[]) =>
  some.length === others.length && some.every((row, at) => row === others[at])
