import { useRef, useState } from 'react'
import { withMore } from '../../app/more'
import { IconButton } from '../../Button'
import { part } from '../../part'
import { isReady } from '../../ready'
import { useText } from '../../useText'
import type { ColumnMenuProps } from './ColumnMenu'
import type { ListTable } from '../useListTable'

const ColumnMenu = part<ColumnMenuProps>(() => withMore(() => import('./ColumnMenu')))

/** Opens the menu that arranges the columns of a table. */
export function ColumnChoice<Row>({ table }: { table: ListTable<Row> }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  async function toggle() {
    if (!isOpen && !(await isReady(ColumnMenu))) return
    setIsOpen(!isOpen)
  }

  return (
    <>
      <IconButton
        ref={button}
        label={t('table.columns')}
        icon="columns"
        size={20}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => void toggle()}
      />
      {isOpen && (
        <ColumnMenu
          table={table as ColumnMenuProps['table']}
          anchor={() => button.current}
          widthOf={(id) =>
            button.current?.closest('.data-table')?.querySelector<HTMLElement>(`th[data-column="${id}"]`)?.offsetWidth
          }
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
