import { useEffect, useRef, type ReactNode } from 'react'

/** The title of what the phone shows now; it takes the focus, so that it is read out. */
export function PhoneTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h1 ref={title} tabIndex={-1}>
      {children}
    </h1>
  )
}
