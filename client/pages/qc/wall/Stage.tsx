import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import '../../../ui/layout/layout.css'
import { Mark } from './Mark'
import './wall.css'

const [WIDTH, HEIGHT] = [1920, 1080]

type StageProps = {
  /** True if it covers the whole window and all other content. */
  isFull: boolean
  children: ReactNode
  /** Content on top of the canvas, in pixels of the window. */
  corner?: ReactNode
}

/**
 * The canvas of 1920 × 1080, scaled to fit its space; the rest of that space stays empty. Nothing is ever stretched.
 */
export function Stage({ isFull, children, corner }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  useLayoutEffect(() => {
    const box = stage.current
    if (!box) return
    const fit = () => setScale(Math.min(box.clientWidth / WIDTH, box.clientHeight / HEIGHT))
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={stage} className="wall-stage" data-full={isFull}>
      <div className="wall-canvas" style={{ transform: `translate(-50%, -50%) scale(${scale})` }}>
        {children}
      </div>
      {corner}
    </div>
  )
}

/** Replaces the wall: the reason why there is none, and the remedy. */
export const Message = ({ title, text }: { title: string; text: string }) => (
  <div className="stack middle center wall-message" role="alert">
    <Mark tone="WARN" size={72} />
    <h1>{title}</h1>
    <p className="wall-muted">{text}</p>
  </div>
)
