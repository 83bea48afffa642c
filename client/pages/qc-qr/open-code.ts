import { navigate } from 'wouter/use-browser-location'
import type { QrCode } from '#shared/schemas/qc-qr'

/** Goes to what a code stands for, as scanning it would. */
export const openCode = ({ code }: Pick<QrCode, 'code'>): void =>
  navigate(`/caliper/qr-code-info?code=${encodeURIComponent(code)}`)
