import { isChoice, isCount } from '#shared/qc/constants'
import type { TemplateItem } from '#shared/qc/template/schema'
import { plainMoment } from '#shared/format/moment'
import { plainDecimal } from '#shared/spc/typed-decimal'

/** The cells, by line, of text from a spreadsheet. Undefined for a single cell, which is pasted as text. */
export function blockOf(text: string): string[][] | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  const block = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
  return block.length > 1 || block[0]!.length > 1 ? block : undefined
}

/** A cell of the grid. A count has two: the number found, and its base. */
export type Place = { itemKey: string; sampleNo: number; isBase?: boolean }

/** A value of a block with its cell. */
type Pasted = { itemKey: string; sampleNo: number } & ({ raw: string } | { den: string })

/**
 * Assigns a block pasted at a cell. A single column fills the cells in the order of the Enter key: the samples of the
 * item, then the next item. A wider block keeps its shape: lines are rows of the grid, calculated ones among them, and
 * columns are the cells of the row.
 *
 * @param items the visible items in their order
 * @returns the values that found a cell; blanks change nothing
 */
export function spread(block: readonly (readonly string[])[], items: readonly TemplateItem[], start: Place): Pasted[] {
  const from = items.findIndex(({ itemKey }) => itemKey === start.itemKey)
  const rows = items.slice(from).filter(({ type }) => type !== 'note')
  const cellsOfRows = rows.map(cellsOf)
  const first = cellsOfRows[0]?.findIndex(
    ({ sampleNo, isBase }) => sampleNo === start.sampleNo && isBase === (start.isBase ?? false),
  )
  if (first === undefined || first < 0) return []
  const isColumn = block.every((line) => line.length === 1)
  const column = cellsOfRows.flat().slice(first)
  return block.flatMap((line, row) =>
    line.flatMap((text, index) => {
      const cell = isColumn ? column[row] : cellsOfRows[row]?.[first + index]
      if (!cell || text === '') return []
      const { item, sampleNo, isBase } = cell
      const { itemKey } = item
      return [isBase ? { itemKey, sampleNo, den: rawOf(item, text) } : { itemKey, sampleNo, raw: rawOf(item, text) }]
    }),
  )
}

/** The cells of a row, from left to right. */
function cellsOf(item: TemplateItem) {
  if (item.type === 'calculated') return []
  const fields = isCount(item.type) ? [false, true] : [false]
  return Array.from({ length: item.sampleSize }, (_, index) =>
    fields.map((isBase) => ({ item, sampleNo: index + 1, isBase })),
  ).flat()
}

/** Choices are recognised by their code or their name. */
function rawOf({ type, choices }: TemplateItem, text: string): string {
  if (type === 'numeric' || isCount(type)) return plainDecimal(text)
  if (type === 'date') return plainMoment(text)
  if (!isChoice(type)) return text
  const codeOf = (word: string) =>
    (choices.find(({ code }) => code === word) ?? choices.find(({ name, nameEn }) => [name, nameEn].includes(word)))
      ?.code ?? word
  return type === 'multi'
    ? text
        .split(/[,，;；]/)
        .map((word) => codeOf(word.trim()))
        .join(',')
    : codeOf(text)
}
