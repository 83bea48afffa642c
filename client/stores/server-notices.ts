import { proxy, ref } from 'valtio'
import type { ServerNotice } from '#shared/admin/monitor'
import { readFields, writeJson } from './storage'

/** The server's notices for administrators, without postponed ones; the worst first. */
export const serverNotices = proxy({ shown: ref<readonly ServerNotice[]>([]) })

export const showServerNotices = (notices: readonly ServerNotice[]): void =>
  void (serverNotices.shown = ref(notices.filter(({ kind }) => !putOff().includes(kind))))

/** Hides a notice until tomorrow, in every window of this browser. */
export function snoozeNotice(kind: ServerNotice['kind']): void {
  writeJson(KEY, { day: today(), kinds: [...putOff(), kind] })
  serverNotices.shown = ref(serverNotices.shown.filter((notice) => notice.kind !== kind))
}

const KEY = 'server-notices-put-off'

const today = () => new Date().toLocaleDateString('sv') // year-month-day, here

function putOff(): readonly string[] {
  const { day, kinds } = readFields(KEY)
  return day === today() && Array.isArray(kinds) ? kinds : []
}
