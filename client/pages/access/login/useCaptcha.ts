import { useEffect, useState } from 'react'
import type { Captcha } from '#shared/access/login'
import { getCaptcha } from '../../../api/access/login'

const none: Captcha = { id: '', data: '', enabled: false }

export type CaptchaInUse = Captcha & {
  /** How many came before. */
  round: number
  /** It has been used, or given back, and the next one is not here yet. */
  isOver: boolean
}

/** The picture to be read before signing in, if the server wants one. Each can be used once. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState(none)
  const [round, setRound] = useState(0)
  const [roundHere, setRoundHere] = useState(0)
  useEffect(() => {
    let isLatest = true
    async function load() {
      try {
        const next = await getCaptcha()
        if (isLatest) setCaptcha(next)
      } catch {
        // it has been reported; without a picture signing in is still worth a try
      }
      if (isLatest) setRoundHere(round)
    }
    void load()
    return () => {
      isLatest = false
    }
  }, [round])
  const inUse: CaptchaInUse = { ...captcha, round, isOver: round !== roundHere }
  return { captcha: inUse, renew: () => setRound(round + 1) }
}
