import type { Selfcheck } from '#shared/qc/self-check'
import { read } from '../http'

/** The statistics engine beside figures that are known. */
export const getSelfcheck = (signal?: AbortSignal) => read<Selfcheck>('/qc/selfcheck', signal)
