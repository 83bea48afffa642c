import { useId, type MouseEvent, type ReactNode } from 'react'
import { useText } from '../../../ui/useText'

export type SectionName = 'data' | 'password' | 'messenger' | 'sessions' | 'signIns' | 'permissions'

const idOf = (name: SectionName) => `profile-${name}`

type SectionProps = { name: SectionName; intro?: string; children: ReactNode }

export function Section({ name, intro, children }: SectionProps) {
  const t = useText()
  const title = useId()
  return (
    <section id={idOf(name)} className="profile-section card" aria-labelledby={title} tabIndex={-1}>
      <h2 id={title}>{t(`profile.${name}`)}</h2>
      {intro && <p className="profile-intro">{intro}</p>}
      {children}
    </section>
  )
}

/** The way to each section, beside them where there is room. */
export function SectionLinks({ names }: { names: readonly SectionName[] }) {
  const t = useText()
  return (
    <nav className="profile-links" aria-label={t('profile.sections')}>
      {names.map((name) => (
        <a key={name} href={`#${idOf(name)}`} onClick={(event) => goTo(event, name)}>
          {t(`profile.${name}`)}
        </a>
      ))}
    </nav>
  )
}

/** Without leaving the address: the back button leads out of the page, not through its sections. */
function goTo(event: MouseEvent, name: SectionName) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const section = document.getElementById(idOf(name))
  section?.scrollIntoView()
  section?.focus({ preventScroll: true })
}
