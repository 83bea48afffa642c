import { useEffect, useState } from 'react'
import { getVersion } from '../../../api/health'
import { useText } from '../../../ui/useText'

/** Version of the server, and whether it answers. */
export function ServiceHealth() {
  const t = useText()
  const [version, setVersion] = useState<string>()
  const [health, setHealth] = useState<'checking' | 'ok' | 'bad'>('checking')
  useEffect(() => {
    getVersion().then(
      (known) => {
        setVersion(known)
        setHealth('ok')
      },
      () => setHealth('bad'),
    )
  }, [])
  return (
    <p className="service-health" data-health={health}>
      {version && <span>v{version}</span>}
      <span>
        {t('login.health')} <span className="service-health-dot" aria-hidden="true" /> {t(`health.${health}`)}
      </span>
    </p>
  )
}
