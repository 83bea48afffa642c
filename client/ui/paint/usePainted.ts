import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint'

/**
 * Follows a value when the frame in which it changed has been painted, starting with undefined. What is drawn from it
 * leaves that frame to more important content.
 */
export function usePainted<Value>(value: Value): Value | undefined {
  const [painted, setPainted] = useState<Value>()
  useEffect(() => afterPaint(() => setPainted(value)), [value])
  return painted
}
