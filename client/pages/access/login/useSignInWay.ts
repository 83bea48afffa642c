import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../../../stores/app-info'

export type SignInWay = 'password' | 'code'

const KEY = 'sign-in-way'

/**
 * The way to sign in that was chosen last in this browser, by which its session was begun as well; and how to choose.
 * When it turns out only later that the server knows WeCom, somebody may be typing already: they are left alone.
 */
export function useSignInWay(): [way: SignInWay, choose: (way: SignInWay) => void] {
  const { isWecomEnabled } = useSnapshot(appInfo)
  const [way, setWay] = useState<SignInWay>(isWecomEnabled ? lastWay : 'password')
  function choose(next: SignInWay) {
    setWay(next)
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // storage is full or switched off: it begins with the password again
    }
  }
  return [isWecomEnabled ? way : 'password', choose]
}

function lastWay(): SignInWay {
  try {
    return localStorage.getItem(KEY) === 'code' ? 'code' : 'password'
  } catch {
    return 'password' // storage is switched off
  }
}
