/** The used part of the Barcode Detection API, which is missing in TypeScript. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> }

const FORMAT = 'qr_code'

/** True if the page may use a camera: only pages loaded over HTTPS or from this machine. */
export const hasCamera = (): boolean => (navigator as { mediaDevices?: MediaDevices }).mediaDevices !== undefined

/** Reads QR codes with the browser's detector, or else with a library of the same interface. */
export async function newDetector(): Promise<Detector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = (await Native?.getSupportedFormats()) ?? []
  const Chosen = Native && formats.includes(FORMAT) ? Native : (await import('./decoder')).BarcodeDetector
  return new Chosen({ formats: [FORMAT] })
}
