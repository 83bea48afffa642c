import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useIsAsking, isAsking } from '../../ui/overlay/confirm'
import { isReady } from '../../ui/ready'
import { settings } from '../../stores/settings'
import { enterRowsOfPage } from '../../ui/table/rows/row-keys'
import { closeOverlay, overlay, type Overlay } from './overlay'
import { overlayParts } from './overlay-parts'
import { isMac } from './key-names'
import { runCommand } from './run-command'
import { commandOf, type Command } from './shortcuts'

/** The keyboard shortcuts of the product, and the overlays they open. Render it once. */
export function Keyboard() {
  const { open, requested } = useSnapshot(overlay)
  const isAsking = useIsAsking()
  useShortcuts()
  useEffect(() => {
    if (requested) void openRequested(requested)
  }, [requested])
  useEffect(() => {
    if (isAsking && open) closeOverlay(open) // it must not cover a question
  }, [isAsking, open])
  const Open = open && overlayParts[open]
  return Open && <Open onClose={() => closeOverlay(open)} />
}

/** An overlay that cannot be loaded affects nothing else. */
async function openRequested(which: Overlay) {
  overlay.requested = ''
  if (await isReady(overlayParts[which])) overlay.open = which
}

/** The two keys of a pair belong together only within this time. */
const PAIR_MS = 3000

const FIELDS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=listbox], [role=tree], [role=slider]'
const POPUPS = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu]'

/** Runs the product's keyboard shortcuts. */
function useShortcuts(): void {
  useEffect(() => {
    let pairBegan = -Infinity
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || isAsking()) return
      const isPaired = event.timeStamp - pairBegan < PAIR_MS
      const isTyping = takesLetters(event.target)
      if (!isTyping) enterRowsOfPage(event)
      const command = commandOf(event, { isMac, isTyping, hasLetters: settings.shortcuts, isPaired })
      pairBegan = command === 'pair' ? event.timeStamp : -Infinity
      if (!command) return
      event.preventDefault()
      if (command !== 'pair' && !event.repeat) run(command)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** While an overlay is open, only the search command works: it closes the search. */
function run(command: Command) {
  if (!overlay.open) runCommand(command)
  else if (command === 'search') closeOverlay('search')
}

function takesLetters(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(FIELDS)) return true
  return [...document.querySelectorAll(POPUPS)].some((popup) => popup.checkVisibility())
}
