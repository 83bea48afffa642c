import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../../../stores/app-info'
import { readText, writeText } from '../../../stores/storage'

export type SignInWay = 'password' | 'code'

const KEY = 'sign-in-way'

/**
 * The way to sign in that was chosen last in this browser, by which its session was begun as well; and how to choose.
 * When it turns out only later that the server knows WeCom, somebody may be typing already: they are left alone.
 */
export function useSignInWay(): [way: SignInWay, choose: (way: SignInWay) => void] {
  const { isWecomEnabled } = useSnapshot(appInfo)
  const [way, setWay] = useState<SignInWay>(() => (isWecomEnabled && readText(KEY) === 'code' ? 'code' : 'password'))

  function choose(next: SignInWay) {
    setWay(next)
    writeText(KEY, next)
  }

  return [isWecomEnabled ? way : 'password', choose]
}
