import { codes } from '#shared/envelope'
import { shortage } from '../http/megabytes'
import { codeOf, diskReason } from '../log/reason'
import { Refusal } from '../http/refusal'
import { roomOf } from '../store/disk'
import { storeFault } from '../store/fault'

/** @throws Refusal 507 if `folder` has less than `needed` bytes free */
export function refuseWithoutRoom(folder: string, needed: number) {
  const { freeBytes } = roomOf(folder)
  if (freeBytes >= needed) return
  throw new Refusal(codes.noSpace, 'backup.noSpace', { folder, ...shortage(needed, freeBytes) })
}

/** Runs `work`. @throws Refusal with `folder` if its disk fails */
export async function withDiskRefusals<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (storeFault(error) === 'full' || code === 'ENOSPC' || code === 'EDQUOT') throw full(folder)
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    throw new Refusal(codes.impossible, 'backup.cannotWrite', { folder, ...diskReason(code) })
  }
}

export const full = (folder: string) => new Refusal(codes.noSpace, 'backup.full', { folder })
