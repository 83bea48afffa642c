import type { Order } from '#shared/list/list-query'
import type { Choice, Page } from '#shared/list/page'
import type { ListQuery } from '../../ui/table/useListQuery'

export type Sample = {
  id: number
  no: string
  template: string
  lot: string
  value: number
  result: SampleResult
  at: string
}

export const results = ['ok', 'warn', 'ng', 'pending'] as const
type SampleResult = (typeof results)[number]

export type SampleQuery = ListQuery & { keyword?: string; result?: SampleResult }

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
export async function loadSamples(query: SampleQuery): Promise<Page<Sample>> {
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
