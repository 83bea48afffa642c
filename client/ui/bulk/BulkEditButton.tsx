import { useState, type ComponentType } from 'react'
import { Button } from '../Button'
import { dialogPart } from '../overlay/Dialog'
import { isReady } from '../ready'
import { useText } from '../useText'
import { viewTexts, withWords } from '../app/word-parts'
import type { BulkEditProps } from './BulkEditDialog'

const BulkEditDialog = dialogPart(() => withWords(() => import('./BulkEditDialog'), viewTexts))

type BulkEditButtonProps<Row> = Omit<BulkEditProps<Row>, 'rows' | 'onClose'> & {
  count: number
  rows: () => readonly Row[]
}

/** Opens the dialog that changes a field of the ticked rows. */
export function BulkEditButton<Row>({ count, rows, ...props }: BulkEditButtonProps<Row>) {
  const t = useText()
  // The rows of the moment of opening: the change is based on their versions.
  const [opened, setOpened] = useState<readonly Row[]>()
  const Opened = BulkEditDialog as unknown as ComponentType<BulkEditProps<Row>> // parts are not generic
  return (
    <>
      <Button icon="edit" onClick={() => void isReady(BulkEditDialog).then((ready) => ready && setOpened(rows()))}>
        {t('bulk.edit', { count })}
      </Button>
      {opened && <Opened {...props} rows={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
