import type { JobKind } from '#shared/constants'
import type { Settings } from '../../env'
import { pruneLogs } from '../../access/operation-log/retention'
import { refuseAfterClockJump } from './steady-clock'
import type { Message } from '../../platform/message/index'
import type { Store } from '../../platform/store'
import { backUp } from './backup'

/** What a job works with. `args` is what its form says. */
type JobWork = { store: Store; settings: Settings; args: string; now: number }

/** What each kind of job does; it says what it did, or throws. */
export const jobWorks: Record<JobKind, (work: JobWork) => Promise<Message>> = {
  async 'log-cleanup'({ store, settings, now }) {
    await refuseAfterClockJump(store, now)
    const { signIns, operations, trash } = await pruneLogs(store, now, settings)
    return { key: 'job.done.cleanup', values: { signIns, operations, trash } }
  },
  async backup({ store, settings, args, now }) {
    const { name, megabytes, kept } = await backUp(store, settings.dataDir, Number(args) || undefined, now)
    return { key: 'job.done.backup', values: { name, megabytes, kept } }
  },
  async statistics({ store }) {
    await store.analyze()
    return { key: 'job.done.statistics', values: {} }
  },
}
