import type { Failure } from '../api/http'
import { toast } from '../ui/overlay/toast'

const REPEAT_MS = 5000

let last = { message: '', at: 0 }

/** Tells the operator of a failed request. Requests that fail together, as without a network, are told of once. */
export function report({ message }: Failure): void {
  const now = Date.now()
  if (message === last.message && now - last.at < REPEAT_MS) return
  last = { message, at: now }
  toast.show(message, { tone: 'error' })
}
