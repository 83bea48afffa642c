import { useEffect, useState } from 'react'
import type { Captcha } from '#shared/schemas/login'
import { getCaptcha } from '../../api/login'

const none: Captcha = { id: '', data: '', enabled: false }

/** The picture to be read before signing in, if the server wants one. Each can be used once. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState(none)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isLatest = true
    async function load() {
      try {
        const next = await getCaptcha()
        if (isLatest) setCaptcha(next)
      } catch {
        // it has been reported; without a picture signing in is still worth a try
      }
    }
    void load()
    return () => {
      isLatest = false
    }
  }, [round])
  return { captcha, renew: () => setRound(round + 1) }
}
