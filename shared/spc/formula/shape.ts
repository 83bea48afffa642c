import type { Formula } from './formula'
import { isAggregate } from './functions'
import type { Node } from './parser'

/**
 * `size`: the number of figures in the result, 1 if it is not a list; `work`: the number of figures computed for it.
 */
export type Shape = { size: number; work: number }

/** Rounding uses decimal text, which takes longer than any other function. */
const WORK_OF_ROUND = 10

/**
 * The shape of a formula's result, before there are values.
 * @param sizeOf the number of figures of an item by its code
 */
export const shapeOf = ({ node }: Formula, sizeOf: (code: string) => number): Shape => shapeOfNode(node, sizeOf)

function shapeOfNode(node: Node, sizeOf: (code: string) => number): Shape {
  if (node.type === 'number') return { size: 1, work: 1 }
  if (node.type === 'item') return { size: sizeOf(node.code), work: sizeOf(node.code) }
  const shapes = partsOf(node).map((part) => shapeOfNode(part, sizeOf))
  const widest = Math.max(...shapes.map(({ size }) => size))
  const before = shapes.reduce((sum, { work }) => sum + work, 0)
  const isOne = node.type === 'call' && isAggregate(node.name)
  const each = node.type === 'call' && node.name === 'round' ? WORK_OF_ROUND : 1
  return { size: isOne ? 1 : widest, work: before + widest * each }
}

function partsOf(node: Exclude<Node, { type: 'number' | 'item' }>): Node[] {
  if (node.type === 'minus') return [node.of]
  return node.type === 'operation' ? [node.left, node.right] : node.args
}
