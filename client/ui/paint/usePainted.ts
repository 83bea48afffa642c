import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint'

/**
 * Follows a value one frame later, from nothing on: what is drawn from it leaves the first frame after an input to what
 * matters more, and is drawn in slices, which let further input through.
 */
export function usePainted<Value>(value: Value): Value | undefined {
  const [painted, setPainted] = useState<Value>()
  useEffect(() => afterPaint(() => startTransition(() => setPainted(value))), [value])
  return painted
}
