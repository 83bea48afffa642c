import { Mark } from './Mark'

/** In place of a wall: why there is none, and what to do. */
export const Message = ({ title, text }: { title: string; text: string }) => (
  <div className="wall-message" role="alert">
    <Mark tone="WARN" size={72} />
    <h1>{title}</h1>
    <p>{text}</p>
  </div>
)
