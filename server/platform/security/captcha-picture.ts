import { greyPng } from './grey-png'

const WIDTH = 240
const HEIGHT = 80
const PAPER = 0xf4
const INK = 0x33

type Point = readonly [x: number, y: number]

/** Strokes of the digits 0 to 9 in a box of 100 × 100: points `x,y`, and a bar between two strokes. */
const strokes = [
  '50,0 10,25 10,75 50,100 90,75 90,25 50,0',
  '20,25 55,0 55,100 | 20,100 90,100',
  '10,25 50,0 90,25 85,45 10,100 90,100',
  '10,10 50,0 85,20 50,45 90,75 50,100 10,90',
  '70,100 70,0 10,65 95,65',
  '85,0 20,0 15,45 60,40 90,70 55,100 10,90',
  '80,5 30,30 10,70 50,100 90,72 50,48 12,70',
  '10,0 90,0 40,100',
  '50,46 15,24 50,0 85,24 50,46 10,75 50,100 90,75 50,46',
  '88,30 50,52 10,28 50,0 88,30 70,70 20,95',
].map((digit) => digit.split(' | ').map((stroke) => stroke.split(' ').map(pointOf)))

function pointOf(text: string): Point {
  const [x, y] = text.split(',').map((part) => Number(part) / 100)
  return [x!, y!]
}

/** A PNG of 240 × 80 with `digits` bent, turned and crossed by lines. */
export function drawDigits(digits: string): Buffer {
  const between = (low: number, high: number) => low + (high - low) * Math.random()
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(PAPER)
  const cell = (WIDTH - 32) / digits.length

  for (const [index, digit] of [...digits].entries()) {
    const left = 16 + index * cell + between(4, 14)
    const top = between(10, 22)
    const [wide, high, turn, lean] = [between(26, 32), between(42, 50), between(-0.28, 0.28), between(-6, 6)]
    const warp = ([x, y]: Point): Point => {
      const [dx, dy] = [(x - 0.5) * wide + lean * (0.5 - y), (y - 0.5) * high]
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
      return [left + wide / 2 + dx * cos - dy * sin, top + high / 2 + dx * sin + dy * cos]
    }
    const thickness = between(2, 2.8)
    for (const stroke of strokes[Number(digit)]!) drawLine(pixels, stroke.map(warp), thickness, INK)
  }
  for (let i = 0; i < 5; i++) {
    const ends: Point[] = [
      [between(0, 40), between(0, HEIGHT)],
      [between(80, 160), between(0, HEIGHT)],
      [between(200, WIDTH), between(0, HEIGHT)],
    ]
    drawLine(pixels, ends, 0.9, 0x77)
  }
  for (let i = 0; i < 160; i++) pixels[Math.floor(Math.random() * pixels.length)] = 0x88
  return greyPng(pixels, WIDTH)
}

/** Darkens every pixel within `radius` of the polyline, with soft edges. */
function drawLine(pixels: Uint8Array, points: Point[], radius: number, ink: number) {
  for (const [i, [ax, ay]] of points.slice(0, -1).entries()) {
    const [bx, by] = points[i + 1]!
    const [minX, maxX] = [Math.min(ax, bx) - radius - 1, Math.max(ax, bx) + radius + 1]
    const [minY, maxY] = [Math.min(ay, by) - radius - 1, Math.max(ay, by) + radius + 1]
    const lengthSquared = (bx - ax) ** 2 + (by - ay) ** 2 || 1
    for (let y = Math.max(0, Math.floor(minY)); y < Math.min(HEIGHT, maxY); y++) {
      for (let x = Math.max(0, Math.floor(minX)); x < Math.min(WIDTH, maxX); x++) {
        const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / lengthSquared))
        const distance = Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))
        const cover = Math.max(0, Math.min(1, radius + 0.5 - distance))
        const at = y * WIDTH + x
        pixels[at] = Math.min(pixels[at]!, Math.round(PAPER + (ink - PAPER) * cover))
      }
    }
  }
}
