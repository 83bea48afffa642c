import type { TemplateItem } from '#shared/qc/template/schema'
import { plainMoment } from '#shared/format/moment'
import { plainDecimal } from '#shared/spc/typed-decimal'

/** The cells, by line, of text from a spreadsheet. Undefined for a single cell, which is pasted as text. */
export function blockOf(text: string): string[][] | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  const block = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
  return block.length > 1 || block[0]!.length > 1 ? block : undefined
}

/** A value of a block with its cell. */
export type Pasted = { itemKey: string; sampleNo: number; raw: string }

const canPaste = ({ type }: TemplateItem) => type === 'numeric' || type === 'text' || isOffered(type) || type === 'date'
const isOffered = (type: TemplateItem['type']) => type === 'choice' || type === 'boolean' || type === 'multi'

/**
 * Assigns a block pasted at a cell. A single column fills the cells in the order of the Enter key: the samples of the
 * item, then the next item. A wider block keeps its shape: lines are items, columns are samples.
 *
 * @param items the visible items in their order
 * @returns the values that found a cell; blanks change nothing
 */
export function spread(
  block: readonly (readonly string[])[],
  items: readonly TemplateItem[],
  start: { itemKey: string; sampleNo: number },
): Pasted[] {
  const from = items.findIndex(({ itemKey }) => itemKey === start.itemKey)
  const rest = items.slice(from).filter(canPaste)
  const isColumn = block.every((line) => line.length === 1)
  const places = isColumn
    ? rest.flatMap((item, index) =>
        range(index === 0 ? start.sampleNo : 1, item.sampleSize).map((sampleNo) => ({ item, sampleNo })),
      )
    : []
  const pasted = isColumn
    ? block.map(([text = ''], index) => ({ ...places[index], text }))
    : block.flatMap((line, row) =>
        line.map((text, column) => {
          const item = rest[row]
          const sampleNo = start.sampleNo + column
          return { text, ...(item && sampleNo <= item.sampleSize && { item, sampleNo }) }
        }),
      )
  return pasted.flatMap(({ item, sampleNo, text }) =>
    item && sampleNo && text !== '' ? [{ itemKey: item.itemKey, sampleNo, raw: rawOf(item, text) }] : [],
  )
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** Choices are recognised by their code or their name. */
function rawOf({ type, choices }: TemplateItem, text: string): string {
  if (type === 'numeric') return plainDecimal(text)
  if (type === 'date') return plainMoment(text)
  if (!isOffered(type)) return text
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
