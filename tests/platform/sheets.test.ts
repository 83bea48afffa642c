import { afterAll, describe, expect, spyOn, test } from 'bun:test'
import { desc } from 'drizzle-orm'
import { inflateRawSync } from 'node:zlib'
import { z } from '#shared/zod'
import { ImportQuery, type ImportResult } from '#shared/list/import'
import { line, listQuery, name, StatusInput } from '#shared/list/page'
import { answersImport, answersSheet, answersTemplate } from '#server/platform/http/describe'
import { importSheet, type SheetImport } from '#server/access/crud/import'
import { permit } from '#server/access/permission/permit'
import { exportQuery, sendSheet, sendTemplate, TemplateQuery } from '#server/access/crud/send-sheet'
import { takeUpload } from '#server/access/files/upload'
import { validate } from '#server/platform/http/validate'
import { Refusal } from '#server/platform/http/refusal'
import type { Cell, SheetColumn } from '#server/platform/sheets/cell'
import { csvOf } from '#server/platform/sheets/csv'
import { eachRow } from '#server/platform/sheets/rows'
import { wordFor, statusWords } from '#server/platform/sheets/words'
import { xlsxOf } from '#server/platform/sheets/xlsx'
import type { SessionEnv } from '#server/access/session/session-env'
import type { Writer } from '#server/platform/store/index'
import { codes } from '#shared/envelope'
import { Hono } from 'hono'
import { startApp } from '../support/app'
import { bytesOf, rowsIn, workbook, zipOf } from '../support/sheets'

async function* slices(...rows: Cell[][]) {
  for (const row of rows) yield [row]
}
const csv = async (...rows: Cell[][]) => (await bytesOf(csvOf({ header: ['a'], slices: slices(...rows) }))).toString()
const xlsx = (rows: Cell[][], maxRows?: number) =>
  bytesOf(xlsxOf({ title: '角色/管理', header: ['姓名', '<数>'], slices: slices(...rows) }, maxRows))
const cellsOf = async (bytes: Uint8Array) => (await rowsIn(bytes)).map(({ cells }) => cells)

/** A part of an archive of ours, by its name. */
function inflated(file: Buffer, part: string): string | undefined {
  const start = file.indexOf(part) // the local header comes first
  return start < 0 ? undefined : inflateRawSync(file.subarray(start + Buffer.byteLength(part))).toString()
}

describe('CSV', () => {
  test('begins with a byte order mark, and its lines end as RFC 4180 says', async () => {
    expect(await csv(['x', 1], ['y', 2])).toBe('\uFEFFa\r\nx,1\r\ny,2\r\n')
  })

  test.each<[what: string, cell: Cell, written: string]>([
    ['Han text', '张伟', '张伟'],
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'say "no"', '"say ""no"""'],
    ['a line break', 'a\r\nb', '"a\r\nb"'],
    ['blanks at its ends', ' a ', '" a "'],
    ['an emoji', '合格 ✅', '合格 ✅'],
    ['nothing', null, ''],
    ['yes', true, 'TRUE'],
    ['a number', -5.25, '-5.25'],
    ['no number', Number.NaN, ''],
    ['a time', new Date(2026, 10, 21, 8, 5, 9), '2026-11-21 08:05:09'],
    ['control characters and half a character', 'a\0b\x1bc\ud83d', 'abc'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula with quotes', '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['text with a plus', '+86 138', "'+86 138"],
    ['a negative number in text', '-0.03', '-0.03'],
    ['a whole one', '-5', '-5'],
    ['a minus alone', '-', '-'],
    ['a number with a sum behind it', '-5+1', "'-5+1"],
    ['a number with a line break behind it', '-5\n', '"\'-5\n"'],
    ['a number with a program behind it', "-5|'cmd'!A1", "'-5|'cmd'!A1"],
    ['a number in wide characters', '－5', "'－5"],
    ['a number behind an apostrophe of its own', "'-5", "''-5"],
    ['text with a minus', '-SUM(1)', "'-SUM(1)"],
    ['two minuses', '--5', "'--5"],
    ['an offset from UTC', '+08:00', '+08:00'],
    ['one west of it', '-03:30', '-03:30'],
    ['one with more behind it', '+08:00+1', "'+08:00+1"],
    ['text with an at sign', '@SUM(1)', "'@SUM(1)"],
    ['text with a tab', '\t=1', '"\'\t=1"'],
    ['text with a line break in front', '\n=1', '"\'\n=1"'],
    ['a control character that hides a formula', '\0=1', "'=1"],
    ['a wide formula', '＝1', "'＝1"],
    ['a formula behind an apostrophe of its own', "'=1", "''=1"],
    ['an apostrophe', "'s-Hertogenbosch", "'s-Hertogenbosch"],
    ['a formula behind a character of no width', '\u200b=1', "'\u200b=1"],
    ['a formula behind marks of direction', '\u202e\u2066@SUM(1)', "'\u202e\u2066@SUM(1)"],
    ['a formula behind an apostrophe and a soft hyphen', "'\u00ad+1", "''\u00ad+1"],
  ])('%s (S67)', async (_, cell, written) => {
    expect(await csv([cell, 'z'])).toBe(`\uFEFFa\r\n${written},z\r\n`)
  })
})

describe('XLSX', () => {
  test('text is never a formula, and what XML forbids is left out (S67)', async () => {
    const file = await xlsx([
      ['=1+1', 7],
      ['a<b>&"c"\u0001\ud83d', -5],
    ])
    const sheet = inflated(file, 'xl/worksheets/sheet1.xml')
    expect(sheet).not.toContain('<f>')
    expect(sheet).toContain('<c r="A2" t="inlineStr"><is><t>=1+1</t></is></c><c r="B2"><v>7</v></c>')
    expect(sheet).toContain('a&lt;b&gt;&amp;')
    expect(inflated(file, 'xl/workbook.xml')).toContain('<sheet name="角色 管理" sheetId="1"')
  })

  test('where a sheet is full the next one begins with the header, as at row 1,048,577', async () => {
    const file = await xlsx([['a'], ['b'], ['c'], ['d'], ['e']], 3)
    const sheets = [1, 2, 3].map((n) => inflated(file, `xl/worksheets/sheet${n}.xml`))
    expect(sheets.map((sheet) => [...sheet!.matchAll(/<t[^>]*>([^<]*)</g)].map(([, text]) => text))).toEqual([
      ['姓名', '&lt;数&gt;', 'a', 'b'],
      ['姓名', '&lt;数&gt;', 'c', 'd'],
      ['姓名', '&lt;数&gt;', 'e'],
    ])
    expect(inflated(file, 'xl/workbook.xml')).toContain('<sheet name="角色 管理 3" sheetId="3"')
    expect(inflated(await xlsx([['a'], ['b']], 3), 'xl/worksheets/sheet2.xml')).toBeUndefined()
  })

  test('a text too long for a cell is cut', async () => {
    expect((await cellsOf(await xlsx([['x'.repeat(40_000)]])))[1]![0]).toHaveLength(32_767)
  })

  test('a time is that of the second which CSV shows, whatever its milliseconds', async () => {
    const at = new Date(2026, 10, 21, 8, 5, 9, 999)
    const west = { at: Date.UTC(1969, 11, 31, 23, 59, 59, 501), offsetMin: -210 }
    const shown = ['2026-11-21 08:05:09', '1969-12-31 20:29:59']
    expect(await csv([at, west])).toBe(`\uFEFFa\r\n${shown.join()}\r\n`)
    expect((await cellsOf(await xlsx([[at, west]])))[1]).toEqual(shown)
    const days = inflated(await xlsx([[at]]), 'xl/worksheets/sheet1.xml')!.match(/s="2"><v>([\d.]+)</)![1]
    expect((Number(days) * 86_400) % 1).toBeCloseTo(0, 3) // whole seconds
  })

  test('no rows at all are a sheet with its header', async () => {
    expect(await cellsOf(await xlsx([]))).toEqual([['姓名', '<数>']])
  })
})

describe('cells that say what those above them say', () => {
  const time = { at: 0, offsetMin: 0 }
  /** Of growing and shrinking width between those that stay the same, over rows whose numbers have one to four digits. */
  const rows = Array.from({ length: 1200 }, (_, n): Cell[] => [
    '张伟',
    n % 7 === 0 ? null : 'x',
    n % 3 === 0 ? `=${n}` : '',
    null,
    time,
    '中'.repeat((n % 40) + 1),
    n % 400 === 0 ? 'y'.repeat(200_000) : 12.5,
    '合格',
    ...(n % 100 === 99 ? ['more'] : []),
  ])
  async function* inOne() {
    yield rows
  }
  const sheet = { title: 't', header: ['h'], slices: { [Symbol.asyncIterator]: inOne } }

  test('stand in a CSV as if each had been written for itself', async () => {
    const apart = await bytesOf(csvOf({ header: ['h'], slices: slices(...rows) }))
    expect((await bytesOf(csvOf(sheet))).equals(apart)).toBe(true)
  })

  test('stand in an XLSX as if each had been written for itself, with references of their own', async () => {
    const [together, apart] = [await bytesOf(xlsxOf(sheet)), await xlsx(rows)]
    const xml = sheetOf(together).slice(sheetOf(together).indexOf('<row r="2">'))
    expect(xml).toBe(sheetOf(apart).slice(sheetOf(apart).indexOf('<row r="2">')))
    const references = [...xml.matchAll(/<(?:row|c) r="[A-Z]?(\d+)"/g)].map(([, row]) => Number(row))
    expect(references).toEqual(references.toSorted((a, b) => a - b))
    expect(references.at(-1)).toBe(rows.length + 1)
  })

  const sheetOf = (file: Buffer) => inflated(file, 'xl/worksheets/sheet1.xml')!
})

const tricky: Cell[][] = [
  ['张伟', '=1+1', '+86', "'=x", '-1'],
  ['a"b', 'c,d', 'e\nf', 'g;h', '_x000D_'],
  ['\ttab', '&lt;', '@', '＝', '😀'],
  ['\u200b=1', "'\u202e=1", '\u2066a', '\u3000x'.trim(), ''],
  [12.5, -5, true, 0, 1e21],
]
const trickyRead = [
  ['张伟', '=1+1', '+86', "'=x", '-1'],
  ['a"b', 'c,d', 'e\nf', 'g;h', '_x000D_'],
  ['tab', '&lt;', '@', '＝', '😀'],
  ['\u200b=1', "'\u202e=1", '\u2066a', 'x'],
]
test.each([
  [
    'CSV',
    'TRUE',
    '1000000000000000000000',
    (rows: Cell[][]) => bytesOf(csvOf({ header: ['h'], slices: slices(...rows) })),
  ],
  ['XLSX', 'true', '1e+21', (rows: Cell[][]) => bytesOf(xlsxOf({ title: '', header: ['h'], slices: slices(...rows) }))],
])('what was written as %s is read back', async (_, yes, large, write) => {
  expect(await cellsOf(await write(tricky))).toEqual([['h'], ...trickyRead, ['12.5', '-5', yes, '0', large]])
})

/** 账号,姓名 / 王芳 in GBK, as spreadsheet programs in China save CSV. */
const gbk = Uint8Array.from(Buffer.from('d5cbbac52cd0d5c3fb0d0a78312ccdf5b7bc', 'hex'))
const utf16 = Buffer.from('\uFEFF账号\t姓名\r\nx1\t王芳', 'utf16le')

describe('reading CSV', () => {
  test.each<[what: string, file: string | Uint8Array, cells: string[][]]>([
    [
      'with a byte order mark',
      '\uFEFFa,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'without one, and lines that end in one character',
      'a,b\n1,2\r3,4',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'in GBK',
      gbk,
      [
        ['账号', '姓名'],
        ['x1', '王芳'],
      ],
    ],
    [
      'in UTF-16 with tabs',
      utf16,
      [
        ['账号', '姓名'],
        ['x1', '王芳'],
      ],
    ],
    [
      'with semicolons',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'with a comma in a quoted header',
      '"a,b";c\n1;2',
      [
        ['a,b', 'c'],
        ['1', '2'],
      ],
    ],
    [
      'with blank lines and columns',
      'a,b,,\n,,\n\n1,2,,\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with a hole',
      'a,b,c\n1,,3',
      [
        ['a', 'b', 'c'],
        ['1', '', '3'],
      ],
    ],
    ['with text behind quotes', '"a"b,c', [['ab', 'c']]],
    ['of nothing', '', []],
  ])('%s', async (_, file, cells) => {
    expect(await cellsOf(typeof file === 'string' ? Buffer.from(file) : file)).toEqual(cells)
  })

  test('rows are numbered as spreadsheet programs do', async () => {
    const rows = await rowsIn(Buffer.from('a\n\n"1\n2"\n3'))
    expect(rows.map(({ row }) => row)).toEqual([1, 3, 4])
  })
})

const row = (cells: string, attributes = '') => `<row${attributes}>${cells}</row>`
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`

describe('reading XLSX', () => {
  test.each<[what: string, rows: string, cells: string[][]]>([
    [
      'shared and inline text',
      row(`<c r="A1" t="s"><v>0</v></c>${text('n')}<c t="s"><v>1</v></c>`),
      [['账号', 'n', '王 芳']],
    ],
    [
      'numbers, as they are shown',
      row('<c><v>0.30000000000000004</v></c><c><v>1.38E+10</v></c>'),
      [['0.3', '13800000000']],
    ],
    ['yes and no', row('<c t="b"><v>1</v></c><c t="b"><v>0</v></c>'), [['true', 'false']]],
    [
      'days and times',
      row('<c s="1"><v>46347</v></c><c s="2"><v>46347.5</v></c><c s="1"><v>0.25</v></c>'),
      [['2026-11-21', '2026-11-21 12:00:00', '06:00:00']],
    ],
    ['a number whose unit is called days', row('<c s="3"><v>5</v></c>'), [['5']]],
    [
      'a formula, by its last result',
      row('<c t="str"><f>A1&amp;"x"</f><v>5x</v></c><c><f>1+1</f><v>2</v></c><c><f>1+1</f></c>'),
      [['5x', '2']],
    ],
    ['an error, as it is shown', row('<c t="e"><v>#REF!</v></c>'), [['#REF!']]],
    [
      'entities, CDATA and comments',
      row(`${text('&lt;&#x4e2d;&#65;')}${text('<![CDATA[<b>]]>')}${text('a<!-- > -->b')}`),
      [['<中A', '<b>', 'ab']],
    ],
    ['escaped characters', row(text('_x005F_x000D_')), [['_x000D_']]],
    [
      'tags with a prefix, and > in a value',
      '<x:row><x:c t="inlineStr" a=">"><x:is><x:t>a</x:t></x:is></x:c></x:row>',
      [['a']],
    ],
    ['holes', row('<c r="C1"><v>3</v></c>'), [['', '', '3']]],
    [
      'a shared string without an index',
      row('<c t="s"><v></v></c><c t="s"/><c t="s"><v>0</v></c>'),
      [['', '', '账号']],
    ],
    [
      'percentages, as they are shown',
      row('<c s="4"><v>0.985</v></c><c s="5"><v>-0.07</v></c><c s="6"><v>5</v></c>'),
      [['98.5%', '-7%', '5']],
    ],
    [
      'numbers with leading zeros or text in front, as they are shown',
      row('<c s="7"><v>7</v></c><c s="7"><v>12345</v></c><c s="8"><v>7</v></c><c s="9"><v>13800138000</v></c>'),
      [['0007', '12345', 'L0-7', '138-0013-8000']],
    ],
    [
      'midnight, where hours are shown',
      row('<c s="10"><v>46347</v></c><c s="1"><v>46347</v></c><c s="11"><v>46347</v></c>'),
      [['2026-11-21 00:00:00', '2026-11-21', '2026-11-21 00:00:00']],
    ],
    [
      'empty cells as far as the last, which are none',
      row(text('a')) + row('<c r="A1048576" s="1"/><c r="XFD1048576"/>', ' r="1048576"'),
      [['a']],
    ],
  ])('%s', async (_, rows, cells) => {
    expect(await cellsOf(await workbook(rows))).toEqual(cells)
  })

  test('a cell may be as long as in any program, and a tag as long as they write them', async () => {
    const long = `${'a'.repeat(32_766)}&`
    const ranges = 'A1:B2 '.repeat(5000)
    const file = await workbook(`${row(text(long.replace('&', '&#x26;')))}<dataValidation sqref="${ranges}"/>`)
    expect(await cellsOf(file)).toEqual([[long]])
  })

  test('rows keep the numbers the sheet gives them', async () => {
    const rows = await rowsIn(await workbook(row(text('a'), ' r="1"') + row(text('b'), ' r="7"') + row(text('c'))))
    expect(rows.map(({ row }) => row)).toEqual([1, 7, 8])
  })

  test('days of early Macs count from 1904', async () => {
    const early = '<workbook><workbookPr date1904="1"/><sheets><sheet r:id="rId1"/></sheets></workbook>'
    const file = await workbook(row('<c s="1"><v>44885</v></c>'), { 'xl/workbook.xml': early })
    expect(await cellsOf(file)).toEqual([['2026-11-21']])
  })
})

const sound = await workbook(row(text('a')))
const longText = { 'xl/strings.xml': `<sst><si><t>${'a'.repeat(32_767)}</t></si></sst>` }
const manyLong = (rows: number) => row('<c t="s"><v>0</v></c>'.repeat(10)).repeat(rows)

describe('hostile files are refused with a reason, soon and in little memory (S8)', () => {
  const notSheet = 'import.notSheet'
  /** The same archive with other sizes in its directory. */
  function claiming(file: Buffer<ArrayBuffer>, part: string, size: number) {
    const lie = Buffer.from(file)
    lie.writeUInt32LE(size, lie.lastIndexOf(part) - 46 + 24)
    return lie
  }
  const spaces = (megabytes: number) => ' '.repeat(megabytes * 1024 * 1024)
  /** The same archive with another byte in the content of one part. */
  function damaged(file: Buffer<ArrayBuffer>, part: string) {
    const other = Buffer.from(file)
    const at = other.indexOf(part) + part.length + 8
    other.writeUInt8(other.readUInt8(at) ^ 1, at)
    return other
  }
  const sheet = (xml: string) => workbook('', { 'xl/worksheets/sheet1.xml': xml })

  test.each<[what: string, file: Uint8Array | Promise<Uint8Array>, key: string]>([
    ['an old XLS', Buffer.from('d0cf11e0a1b11ae1', 'hex'), notSheet],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), notSheet],
    ['a zip without a workbook', zipOf({ 'a.txt': 'a' }), notSheet],
    ['a file cut at its end', sound.subarray(0, -30), notSheet],
    ['a file cut in the middle', sound.subarray(0, 200), notSheet],
    ['the first four bytes', sound.subarray(0, 4), notSheet],
    ['a changed byte', damaged(sound, 'xl/worksheets/sheet1.xml'), notSheet],
    ['a sheet that says it is 60 MB', claiming(sound, 'xl/worksheets/sheet1.xml', 60 * 1024 * 1024), 'import.tooLarge'],
    ['a sheet that is longer than it says', claiming(sound, 'xl/worksheets/sheet1.xml', 10), notSheet],
    ['a bomb', sheet(spaces(21)), 'import.tooLarge'],
    ['two halves of a bomb', workbook(spaces(11), { 'xl/strings.xml': spaces(11) }), 'import.tooLarge'],
    ['entities of its own', sheet('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), notSheet],
    ['something outside', sheet('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'), notSheet],
    ['an unknown entity', workbook(row(text('&b;'))), notSheet],
    ['a tag that does not end', workbook('<row a="'), notSheet],
    ['a comment that does not end', workbook('<!--'), notSheet],
    ['many unclosed brackets', workbook('<'.repeat(1_000_000)), 'import.tooLarge'],
    ['too many rows', Buffer.from('a\n'.repeat(2002)), 'import.tooManyRows'],
    ['too many columns', Buffer.from(`${'a,'.repeat(50)}a`), 'import.tooManyColumns'],
    ['the last column there can be', workbook(row('<c r="XFD1"><v>1</v></c>')), 'import.tooManyColumns'],
    ['a quote that does not end', Buffer.from('a,"b\nc'), notSheet],
    ['a cell of millions of entities', workbook(row(text('&amp;'.repeat(1_000_000)))), 'import.tooLarge'],
    ['a cell of millions of marks', workbook(row(text('&'.repeat(1_000_000)))), 'import.tooLarge'],
    ['a cell of millions of escapes', workbook(row(text('_x0041_'.repeat(1_000_000)))), 'import.tooLarge'],
    ['a cell of millions of pieces', workbook(row(text('a<!---->'.repeat(1_000_000)))), 'import.tooLarge'],
    ['a tag of many megabytes', workbook(`<row a="${'&'.repeat(1_000_000)}"/>`), 'import.tooLarge'],
    ['a cell of many attributes', workbook(row(`<c ${'a="" '.repeat(2000)}/>`)), 'import.tooLarge'],
    ['a tag of many megabytes between quotes', workbook(`<row ${'a="" '.repeat(1_000_000)}/>`), 'import.tooLarge'],
    ['millions of tags', workbook(row('<c/>'.repeat(2_000_000))), 'import.tooLarge'],
    ['a cell that holds more than a cell can', workbook(row(text('a'.repeat(32_768)))), 'import.tooLarge'],
    ['such a cell of a CSV', Buffer.from(`a\n${'b'.repeat(32_768)}`), 'import.tooLarge'],
    ['a line of millions of empty cells', Buffer.from(`a,b\n${','.repeat(5_000_000)}`), 'import.tooLarge'],
    ['the first line of a CSV of such', Buffer.from(','.repeat(5_000_000)), 'import.tooLarge'],
    ['one long text in very many cells', workbook(manyLong(1200), longText), 'import.tooLarge'],
  ])('%s', async (_, file, key) => {
    const refusal = await rowsIn(await file).then(
      () => 'was read',
      (error: unknown) => error,
    )
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 400, key, field: 'file' })
  })
})

/** A resource with an export and an import as any other has them, on the whole application: roles by name and key. */
const app = await startApp()
afterAll(app.close)

const Row = z.object({
  roleName: name(8),
  roleKey: name(64).regex(/^[a-z]+$/, 'role.keyFormat'),
  status: StatusInput.default('2'),
})
type Row = z.infer<typeof Row>
const columns: SheetColumn<Row>[] = [
  { title: 'role.name', value: ({ roleName }) => roleName },
  { title: 'role.key', value: ({ roleKey }) => roleKey },
  { title: 'record.status', value: ({ status }, locale) => wordFor(locale, statusWords, status) },
]
/** An import goes no further before this. */
let held: Promise<void> | undefined
const roleImport: SheetImport<typeof Row> = {
  columns: [
    { field: 'roleName', title: 'role.name', example: 'Turner' },
    { field: 'roleKey', title: 'role.key', example: 'turner' },
    { field: 'status', title: 'record.status', words: statusWords, example: '2' },
  ],
  schema: Row,
  nameOf: ({ roleName }) => roleName,
  judge: async () => {
    await held
    return []
  },
  plan: async ({ t: { roles } }, db, rows, { now }) => {
    const present = await db.select({ roleKey: roles.roleKey }).from(roles)
    const taken = new Set(present.map(({ roleKey }) => roleKey))
    const faults = await eachRow(rows, async ({ value: { roleKey } }) => {
      if (taken.has(roleKey)) throw new Refusal(codes.conflict, 'role.keyTaken', { roleKey }).at('roleKey')
      taken.add(roleKey)
    })
    const made = rows.map(({ value }) => ({ roleSort: 0, ...value, createdAt: now, updatedAt: now }))
    async function save(writer: Writer) {
      const saved = await writer.insert(roles).values(made).returning({ roleId: roles.roleId })
      return saved.map(({ roleId }) => roleId)
    }
    return { faults, save }
  },
}
const EMPTY = 300
/** What the export is made of; a test says what. */
let batchesOf: (count: number) => AsyncGenerator<Row[]>
let read = 0
let ended = 0
let onEnd = () => {}
async function* endless(): AsyncGenerator<Row[]> {
  try {
    for (;;) {
      read += 1
      yield Array.from({ length: EMPTY }, (_, i) => ({
        roleName: `${i}${'x'.repeat(2000)}`,
        roleKey: 'x',
        status: '2' as const,
      }))
    }
  } finally {
    ended += 1
    onEnd()
  }
}
const RowQuery = listQuery({ roleName: line(64).optional(), count: z.coerce.number().int().max(1000).default(1) }, [
  'roleName',
])
const routes = new Hono<SessionEnv>()
  .get(
    '/export',
    answersSheet('thing', { key: 'route.export', noun: 'things' }),
    permit('admin:sysRole:list'),
    validate('query', exportQuery(RowQuery)),
    (c) => {
      const { format, count } = c.req.valid('query')
      return sendSheet(c, { name: 'things', title: 'role.title', format, columns, batches: batchesOf(count) })
    },
  )
  .get(
    '/import/template',
    answersTemplate('thing', { key: 'route.template', noun: 'things' }),
    permit('admin:sysRole:add'),
    validate('query', TemplateQuery),
    (c) =>
      sendTemplate(c, {
        name: 'things',
        title: 'role.title',
        format: c.req.valid('query').format,
        columns: roleImport.columns,
      }),
  )
  .post(
    '/import',
    answersImport('thing', { key: 'route.import', noun: 'things' }),
    permit('admin:sysRole:add'),
    validate('query', ImportQuery),
    takeUpload(['file'], 200_000),
    (c) => importSheet(c, roleImport, c.req.valid('query')),
  )
app.app.basePath('/api/v1').route('/thing', routes)

const exporter = await app.signedIn('admin:sysRole:list')
const other = await app.signedIn('admin:sysRole:list')
const importer = await app.signedIn('admin:sysRole:add')
const stranger = await app.signedIn()
type Caller = { token: string }

const requestOf = ({ token }: Caller, path: string, init: RequestInit = {}, language = 'en') =>
  new Request(`http://caliper${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })
const call = async (caller: Caller, path: string, init?: RequestInit, language?: string) =>
  app.app.fetch(requestOf(caller, `/api/v1/thing${path}`, init, language))
const lastOperation = async () => {
  const { operations } = app.store.t
  return (await app.store.db.select().from(operations).orderBy(desc(operations.id)).limit(1))[0]!
}
async function* things(...rows: Row[]) {
  yield rows
}

async function* broken(rows: Row[]) {
  yield rows
  throw new Error('no database')
}

describe('an export (S66)', () => {
  test('is a file named in the language of whoever asks, with headers in that language, and is kept by nobody', async () => {
    batchesOf = () => things({ roleName: '检验员', roleKey: '=1', status: '1' })
    const zh = await call(exporter, '/export', {}, 'zh')
    expect(zh.status).toBe(200)
    expect(zh.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(zh.headers.get('cache-control')).toBe('no-store')
    expect(zh.headers.get('x-content-type-options')).toBe('nosniff')
    expect(zh.headers.get('content-disposition')).toMatch(
      /^attachment; filename="things-\d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''%E8%A7%92%E8%89%B2%E7%AE%A1%E7%90%86-\d{4}-\d\d-\d\d\.csv$/,
    )
    expect(Buffer.from(await zh.arrayBuffer()).toString()).toBe("\uFEFF角色名称,权限字符,状态\r\n检验员,'=1,停用\r\n")
    const en = await call(exporter, '/export?format=xlsx')
    expect(en.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(await cellsOf(new Uint8Array(await en.arrayBuffer()))).toEqual([
      ['Role name', 'Role key', 'Status'],
      ['检验员', '=1', 'Disabled'],
    ])
  })

  test('is written into the operation log, with its filters (S69)', async () => {
    batchesOf = () => things()
    await (await call(exporter, '/export?roleName=a&count=7')).text()
    expect(await lastOperation()).toMatchObject({
      action: 'export',
      stem: 'thing',
      userId: exporter.userId,
      name: expect.stringMatching(/^things-.*\.csv$/),
      after: JSON.stringify({ roleName: 'a', count: '7' }),
    })
  })

  test('is refused in an envelope: without the permission, with a bad filter, when its rows cannot be read', async () => {
    batchesOf = () => broken([])
    for (const [caller, path, code] of [
      [stranger, '/export', 403],
      [exporter, '/export?count=x', 400],
      [exporter, '/export?format=pdf', 400],
      [exporter, '/export', 500],
      [exporter, '/export', 500],
    ] as const) {
      const answer = await call(caller, path)
      expect([path, (await answer.json()).code]).toEqual([path, code])
    }
  })

  test('breaks off when its rows cannot be read further', async () => {
    batchesOf = () => broken([{ roleName: 'a', roleKey: 'a', status: '2' }])
    const answer = await call(exporter, '/export')
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('no database')
  })

  test('HEAD begins none', async () => {
    read = 0
    batchesOf = endless
    const answer = await call(exporter, '/export', { method: 'HEAD' })
    expect([answer.status, await answer.text(), read]).toEqual([200, '', 0])
  })

  test('is one at a time for each; it is read no faster than it is taken, and ends with whoever took it', async () => {
    batchesOf = endless
    ended = 0
    const first = await call(exporter, '/export')
    const second = await call(exporter, '/export')
    expect(await second.json()).toMatchObject({ code: 429, msg: expect.stringContaining('already running') })
    expect(second.headers.get('retry-after')).toBe('5')
    const others = await call(other, '/export?format=xlsx')
    expect(others.status).toBe(200)
    read = 0
    await Bun.sleep(50)
    expect(read).toBe(0)
    await first.body!.cancel()
    await others.body!.cancel()
    expect(ended).toBe(2)
    batchesOf = () => things()
    expect((await call(exporter, '/export')).status).toBe(200)
  })

  test('whoever hangs up while rows are read leaves no fault in the log', async () => {
    const { reads, batches } = slowly()
    batchesOf = batches
    const lines: string[] = []
    const [stdout, stderr] = [spyOn(process.stdout, 'write'), spyOn(process.stderr, 'write')]
    for (const stream of [stdout, stderr]) stream.mockImplementation((line) => lines.push(String(line)) > 0)
    try {
      const answer = await call(other, '/export')
      const reader = answer.body!.getReader()
      await reader.read()
      await reader.read()
      const pending = reader.read().catch(() => {})
      await reads.begun
      const cancelled = reader.cancel()
      reads.go()
      await Promise.all([pending, cancelled])
      await Bun.sleep(5)
    } finally {
      stdout.mockRestore()
      stderr.mockRestore()
    }
    expect(lines.filter((line) => line.includes('fault'))).toEqual([])
  })

  /** Rows of which the second batch waits until it may go on. */
  function slowly() {
    const begun = Promise.withResolvers<void>()
    const going = Promise.withResolvers<void>()
    const rows: Row[] = [{ roleName: 'a', roleKey: 'a', status: '2' }]
    async function* batches() {
      yield rows
      begun.resolve()
      await going.promise
      yield rows
    }
    return { reads: { begun: begun.promise, go: going.resolve }, batches }
  }

  test('ends when its reader hangs up', async () => {
    batchesOf = endless
    const over = new Promise<void>((resolve) => (onEnd = resolve))
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => app.app.fetch(request) })
    const leaving = new AbortController()
    const url = `${server.url.origin}/api/v1/thing/export`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${other.token}` }, signal: leaving.signal })
    await answer.body!.getReader().read()
    leaving.abort()
    await over
    await server.stop(true)
  })
})

type Import = { language?: string; caller?: Caller; dryRun?: string }
async function upload(content: string | Uint8Array<ArrayBuffer>, { language, caller = importer, dryRun }: Import = {}) {
  const body = new FormData()
  body.append('file', new File([content], 'a.csv'))
  const path = dryRun === undefined ? '/import' : `/import?dryRun=${dryRun}`
  const answer = await call(caller, path, { method: 'POST', body }, language)
  return (await answer.json()) as { code: number; msg: string; data: ImportResult; errors?: Record<string, string> }
}
const roles = () => app.store.db.select().from(app.store.t.roles)
const SAVE = '0'

describe('an import (S68)', () => {
  const sound = 'Role name,Role key,Status\nFitter,fitter,Enabled\nWelder,welder,停用\n'

  test('is a dry run unless told otherwise: it says what it would do and does nothing', async () => {
    const before = await roles()
    const { tx } = app.store
    app.store.tx = () => Promise.reject(new Error('other writers would have to wait'))
    const { data, msg } = await upload(sound)
    app.store.tx = tx
    expect(data).toEqual({ dryRun: true, total: 2, valid: 2, faultCount: 0, faults: [], ignored: [], notes: [] })
    expect(msg).toBe('2 rows can be imported')
    expect(await roles()).toEqual(before)
  })

  test('saves every row, and is written down once with what was imported (S69)', async () => {
    const { code, data, msg } = await upload(sound, { dryRun: SAVE })
    expect([code, msg, data.dryRun]).toEqual([200, '2 rows imported', false])
    const made = (await roles()).filter(({ roleKey }) => ['fitter', 'welder'].includes(roleKey))
    expect(made.map(({ roleName, status }) => [roleName, status])).toEqual([
      ['Fitter', '2'],
      ['Welder', '1'],
    ])
    const ids = made.map(({ roleId }) => roleId)
    const { after, ...entry } = await lastOperation()
    expect(entry).toMatchObject({ action: 'import', name: 'Fitter, Welder', record: ids.join() })
    expect(JSON.parse(after)).toEqual([
      { record: ids[0], name: 'Fitter', values: { roleName: 'Fitter', roleKey: 'fitter', status: '2' } },
      { record: ids[1], name: 'Welder', values: { roleName: 'Welder', roleKey: 'welder', status: '1' } },
    ])
  })

  const bad =
    'roleKey,角色名称,Remark\n9,Turner,x\n,\nturner,\nwelder,Another\nturner,Much too long\ncutter,Cutter\nCUTTER,Twice\nsawyer,Sawyer\nsawyer,Again\n'
  const faults = [
    { row: 2, column: 'roleKey', message: 'Start with a letter; only letters, digits, - and _' },
    { row: 4, column: '角色名称', message: 'Required' },
    { row: 5, column: 'roleKey', message: 'The key welder is taken' },
    { row: 6, column: '角色名称', message: 'At most 8 characters' },
    { row: 8, column: 'roleKey', message: 'Start with a letter; only letters, digits, - and _' },
    { row: 10, column: 'roleKey', message: 'The key sawyer is taken' },
  ]

  test('lists every bad row and column, those that only the database knows too', async () => {
    const { code, data } = await upload(bad)
    expect(code).toBe(200)
    expect(data.faults.map(({ row, column }) => ({ row, column }))).toEqual(
      faults.map(({ row, column }) => ({ row, column })),
    )
    expect(data).toMatchObject({ total: 8, valid: 2, faultCount: 6, ignored: ['Remark'] })
    expect(data.faults.every(({ message }) => message.length > 5 && !message.includes('{'))).toBe(true)
    expect((await upload(bad, { language: 'zh' })).data.faults[2]!.message).toBe('权限字符 welder 已被使用')
  })

  test('with one bad row saves none, and answers 422 with the same list', async () => {
    const before = await roles()
    const { code, data } = await upload(bad, { dryRun: SAVE })
    expect(code).toBe(422)
    expect(data).toEqual({ ...(await upload(bad)).data, dryRun: false })
    const late = await upload('roleKey,roleName\nplanner,Planner\nwelder,Welder\n', { dryRun: SAVE })
    expect([late.code, late.data.valid]).toEqual([422, 1])
    expect(await roles()).toEqual(before)
  })

  test.each<[what: string, header: string, faults: object[]]>([
    ['a column that must be there', 'roleName', [{ row: 1, column: 'Role key', message: 'This column is missing' }]],
    [
      'a column twice',
      'roleKey,Role name,角色名称',
      [{ row: 1, column: '角色名称', message: 'This column appears more than once' }],
    ],
  ])('tells of %s, and then looks no further', async (_, header, faults) => {
    const { data } = await upload(`${header}\na,b,c\n`)
    expect(data).toMatchObject({ valid: 0, faults })
  })

  test.each<[what: string, content: string | Uint8Array<ArrayBuffer>, code: number, says: string]>([
    ['nothing', '', 400, 'contains no rows'],
    ['a header alone', 'roleKey,roleName\n', 400, 'contains no rows'],
    ['other columns', 'a,b\n1,2\n', 400, 'has no column'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0]), 400, 'not a CSV or XLSX'],
    ['too long a file', 'x'.repeat(300_000), 413, '195 kB'],
  ])('refuses %s at the field', async (_, content, code, says) => {
    const answer = await upload(content)
    expect([answer.code, Object.keys(answer.errors ?? {})]).toEqual([code, ['file']])
    expect(answer.msg).toContain(says)
  })

  test('is for who may', async () => {
    expect((await upload(sound, { caller: exporter })).code).toBe(403)
  })

  test('is one at a time for each', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    const uploads = [upload(sound), upload(sound)]
    expect((await Promise.race(uploads)).code).toBe(429)
    resolve()
    expect((await Promise.all(uploads)).map(({ code }) => code).toSorted()).toEqual([200, 429])
    expect((await upload(sound)).code).toBe(200)
  })

  test('names the sheets of a workbook that are not read; hidden ones are no news', async () => {
    const rows = [
      ['Role name', 'Role key', 'Status'],
      ['Fitter', 'turner', 'Enabled'],
    ]
    const cells = rows.map((cells) => row(cells.map(text).join(''))).join('')
    const booked = async (...sheets: string[]) => {
      const all = ['<sheet name="old" r:id="rId8" state="hidden"/>', '<sheet name="July &amp; August" r:id="rId1"/>']
      const listed = [...all, ...sheets.map((name) => `<sheet name="${name}" r:id="rId9"/>`)].join('')
      const file = await workbook(cells, {
        'xl/workbook.xml': `<workbook xmlns:r="x"><sheets>${listed}</sheets></workbook>`,
      })
      return (await upload(file)).data
    }
    expect(await booked()).toMatchObject({ valid: 1, notes: [] })
    const [note] = (await booked('September', 'October')).notes
    expect(note).toBe('Only the sheet July & August is read; not read: September, October')
    const [long] = (await booked(...Array.from({ length: 12 }, (_, index) => `S${index}`))).notes
    expect(long).toEndWith('S8, S9, …')
  })

  test.each(['csv', 'xlsx'])('leaves out the example row of its template, as %s, and says so', async (format) => {
    const template = await call(importer, `/import/template?format=${format}`)
    expect(template.headers.get('content-disposition')).toContain(`filename="things-`)
    const file = new Uint8Array(await template.arrayBuffer())
    expect((await upload(file)).errors).toEqual({ file: 'The file contains only the example row' })
    const [header, example] = await cellsOf(file)
    const { data } = await upload(
      [header, ['Fitter', 'brazier', 'Enabled'], example].map((row) => row!.join()).join('\n'),
    )
    expect(data).toMatchObject({ total: 1, valid: 1, ignored: [], notes: ['Example rows skipped: 1'] })
    const changed = [header, [...example!.slice(0, 2), 'Disabled']].map((row) => row!.join()).join('\n')
    expect((await upload(changed)).data).toMatchObject({ total: 1, valid: 1, notes: [] })
  })
})
