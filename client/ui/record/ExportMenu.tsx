import { proxy, useSnapshot } from 'valtio'
import { shownColumns } from '../../stores/columns'
import { withMore } from '../app/more'
import { Button } from '../Button'
import { Menu, type MenuItem } from '../overlay/Menu'
import { isReady } from '../ready'
import type { ListQuery } from '../table/useListQuery'
import { useText } from '../useText'

type Format = 'csv' | 'xlsx'

/** Texts about the running exports, by path. They outlive their pages. */
const running = proxy<Record<string, string>>({})

type ExportMenuProps = {
  /** The path of the resource; the file comes from `export` below it. */
  path: string
  query: object
  /** The list whose shown columns are exported; without it all columns. */
  list?: string
  /** Further export formats of the same data. */
  more?: readonly MenuItem[]
}

/** Exports the filtered rows of all pages as a file. Meanwhile the button shows the received amount. */
export function ExportMenu({ path, query, list, more = [] }: ExportMenuProps) {
  const t = useText()
  const progress = useSnapshot(running)[path]
  if (progress) {
    return (
      <Menu
        label={t('export.button')}
        trigger={<Button spins>{progress}</Button>}
        items={[{ key: 'stop', label: t('export.stop'), icon: 'close', onSelect: () => void stop(path) }]}
      />
    )
  }
  const entry = (format: Format) => ({
    key: format,
    label: t(`export.${format}`),
    onSelect() {
      const columns = list && shownColumns.get(list)?.join()
      void run(path, { ...withoutPaging(query), format, ...(columns && { columns }) })
    },
  })
  const every = list
    ? [
        {
          key: 'every',
          label: t('export.every'),
          onSelect: () => void run(path, { ...withoutPaging(query), format: 'xlsx' }),
        },
      ]
    : []
  return (
    <Menu
      label={t('export.button')}
      trigger={<Button data-command="export">{t('export.button')}</Button>}
      items={[entry('csv'), entry('xlsx'), ...every, ...more]}
    />
  )
}

const withoutPaging = ({ pageIndex: _page, pageSize: _size, ...query }: Partial<ListQuery>) => query

const exporting = { preload: () => withMore(() => import('./run-export')) }

async function run(path: string, query: object): Promise<void> {
  if (path in running || !(await isReady(exporting))) return
  const { runExport } = await exporting.preload()
  await runExport(path, query, running)
}

const stop = async (path: string) => (await exporting.preload()).stopExport(path)
