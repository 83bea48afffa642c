import type { Formula } from './formula'
import { isAggregate } from './functions'
import type { Node } from './parser'

/** `size`: how many figures it comes to, 1 where that is no list; `work`: how many it reckons on its way there. */
export type Shape = { size: number; work: number }

/** Rounding goes over decimal text, which takes longer than any other function. */
const WORK_OF_ROUND = 10

/**
 * What a formula comes to, before there are values.
 * @param sizeOf how many figures the item of a code is worth
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
