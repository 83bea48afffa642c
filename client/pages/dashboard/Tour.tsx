import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../../stores/app-info'
import { readText, writeText } from '../../stores/storage'
import { Arriving } from '../../ui/qc/Arriving'
import { qcPart } from '../../ui/qc/qc-part'

const FiveThings = qcPart(() => import('../../ui/qc/tour/FiveThings'))

const KEY = 'five_things'

/** In a demonstration alone, until this browser is told not to show it again. Its place is kept, so that nothing moves. */
export function Tour() {
  const { demoAccounts } = useSnapshot(appInfo)
  const [done, setDone] = useState(readDone)
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => key === KEY && setDone(readDone()) // of another window
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [])
  if (demoAccounts.length === 0 || done.includes('dismissed')) return null

  function writeDone(next: string[]) {
    setDone(next)
    writeText(KEY, next.join())
  }
  return (
    <section className="stack dashboard-part dashboard-tour card">
      <Arriving
        of={FiveThings}
        with={{
          done,
          onTick: (...things) => writeDone([...new Set([...readDone(), ...things])]),
          onUntick: (thing) => writeDone(readDone().filter((other) => other !== thing)),
        }}
      />
    </section>
  )
}

const readDone = () => (readText(KEY) ?? '').split(',')
