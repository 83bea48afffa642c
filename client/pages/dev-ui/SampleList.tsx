import { useMemo, useState } from 'react'
import type { DayRange } from '#shared/format/time'
import type { Order } from '#shared/list/list-query'
import type { Choice, Page } from '#shared/list/page'
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
import { useListQuery, type ListQuery } from '../../ui/table/useListQuery'
import { useText } from '../../ui/useText'

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

type Sample = {
  id: number
  no: string
  template: string
  lot: string
  value: number
  result: SampleResult
  at: string
}

const results = ['ok', 'warn', 'ng', 'pending'] as const
type SampleResult = (typeof results)[number]

type SampleQuery = ListQuery & { keyword?: string; result?: SampleResult }

const templates = ['轴承外径', '端盖厚度', 'Housing bore', '表面粗糙度']

const samples: Sample[] = Array.from({ length: 128 }, (_, index) => ({
  id: index + 1,
  no: `QC-${2041 - index}`,
  template: templates[index % templates.length] ?? '',
  lot: `B-${1107 - Math.floor(index / 8)}`,
  value: 25 + (((index * 37) % 41) - 20) / 1000,
  result: index % 17 === 3 ? 'ng' : index % 9 === 4 ? 'warn' : index % 23 === 0 ? 'pending' : 'ok',
  at: new Date(Date.now() - index * 3_700_000).toISOString(),
}))

/** Answers like a server, after a while; the keyword `fail` stands for one that is broken. */
async function loadSamples(query: SampleQuery): Promise<Page<Sample>> {
  await new Promise((resolve) => setTimeout(resolve, 600))
  const { keyword = '', result, orders, pageIndex, pageSize } = query
  if (keyword === 'fail') throw new Error('服务器连接异常，请检查服务器！')
  const hits = samples
    .filter((sample) => `${sample.no} ${sample.template} ${sample.lot}`.toLowerCase().includes(keyword.toLowerCase()))
    .filter((sample) => !result || sample.result === result)
    .toSorted((a, b) => compare(a, b, orders))
  const list = hits.slice((pageIndex - 1) * pageSize, pageIndex * pageSize)
  return { count: hits.length, total: hits.length, pageIndex, pageSize, list }
}

function compare(a: Sample, b: Sample, orders: readonly Order[]): number {
  for (const [field, direction] of orders) {
    const [left = '', right = ''] = [a, b].map((sample) => new Map(Object.entries(sample)).get(field))
    if (left !== right) return (left > right ? 1 : -1) * (direction === 'asc' ? 1 : -1)
  }
  return 0
}

export const menuTree: Choice[] = [
  {
    id: 1,
    label: '质量 Quality',
    children: [
      {
        id: 11,
        label: '质检模板 Templates',
        children: [
          { id: 111, label: '新建 New' },
          { id: 112, label: '删除 Delete' },
        ],
      },
      {
        id: 12,
        label: '质检记录 Records',
        children: [
          { id: 121, label: '录入 Enter' },
          { id: 122, label: '导出 Export' },
        ],
      },
    ],
  },
  {
    id: 2,
    label: '系统 System',
    children: [
      { id: 21, label: '角色管理 Roles' },
      { id: 22, label: '用户管理 Users' },
    ],
  },
  { id: 3, label: '大屏 Wall screen' },
]
