/** Width and height in millimetres. Larger labels show the same content, enlarged. */
export const labelSizes = ['40x30', '60x45', '80x60'] as const
export type LabelSize = (typeof labelSizes)[number]

/** The layout of a label, in millimetres. */
export const LABEL = { width: 40, height: 30, qr: { x: 0, y: 6, size: 22 } } as const

/** The width and height of a label in millimetres. */
export function measuresOf(size: LabelSize): { width: number; height: number } {
  const [width, height] = size.split('x').map(Number)
  return { width: width!, height: height! }
}

/** A line of text; `y` is its baseline, all in millimetres. */
type LabelText = { text: string; x: number; y: number; size: number; isBold: boolean }

const TITLE_SIZE = 3.2
const LINE_SIZE = 2.2
const LEADING = 2.75
const EDGE = 1.5
/** The left edge of the text beside the QR code. The quiet zone of the code is the gap. */
const BESIDE = 22

/** The width of a character in parts of its font size: Han and full-width characters fill their square. */
const widthOf = (char: string) =>
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\uff60]/.test(char) ? 1 : 0.58

const lengthOf = (text: string) => [...text].reduce((sum, char) => sum + widthOf(char), 0)

/** Breaks a text at the width of the label, at a blank if there is one, and cuts it after `lines` lines. */
function fitted(text: string, width: number, size: number, lines: number): string[] {
  const room = width / size
  const broken: string[] = []
  let line = ''
  for (const char of text.trim()) {
    line += char
    if (lengthOf(line) <= room) continue
    if (broken.length + 1 === lines) return [...broken, `${line.slice(0, -2).trim()}…`]
    const blank = line.lastIndexOf(' ')
    const end = blank > 0 ? blank : line.length - 1
    broken.push(line.slice(0, end))
    line = line.slice(end).trimStart()
  }
  return [...broken, line]
}

/** A code in the form for reading aloud: `7K3QM-0XW2P`. */
export const spokenCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/** The text of a label of 40 × 30 mm: the title on top; the lines and the code beside the QR code. */
export function labelTexts({
  title,
  lines,
  code,
}: {
  title: string
  lines: readonly string[]
  code: string
}): LabelText[] {
  const whole = LABEL.width - 2 * EDGE
  const [head = ''] = fitted(title, whole, TITLE_SIZE, 1)
  const beside = lines.flatMap((line) => fitted(line, LABEL.width - BESIDE - 1, LINE_SIZE, 2)).slice(0, 7)
  return [
    { text: head, x: EDGE, y: 4.6, size: TITLE_SIZE, isBold: true },
    ...beside.map((text, index) => ({ text, x: BESIDE, y: 9 + index * LEADING, size: LINE_SIZE, isBold: false })),
    { text: spokenCode(code), x: BESIDE, y: 28.4, size: LINE_SIZE, isBold: true },
  ]
}
