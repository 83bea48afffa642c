import { navigate } from 'wouter/use-browser-location'
import type { QrCode } from '#shared/qc/label/schema'
import { codePath } from '#shared/qc/paths'

/** Goes to what a code stands for, as scanning it would. */
export const openCode = ({ code }: Pick<QrCode, 'code'>): void => navigate(codePath(code))
