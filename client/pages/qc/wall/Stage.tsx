import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import './wall.css'

const [WIDTH, HEIGHT] = [1920, 1080]

type StageProps = {
  /** Over all of the window, and over whatever else is there. */
  isFull: boolean
  children: ReactNode
  /** On top of the canvas, in sizes of the window. */
  corner?: ReactNode
}

/** The canvas of 1920 × 1080, as large as fits its place; what is left over stays empty. Nothing is ever stretched. */
export function Stage({ isFull, children, corner }: StageProps) {
  const place = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  useLayoutEffect(() => {
    const box = place.current
    if (!box) return
    const fit = () => setScale(Math.min(box.clientWidth / WIDTH, box.clientHeight / HEIGHT))
    fit()
    const watcher = new ResizeObserver(fit)
    watcher.observe(box)
    return () => watcher.disconnect()
  }, [])
  return (
    <div ref={place} className="wall-stage" data-full={isFull}>
      <div className="wall-canvas" style={{ transform: `translate(-50%, -50%) scale(${scale})` }}>
        {children}
      </div>
      {corner}
    </div>
  )
}
