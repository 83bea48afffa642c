import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../../stores/app-info'
import { Arriving } from '../../ui/qc/Arriving'
import { qcPart } from '../../ui/qc/qc-part'

const FiveThings = qcPart(() => import('../../ui/qc/tour/FiveThings'))

const KEY = 'five_things'

/** In a demonstration alone, until this browser is told not to show it again. Its place is kept, so that nothing moves. */
export function Tour() {
  const { demoAccounts } = useSnapshot(appInfo)
  const [done, setDone] = useState(kept)
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => key === KEY && setDone(kept()) // of another window
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [])
  if (demoAccounts.length === 0 || done.includes('dismissed')) return null

  function keep(next: string[]) {
    setDone(next)
    try {
      localStorage.setItem(KEY, next.join())
    } catch {
      // storage is full or switched off: it is asked again next time
    }
  }
  return (
    <section className="dashboard-part dashboard-tour card">
      <Arriving
        of={FiveThings}
        with={{
          done,
          onTick: (...things) => keep([...new Set([...kept(), ...things])]),
          onUntick: (thing) => keep(kept().filter((one) => one !== thing)),
        }}
      />
    </section>
  )
}

function kept(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(',')
  } catch {
    return [] // storage is switched off
  }
}
