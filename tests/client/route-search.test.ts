import { describe, expect, test } from 'bun:test'
import '../support/browser' // oxlint-disable-line import/no-unassigned-import -- it has the client's code find a browser
import Fuse from 'fuse.js'
import { titleKeysOf } from '#server/access/menu/title-keys'
import { texts as zhEntry } from '#shared/i18n/zh/entry'
import { texts as zh } from '#shared/i18n/zh/common'
import { texts as zhFrame } from '#shared/i18n/zh/frame'
import { texts as zhMore } from '#shared/i18n/zh/more'
import type { MenuItem } from '#shared/access/menu'
import { entriesOf, type Entry } from '../../client/shell/search/entries'
import { finderOf } from '../../client/shell/search/find'
import { spellings } from '../../client/shell/search/spellings'
import { readers } from '../../client/stores/texts'
import { menuItem } from '../e2e/support/menu'

const reader = { t: readers.zh, locale: 'zh' } as const
const directory = (menuId: number, path: string, title: string, children: MenuItem[]) =>
  menuItem(menuId, { path, title, children })

const items: MenuItem[] = [
  directory(1, '/qc', '质量管理', [
    menuItem(2, { path: '/qc/templates', title: '质检模板', titleEn: 'Templates', titleKeys: 'zhijianmuban zjmb' }),
    menuItem(3, { path: 'value-base', title: '质检记录', titleEn: 'Records', titleKeys: 'zhijianjilu zjjl' }),
    menuItem(4, { path: 'hidden', title: '暗处', visible: '1' }),
    menuItem(5, { path: 'info-list/:templateId', title: '模板详情' }),
    directory(6, '/qc/deep', '更深', [menuItem(7, { path: 'page', title: '深处的页面' })]),
    { ...directory(8, '/qc/dark', '不显示', [menuItem(9, { path: 'page', title: '不显示的下级' })]), visible: '1' },
  ]),
  menuItem(10, {
    path: 'https://example.com/help',
    title: '帮助中心',
    titleEn: 'Help',
    titleKeys: 'bangzhuzhongxin bzzx',
  }),
  menuItem(11, { path: '/qc/templates', title: '第二个同址' }),
]

describe('what can be found', () => {
  const entries = entriesOf(items, [], reader)
  test('pages of any depth and links to other sites; not what is hidden, nor what lies below, nor patterns', () => {
    expect(entries.map(({ path, titles }) => `${path}  ${titles.join(' > ')}`)).toEqual([
      '/qc/templates  质量管理 > 质检模板',
      '/qc/value-base  质量管理 > 质检记录',
      '/qc/deep/page  质量管理 > 更深 > 深处的页面',
      'https://example.com/help  帮助中心',
    ])
  })

  const find = finderOf(entries)
  test.each([
    ['the title', '质检记录', '/qc/value-base'],
    ['a part of it', '记录', '/qc/value-base'],
    ['initials of the pinyin', 'zjjl', '/qc/value-base'],
    ['and so in capitals', 'ZJJL', '/qc/value-base'],
    ['the first of the initials', 'zjm', '/qc/templates'],
    ['the whole pinyin', 'zhijianjilu', '/qc/value-base'],
    ['pinyin with blanks', 'zhi jian ji lu', '/qc/value-base'],
    ["pinyin as an input method parts it: zhi'jian'm", "zhi'jian'm", '/qc/templates'],
    ['the end of the pinyin', 'moban', undefined],
    ['and so as it is read', 'muban', '/qc/templates'],
    ['the path', 'value-base', '/qc/value-base'],
    ['the path with a slip', 'valuebase', '/qc/value-base'],
    ['the title in the other language', 'records', '/qc/value-base'],
    ['a title with one character wrong', '质俭记录', '/qc/value-base'],
    ['the title of a directory above', '更深', '/qc/deep/page'],
    ['a link to another site', '帮助', 'https://example.com/help'],
    ['what is not there', '不存在的页面', undefined],
    ['nothing', '  ', undefined],
  ])('is found by %s: %s', (_what, text, path) => {
    expect(find(text, 50)[0]?.path).toBe(path!)
  })
})

test('the pinyin of fixed pages and actions is what the server would say', async () => {
  const texts: Record<string, string> = { ...zhEntry, ...zh, ...zhFrame, ...zhMore }
  const titles = Object.keys(spellings).map((key) => texts[key]!)
  expect(Object.values(spellings)).toEqual([...(await titleKeysOf(titles)).values()])
})

describe('the choice of what Fuse is asked about', () => {
  const syllables = ['质', '检', '记', '录', '模', '板', '系', '统', '角', '色', '管', '理', '量', '具', '校', '准']
  const words = ['sys', 'role', 'qc', 'value', 'base', 'info', 'list', 'config', 'gauge', 'log', 'in', 'dept', 'post']
  let seed = 7
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  const pick = <One>(from: readonly One[]) => from[random(from.length)]!
  const some = (from: readonly string[], most: number, between = '') =>
    Array.from({ length: 1 + random(most) }, () => pick(from)).join(between)
  const entries = Array.from({ length: 300 }, (_, at): Entry => ({
    path: `/${some(words, 4, '/')}-${at}`,
    isExternal: false,
    icon: '',
    titles: [some(syllables, 6)],
    otherTitle: '',
    keys: '',
  }))
  const options = {
    keys: [
      { name: 'title', weight: 0.7 },
      { name: 'path', weight: 0.3 },
    ],
    threshold: 0.4,
  }
  const fuse = new Fuse(
    entries.map(({ titles: [title], path }) => ({ title, path })),
    options,
  )
  const find = finderOf(entries)

  test('leaves out nothing that title ×0.7, path ×0.3 and threshold 0.4 find, and adds nothing', () => {
    let hits = 0
    for (let round = 0; round < 400; round += 1) {
      const text = round % 2 ? some(syllables, 5) : some([...words, 'x', '-', '/', '1'], 4)
      const wanted = fuse.search(text).map(({ item }) => item.path)
      hits += wanted.length
      expect(
        find(text, Infinity)
          .map(({ path }) => path)
          .toSorted(),
        text,
      ).toEqual(wanted.toSorted())
    }
    expect(hits).toBeGreaterThan(1000)
  })
})
