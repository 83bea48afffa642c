import type { Selfcheck } from '#shared/qc/self-check'
import { read } from '../http'

/** The statistics engine compared with published figures. */
export const getSelfcheck = (signal?: AbortSignal) => read<Selfcheck>('/qc/selfcheck', signal)
