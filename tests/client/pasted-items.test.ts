import { describe, expect, test } from 'bun:test'
import { allTexts } from '#shared/i18n/catalogues'
import { charts, itemTypes, judgeModes, requirements, severities } from '#shared/qc/constants'
import { gridFields } from '../../client/pages/qc/template/draft/grid/grid-fields'
import { readPasted } from '../../client/pages/qc/template/draft/grid/paste'
import { fieldOf } from '../../client/pages/qc/template/draft/grid/paste-words'

const texts: Readonly<Record<string, readonly string[]>> = allTexts
const prefix = 'qcTemplate.field.'
const labelled = Object.entries(texts).flatMap(([key, labels]) =>
  key.startsWith(prefix) ? labels.map((label) => ({ label, field: key.slice(prefix.length) })) : [],
)
const headers = gridFields.flatMap(({ header, field }) => texts[header]!.map((label) => ({ label, field })))
const options = Object.entries({
  type: itemTypes,
  severity: severities,
  required: requirements,
  judgeMode: judgeModes,
  chart: charts,
}).flatMap(([field, codes]) =>
  codes.flatMap((code) => texts[`qcTemplate.${field}.${code}`]!.map((label) => ({ field, label, code }))),
)

/** What one row of a sheet changes, under the headers of the page. */
const read = (cells: Record<string, string>) => {
  const rows = [Object.keys(cells), Object.values(cells)].map((row) => row.join('\t'))
  const pasted = readPasted(rows.join('\n'), [])
  return { ...pasted.rows[0]!, ignored: pasted.ignored }
}

describe('items pasted from a sheet', () => {
  test.each([...labelled, ...headers])('the column “$label” of the page is the field $field', ({ label, field }) => {
    expect(fieldOf(label)).toBe(field as ReturnType<typeof fieldOf>)
  })

  test.each(options)('“$label” in the column $field is $code', ({ label, field, code }) => {
    expect(read({ code: 'd1', [texts[`${prefix}${field}`]![0]!]: label })).toMatchObject({
      change: { [field]: code },
      unread: [],
      ignored: [],
    })
  })

  test('run rules are numbers from 1 to 8; a dash is none, and what is no such list is not read', () => {
    expect(read({ Code: 'd1', 'Run rules': '1, 2、5' }).change.rules).toEqual([1, 2, 5])
    expect(read({ 编码: 'd1', 判异准则: '-' }).change.rules).toEqual([])
    for (const text of ['9', '1, x', 'all', '2 2']) {
      expect(read({ 编码: 'd1', 判异准则: text }).unread).toEqual([{ field: 'rules', text }])
    }
  })

  test('a condition in “Required when” makes the item required by it, unless the sheet says otherwise', () => {
    expect(read({ Code: 'd1', 'Required when': 'd2 > 3' }).change).toMatchObject({
      required: 'when',
      requiredWhen: 'd2 > 3',
    })
    expect(read({ Code: 'd1', 'Required when': 'd2 > 3', Required: 'Optional' }).change.required).toBe('never')
  })
})
