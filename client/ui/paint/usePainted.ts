import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint'

/**
 * Follows a value one frame later, starting with undefined. Content drawn from it leaves the first frame after an input
 * to more important content, and is drawn in slices that let further input through.
 */
export function usePainted<Value>(value: Value): Value | undefined {
  const [painted, setPainted] = useState<Value>()
  useEffect(() => afterPaint(() => startTransition(() => setPainted(value))), [value])
  return painted
}
