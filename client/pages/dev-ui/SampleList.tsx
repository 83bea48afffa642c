import { useMemo, useState } from 'react'
import type { DayRange } from '#shared/format/time'
import { Button, IconButton } from '../../ui/Button'
import { DataTable, type Column } from '../../ui/table/DataTable'
import { DateRange } from '../../ui/input/DateRange'
import { Menu } from '../../ui/overlay/Menu'
import { SearchBox } from '../../ui/input/SearchBox'
import { Select } from '../../ui/input/Select'
import { Tag } from '../../ui/feedback/Tag'
import { Time } from '../../ui/time'
import { toast } from '../../ui/overlay/toast'
import { useList } from '../../ui/table/useList'
import { useListQuery } from '../../ui/table/useListQuery'
import { useText } from '../../ui/useText'
import { loadSamples, results, type Sample, type SampleQuery } from './rows'

const words = { ok: '合格 OK', warn: '警告 Warning', ng: '不合格 NG', pending: '待判 Pending' } as const

/** The table with everything around it, as a list page has it. */
export function SampleList() {
  const t = useText()
  const [query, setQuery] = useListQuery<SampleQuery>()
  const [selected, setSelected] = useState<number[]>([])
  const [range, setRange] = useState<DayRange>({})
  const page = useList('samples', loadSamples, query)
  const columns = useMemo(() => columnsOf(t('action.edit'), t('action.delete')), [t])
  const filter = (change: Partial<SampleQuery>) => setQuery({ ...query, ...change, pageIndex: 1 })

  return (
    <DataTable
      label="Records"
      columns={columns}
      page={page}
      query={query}
      onQuery={setQuery}
      rowId={(row) => row.id}
      rowLabel={(row) => row.no}
      toolbar={
        <>
          <SearchBox
            label="编号、模板、批次 Number, template, lot"
            value={query.keyword ?? ''}
            onSearch={(keyword) => filter({ keyword })}
          />
          <Select
            label="结果 Result"
            placeholder="结果 Result"
            value={query.result}
            options={results.map((value) => ({ value, label: words[value] }))}
            onSelect={(result) => setQuery({ ...withoutResult(query), ...(result && { result }), pageIndex: 1 })}
          />
          <DateRange label="日期 Date" value={range} onChange={setRange} />
        </>
      }
      selection={{
        selected,
        onSelect: setSelected,
        actions: (
          <Button icon="trash" onClick={() => toast.show(`${selected.length}`, { tone: 'success' })}>
            {t('action.delete')}
          </Button>
        ),
      }}
    />
  )
}

const withoutResult = ({ result: _result, ...query }: SampleQuery): SampleQuery => query

const columnsOf = (edit: string, remove: string): Column<Sample>[] => [
  { id: 'no', header: '编号 No.', sortable: true, canHide: false, cell: (row) => <a href={`#${row.no}`}>{row.no}</a> },
  { id: 'template', header: '模板 Template', sortable: true, cell: (row) => row.template },
  { id: 'lot', header: '批次 Lot', cell: (row) => row.lot },
  { id: 'value', header: '实测 Value (mm)', sortable: true, align: 'end', cell: (row) => row.value.toFixed(3) },
  { id: 'result', header: '结果 Result', cell: (row) => <Tag tone={row.result}>{words[row.result]}</Tag> },
  { id: 'at', header: '时间 Time', sortable: true, cell: (row) => <Time value={row.at} /> },
  {
    id: 'actions',
    header: '操作 Actions',
    cell: (row) => (
      <>
        <Button variant="text" onClick={() => toast.show(row.no)}>
          {edit}
        </Button>
        <Menu
          label={row.no}
          trigger={<IconButton label={`更多 More: ${row.no}`} icon="more" size={20} />}
          items={[
            { key: 'copy', label: '复制 Copy', icon: 'copy', onSelect: () => toast.show(row.no) },
            'separator',
            { key: 'remove', label: remove, icon: 'trash', tone: 'danger', onSelect: () => toast.show(row.no) },
          ]}
        />
      </>
    ),
  },
]
