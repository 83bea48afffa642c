import { proxy, subscribe } from 'valtio'

const KEY = 'user_departments'

/** Whether the tree of departments stands beside the list of users; the browser remembers it. */
export const panel = proxy({ isOpen: wasOpen() })

subscribe(panel, () => {
  try {
    localStorage.setItem(KEY, panel.isOpen ? '1' : '0')
  } catch {
    // storage is full or switched off: it is as it was at the next start
  }
})

function wasOpen(): boolean {
  try {
    return localStorage.getItem(KEY) !== '0'
  } catch {
    return true
  }
}
