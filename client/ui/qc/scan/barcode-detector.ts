/** The part of the Barcode Detection API that is used here; not every browser has it, and TypeScript does not know it. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> }

const FORMAT = 'qr_code'

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Whether this browser can read QR codes from its camera: only on pages that came over HTTPS. */
export async function canScan(): Promise<boolean> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices } // missing on plain HTTP
  if (!mediaDevices) return false
  const formats = (await detectorClass()?.getSupportedFormats()) ?? []
  return formats.includes(FORMAT)
}

export function newDetector(): Detector {
  const Known = detectorClass()
  if (!Known) throw new Error('This browser reads no codes.')
  return new Known({ formats: [FORMAT] })
}
